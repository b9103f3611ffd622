"""Agreement of marked spans against sets of characters, the rules of WMT23's script, and statsmodels."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import MarkedSpans, shared_spans, span_agreement
from steelyard.inference import jackknife_interval
from steelyard.reading.formats import read_appraise
from steelyard.types import ErrorMarks, Labels
from tests.needs import module

Span = tuple[int, int, int, int]  # item, start, end, severity
NOTHING = MarkedSpans([], [], [])


def spans_of(rows: list[Span]) -> MarkedSpans:
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return MarkedSpans(*table.T)


def test_two_annotators_by_hand() -> None:
    """Ten characters: the first marks 0-3 (major) and 8-9, the second 2-5 (minor) and 8-9 (major)."""
    first = spans_of([(0, 0, 4, 1), (0, 8, 10, 1)])
    second = spans_of([(0, 2, 6, 0), (0, 8, 10, 1)])
    found = span_agreement(first, second, [10])
    assert (found.characters.precision, found.characters.recall, found.characters.f1) == (4 / 6, 4 / 6, 4 / 6)
    assert (found.exact.f1, found.overlap.f1) == (0.5, 1.0)
    chance = (36 + 16) / 100
    assert found.kappa.value == pytest.approx((0.6 - chance) / (1 - chance))
    half = span_agreement(first, second, [10], other_severity=0.5)
    assert half.characters.f1 == (2 * 0.5 + 2) / 6
    assert half.exact.f1 == 0.5
    assert (found.n_chars, found.n_marked, found.n_spans, found.n_clean) == (10, (6, 6), (2, 2), 0)
    assert found.characters.interval is None


def by_the_script(first: list[Span], second: list[Span], lengths: list[int]) -> tuple[float, float, float]:
    """Precision, recall and F1 by the rules of WMT23's scorer (task 2), the first side as gold."""
    credit, total = 0.0, [0, 0]
    for item, length in enumerate(lengths):
        for place in range(length + 1):
            gold, own = (
                {k for i, s, e, k in side if i == item and (s <= place < e or (s == e == place))}
                for side in (first, second)
            )
            total[0] += bool(gold)
            total[1] += bool(own)
            if gold and own:
                credit += 1.0 if len(gold) > 1 or gold & own else 0.5
    recall, precision = (credit / n if n else np.nan for n in total)
    return precision, recall, 2 * precision * recall / (precision + recall) if credit else 0.0


LENGTHS = [6, 0, 9]


@st.composite
def marked(draw: Any) -> list[Span]:
    rows = []
    for _ in range(draw(st.integers(0, 5))):
        item = draw(st.sampled_from([0, 1, 2]))
        start, end = sorted(draw(st.tuples(*[st.integers(0, LENGTHS[item])] * 2)))
        rows.append((item, start, end, draw(st.integers(0, 1))))
    return rows


def places(rows: list[Span]) -> set[tuple[int, int]]:
    return {(i, place) for i, s, e, _ in rows for place in range(s, max(e, s + 1))}


@given(marked(), marked())
def test_it_is_sets_of_characters(first: list[Span], second: list[Span]) -> None:
    found = span_agreement(spans_of(first), spans_of(second), LENGTHS, other_severity=0.5)
    one, other = places(first), places(second)
    if one and other:
        expected = by_the_script(first, second, LENGTHS)
        got = found.characters
        assert (got.precision, got.recall, got.f1) == pytest.approx(expected)
    assert np.isnan(found.characters.f1) == (not one and not other)
    assert found.n_marked == (len(one), len(other))
    distinct = [{(i, s, max(e, s + 1)) for i, s, e, _ in rows} for rows in (first, second)]
    assert found.n_spans == (len(distinct[0]), len(distinct[1]))
    if distinct[0] or distinct[1]:
        n_both, n_all = len(distinct[0] & distinct[1]), len(distinct[0]) + len(distinct[1])
        assert found.exact.f1 == pytest.approx(2 * n_both / n_all)
    for side, opposite, share in (
        (distinct[0], other, found.overlap.recall),
        (distinct[1], one, found.overlap.precision),
    ):
        if side:
            touched = [any((i, place) in opposite for place in range(s, e)) for i, s, e in side]
            assert share == pytest.approx(np.mean(touched))
    everything = {(i, place) for i, length in enumerate(LENGTHS) for place in range(length)} | one | other
    table = np.zeros((2, 2))
    for spot in everything:
        table[int(spot in one), int(spot in other)] += 1
    assert found.n_chars == len(everything)
    if 0 < table[1].sum() + table[:, 1].sum() < 2 * len(everything):
        expected = module("statsmodels.stats.inter_rater").cohens_kappa(table, return_results=False)
        assert found.kappa.value == pytest.approx(expected)
    else:
        assert np.isnan(found.kappa.value)
    swapped = span_agreement(spans_of(second), spans_of(first), LENGTHS, other_severity=0.5)
    for name in ("characters", "exact", "overlap"):
        assert getattr(swapped, name).f1 == pytest.approx(getattr(found, name).f1, nan_ok=True)
    assert swapped.kappa.value == pytest.approx(found.kappa.value, nan_ok=True)


