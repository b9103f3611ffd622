"""What fixing the errors of a class would bring: scores of outputs that are repaired by the reference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import repair
from steelyard.errors import SpecError
from steelyard.metrics import measure
from steelyard.questions.errors.answer import RepairRow
from steelyard.questions.errors.counts import Counts
from steelyard.questions.errors.question import REPAIRS, ErrorsQuestion
from steelyard.questions.errors.reading import Sides
from steelyard.scored import Counted
from steelyard.scored.intervals import interval_of, rows_of_units
from steelyard.scored.units import choose_units
from steelyard.types import Measurement, TestSet, Tokens

__all__ = ["AS_IT_IS", "Repaired", "repair_rows", "repair_texts"]

AS_IT_IS = ""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Repaired:
    """Outputs without the errors of a class, scored."""

    name: str  # the class; empty for the outputs as they are
    measurements: list[Measurement]  # by metric
    n_repaired: Ints  # words, shape (S,)


def repair_texts(counted: Counted, question: ErrorsQuestion, sides: Sides, counts: Counts) -> list[Repaired]:
    """Score the outputs as they are and without the errors of each class that was asked for."""
    if not question.repair:
        return []
    metrics = counted.segment_metrics
    for metric in metrics:
        if metric.needs != "references":
            raise SpecError(f"{metric.label} reads {metric.needs}, which repaired texts do not have: take others (-m).")
    if not metrics:
        raise SpecError("Repaired texts are scored by metrics of text: name some with -m.")
    test_set = counted.texts("Repairing errors (--repair)")
    reference, hypothesis = sides.reference.analysed, sides.hypothesis.analysed
    names = REPAIRS if "all" in question.repair else tuple(name for name in REPAIRS if name in question.repair)
    found = [_scored(counted, test_set, sides, AS_IT_IS, hypothesis.words, np.zeros(len(hypothesis.words), np.int64))]
    for name in names:
        words, n_repaired = repair(counts.errors, reference, hypothesis, name, sides.forms, question.repair_edits)
        found.append(_scored(counted, test_set, sides, name, words, n_repaired))
    return found


def _scored(counted: Counted, test_set: TestSet, sides: Sides, name: str, words: Tokens, n_repaired: Ints) -> Repaired:
    """Score words as texts: both sides are words with spaces between, so that repairs alone differ."""
    n, systems = test_set.n_segments, test_set.system_names
    lines = _lines(words, sides.forms)
    truth = _lines(sides.every, sides.forms)
    references = [
        [None if line is None else truth[r * n + i] for i, line in enumerate(text)]
        for r, text in enumerate(test_set.references)
    ]
    outputs = {system: lines[s * n : (s + 1) * n] for s, system in enumerate(systems)}
    texts = TestSet(references=references, systems=outputs, documents=test_set.documents)
    measured = measure(texts, counted.segment_metrics, n_threads=counted.n_threads)
    if name:
        measured = [
            replace(one, metric=f"{one.metric}+{name}", label=f"{one.label}, {name} repaired") for one in measured
        ]
    return Repaired(name, measured, n_repaired.reshape(len(systems), n).sum(axis=1))


def _lines(words: Tokens, forms: Sequence[str]) -> list[str]:
    values, offsets = [forms[word] for word in words.values.tolist()], words.offsets.tolist()
    return [" ".join(values[start:end]) for start, end in pairwise(offsets)]


def repair_rows(counted: Counted, question: ErrorsQuestion, repaired: Sequence[Repaired]) -> list[RepairRow]:
    """Lay out a row per metric, class and system."""
    rows = []
    for m in range(len(counted.segment_metrics) if repaired else 0):
        before = repaired[0].measurements[m]
        whole = before.scores(before.statistics.totals()).tolist()
        for one in repaired[1:]:
            after = one.measurements[m]
            scores = after.scores(after.statistics.totals()).tolist()
            units = choose_units(counted.test_set, [before, after], question.unit)
            leaving_out = rows_of_units(units.measurements, "jackknife") if units.n > 1 else None
            for s, system in enumerate(before.systems):
                gain = scores[s] - whole[s]
                interval = None
                if leaving_out is not None:
                    row = leaving_out[1][s] - leaving_out[0][s]
                    interval = interval_of("jackknife", gain, row, None, 1 - question.alpha, units.n_effective())
                n = int(one.n_repaired[s])
                rows.append(
                    RepairRow(before.metric, before.label, one.name, system, n, whole[s], scores[s], gain, interval)
                )
    return rows
