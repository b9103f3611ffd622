"""Scores with spans cut out of outputs and references, and what spans do to a difference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics import Metric
from steelyard.questions.influence.cuts import Unit, joined
from steelyard.text import GappedCorpus, cut_out
from steelyard.types import Measurement, Statistics, TestSet

__all__ = ["Masked", "at_whole_length", "mask"]

Floats = NDArray[np.float64]
_WITH_PENALTY = ("hyp_len", "ref_len", "match_1")  # BLEU and its like: lengths count in the brevity penalty alone


@dataclass(frozen=True, slots=True, eq=False)
class Masked:
    """Statistics of segments with spans cut out."""

    units: list[Unit]  # spans of one label in one segment
    wholes: list[Unit]  # all spans of a segment
    # of_units, of_wholes: by metric, the statistics of the segment without them, shape (S, U, K)
    of_units: list[Floats]
    of_wholes: list[Floats]

    def without(self, m: int, measurement: Measurement, label: int | None) -> Measurement:
        """Return a measurement over segments without the spans of a label, or without any."""
        values = measurement.statistics.scaled(measurement.statistics.values.astype(np.float64)).copy()
        units = self.wholes if label is None else self.units
        rows = [u for u, unit in enumerate(units) if label is None or unit.label == label]
        source = self.of_wholes if label is None else self.of_units
        values[:, [units[u].segment for u in rows]] = source[m][:, rows]
        is_whole = bool((values == np.rint(values)).all())
        statistics = Statistics.from_values(values.astype(np.int64) if is_whole else values)
        return replace(measurement, statistics=statistics, is_mean=False)


def mask(test_set: TestSet, metrics: Sequence[Metric], units: list[Unit], n_threads: int) -> Masked:
    """Count every segment with the spans of each label cut out, and with all."""
    for metric in metrics:
        if metric.needs != "references":
            raise SpecError(
                f"{metric.label} reads {metric.needs}, which do not fit texts with gaps: leave it out (-m)."
            )
    by_segment: dict[int, list[Unit]] = {}
    for unit in units:
        by_segment.setdefault(unit.segment, []).append(unit)
    wholes = [own[0] if len(own) == 1 else joined(own, -1) for own in by_segment.values()]
    every = [*units, *(unit for unit in wholes if unit.label == -1)]
    counted = _count(test_set, metrics, every, n_threads)
    row_of = {id(unit): row for row, unit in enumerate(every)}
    rows = [row_of[id(unit)] for unit in wholes]
    return Masked(units, wholes, [one[:, : len(units)] for one in counted], [one[:, rows] for one in counted])


def _count(test_set: TestSet, metrics: Sequence[Metric], units: Sequence[Unit], n_threads: int) -> list[Floats]:
    """Count texts with gaps: a row for each unit and system, as both may have references of their own."""
    names = test_set.system_names
    outputs = [cut_out(test_set.systems[name][u.segment], u.outputs[s]) for s, name in enumerate(names) for u in units]
    references = [
        [None if text[u.segment] is None else cut_out(text[u.segment] or "", u.references[s][r])
         for s in range(len(names)) for u in units]
        for r, text in enumerate(test_set.references)
    ]  # fmt: skip
    corpus = GappedCorpus(TestSet(references=references, systems={"cut": outputs}), n_threads)
    is_gone = np.array(
        [not any(map(_is_left, (output, *lines))) for output, *lines in zip(outputs, *references, strict=True)]
    )
    found = []
    for metric in metrics:
        statistics = metric.statistics(corpus)
        values = statistics.scaled(statistics.values[0].astype(np.float64))
        values[is_gone] = 0  # nothing is left of the segment: it is left out
        found.append(values.reshape(len(names), len(units), -1))
    return found


def _is_left(text: str | None) -> bool:
    return text is not None and any(character.isalnum() for character in text)


def at_whole_length(metric: Metric, values: Floats, whole: Floats) -> Floats | None:
    """Put the lengths of the whole in the place of the rest's, so that the brevity penalty stays; None for no such."""
    if metric.stat_names[: len(_WITH_PENALTY)] != _WITH_PENALTY:
        return None
    kept = values.copy()
    kept[..., :2] = whole[..., :2]
    return kept