def test_without_any_output_there_is_nothing_to_count() -> None:
    found = span_agreement(NOTHING, NOTHING, [])
    assert (found.item_f1.shape, found.n_chars, found.n_marked, found.n_spans) == ((0,), 0, (0, 0), (0, 0))
    assert np.isnan([found.characters.f1, found.exact.f1, found.overlap.f1, found.kappa.value]).all()


def random_sides(seed: int, n_items: int) -> tuple[list[Span], list[Span], list[int]]:
    rng = np.random.default_rng(seed)
    sides: list[list[Span]] = [[], []]
    for item, side in product(range(n_items), range(2)):
        for _ in range(rng.integers(1, 3)):
            start = int(rng.integers(0, 20))
            sides[side].append((item, start, start + int(rng.integers(1, 10)), 0))
    return sides[0], sides[1], [30] * n_items


def test_intervals_leave_out_groups() -> None:
    first, second, lengths = random_sides(3, 9)
    groups = np.arange(9) // 3
    found = span_agreement(spans_of(first), spans_of(second), lengths, groups=groups)
    without = []
    for group in range(3):
        kept = [[(item, s, e, k) for item, s, e, k in rows if groups[item] != group] for rows in (first, second)]
        without.append(span_agreement(spans_of(kept[0]), spans_of(kept[1]), lengths).characters.f1)
    assert found.characters.interval == pytest.approx(jackknife_interval(found.characters.f1, np.array(without)))
    assert found.kappa.interval is not None
    assert found.kappa.n_groups == 3
    singly = [
        span_agreement(
            spans_of([(0, *row[1:]) for row in first if row[0] == item]),
            spans_of([(0, *row[1:]) for row in second if row[0] == item]),
            [30],
        ).characters.f1
        for item in range(9)
    ]
    assert found.item_f1 == pytest.approx(singly)
    assert found.mean_item_f1 == pytest.approx(np.mean(singly))


def test_perfect_and_no_agreement() -> None:
    rows, _, lengths = random_sides(4, 6)
    same = span_agreement(spans_of(rows), spans_of(rows), lengths)
    assert (same.characters.f1, same.exact.f1, same.overlap.f1, same.kappa.value) == pytest.approx((1, 1, 1, 1))
    assert same.characters.interval == pytest.approx((1, 1))
    one_sided = span_agreement(spans_of(rows), NOTHING, lengths)
    assert (one_sided.characters.f1, one_sided.exact.f1, one_sided.overlap.f1) == (0, 0, 0)
    assert np.isnan(one_sided.characters.precision)
    assert one_sided.kappa.value == pytest.approx(0)
    nothing = span_agreement(NOTHING, NOTHING, lengths)
    assert np.isnan(nothing.characters.f1)
    assert np.isnan(nothing.mean_item_f1)
    assert nothing.n_clean == 6


def test_what_is_refused() -> None:
    spans = spans_of([(1, 3, 8, 0)])
    with pytest.raises(DataError, match="from 3 to 8 reaches beyond"):
        span_agreement(spans, NOTHING, [10, 7])
    assert span_agreement(spans, NOTHING, [10, 7], clip=True).n_marked == (4, 0)
    with pytest.raises(AlignmentError, match="item 1"):
        span_agreement(spans, NOTHING, [10])
    with pytest.raises(AlignmentError, match="groups"):
        span_agreement(spans, NOTHING, [10, 20], groups=[0])
    with pytest.raises(AlignmentError, match=r"^groups has 3 rows where the other columns have 2\.$"):
        span_agreement(spans, NOTHING, [10, 20], groups=[0, 1, 1])
    with pytest.raises(SpecError, match="other_severity"):
        span_agreement(spans, NOTHING, [10, 20], other_severity=2)
    with pytest.raises(SpecError, match="confidence_level"):
        span_agreement(spans, NOTHING, [10, 20], confidence_level=0)
    with pytest.raises(DataError, match="Span 2 ends"):
        MarkedSpans([0, 0], [1, 5], [2, 4])
    with pytest.raises(AlignmentError, match="starts"):
        MarkedSpans([0, 0], [1], [2, 4])


