"""Hold references against each other, and systems against every choice of them."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import seed_of
from steelyard.meta import correlate
from steelyard.metrics import Bleu, Metric, measure, package_version
from steelyard.questions.references.answer import (
    AblationRow,
    ReferencePairRow,
    ReferenceReport,
    ReferenceRow,
    ReferenceScoreRow,
)
from steelyard.questions.references.question import ReferencesQuestion
from steelyard.results.plurals import counted
from steelyard.scored import Counted
from steelyard.types import TestSet

__all__ = ["compute"]

Floats = NDArray[np.float64]
Chosen = tuple[int, ...]
_MANY = 0.1  # of the segments


@dataclass(slots=True)
class _Scored:
    """Scores of the systems under every choice of references that was asked for."""

    data: TestSet
    metrics: Sequence[Metric]
    kinds: Sequence[str]
    n_threads: int
    known: dict[Chosen, Floats] = field(default_factory=dict)

    def scores(self, chosen: Chosen) -> Floats:
        """Return scores, shape (metrics, systems)."""
        if chosen not in self.known:
            data = replace(self.data, references=[self.data.references[i] for i in chosen])
            self.known[chosen] = self._measured(data, [self.kinds[i] for i in chosen])
        return self.known[chosen]

    def of_reference(self, reference: int, others: Chosen) -> Floats:
        """Return the scores of a reference as an output against others, shape (metrics,)."""
        lines = [line or "" for line in self.data.references[reference]]
        data = replace(self.data, references=[self.data.references[i] for i in others], systems={"reference": lines})
        return self._measured(data, [self.kinds[i] for i in others])[:, 0]

    def _measured(self, data: TestSet, kinds: Sequence[str]) -> Floats:
        metrics = [_with_length(metric, kinds) for metric in self.metrics]
        measured = measure(data, metrics, n_threads=self.n_threads)
        return np.array([one.scores(one.statistics.totals()) for one in measured])


def _with_length(metric: Metric, kinds: Sequence[str]) -> Metric:
    """Take the effective length from references that no machine wrote, where there are some."""
    people = tuple(number for number, kind in enumerate(kinds, 1) if kind != "machine")
    if isinstance(metric, Bleu) and 0 < len(people) < len(kinds):
        return replace(metric, length_references=people)
    return metric


def compute(counted: Counted, question: ReferencesQuestion) -> ReferenceReport:
    """Look at references one by one, two by two, and by how many there are."""
    data = counted.texts("Looking at references (references)")
    n = len(data.references)
    kinds = list(question.kinds) or ["human"] * n
    _check(data, counted.segment_metrics, kinds)
    seed = seed_of(question.rng)
    scored = _Scored(data, counted.segment_metrics, kinds, counted.n_threads)
    people: Chosen = tuple(i for i, kind in enumerate(kinds) if kind != "machine")
    is_mixed = 0 < len(people) < n
    gold = people or tuple(range(n))
    choices = list(_choices(n, question.subsets, seed))
    for step, chosen in enumerate(choices, 1):
        scored.scores(chosen)
        if counted.progress is not None:
            counted.progress(step, len(choices))
    labels = [(str(metric), metric.label) for metric in counted.segment_metrics]
    rows, pairs, scores, ablation = [], [], [], []
    for number, (metric, label) in enumerate(labels):
        higher = counted.segment_metrics[number].higher_is_better
        rows += [ReferenceRow(metric, label, *_of_one(scored, number, i, higher=higher)) for i in range(n)]
        pairs += [ReferencePairRow(metric, label, *pair) for pair in _agreement(scored, number)]
        ablation += [
            AblationRow(metric, label, *row) for row in _ablation(scored, number, choices, scored.scores(gold)[number])
        ]
        every = scored.scores(tuple(range(n)))[number]
        scores += [
            ReferenceScoreRow(
                metric,
                label,
                system,
                float(every[at]),
                float(scored.scores(people)[number, at]) if is_mixed else None,
                tuple(float(scored.scores((i,))[number, at]) for i in range(n)),
            )
            for at, system in enumerate(data.system_names)
        ]
    method: Any = {
        **counted.provenance(question),
        "kinds": kinds,
        "notes": _cautions(data, kinds, rows),
        "sentence": _references_sentence(data, kinds, counted.segment_metrics, len(choices), seed),
        "seed": seed,
        **counted.recipe(question, {"rng": seed, "kinds": list(question.kinds)}),
    }
    return ReferenceReport(tuple(rows), tuple(ablation), tuple(scores), tuple(pairs), method)


def _check(data: TestSet, metrics: Sequence[Metric], kinds: Sequence[str]) -> None:
    n = len(data.references)
    if n < 2:
        raise SpecError("explain references needs two or more references, and one is given.")
    if len(kinds) != n:
        raise SpecError(f"kinds (--kinds) names {len(kinds)}, but there are {n} references: give one kind for each.")
    if not metrics:
        raise SpecError("There is no metric that reads references: add -m bleu, for example.")
    for metric in metrics:
        if isinstance(metric, Bleu) and metric.length_references:
            raise SpecError(
                f"{metric} names the references that give its length. Say who wrote each reference with --kinds "
                "instead."
            )
    for number, text in enumerate(data.references, 1):
        if None in text:
            raise AlignmentError(
                f"Reference {number} lacks segment {text.index(None) + 1}: references are scored one by one, so "
                "each needs every segment."
            )


def _choices(n: int, most: int, seed: int) -> Iterator[Chosen]:
    """Yield choices of every number of references: all of them, or so many at random, none twice."""
    random = np.random.default_rng(seed)
    for size in range(1, n + 1):
        if comb(n, size) <= max(most, n if size in (1, n - 1) else 1):
            yield from itertools.combinations(range(n), size)
            continue
        found: set[Chosen] = set()
        while len(found) < most:
            found.add(tuple(sorted(random.choice(n, size, replace=False).tolist())))
        yield from sorted(found)


def _of_one(
    scored: _Scored, metric: int, reference: int, *, higher: bool
) -> tuple[int, str, float, int, float, float | None, float]:
    """Hold a reference against the others, and say what systems score with it alone and without it."""
    n = len(scored.kinds)
    others = tuple(i for i in range(n) if i != reference)
    alone, every, without = (scored.scores(chosen)[metric] for chosen in ((reference,), tuple(range(n)), others))
    score = float(scored.of_reference(reference, others)[metric])
    ahead = int((without > score).sum() if higher else (without < score).sum())
    added = float((every - without).mean())
    return reference + 1, scored.kinds[reference], score, ahead, float(alone.mean()), _tau(alone, every), added


def _tau(one: Floats, other: Floats) -> float | None:
    """Return Kendall's tau-b; None where it says nothing: a single system, or all scores equal."""
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return None
    return correlate(one, other, coefficient="kendall")


