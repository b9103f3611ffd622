"""Judgements of people as columns: what fits together, and what is refused."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.types import ErrorMarks, Labels, Rankings, Ratings

RATINGS = Ratings(
    systems=Labels.of(["a", "b"]),
    segments=np.array([0, 1]),
    documents=Labels.all_of("", 2),
    raters=Labels.all_of("r", 2),
    scales=Labels.all_of("score", 2),
    scores=np.array([1.0, 2.0]),
    kinds=Labels.all_of("system", 2),
)
MARKS = ErrorMarks(
    systems=Labels.of(["a"]),
    segments=np.array([0]),
    documents=Labels.all_of("", 1),
    raters=Labels.all_of("r", 1),
    judgements=np.array([0]),
    categories=Labels.of([""]),
    severities=Labels.of(["minor"]),
    places=Labels.of(["hypothesis"]),
    starts=np.array([1]),
    ends=np.array([2]),
    weights=np.array([np.nan]),
    kinds=Labels.all_of("system", 1),
)
RANKINGS = Rankings(
    segments=np.array([0, 1]),
    documents=Labels.all_of("", 2),
    raters=Labels.all_of("r", 2),
    offsets=np.array([0, 3, 5]),
    systems=Labels.of(["c", "a", "b", "a", "c"]),
    ranks=np.array([1, 1, 3, 2, 1]),
)


def test_labels_keep_the_order_of_names_and_say_what_is_unknown() -> None:
    labels = Labels.of(["x", "", "x"])
    assert (labels.names, labels.values) == (("x", ""), ("x", "", "x"))
    assert Labels.all_of("", 2).values == ("", "")
    assert len(Labels.of([])) == 0
    with pytest.raises(DataError, match="twice"):
        Labels(("a", "a"), np.zeros(1, np.int32))
    with pytest.raises(DataError, match="codes beyond them"):
        Labels(("a",), np.ones(1, np.int32))


def test_rows_of_ratings_are_taken_with_every_column() -> None:
    """By their numbers, in the order asked for, or by whether they are kept; names and what was missing stay."""
    ratings = replace(RATINGS, n_missing=3, n_lines=9, documents=Labels.of(["d", ""]), raters=Labels.of(["r", "q"]))
    turned, second = ratings.take(np.array([1, 0])), ratings.take(np.array([False, True]))
    assert (turned.systems.values, turned.segments.tolist()) == (("b", "a"), [1, 0])
    assert (turned.documents.values, turned.raters.values) == (("", "d"), ("q", "r"))
    assert (second.systems.names, second.systems.values) == (("a", "b"), ("b",))
    assert (second.scores.tolist(), second.scales.values, second.kinds.values) == ([2.0], ("score",), ("system",))
    assert (second.n_missing, second.n_lines) == (3, 9)


def test_pairs_come_ranking_by_ranking() -> None:
    ranking, first, second, sign = RANKINGS.pairs()
    names = RANKINGS.systems.names
    found = [(int(r), names[i], names[j], int(s)) for r, i, j, s in zip(ranking, first, second, sign, strict=True)]
    assert found == [(0, "c", "a", 0), (0, "c", "b", 1), (0, "a", "b", 1), (1, "a", "c", -1)]


def test_no_ranking_has_no_pair() -> None:
    none = np.zeros(0, np.int64)
    empty = Rankings(none, Labels.of([]), Labels.of([]), np.zeros(1, np.int64), Labels.of([]), none)
    assert [len(column) for column in empty.pairs()] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("table", "column", "value", "error", "message"),
    [
        (RATINGS, "scores", np.array([1.0]), AlignmentError, "1 scores, but 2 systems"),
        (RATINGS, "scores", np.array([1.0, np.nan]), DataError, "not finite"),
        (RATINGS, "segments", np.array([0, -1]), DataError, "negative"),
        (RATINGS, "systems", Labels.all_of("", 2), DataError, "names no system"),
        (RATINGS, "kinds", Labels.all_of("odd", 2), DataError, "Unknown kind 'odd'. Valid: system, repeat"),
        (MARKS, "ends", np.array([0]), DataError, "ends before it starts"),
        (MARKS, "starts", np.array([-1]), DataError, "ends before it starts"),
        (MARKS, "places", Labels.of(["odd"]), DataError, "Unknown place 'odd'"),
        (MARKS, "weights", np.zeros(2), AlignmentError, "1 systems, but 2 weights"),
        (RANKINGS, "offsets", np.array([0, 4, 5]), DataError, "fewer than two"),
        (RANKINGS, "offsets", np.array([0, 5]), AlignmentError, "offsets"),
        (RANKINGS, "ranks", np.array([0, 1, 3, 2, 1]), DataError, "Ranks count from 1"),
        (RANKINGS, "systems", Labels.of(["a", "a", "b", "a", "c"]), DataError, "a system twice"),
    ],
)
def test_columns_that_do_not_fit_are_refused(
    table: Any, column: str, value: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        replace(table, **{column: value})