def marks_of(rows: list[tuple[str, int, str, int, str, str, int, int, str]]) -> ErrorMarks:
    """Rows of system, segment, rater, judgement, severity, place, start, end, kind."""
    systems, segments, raters, judgements, severities, kinds_of_place, starts, ends, kinds = zip(*rows, strict=True)
    return ErrorMarks(
        systems=Labels.of(systems),
        segments=np.array(segments),
        documents=Labels.all_of("", len(rows)),
        raters=Labels.of(raters),
        judgements=np.array(judgements),
        categories=Labels.all_of("", len(rows)),
        severities=Labels.of(severities),
        places=Labels.of(kinds_of_place),
        starts=np.array(starts),
        ends=np.array(ends),
        weights=np.full(len(rows), np.nan),
        kinds=Labels.of(kinds),
    )


ROWS = [
    ("b", 1, "ann", 0, "major", "hypothesis", 2, 5, "system"),
    ("b", 1, "ann", 0, "minor", "missing", -1, -1, "system"),
    ("b", 1, "ann", 1, "minor", "hypothesis", 0, 1, "system"),  # again: left out
    ("a", 0, "ann", 2, "no-error", "none", -1, -1, "system"),
    ("a", 1, "ann", 3, "minor", "hypothesis", 0, 2, "degraded"),
    ("z", 1, "ann", 4, "minor", "hypothesis", 0, 2, "system"),  # no length
    ("a", 0, "bob", 5, "minor", "hypothesis", 1, 3, "system"),
    ("b", 1, "bob", 6, "minor", "hypothesis", 2, 5, "system"),
    ("b", 0, "bob", 7, "no-error", "none", -1, -1, "system"),
]


def test_outputs_that_both_judged() -> None:
    marks = marks_of(ROWS)
    lengths = {"a": [11, 12], "b": [13, 14]}
    found = shared_spans(marks, marks, lengths, raters=("ann", "bob"))
    assert found.systems == ("a", "b")
    assert found.segments.tolist() == [0, 1]
    assert found.lengths.tolist() == [11, 14]
    assert (found.n_unplaced, found.n_repeats) == ((1, 0), (1, 0))
    assert [found.first.items.tolist(), found.first.starts.tolist()] == [[1], [2]]
    assert [found.second.items.tolist(), found.second.ends.tolist()] == [[0, 1], [3, 5]]
    assert [found.severities[code] for code in found.first.severities] == ["major"]
    assert [found.severities[code] for code in found.second.severities] == ["minor", "minor"]
    again = marks_of([row for row in ROWS[::-1] if row[2] == "bob"])  # other codes for the same names
    other = shared_spans(marks, again, lengths, raters=("ann", "bob"))
    for side in ("first", "second"):
        spans = [getattr(result, side) for result in (found, other)]
        one, same = (sorted(zip(x.items.tolist(), x.starts.tolist(), strict=True)) for x in spans)
        assert one == same
    with pytest.raises(SpecError, match="carl"):
        shared_spans(marks, marks, lengths, raters=("ann", "carl"))
    with pytest.raises(DataError, match="no length"):
        shared_spans(marks, marks, {"a": [11], "b": [13]})
    with pytest.raises(DataError, match="no length"):
        shared_spans(marks, marks, {"a": [11, 12], "b": [13]})
    with pytest.raises(DataError, match="No output"):
        shared_spans(marks, marks, {"q": [11, 20]})


@pytest.mark.real_data
def test_two_campaigns_of_wmt23(test_data: Path) -> None:
    """ESA and MQM of the same English-German outputs: F1 as the rules of WMT23's script give it, loop by loop."""
    folder = test_data / "data" / "wmt23-en-de"
    documents = [row.split("\t")[2] for row in (folder / "docs.tsv").read_text("utf-8").rstrip("\n").split("\n")[1:]]
    lengths = {
        path.name[:-3]: [len(line) for line in path.read_text("utf-8").split("\n")[:557]]
        for path in (folder / "sys").iterdir()
    }
    esa, mqm = (
        read_appraise(folder / "human" / "campaign" / "raw" / name, documents, whole_documents_only=True)[1]
        for name in ("240315rc5ESA.scores.csv.gz", "240315rc5MQM.scores.csv.gz")
    )
    shared = shared_spans(esa, mqm, lengths)
    found = span_agreement(shared.first, shared.second, shared.lengths, other_severity=0.5, groups=shared.segments)
    rows = [
        [(int(i), int(s), int(e), int(k)) for i, s, e, k in zip(x.items, x.starts, x.ends, x.severities, strict=True)]
        for x in (shared.first, shared.second)
    ]
    credit, total = 0.0, [0, 0]
    for item in range(len(shared.lengths)):
        own = [[(0, *row[1:]) for row in side if row[0] == item] for side in rows]
        sizes = [len(places(side)) for side in own]
        total = [n + size for n, size in zip(total, sizes, strict=True)]
        if all(sizes):
            credit += by_the_script(own[0], own[1], [int(shared.lengths[item])])[0] * sizes[1]
    assert found.n_marked == tuple(total)
    assert found.characters.f1 == pytest.approx(2 * credit / sum(total))
    assert 0.1 < found.characters.f1 < 0.35
