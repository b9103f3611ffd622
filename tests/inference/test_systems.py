"""Procedures over all systems at once: the spec's examples, SciPy, enumeration by loops, and rules written out."""

import sys
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import (
    block_analysis,
    paired_tukey,
    randomization,
    randomized_tukey,
    rank_intervals,
    rank_ranges,
    scheffe,
    share_best,
)
from steelyard.types import Measurement
from tests.inference.measurements import all_pairs, mean_of, ratio_of
from tests.twins import resampling as twin

# The spec's example of three systems and five segments (section 3).
THREE = np.array([[0.60, 0.50, 0.90, 0.20, 0.80], [0.30, 0.40, 0.50, 0.40, 0.30], [0.55, 0.45, 0.80, 0.25, 0.70]])


# Tukey and Scheffe by the analysis of variance.


@pytest.mark.parametrize("sign", [1, -1])
def test_systems_that_differ_alike_in_every_unit_have_no_error_left_by_rounding(sign: int) -> None:
    """Scores below 0 too: what counts as rounding goes by the largest score without its sign."""
    random = np.random.default_rng(5)
    scores = sign * (1e7 + random.normal(size=(1, 40)) * 1e5 + np.array([[0.1], [0.2], [0.7]]))
    found = block_analysis(scores)
    assert (found.f, found.p_value) == (np.inf, 0.0)


def test_golden_analysis_of_variance() -> None:
    found = block_analysis(THREE)
    assert found.means == pytest.approx([0.60, 0.38, 0.55], abs=1e-12)
    assert (found.of_systems, found.of_units, found.of_error) == pytest.approx((0.133, 0.341, 0.172), abs=1e-12)
    assert (found.degrees_of_freedom, found.mean_squared_error) == (8, pytest.approx(0.0215, abs=1e-12))
    assert (found.f, found.p_value) == pytest.approx((3.0930, 0.10114), abs=5e-5)


def test_golden_paired_tukey_and_scheffe() -> None:
    tukey, by_scheffe = paired_tukey(THREE), scheffe(THREE)
    assert tukey.pairs == ((1, 0), (2, 0), (2, 1))
    assert tukey.p_values == pytest.approx([0.1019821, 0.8546790, 0.2197915], abs=5e-8)
    assert tukey.critical_difference == pytest.approx(0.2649885, abs=5e-8)
    assert tukey.critical_difference / (0.0215 / 5) ** 0.5 == pytest.approx(4.0410365, abs=5e-8)
    assert by_scheffe.p_values == pytest.approx([0.1187527, 0.8669532, 0.2459096], abs=1e-7)
    assert by_scheffe.critical_difference == pytest.approx(0.2769373, abs=5e-8)
    assert tukey.has_error and by_scheffe.has_error


@pytest.mark.parametrize("n_units", [2, 7, 50])
def test_tukey_and_scheffe_of_two_systems_are_the_paired_t_test(n_units: int) -> None:
    scores = np.random.default_rng(n_units).normal([[0.0], [0.6]], 1, size=(2, n_units)) + np.arange(n_units)
    expected = stats.ttest_rel(scores[1], scores[0]).pvalue
    assert paired_tukey(scores).p_values[0] == pytest.approx(expected, rel=1e-7)
    assert scheffe(scores).p_values[0] == pytest.approx(expected, rel=1e-9)
    assert block_analysis(scores).p_value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("n_systems", "n_units"), [(3, 4), (5, 30)])
