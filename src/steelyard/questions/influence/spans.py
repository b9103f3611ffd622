"""What spans do to the difference of two systems: rows for each label, and the spans that matter most."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.metrics import Metric
from steelyard.questions.influence.answer import InfluenceRow, SpanRow
from steelyard.questions.influence.cuts import Unit, find_cuts
from steelyard.questions.influence.masked import Masked, at_whole_length, mask
from steelyard.questions.influence.question import InfluenceQuestion
from steelyard.reading import read_text_spans
from steelyard.reading.line_files import read_line_ids
from steelyard.results.excerpt import Excerpt
from steelyard.results.numbers import finite
from steelyard.scored import Counted
from steelyard.scored.intervals import interval_of, rows_of_units
from steelyard.scored.segment_groups import parts_by_length
from steelyard.scored.units import Interval, choose_units
from steelyard.types import Labels, Measurement, TestSet

__all__ = ["leave_out_spans"]

_A, _B = 1, 0
_WORDS = (1, 2, 5, 10)  # of the reference that are cut, at which ranges of lengths end
_ALL = -1

Floats = NDArray[np.float64]


def leave_out_spans(counted: Counted, question: InfluenceQuestion) -> tuple[list[InfluenceRow], list[SpanRow]]:
    """Score both systems without the spans of each label, without all, and without each alone."""
    test_set = counted.texts("Cutting out spans (--spans)")
    if len(counted.segment_metrics) < len(counted.measurements):
        raise SpecError("--spans scores changed texts again, so it cannot use --scores. Leave --scores out and add -m.")
    lines = question.spans or ()
    where = lines.path if isinstance(lines, TextFile) else "the table of spans"
    ids = read_line_ids(question.lines.path) if isinstance(question.lines, TextFile) else None
    given = read_text_spans(lines, lines=ids)
    units = find_cuts(test_set, given, where)
    masked = mask(test_set, counted.segment_metrics, units, counted.n_threads)
    rows: list[InfluenceRow] = []
    spans: list[SpanRow] = []
    for m, (metric, measurement) in enumerate(zip(counted.segment_metrics, counted.measurements, strict=True)):
        spans += [
            _span_row(counted, question, metric, measurement, masked, m, label, given.labels.names)
            for label in _labels(masked, given.labels)
        ]
        rows += _most_influential(test_set, metric, measurement, masked, m, given.labels.names, question.top)
    return rows, spans


def _labels(masked: Masked, labels: Labels) -> list[int | None]:
    """Return all spans, then labels by how many spans they have; no label that all spans share."""
    sizes = np.zeros(len(labels.names), np.int64)
    for unit in masked.units:
        sizes[unit.label] += unit.n_spans
    known = [label for label in np.argsort(-sizes, kind="stable").tolist() if sizes[label]]
    return [None, *(known if len(known) > 1 else [])]


def _span_row(
    counted: Counted,
    question: InfluenceQuestion,
    metric: Metric,
    measurement: Measurement,
    masked: Masked,
    m: int,
    label: int | None,
    names: Sequence[str],
) -> SpanRow:
    without = masked.without(m, measurement, label)
    units = masked.wholes if label is None else [unit for unit in masked.units if unit.label == label]
    whole, rest = (one.scores(one.statistics.totals()) for one in (measurement, without))
    delta, difference_without = (float(scores[_A] - scores[_B]) for scores in (whole, rest))
    change = difference_without - delta
    cut = _cut_shares(counted.texts(""), units)
    totals = [one.statistics.scaled(one.statistics.totals()) for one in (measurement, without)]
    kept = at_whole_length(metric, totals[1], totals[0])
    at_length = None if kept is None else metric.score(kept)
    return SpanRow(
        metric=measurement.metric,
        label=measurement.label,
        spans="" if label is None else names[label],
        n_spans=sum(unit.n_spans for unit in units),
        n_segments=len(units),
        cut=cut[_A],
        cut_against=cut[_B],
        score=float(whole[_A]),
        score_against=float(whole[_B]),
        score_without=finite(rest[_A]),
        score_against_without=finite(rest[_B]),
        difference=delta,
        difference_without=finite(difference_without),
        change=finite(change),
        interval=_interval(counted, question, measurement, without, change),
        change_at_length=None if at_length is None else finite(at_length[_A] - at_length[_B] - delta),
        share=finite(-change / delta) if delta else None,
        speaks_for=_side(change, measurement.higher_is_better),
    )


def _interval(
    counted: Counted, question: InfluenceQuestion, measurement: Measurement, without: Measurement, change: float
) -> Interval:
    """Put a jackknife interval around the change of the difference."""
    units = choose_units(counted.test_set, [measurement, without], question.unit)
    rows = rows_of_units(units.measurements, "jackknife")
    if rows is None or units.n < 2 or not np.isfinite(change):
        return None
    row = (rows[1][_A] - rows[1][_B]) - (rows[0][_A] - rows[0][_B])
    return interval_of("jackknife", change, row, None, 1 - question.alpha, units.n_effective())


def _cut_shares(test_set: TestSet, units: Sequence[Unit]) -> list[float]:
    """Return the share of the characters of each output that is cut."""
    found = []
    for s, name in enumerate(test_set.system_names):
        n = sum(map(len, test_set.systems[name]))
        found.append(sum(len(_covered(unit.outputs[s])) for unit in units) / max(n, 1))
    return found


def _covered(ranges: Sequence[tuple[int, int]]) -> set[int]:
    return {place for start, end in ranges for place in range(start, end)}


def _side(change: float, higher_is_better: bool) -> Literal["system", "against", ""]:
    toward = change if higher_is_better else -change
    return "system" if toward < 0 else "against" if toward > 0 else ""


def _most_influential(
    test_set: TestSet, metric: Metric, measurement: Measurement, masked: Masked, m: int, names: Sequence[str], top: int
) -> list[InfluenceRow]:
    """Keep the spans with the largest changes of each direction, ranked among those of like length."""
    totals = measurement.statistics.scaled(measurement.statistics.totals())
    values = measurement.statistics.scaled(measurement.statistics.values.astype(np.float64))
    segments = [unit.segment for unit in masked.units]
    rest = totals[:, None] - values[:, segments] + masked.of_units[m]
    scores = metric.score(rest)
    delta = float(np.subtract(*metric.score(totals)[[_A, _B]]))
    changes = scores[_A] - scores[_B] - delta
    changes[np.abs(changes) < 1e-12 * max(1.0, abs(delta))] = 0
    kept = at_whole_length(metric, rest, totals[:, None])
    at_length = None if kept is None else np.subtract(*metric.score(kept)[[_A, _B]]) - delta
    words = np.array([_n_words(test_set, unit) for unit in masked.units], np.int64)
    bands = parts_by_length(words, _WORDS)
    sizes = np.abs(np.nan_to_num(changes))
    sides = [_side(float(change), measurement.higher_is_better) for change in changes]
    chosen: list[int] = []
    for side in ("system", "against"):
        chosen += sorted((u for u, one in enumerate(sides) if one == side), key=lambda u: -sizes[u])[:top]
    rows = []
    for u in sorted(chosen, key=lambda u: -sizes[u]):
        unit, code = masked.units[u], bands.codes[u]
        rows.append(
            InfluenceRow(
                metric=measurement.metric,
                label=measurement.label,
                level="span",
                name=f"{unit.segment + 1}, {names[unit.label]}" if names[unit.label] else str(unit.segment + 1),
                n_segments=1,
                n_words=int(words[u]),
                score=None,
                score_against=None,
                difference_without=finite(delta + changes[u]),
                change=finite(changes[u]),
                change_per_word=finite(changes[u] / words[u]) if words[u] else None,
                speaks_for=sides[u],
                length=bands.names[code],
                rank_in_length=1 + int((sizes[bands.codes == code] > sizes[u]).sum()),
                excerpt=_excerpt(test_set, unit),
                change_at_length=None if at_length is None else finite(at_length[u]),
            )
        )
    return rows


def _n_words(test_set: TestSet, unit: Unit) -> int:
    """Count the words of the first reference that are cut, of the system that loses more."""
    text = test_set.references[0][unit.segment] or ""
    return max(sum(len(text[start:end].split()) for start, end in side[0]) for side in unit.references)


def _excerpt(test_set: TestSet, unit: Unit) -> Excerpt:
    """Mark the spans in the texts."""
    a, b = (_marked(test_set.systems[test_set.system_names[s]][unit.segment], unit.outputs[s]) for s in (_A, _B))
    text = test_set.references[0][unit.segment] or ""
    source = None if test_set.sources is None else _marked(test_set.sources[unit.segment], unit.given.get("source", []))
    return Excerpt(_marked(text, unit.references[_A][0] + unit.references[_B][0]), a, b, source)


def _marked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    covered = _covered(ranges)
    parts = []
    for i, character in enumerate(text):
        opens = "{+" * (i in covered and i - 1 not in covered)
        closes = "+}" * (i in covered and (i + 1 not in covered or i + 1 == len(text)))
        parts.append(f"{opens}{character}{closes}")
    return "".join(parts).replace("+} {+", " ")
