"""What was counted, as rows of the answer."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import ERROR_CLASSES, WordErrors
from steelyard.questions.errors.answer import (
    ErrorExampleRow,
    ErrorRow,
    ErrorWordsRow,
    MarkedSegmentRow,
    TagRow,
    WrongWordsRow,
)
from steelyard.questions.errors.counts import Counts, Family
from steelyard.questions.errors.reading import Side, Sides
from steelyard.results.marked_words import mark_words
from steelyard.types import Measurement

__all__ = ["example_rows", "marked_rows", "rate_rows", "tag_rows", "word_rows", "wrong_words"]

_FIRST_SEGMENTS = 3  # that are named for a class and tag
_INFLECTION = ERROR_CLASSES.index("inflection")
_SHORT = 15  # words, below which a segment is no better as an example

Ints = NDArray[np.int64]
Interval = tuple[float, float] | None


def wrong_words(sides: Sides, counts: Counts, measurements: Sequence[Measurement]) -> list[WrongWordsRow]:
    """Lay out a row per system; the scores are of the metrics that were asked for."""
    systems, errors = measurements[0].systems, counts.errors
    scores = [measurement.scores(measurement.statistics.totals()).tolist() for measurement in measurements]
    of = [
        _by_system(side, is_one, len(systems))
        for side, is_one in (
            (sides.reference, errors.reference >= -1),
            (sides.hypothesis, errors.hypothesis >= -1),
            (sides.reference, errors.reference_operations > 0),
            (sides.hypothesis, errors.hypothesis_operations > 1),
            (sides.reference, errors.reference_is_alone),
            (sides.hypothesis, errors.hypothesis_is_alone),
        )
    ]
    found = []
    per = _position_independent(sides, errors, len(systems))
    for s, system in enumerate(systems):
        n_reference, n_words, replaced, inserted, lacks, alone = (int(one[s]) for one in of)
        labels = {m.label: score[s] for m, score in zip(measurements, scores, strict=True)}
        wer, rate_per, rper = (n / max(n_reference, 1) for n in (replaced + inserted, per[s], lacks))
        hper, fper = alone / max(n_words, 1), (lacks + alone) / max(n_reference + n_words, 1)
        found.append(WrongWordsRow(system, n_reference, n_words, wer, rate_per, rper, hper, fper, labels))
    return found


def _position_independent(sides: Sides, errors: WordErrors, n_systems: int) -> list[int]:
    """Count errors whatever the order: of every segment the larger number of words without a counterpart."""
    n_rows = len(sides.reference.analysed.words)
    both = [
        np.bincount(side.analysed.rows[is_alone], minlength=n_rows)
        for side, is_alone in (
            (sides.reference, errors.reference_is_alone),
            (sides.hypothesis, errors.hypothesis_is_alone),
        )
    ]
    return [int(n) for n in np.maximum(*both).reshape(n_systems, -1).sum(axis=1)]


def _by_system(side: Side, is_one: NDArray[np.bool_], n_systems: int) -> Ints:
    n_rows = len(side.analysed.words)
    per_row = np.bincount(side.analysed.rows[is_one], minlength=n_rows)
    total: Ints = per_row.reshape(n_systems, -1).sum(axis=1)
    return total


def rate_rows(family: Family, intervals: list[list[Interval]]) -> list[ErrorRow]:
    """Lay out a row per class, tag or feature, and system."""
    n_words = family.words.sum(axis=1)
    n_blocks = None if family.blocks is None else family.blocks.sum(axis=1)
    found = []
    for k, measurement in enumerate(family.measurements):
        rates = measurement.scores(measurement.statistics.totals()).tolist()
        for s, system in enumerate(measurement.systems):
            of_blocks = None if n_blocks is None else int(n_blocks[s, k])
            found.append(
                ErrorRow(
                    family.level,
                    measurement.label,
                    measurement.metric,
                    system,
                    int(n_words[s, k]),
                    of_blocks,
                    rates[s],
                    intervals[k][s],
                )
            )
    return found


def tag_rows(sides: Sides, counts: Counts, systems: Sequence[str]) -> list[TagRow]:
    """Lay out a row per tag and system."""
    if counts.aligned is None or counts.edits is None:
        return []
    errors, n_tags, n_systems = counts.errors, len(sides.tag_names), len(systems)

    def table(side: Side, is_one: NDArray[np.bool_]) -> Ints:
        keys = side.analysed.rows // (len(side.analysed.words) // n_systems) * n_tags + side.tags
        return np.bincount(keys[is_one], minlength=n_systems * n_tags).reshape(n_systems, n_tags)

    of_reference, of_output = (
        table(sides.reference, errors.reference >= -1),
        table(sides.hypothesis, errors.hypothesis >= -1),
    )
    kinds = [
        table(sides.reference, errors.reference == _INFLECTION),
        table(sides.hypothesis, errors.hypothesis == _INFLECTION),
        table(sides.reference, counts.aligned.is_missing),
        table(sides.hypothesis, counts.aligned.is_extra),
    ]
    lacks, alone = (
        table(sides.reference, errors.reference_is_alone),
        table(sides.hypothesis, errors.hypothesis_is_alone),
    )
    edits = [
        one.reshape(n_systems, -1, n_tags).sum(axis=1)
        for one in (counts.edits.wer, counts.edits.per, counts.edits.base_per)
    ]
    n_both = np.maximum((of_reference + of_output).sum(axis=1), 1).tolist()
    found = []
    for t, tag in enumerate(sides.tag_names):
        for s, system in enumerate(systems):
            n, (wer, per, base_per) = int(of_reference[s, t]), (int(one[s, t]) for one in edits)
            found.append(
                TagRow(
                    tag=tag,
                    system=system,
                    n_reference=n,
                    n_words=int(of_output[s, t]),
                    n_inflection=int(kinds[0][s, t]),
                    n_missing=int(kinds[2][s, t]),
                    n_extra=int(kinds[3][s, t]),
                    rper=int(lacks[s, t]) / max(int(of_reference[s].sum()), 1),
                    hper=int(alone[s, t]) / max(int(of_output[s].sum()), 1),
                    fper=int(lacks[s, t] + alone[s, t]) / n_both[s],
                    ifper=int(kinds[0][s, t] + kinds[1][s, t]) / n_both[s],
                    alone_wer=wer / n if n else None,
                    alone_per=per / n if n else None,
                    alone_base_per=base_per / n if n else None,
                    order_share=1 - per / wer if wer else None,
                    inflection_share=1 - base_per / per if per else None,
                )
            )
    return found


def word_rows(sides: Sides, counts: Counts, systems: Sequence[str], top: int) -> list[ErrorWordsRow]:
    """Lay out the most frequent words of every class and tag, and the first segments that have them."""
    n = len(sides.reference.analysed.words) // len(systems)
    found = []
    for c, name in enumerate(ERROR_CLASSES):
        side, classes = _where_counted(sides, counts, name)
        chosen = np.flatnonzero(classes == c)
        rows, words, tags = side.analysed.rows[chosen], side.analysed.words.values[chosen], side.tags[chosen]
        for t, tag in enumerate(sides.tag_names or ("",), 0 if sides.tag_names else -1):
            for s, system in enumerate(systems):
                is_here = (tags == t) & (rows // n == s)
                if not is_here.any():
                    continue
                frequent, sizes = np.unique(words[is_here], return_counts=True)
                order = np.lexsort((frequent, -sizes))[:top]
                shown = tuple((sides.forms[frequent[i]], int(sizes[i])) for i in order.tolist())
                segments = np.unique(rows[is_here] % n)[:_FIRST_SEGMENTS] + 1
                found.append(
                    ErrorWordsRow(name, tag, system, int(is_here.sum()), shown, tuple(map(int, segments.tolist())))
                )
    return found


def _where_counted(sides: Sides, counts: Counts, name: str) -> tuple[Side, Ints]:
    if name == "extra":
        return sides.hypothesis, counts.errors.hypothesis
    return sides.reference, counts.errors.reference


def example_rows(sides: Sides, counts: Counts, systems: Sequence[str], n_examples: int) -> list[ErrorExampleRow]:
    """Choose segments with many more errors of a class than other systems have there, for their length; mark them."""
    n = len(sides.reference.analysed.words) // len(systems)
    lengths = sides.reference.analysed.words.lengths + sides.hypothesis.analysed.words.lengths
    found = []
    for c, name in enumerate(ERROR_CLASSES):
        for s, system in enumerate(systems):
            own = counts.by_class[s, :, c]
            others = (counts.by_class[:, :, c].sum(axis=0) - own) / max(len(systems) - 1, 1)
            share = (own - others) / (lengths[s * n : (s + 1) * n] + _SHORT)
            for i in np.argsort(-share, kind="stable")[:n_examples].tolist():
                if own[i]:
                    reference = _marked(sides.reference, counts.errors.reference, s * n + i, c, sides.forms)
                    output = _marked(sides.hypothesis, counts.errors.hypothesis, s * n + i, c, sides.forms)
                    found.append(ErrorExampleRow(name, system, i + 1, int(own[i]), reference, output))
    return found


def _marked(side: Side, classes: Ints, row: int, kind: int, forms: Sequence[str]) -> str:
    start, end = side.analysed.words.offsets[row : row + 2].tolist()
    words = [forms[word] for word in side.analysed.words.values[start:end].tolist()]
    is_marked = (classes[start:end] == kind).tolist()
    return mark_words(words, is_marked)


def marked_rows(
    sides: Sides, counts: Counts, systems: Sequence[str], examples: Sequence[ErrorExampleRow]
) -> list[MarkedSegmentRow]:
    """Mark all errors of all systems in the segments that have an example."""
    n = len(sides.reference.analysed.words) // len(systems)
    found = []
    for segment in sorted({row.segment for row in examples}):
        for s, system in enumerate(systems):
            row = s * n + segment - 1
            reference, in_reference = _runs(sides.reference, counts.errors.reference, row, sides.forms)
            output, in_output = _runs(sides.hypothesis, counts.errors.hypothesis, row, sides.forms)
            found.append(MarkedSegmentRow(segment, system, reference, output, in_reference, in_output))
    return found


def _runs(side: Side, classes: Ints, row: int, forms: Sequence[str]) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Return the words of a row as a text, and where runs of words of one class stand in it."""
    start, end = side.analysed.words.offsets[row : row + 2].tolist()
    at = 0
    runs: list[tuple[int, int, str]] = []
    words = [forms[word] for word in side.analysed.words.values[start:end].tolist()]
    for word, kind in zip(words, classes[start:end].tolist(), strict=True):
        if kind >= 0:
            name = ERROR_CLASSES[kind]
            is_longer = bool(runs) and runs[-1][1:] == (at - 1, name)
            runs.append((runs.pop()[0] if is_longer else at, at + len(word), name))
        at += len(word) + 1
    return " ".join(words), tuple(runs)
