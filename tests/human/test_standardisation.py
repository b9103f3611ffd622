"""Ratings on one scale, and averages of them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import blatz_scores, segment_means, standardise, system_means

# Spec 4.4: rater 1 rates (s1,1) (s2,1) (s1,2) (s2,2), rater 2 (s1,1) (s2,1) (s1,3) (s2,3).
RATINGS = [80, 60, 70, 30, 50, 55, 40, 45]
RATERS = [0, 0, 0, 0, 1, 1, 1, 1]
SYSTEMS = [0, 1, 0, 1, 0, 1, 0, 1]
SEGMENTS = [0, 0, 1, 1, 0, 0, 2, 2]

RATED = st.integers(1, 40).flatmap(
    lambda n: st.tuples(
        arrays(np.float64, n, elements=st.integers(0, 100).map(float)), arrays(np.int64, n, elements=st.integers(0, 4))
    )
)


def test_the_worked_example() -> None:
    found = standardise(RATINGS, RATERS)
    assert found.means.tolist() == [60, 47.5]
    assert found.deviations == pytest.approx([21.602469, 6.4549722], abs=1e-6)
    assert found.scores == pytest.approx(
        [0.9258201, 0, 0.46291, -1.3887301, 0.3872983, 1.161895, -1.161895, -0.3872983], abs=1e-7
    )
    segments = segment_means(found.scores, SYSTEMS, SEGMENTS)
    assert segments.means == pytest.approx(
        np.array([[0.6565592, 0.46291, -1.161895], [0.5809475, -1.3887301, -0.3872983]]), abs=1e-7
    )
    assert system_means(segments) == pytest.approx([-0.0141419, -0.3983603], abs=1e-7)
    assert system_means(segments, average="micro") == pytest.approx([0.1535334, -0.1535334], abs=1e-7)


@given(RATED)
def test_z_is_scipy_s_within_each_rater(rated: tuple[np.ndarray, np.ndarray]) -> None:
    ratings, raters = rated
    found = standardise(ratings, raters)
    for rater in range(raters.max() + 1):
        own = ratings[raters == rater]
        is_usable = len(own) > 1 and np.ptp(own) > 0
        assert (rater in found.dropped) == (not is_usable)
        expected = stats.zscore(own, ddof=1) if is_usable else np.full(len(own), np.nan)
        assert found.scores[raters == rater] == pytest.approx(expected, abs=1e-9, nan_ok=True)
        assert found.n_ratings[rater] == len(own)


@given(RATED, st.floats(0.1, 10), st.floats(-50, 50))
def test_a_rater_s_scale_does_not_matter(rated: tuple[np.ndarray, np.ndarray], by: float, shift: float) -> None:
    ratings, raters = rated
    scaled = np.where(raters == 0, ratings * by + shift, ratings)
    found, again = standardise(ratings, raters), standardise(scaled, raters)
    if found.dropped == again.dropped:  # equal ratings stay equal, but different ones could be rounded together
        assert again.scores == pytest.approx(found.scores, abs=1e-6, nan_ok=True)


def test_quality_items_do_not_count_unless_asked_for() -> None:
    is_extra = [False, False, True]
    found = standardise([10, 30, 0], [0, 0, 0], is_quality_item=is_extra)
    assert (found.means.tolist(), found.n_ratings.tolist()) == ([20], [2])
    assert found.scores[2] == pytest.approx(-20 / found.deviations[0])  # but have a z
    assert standardise([10, 30, 0], [0, 0, 0], is_quality_item=is_extra, include_quality_items=True).n_ratings == [3]


def test_raters_without_spread_are_dropped_and_reported() -> None:
    found = standardise([50, 60, 70, 0.1, 0.1, 0.1, 5], [0, 0, 0, 1, 1, 1, 3])
    assert found.dropped == (1, 2, 3)
    assert np.isnan(found.scores[3:]).all()
    assert np.isfinite(found.scores[:3]).all()
    only_extra = standardise([1, 2, 3, 4], [0, 0, 1, 1], is_quality_item=[False, False, True, True])
    assert only_extra.dropped == (1,)


def test_nothing_to_standardise_gives_nothing() -> None:
    assert standardise([], []).dropped == ()
    assert blatz_scores([], []).tolist() == []
    assert segment_means([], [], []).means.shape == (0, 0)


def test_blatz_of_one_rater_is_the_worked_example() -> None:
    assert blatz_scores([1, 2, 2, 3, 5], [0] * 5).tolist() == [0.1, 0.4, 0.4, 0.7, 0.9]


@given(RATED)
def test_blatz_counts_lower_and_half_of_equal_ratings(rated: tuple[np.ndarray, np.ndarray]) -> None:
    ratings, raters = rated
    found = blatz_scores(ratings, raters)
    for at, (rating, rater) in enumerate(zip(ratings, raters, strict=True)):
        own = ratings[raters == rater]
        assert found[at] == pytest.approx((own < rating).mean() + (own == rating).mean() / 2)
    for rater in np.unique(raters):
        assert found[raters == rater].mean() == pytest.approx(0.5)


@given(RATED)
def test_segment_means_are_those_of_a_loop(rated: tuple[np.ndarray, np.ndarray]) -> None:
    scores, systems = rated
    segments = np.arange(len(scores)) // 3
    scores = np.where(scores == 7, np.nan, scores)
    found = segment_means(scores, systems, segments, n_systems=6)
    for system in range(6):
        for segment in range(segments.max() + 1):
            own = scores[(systems == system) & (segments == segment) & ~np.isnan(scores)]
            assert found.counts[system, segment] == len(own)
            expected = own.mean() if len(own) else math.nan
            assert found.means[system, segment] == pytest.approx(expected, nan_ok=True)
    medians = segment_means(scores, systems, segments, n_systems=6, judges="median").means
    for system in range(6):
        for segment in range(segments.max() + 1):
            own = scores[(systems == system) & (segments == segment) & ~np.isnan(scores)]
            expected = np.median(own) if len(own) else math.nan
            assert medians[system, segment] == pytest.approx(expected, nan_ok=True)
    rated_by = [scores[(systems == s) & ~np.isnan(scores)] for s in range(6)]
    micro = [own.mean() if len(own) else math.nan for own in rated_by]
    assert system_means(found, average="micro") == pytest.approx(micro, nan_ok=True)
    macro = [row[~np.isnan(row)].mean() if (~np.isnan(row)).any() else math.nan for row in found.means]
    assert system_means(found) == pytest.approx(macro, nan_ok=True)
    assert found.is_common.tolist() == (found.counts.min(axis=0) > 0).tolist()


def test_bad_columns_are_refused() -> None:
    with pytest.raises(AlignmentError, match="raters has 1 rows where the other columns have 2"):
        standardise([1, 2], [0])
    with pytest.raises(AlignmentError, match="one column, not shape"):
        standardise([[1, 2]], [0])
    with pytest.raises(DataError, match="ratings, row 2: nan is not a finite number"):
        standardise([1, math.nan], [0, 0])
    with pytest.raises(DataError, match="whole numbers from 0, not float64"):
        standardise([1, 2], [0.0, 1.0])
    with pytest.raises(DataError, match="row 2: the code -1 is below 0"):
        blatz_scores([1, 2], [0, -1])
    with pytest.raises(DataError, match="true or false"):
        standardise([1, 2], [0, 0], is_quality_item=[0, 1])
    with pytest.raises(DataError, match="inf is not"):
        segment_means([math.inf], [0], [0])
    with pytest.raises(AlignmentError, match="systems holds the code 3, but there are 2"):
        segment_means([1], [3], [0], n_systems=2)
    with pytest.raises(SpecError, match=r"^Unknown average 'mean'\. Valid: macro, micro"):
        system_means(segment_means([1], [0], [0]), average="mean")  # type: ignore[arg-type]


def test_an_unknown_average_of_judges_is_refused() -> None:
    with pytest.raises(SpecError, match=r"^Unknown average of judges 'mode'\."):
        segment_means([1.0], [0], [0], judges="mode")  # type: ignore[arg-type]
