"""Units with a class, counted, are statistics like any metric's."""

import numpy as np
import pytest

from steelyard.analysis import count_units, rate_measurements
from steelyard.errors import AlignmentError
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.scored import Counted
from steelyard.types import CountedSet

CLASSES = [("errors(missing)", "missing"), ("errors(extra)", "extra")]


def test_counts_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(19)
    segments, classes, outcomes = (rng.integers(low, high, 200) for low, high in ((0, 7), (-1, 3), (-2, 5)))
    expected = np.zeros((7, 3), dtype=np.int64)
    for segment, kind, outcome in zip(segments, classes, outcomes, strict=True):
        if kind >= 0:
            expected[segment, kind] += outcome
    np.testing.assert_array_equal(count_units(segments, classes, 7, 3, outcomes), expected)


@pytest.mark.parametrize(("segments", "classes", "name"), [([2], [0], "segment"), ([0], [2], "class")])
def test_a_unit_beyond_the_text_is_refused(segments: list[int], classes: list[int], name: str) -> None:
    with pytest.raises(AlignmentError, match=f"a {name} beyond the 2"):
        count_units(np.array(segments), np.array(classes), 2, 2)


def test_rates_are_compared_as_metrics_are() -> None:
    rng = np.random.default_rng(19)
    counts = rng.poisson([[[1.0, 1.0]], [[2.0, 1.0]]], (2, 60, 2))
    wholes = rng.integers(5, 20, (1, 60))
    measurements = rate_measurements(counts, wholes, CLASSES, ["x", "y"])
    data = CountedSet(("x", "y"), 60, None, tuple(wholes[0].tolist()))
    found = compare(Counted(data, tuple(measurements)), CompareQuestion(n_resamples=500))
    missing, extra = found.pairs
    assert (missing.metric, missing.verdict) == ("errors(missing)", "worse")  # fewer errors are better
    assert missing.difference == pytest.approx((counts[1, :, 0].sum() - counts[0, :, 0].sum()) / wholes.sum())
    assert extra.verdict == "cannot tell"


def test_wholes_of_each_class_and_system_make_ratios_and_no_means() -> None:
    counts = np.ones((2, 3, 2), dtype=np.int64)
    wholes = np.stack([np.full((2, 3), 2), np.array([[4, 4, 4], [4, 4, 0]])], axis=-1)
    first, second = rate_measurements(counts, wholes, CLASSES, ["x", "y"])
    assert (first.is_mean, second.is_mean) == (True, False)
    assert second.scores(second.statistics.totals()).tolist() == [0.25, 3 / 8]


@pytest.mark.parametrize(("counts", "wholes"), [((2, 3, 1), (1, 3)), ((1, 3, 2), (1, 3)), ((2, 3, 2), (1, 4))])
def test_shapes_that_do_not_fit_are_refused(counts: tuple[int, ...], wholes: tuple[int, ...]) -> None:
    with pytest.raises(AlignmentError):
        rate_measurements(np.ones(counts, dtype=np.int64), np.ones(wholes, dtype=np.int64), CLASSES, ["x", "y"])
