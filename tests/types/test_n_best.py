"""n-best lists as values: parts that do not fit are refused."""

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.types import NBestLists


@pytest.mark.parametrize(
    ("texts", "offsets", "features", "totals", "error", "message"),
    [
        (("a", "b"), [0, 2], np.zeros((3, 1)), np.zeros(2), AlignmentError, r"2 candidates .* shape \(3, 1\)"),
        (("a", "b"), [0, 2], np.zeros((2, 2)), np.zeros(2), AlignmentError, r"1 names of features, .* \(2, 2\)"),
        (("a", "b"), [0, 2], np.zeros((2, 1)), np.zeros(3), AlignmentError, r"totals of shape \(3,\)"),
        (("a", "b"), [0, 1], np.zeros((2, 1)), np.zeros(2), AlignmentError, "must rise from 0 to the number"),
        (("a", "b"), [0, 2, 2], np.zeros((2, 1)), np.zeros(2), AlignmentError, "every segment has one or more"),
        (("a", "b"), [1, 2], np.zeros((2, 1)), np.zeros(2), AlignmentError, "must rise from 0"),
        ((), [0], np.zeros((0, 1)), np.zeros(0), AlignmentError, "must rise from 0"),
        (("a", "b"), [0, 2], np.array([[1.0], [np.nan]]), np.zeros(2), DataError, "not finite"),
    ],
)
def test_parts_that_do_not_fit_are_refused(
    texts: tuple[str, ...],
    offsets: list[int],
    features: np.ndarray,
    totals: np.ndarray,
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        NBestLists(texts, np.array(offsets), features, ("lm",), totals)


def test_sizes_are_those_of_the_lists() -> None:
    lists = NBestLists(("a", "b", "c"), np.array([0, 1, 3]), np.zeros((3, 0)), (), np.full(3, np.nan))
    assert (lists.n_segments, lists.sizes.tolist()) == (2, [1, 2])


def test_each_candidate_has_a_system_or_none_has() -> None:
    with pytest.raises(AlignmentError, match="2 candidates, but 1 names of systems"):
        NBestLists(("a", "b"), np.array([0, 2]), np.zeros((2, 0)), (), np.full(2, np.nan), systems=("ours",))