def test_sums_of_squares_are_those_of_least_squares(n_systems: int, n_units: int) -> None:
    scores = np.random.default_rng(1).normal(size=(n_systems, n_units)) + np.arange(n_systems)[:, None]
    system = np.repeat(np.eye(n_systems), n_units, axis=0)
    unit = np.tile(np.eye(n_units), (n_systems, 1))

    def left_over(design: NDArray[np.float64]) -> float:
        fitted = design @ np.linalg.lstsq(design, scores.ravel(), rcond=None)[0]
        return float(np.square(scores.ravel() - fitted).sum())

    found, both = block_analysis(scores), left_over(np.hstack([system, unit]))
    assert found.of_error == pytest.approx(both)
    assert found.of_systems == pytest.approx(left_over(unit) - both)
    assert found.of_units == pytest.approx(left_over(system) - both)
    error = (found.mean_squared_error / n_units) ** 0.5
    for (a, b), p_value, q_value in zip(
        paired_tukey(scores).pairs, paired_tukey(scores).p_values, scheffe(scores).p_values, strict=True
    ):
        q = abs(found.means[a] - found.means[b]) / error
        assert p_value == pytest.approx(stats.studentized_range.sf(q, n_systems, found.degrees_of_freedom), abs=1e-8)
        assert q_value == pytest.approx(
            stats.f.sf(q**2 / 2 / (n_systems - 1), n_systems - 1, found.degrees_of_freedom), abs=1e-12
        )
        assert p_value <= q_value


def test_the_critical_difference_is_where_p_is_alpha() -> None:
    for test in (paired_tukey, scheffe):
        critical = test(THREE, alpha=0.1).critical_difference
        moved = THREE.copy()
        moved[1] += THREE[0].mean() - THREE[1].mean() - critical
        assert test(moved, [(0, 1)]).p_values[0] == pytest.approx(0.1, abs=1e-6)


def test_without_error_p_is_0_or_1_by_comparison_and_says_so() -> None:
    base = np.array([0.1, 0.7, 0.3])
    for test in (paired_tukey, scheffe):
        found = test(np.stack([base, base, base + 0.1]))
        assert (found.p_values.tolist(), found.has_error, found.critical_difference) == ([1.0, 0.0, 0.0], False, 0.0)
        assert test(np.stack([base, base, base])).p_values.tolist() == [1.0] * 3
    assert block_analysis(np.stack([base, base])).p_value == 1
    assert block_analysis(np.stack([base, base + 1])).p_value == 0


@pytest.mark.parametrize("test", [paired_tukey, scheffe])
def test_what_cannot_be_analysed_is_refused(test: type) -> None:
    for shape in [(1, 5), (3, 1), (4,)]:
        with pytest.raises(SpecError, match="at least two"):
            test(np.zeros(shape))
    with pytest.raises(DataError, match="finite"):
        test([[1.0, float("nan")], [1.0, 2.0]])
    with pytest.raises(SpecError, match="alpha"):
        test(THREE, alpha=0)
    with pytest.raises(SpecError, match="numbered 0 to 2"):
        test(THREE, [(3, 0)])


# Randomised Tukey.


def test_golden_randomised_tukey() -> None:
    found = randomized_tukey(mean_of(THREE), n_resamples=7776, rng=0)
    assert (found.is_exact, found.n_draws) == (True, 6**5)
    assert (found.p_values * 7776).tolist() == pytest.approx([792, 7164, 2580], abs=1e-9)
    assert found.p_values == pytest.approx([0.1018519, 0.9212963, 0.3317901], abs=5e-8)


