"""Scores that another tool gave: their mean, held exactly."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import AlignmentError, DataError
from steelyard.metrics import measure_segment_scores
from steelyard.types import TestSet

DATA = TestSet(references=[["r"] * 3], systems={"a": ["1"] * 3, "b": ["2"] * 3}, documents=["d", "d", "e"])
SCORES = {"b": [0.5, 0.25, 0.0], "a": [1.0, -1.0, 0.75], "unused": [9.0]}


def test_the_system_score_is_the_mean_in_the_test_sets_order() -> None:
    measured = measure_segment_scores("COMET", SCORES, DATA, higher_is_better=False)
    assert measured.scores(measured.statistics.totals()).tolist() == [0.25, 0.25]
    assert measured.statistics.values[..., 1].tolist() == [[1, 1, 1], [1, 1, 1]]
    assert (measured.metric, measured.label, measured.higher_is_better, measured.is_mean) == (
        "COMET",
        "COMET",
        False,
        True,
    )
    assert measured.signature.startswith("scores:segment|agg:mean|version:sy.")


@given(st.lists(st.floats(-100, 100).map(lambda x: round(x, 5)), min_size=3, max_size=3))
def test_the_mean_is_that_of_exact_fractions(row: list[float]) -> None:
    measured = measure_segment_scores("m", {"a": row, "b": row}, DATA)
    exact = sum(map(Fraction, row)) / 3
    assert measured.scores(measured.statistics.totals()).tolist() == pytest.approx(
        [float(exact)] * 2, abs=2.0**-32, rel=0
    )


def test_a_system_without_scores_is_named() -> None:
    with pytest.raises(AlignmentError, match=r"^The scores of m lack the system 'b'; they have: a\."):
        measure_segment_scores("m", {"a": [1, 2, 3]}, DATA)


@pytest.mark.parametrize("row", [[1, 2], [1, 2, 3, 4], []], ids=len)
def test_one_score_a_segment_is_needed(row: list[float]) -> None:
    with pytest.raises(AlignmentError, match=rf"^m has {len(row)} scores for system 'b', but there are 3 segments"):
        measure_segment_scores("m", {"a": [1, 2, 3], "b": row}, DATA)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_score_that_is_not_finite_is_told_with_system_and_segment(bad: float) -> None:
    with pytest.raises(DataError, match=r"^m has no finite score for system 'b' at segment 2: "):
        measure_segment_scores("m", {"a": [1, 2, 3], "b": [1, bad, 3]}, DATA)


@pytest.mark.parametrize("size", [1e-11, 2e-10])
def test_scores_too_small_for_their_grid_are_refused_and_not_rounded_away(size: float) -> None:
    with pytest.raises(DataError, match="Rescale them"):
        measure_segment_scores("m", {"a": [size, 2 * size, 0], "b": [3 * size, 0, size]}, DATA)
    scaled = measure_segment_scores("m", {"a": [1.0, 2.0, 0], "b": [3.0, 0, 1.0]}, DATA)
    assert scaled.scores(scaled.statistics.totals()).tolist() == [1.0, 4 / 3]


@pytest.mark.parametrize(
    "score", [True, np.True_, "0.5", 10**400, 1j, None, float("nan"), [0.5]], ids=lambda score: type(score).__name__
)
def test_what_is_no_finite_number_is_refused_in_one_sentence(score: object) -> None:
    """True counted as 1 and '0.5' as a half; 10**400 and complex numbers were tracebacks."""
    data = sy.TestSet(references=[["a", "b"]], systems={"x": ["a", "c"]})
    with pytest.raises(DataError, match=r"^mine has no finite score for system 'x' at segment 2: .{1,50}\.$"):
        sy.evaluate(data, [], segment_scores={"mine": {"x": [0.5, score]}})


@pytest.mark.parametrize(
    "scores", [0.5, np.float64(0.5), np.array(0.5), np.ones((2, 1)), "ab", {0.1, 0.2}, (s for s in (0.1, 0.2))]
)
def test_scores_that_are_no_list_are_refused_as_that(scores: object) -> None:
    data = sy.TestSet(references=[["a", "b"]], systems={"x": ["a", "c"]})
    with pytest.raises(AlignmentError, match="system 'x' must be a list with one number per segment, not"):
        sy.evaluate(data, [], segment_scores={"mine": {"x": scores}})


def test_numbers_of_every_kind_are_scores() -> None:
    data = sy.TestSet(references=[["a", "b"]], systems={"x": ["a", "c"]})
    for scores in (
        [1, 0.5],
        (Fraction(1), Decimal("0.5")),
        np.array([1, 0.5], np.float32),
        [np.int8(1), np.float64(0.5)],
    ):
        [row] = sy.evaluate(data, [], segment_scores={"judge": {"x": scores}}).scores().scores
        assert row.score == 0.75