def _agreement(scored: _Scored, metric: int) -> Iterator[tuple[int, int, float, float]]:
    """Hold every reference as an output against every other one that has all segments."""
    lines = scored.data.references
    whole = [i for i, text in enumerate(lines) if all(line is not None for line in text)]
    for a, b in itertools.permutations(whole, 2):
        same = float(np.mean([x == y for x, y in zip(lines[a], lines[b], strict=True)]))
        yield a + 1, b + 1, float(scored.of_reference(a, (b,))[metric]), same


def _ablation(
    scored: _Scored, metric: int, choices: Sequence[Chosen], gold: Floats
) -> Iterator[tuple[int, int, int, float, float, float, float | None, float | None]]:
    """Sum up choices by how many references they take, and how many of these machines wrote."""
    groups: dict[tuple[int, int], list[Floats]] = {}
    for chosen in choices:
        n_machine = sum(scored.kinds[i] == "machine" for i in chosen)
        groups.setdefault((len(chosen), n_machine), []).append(scored.scores(chosen)[metric])
    for (size, n_machine), found in sorted(groups.items()):
        means = [float(one.mean()) for one in found]
        taus = [tau for one in found if (tau := _tau(one, gold)) is not None]
        mean_tau = float(np.mean(taus)) if taus else None
        mean = float(np.mean(means))
        yield size, n_machine, len(found), mean, min(means), max(means), mean_tau, min(taus, default=None)


def _references_sentence(
    data: TestSet, kinds: Sequence[str], metrics: Sequence[Metric], n_choices: int, seed: int
) -> str:
    """Say what was held against what."""
    n_machine = sum(kind == "machine" for kind in kinds)
    lengths = (
        " BLEU's effective reference length ignores machine references, if a choice has others (Madnani et al. 2007)."
        if 0 < n_machine < len(kinds)
        else ""
    )
    return (
        f"We compared {counted(len(kinds), 'reference')} of {counted(data.n_segments, 'segment')} ({n_machine} written "
        f"by machines) with Steelyard {package_version()} ({', '.join(metric.label for metric in metrics)}). We scored "
        "each reference as an output against all others and against each other one. We scored "
        f"{counted(len(data.system_names), 'system')} with {counted(n_choices, 'choice')} of references (seed {seed})."
        f"{lengths} Scores with different numbers of references are not comparable."
    )


def _cautions(data: TestSet, kinds: Sequence[str], rows: Sequence[ReferenceRow]) -> list[str]:
    """Name references that are copies, those that may be some system's output, and those that systems beat."""
    notes = []
    for i, reference in enumerate(data.references):
        for name, output in data.systems.items():
            share = sum(a == b for a, b in zip(reference, output, strict=True)) / data.n_segments
            if share > _MANY:
                notes.append(
                    f"Reference {i + 1} is the output of {name} in {share:.0%} of the segments. "
                    f"Do not use scores of {name} with it."
                )
        for j in range(i):
            share = sum(a == b for a, b in zip(reference, data.references[j], strict=True)) / data.n_segments
            if share > _MANY:
                notes.append(f"References {j + 1} and {i + 1} have the same text in {share:.0%} of the segments.")
    beaten = [row for row in rows if row.kind == "human" and row.n_systems_ahead]
    if beaten:
        row = max(beaten, key=lambda row: row.n_systems_ahead or 0)
        notes.append(
            f"By {row.label}, human reference {row.reference} is worse than "
            f"{counted(row.n_systems_ahead or 0, 'system')}, against the other references. Do not use {row.label} to "
            "compare these systems with people."
        )
    return notes
