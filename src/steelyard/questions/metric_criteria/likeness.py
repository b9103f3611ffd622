"""QUEEN, KING and JACK of metrics of texts, from the similarity of all texts to each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.meta import HeldOutSet, jack, king, queen
from steelyard.metrics import Metric, measure
from steelyard.questions.metric_criteria.answer import LikenessRow, QueenRow
from steelyard.scored import Counted
from steelyard.types import TestSet

__all__ = ["Similarities", "likeness_rows", "queen_rows", "similarities"]

Array = NDArray[np.float64]
_FEWEST = {"queen": 3, "king": 4, "jack": 1}


@dataclass(frozen=True, slots=True, eq=False)
class Similarities:
    """How close texts are to each other; larger is closer."""

    labels: tuple[str, ...]
    systems: tuple[str, ...]  # of the A outputs
    to_references: Array  # of outputs to references, shape (T, X, A, R)
    among_references: Array  # of references to each other, shape (T, X, R, R)
    among_outputs: Array | None  # of outputs to each other, shape (T, X, A, A)


def similarities(counted: Counted, criteria: Sequence[str]) -> Similarities:
    """Score every text with each reference alone; for JACK with each output, too."""
    data = counted.texts("Likeness to people (queen, king, jack)")
    n_references = len(data.references)
    for name in criteria:
        if n_references < _FEWEST.get(name, 0):
            raise SpecError(
                f"{name.upper()} needs {_FEWEST[name]} references or more, as it compares them with each other, and "
                f"there {'is' if n_references == 1 else 'are'} {n_references}."
            )
    if not counted.segment_metrics:
        raise SpecError("Likeness to people is judged by metrics of texts: name some with -m.")
    whole = [i for i, lines in enumerate(zip(*data.references, strict=True)) if None not in lines]
    if not whole:
        raise SpecError("No segment has all references: likeness to people compares them with each other.")
    data = data.select(whole)
    texts = {f"reference {r}": text for r, text in enumerate(data.references, 1)}
    texts |= {f"system {name}": text for name, text in data.systems.items()}
    against = list(texts) if "jack" in criteria else list(texts)[:n_references]
    metrics = [metric.segment_metric() for metric in counted.segment_metrics]
    found = np.empty((data.n_segments, len(metrics), len(texts), len(against)))
    for step, key in enumerate(against):
        found[..., step] = _scores(_with_reference(data, texts, key), metrics, counted.n_threads)
        if counted.progress is not None:
            counted.progress(step + 1, len(against))
    outputs, references = slice(n_references, None), slice(0, n_references)
    return Similarities(
        tuple(measurement.label for measurement in counted.measurements[: len(metrics)]),
        tuple(data.system_names),
        found[:, :, outputs, references],
        found[:, :, references, references],
        found[:, :, outputs, outputs] if "jack" in criteria else None,
    )


def _with_reference(data: TestSet, texts: dict[str, Sequence[str | None]], key: str) -> TestSet:
    """Make all texts systems, and one of them the reference; what was parsed or aligned goes with its text."""

    def moved(by_text: Mapping[str, Any] | None) -> dict[str, Any] | None:
        if by_text is None:
            return None
        found = {name: value for name, value in by_text.items() if name == "sources"}
        for name, value in by_text.items():
            start = "backward " if name.startswith("backward ") else ""
            if (text := name.removeprefix("backward ")) in texts:
                found[f"{start}system {text}"] = value
                found |= {f"{start}reference 1": value} if text == key else {}
        return found

    made: TestSet = replace(
        data,
        references=[list(texts[key])],
        systems={name: [line or "" for line in text] for name, text in texts.items()},
        parses=moved(data.parses),
        alignments=moved(data.alignments),
        hashes={},
    )
    return made


def _scores(data: TestSet, metrics: Sequence[Metric], n_threads: int) -> Array:
    """Score every segment of every text: shape (T, X, texts); turned round where lower is better."""
    found = []
    for one, metric in zip(measure(data, metrics, n_threads=n_threads), metrics, strict=True):
        scores = metric.score(one.statistics.scaled(one.statistics.values.astype(np.float64)))
        found.append(scores if metric.higher_is_better else -scores)
    return np.array(found).transpose(2, 0, 1)


def _members(near: Similarities, searched: HeldOutSet | None) -> list[tuple[str, list[int]]]:
    """Name each metric, all of them, and the set that was searched for."""
    n = len(near.labels)
    found = [(label, [i]) for i, label in enumerate(near.labels)]
    if n > 1:
        found.append(("all", list(range(n))))
    if searched is not None and 1 < len(searched.trained.members) < n:
        found.append(("set", list(searched.trained.members)))
    return found


def likeness_rows(
    near: Similarities, criteria: Sequence[str], searched: HeldOutSet | None, confidence_level: float
) -> tuple[LikenessRow, ...]:
    """Value each metric, all of them, and the set that was searched for."""
    rows = []
    for name, members in _members(near, searched):
        found = king(near.to_references[:, members], near.among_references[:, members]) if "king" in criteria else None
        spread = None
        if near.among_outputs is not None and len(near.systems) > 1:
            spread = float(jack(near.to_references[:, members], near.among_outputs[:, members]).mean())
        rows.append(
            LikenessRow(name, None, None, None, None, spread)
            if found is None
            else LikenessRow(
                name, found.value, found.interval(confidence_level), found.strict_value, found.share_all_zero, spread
            )
        )
    return tuple(rows)


def queen_rows(near: Similarities, searched: HeldOutSet | None) -> tuple[QueenRow, ...]:
    """Return the mean QUEEN of each system, best first."""
    rows = []
    for name, members in _members(near, searched):
        means = queen(near.to_references[:, members], near.among_references[:, members]).mean(axis=0)
        found = [QueenRow(name, system, float(mean)) for system, mean in zip(near.systems, means, strict=True)]
        rows += sorted(found, key=lambda row: -row.queen)
    return tuple(rows)
