"""Several files of one metric become one set of scores, or are refused with counts."""

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.joined_scores import join_scores
from steelyard.types import OutputScores


def _scores(system: str, values: list[float], items: str | None = None, **more: object) -> OutputScores:
    ids = None if items is None else tuple(items)
    return OutputScores("judge", (system,), np.array([values]), items=ids, files=((f"{system}.json", "0"),), **more)


def test_items_are_joined_by_id_whatever_the_order() -> None:
    joined = join_scores([_scores("a", [1, 2, 3], "xyz"), _scores("b", [30, 10, 20], "zxy")])
    assert joined.systems == ("a", "b") and joined.items == ("x", "y", "z")
    assert joined.values.tolist() == [[1, 2, 3], [10, 20, 30]]
    assert joined.files == (("a.json", "0"), ("b.json", "0"))


def test_other_items_of_a_system_are_added() -> None:
    parts = [_scores("a", [1, 2], "xy"), _scores("b", [3, 4], "xy"), _scores("a", [5], "z"), _scores("b", [6], "z")]
    assert join_scores(parts).values.tolist() == [[1, 2, 5], [3, 4, 6]]


def test_without_ids_places_are_items() -> None:
    assert join_scores([_scores("a", [1, 2]), _scores("b", [3, 4])]).values.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(AlignmentError, match=r"b\.json has 1 scores of 'b', but a\.json has 2 of 'a'"):
        join_scores([_scores("a", [1, 2]), _scores("b", [3])])


def test_different_items_are_refused_with_counts_or_missing() -> None:
    parts = [_scores("a", [1, 2, 3], "xyz"), _scores("b", [4, 5], "zx")]
    with pytest.raises(AlignmentError, match=r"2 items of 'b', but a\.json has 3 of 'a': 2 are in both, and 'y'"):
        join_scores(parts)
    assert np.array_equal(join_scores(parts, may_miss=True).values, [[1, 2, 3], [5, np.nan, 4]], equal_nan=True)


def test_a_missing_score_stays_missing() -> None:
    joined = join_scores([_scores("a", [1, np.nan], "xy"), _scores("b", [4, 5], "xy")])
    assert np.isnan(joined.values[0, 1]) and joined.values[1].tolist() == [4, 5]


@pytest.mark.parametrize(
    ("other", "error", "message"),
    [
        (_scores("a", [9], "x"), DataError, "both score the system 'a' on item 'x'"),
        (_scores("b", [9]), AlignmentError, "cannot be joined"),
        (_scores("b", [9], "x", higher_is_better=False), DataError, "disagree whether higher"),
        (_scores("b", [9], "x", of_tasks=True), DataError, "means of whole tasks"),
        (_scores("b", [], system_scores=np.array([1.0])), DataError, "whole systems alone"),
    ],
)
def test_what_cannot_be_joined_is_refused(other: OutputScores, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        join_scores([_scores("a", [1, 2], "xy"), other])


def test_scores_of_whole_systems_are_joined() -> None:
    parts = [_scores(name, [], system_scores=np.array([score])) for name, score in (("a", 1.0), ("b", 2.0))]
    assert join_scores(parts).of_systems().tolist() == [1.0, 2.0]
    with pytest.raises(DataError, match="score the system 'a' as a whole"):
        join_scores([parts[0], parts[0]])


def test_documents_and_counts_go_along() -> None:
    one = _scores("a", [1, 2], "xy", documents=("d", "e"), counts=np.array([[2, 3]]))
    joined = join_scores([one, _scores("b", [3, 4], "yx", documents=("e", "d"))])
    assert joined.documents == ("d", "e") and joined.counts.tolist() == [[2, 3], [1, 1]]
    with pytest.raises(DataError, match="another file"):
        join_scores([one, _scores("b", [3, 4], "yx", documents=("d", "e"))])
