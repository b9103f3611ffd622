"""What fixing the errors of a class would bring: scores of outputs that are repaired by the reference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import repair
from steelyard.errors import SpecError
from steelyard.questions.errors.answer import RepairRow
from steelyard.questions.errors.counts import Counts
from steelyard.questions.errors.question import REPAIRS, ErrorsQuestion
from steelyard.questions.errors.reading import Sides
from steelyard.scored import Counted
from steelyard.scored.judged_units.exchanged import gains, lines_of_words, score_words
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
            raise SpecError(
                f"{metric.label} needs {metric.needs}, which repaired texts do not have. Choose other metrics with -m."
            )
    if not metrics:
        raise SpecError("--repair needs metrics of texts: add -m bleu, for example.")
    test_set = counted.texts("Repairing errors (--repair)")
    reference, hypothesis = sides.reference.analysed, sides.hypothesis.analysed
    names = REPAIRS if "all" in question.repair else tuple(name for name in REPAIRS if name in question.repair)
    found = [_scored(counted, test_set, sides, AS_IT_IS, hypothesis.words, np.zeros(len(hypothesis.words), np.int64))]
    for name in names:
        words, n_repaired = repair(counts.errors, reference, hypothesis, name, sides.forms, question.repair_edits)
        found.append(_scored(counted, test_set, sides, name, words, n_repaired))
    return found


def _scored(counted: Counted, test_set: TestSet, sides: Sides, name: str, words: Tokens, n_repaired: Ints) -> Repaired:
    """Score what was repaired under a name of its own."""
    n, systems = test_set.n_segments, test_set.system_names
    outputs, references = (
        [lines[at : at + n] for at in range(0, len(lines), n)]
        for lines in (_lines(words, sides.forms), _lines(sides.every, sides.forms))
    )
    measured = score_words(counted, test_set, references, dict(zip(systems, outputs, strict=True)))
    if name:
        measured = [
            replace(one, metric=f"{one.metric}+{name}", label=f"{one.label}, {name} repaired") for one in measured
        ]
    return Repaired(name, measured, n_repaired.reshape(len(systems), n).sum(axis=1))


def _lines(words: Tokens, forms: Sequence[str]) -> list[str]:
    return lines_of_words([forms[word] for word in words.values.tolist()], words.offsets.tolist())


def repair_rows(counted: Counted, question: ErrorsQuestion, repaired: Sequence[Repaired]) -> list[RepairRow]:
    """Lay out a row per metric, class and system."""
    rows = []
    for m in range(len(counted.segment_metrics) if repaired else 0):
        before = repaired[0].measurements[m]
        for one in repaired[1:]:
            found = gains(counted, before, one.measurements[m], question.unit, question.alpha)
            for (system, score, then, gain, interval), n in zip(found, one.n_repaired.tolist(), strict=True):
                rows.append(RepairRow(before.metric, before.label, one.name, system, n, score, then, gain, interval))
    return rows