@pytest.mark.parametrize("seed", range(4))
def test_randomised_tukey_of_a_ratio_is_enumeration_by_loops(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wholes = rng.integers(3, 9, (3, 4))
    parts = rng.integers(0, 3, (3, 4))

    def scores(orders: tuple[tuple[int, ...], ...]) -> list[Fraction]:
        return [
            Fraction(
                sum(int(parts[order[s], u]) for u, order in enumerate(orders)),
                sum(int(wholes[order[s], u]) for u, order in enumerate(orders)),
            )
            for s in range(3)
        ]

    observed = scores(((0, 1, 2),) * 4)
    ranges = [max(row) - min(row) for row in map(scores, product(permutations(range(3)), repeat=4))]
    expected = [sum(r >= abs(observed[a] - observed[b]) for r in ranges) / 6**4 for a, b in all_pairs(3)]
    found = randomized_tukey(ratio_of(parts, wholes, higher_is_better=False), n_resamples=2000, rng=0)
    assert found.is_exact and found.p_values.tolist() == expected
    assert found.differences == pytest.approx([float(observed[a] - observed[b]) for a, b in all_pairs(3)])


@pytest.mark.parametrize("n_units", [1, 5, 9])
def test_randomised_tukey_of_two_systems_is_randomization(n_units: int) -> None:
    scores = np.random.default_rng(n_units).normal(size=(2, n_units))
    for measurement in (mean_of(scores), mean_of(np.rint(2 * scores))):
        null = randomization([measurement], [(1, 0)], n_resamples=512, rng=0)
        assert randomized_tukey(measurement, n_resamples=512, rng=0).p_values == null.p_values("two-sided")


def test_random_orders_are_those_of_the_generator_whatever_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(2).normal(size=(3, 7)) + 0.5 * np.arange(3)[:, None]
    found = randomized_tukey(mean_of(scores), n_resamples=501, rng=77)
    stream = [word for block in range(1, 13) for word in twin.philox((block, 0, 3, 0), (77, 0))]  # 2 rows of 24 words
    module = sys.modules[randomized_tukey.__module__]  # the package's name of it is the function
    orders = module._random_orders(0, 2, 7, 3, 77)
    for row in range(2):
        for unit in range(7):
            words = stream[24 * row + 3 * unit : 24 * row + 3 * unit + 3]
            assert orders[row, unit].tolist() == sorted(range(3), key=lambda i: words[i])
    monkeypatch.setattr(module, "_BLOCK_BYTES", 1)
    again = randomized_tukey(mean_of(scores), n_resamples=501, rng=77)
    np.testing.assert_array_equal(again.p_values, found.p_values)
    assert not found.is_exact and (found.p_values * 502 == np.rint(found.p_values * 502)).all()


def test_random_draws_approach_the_enumerated_p() -> None:
    sample = randomized_tukey(mean_of(np.hstack([THREE, THREE[:, :1] * 0])), n_resamples=20_000, rng=5)
    exact = randomized_tukey(mean_of(THREE), n_resamples=7776, rng=0)  # a segment without scores changes nothing
    assert not sample.is_exact
    np.testing.assert_allclose(sample.p_values, exact.p_values, atol=4 * 0.5 / 20_000**0.5)


def test_systems_that_are_equal_have_p_1() -> None:
    scores = np.random.default_rng(3).normal(size=(2, 40))
    found = randomized_tukey(mean_of(np.vstack([scores, scores[:1]])), n_resamples=99, rng=1)
    assert found.p_values[found.pairs.index((2, 0))] == 1
    with pytest.raises(SpecError, match="at least two"):
        randomized_tukey(mean_of(scores[:1]), n_resamples=99, rng=1)


def one_resample_of(measurement: Measurement) -> float:
    return float(randomized_tukey(measurement, [(1, 0)], n_resamples=9, rng=1).p_values[0])


def test_asked_pairs_only_and_progress() -> None:
    done: list[tuple[int, int]] = []
    found = randomized_tukey(
        mean_of(THREE), [(1, 2)], n_resamples=50, rng=1, progress=lambda now, all_: done.append((now, all_))
    )
    assert found.pairs == ((1, 2),) and found.differences == pytest.approx([-0.17])
    assert done[-1] == (50, 50)
    assert 0 < one_resample_of(mean_of(THREE)) <= 1


# Ranges of ranks.


@st.composite
def intervals(draw: st.DrawFn) -> tuple[list[float], list[float], list[float]]:
    """Draw true scores, and intervals of all pairs that hold every true difference."""
    n_systems = draw(st.integers(1, 6))
    truth = draw(st.lists(st.integers(0, 4), min_size=n_systems, max_size=n_systems))
    margin = st.floats(0, 3)
    differences = [truth[a] - truth[b] for a, b in all_pairs(n_systems)]
    return truth, [d - draw(margin) for d in differences], [d + draw(margin) for d in differences]


@given(drawn=intervals(), higher_is_better=st.booleans())
def test_ranges_hold_every_rank_where_intervals_hold_every_difference(
    drawn: tuple[list[float], list[float], list[float]], higher_is_better: bool
) -> None:
    truth, lower, upper = drawn
    n, sign = len(truth), 1 if higher_is_better else -1
    found = rank_intervals(lower, upper, all_pairs(n), n, higher_is_better=higher_is_better)
    for i in range(n):
        n_above = sum(sign * other > sign * truth[i] for other in truth)
        n_below = sum(sign * other < sign * truth[i] for other in truth)
        assert found.lowest[i] <= 1 + n_above and n - n_below <= found.highest[i]  # every rank that ties may take
    is_better = np.zeros((n, n), dtype=bool)
    for (a, b), low, high in zip(all_pairs(n), lower, upper, strict=True):
        is_better[a, b], is_better[b, a] = (low > 0, high < 0) if higher_is_better else (high < 0, low > 0)
    assert (found.is_better >= is_better).all()
    for (low, high), lowest, highest in zip(rank_ranges(is_better), found.lowest, found.highest, strict=True):
        assert low <= lowest <= highest <= high


def test_better_than_a_better_one_is_better() -> None:
    found = rank_intervals([0.1, -0.2, 0.1], [1, 2, 1], [(1, 0), (2, 0), (2, 1)], 3)
    assert list(zip(found.lowest.tolist(), found.highest.tolist(), strict=True)) == [(3, 3), (2, 2), (1, 1)]


def test_pairs_that_are_left_out_and_unbounded_intervals_make_ranges_wide() -> None:
    found = rank_intervals([0.1, -np.inf], [1, np.inf], [(1, 0), (2, 0)], 3)
    assert list(zip(found.lowest.tolist(), found.highest.tolist(), strict=True)) == [(2, 3), (1, 2), (1, 3)]
    assert rank_intervals([], [], [], 1).highest.tolist() == [1]


def test_bounds_that_are_none_are_refused() -> None:
    with pytest.raises(AlignmentError, match="as many bounds"):
        rank_intervals([0.1], [0.2, 0.3], [(1, 0)], 2)
    for low, high in [(1.0, 0.0), (float("nan"), 1.0)]:
        with pytest.raises(SpecError, match="lower bound"):
            rank_intervals([low], [high], [(1, 0)], 2)
    with pytest.raises(SpecError, match="numbered 0 to 1"):
        rank_intervals([0.0], [1.0], [(2, 0)], 2)


# The share of resamples in which a system is first.


@given(rows=st.lists(st.lists(st.integers(-2, 2), min_size=7, max_size=7), min_size=1, max_size=5), up=st.booleans())
def test_share_best_counts_first_places_and_splits_ties(rows: list[list[int]], up: bool) -> None:
    shares = [Fraction(0)] * len(rows)
    for column in zip(*rows, strict=True):
        best = max(column) if up else min(column)
        winners = [i for i, value in enumerate(column) if value == best]
        for i in winners:
            shares[i] += Fraction(1, len(winners) * 7)
    found = share_best(rows, higher_is_better=up)
    np.testing.assert_allclose(found, [float(share) for share in shares], atol=1e-15)
    assert found.sum() == pytest.approx(1, abs=1e-12)


def test_equal_scores_that_rounding_sets_apart_are_a_tie() -> None:
    assert share_best([[0.1 + 0.2], [0.3]]).tolist() == [0.5, 0.5]


def test_shares_of_no_scores_are_refused() -> None:
    for bad in ([], [1.0, 2.0], np.zeros((2, 0))):
        with pytest.raises(SpecError, match="shape"):
            share_best(bad)
    with pytest.raises(SpecError, match="NaN"):
        share_best([[1.0, float("nan")]])


def test_a_tail_near_1_that_scipy_warns_of_is_close_and_warns_nobody() -> None:
    # 20 systems of WMT21 gave this range under RIBES, and its users SciPy's warning
    wanted, n_systems, n_units = 0.6245526331356919, 20, 1002
    scores = np.random.default_rng(1).normal(size=(n_systems, n_units))
    error = np.sqrt(block_analysis(scores).mean_squared_error / n_units)
    scores[1] += scores[0].mean() - scores[1].mean() + wanted * error  # a shift leaves the error as it is
    [p_value] = paired_tukey(scores, [(1, 0)]).p_values
    assert p_value == pytest.approx(stats.studentized_range.sf(wanted, n_systems, np.inf), abs=1e-10)
