"""Approximate randomization: the spec's exact examples, every exchange tried by hand, and the rules for p-values."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add, mul, sub

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import bootstrap_draws, given_draws, randomization, smallest_p_value
from steelyard.inference.differences import observe
from steelyard.types import Measurement, Statistics
from tests.inference.measurements import TOY4_LENGTHS, TOY4_MATCHES, TOY5, mean_of, ratio_of
from tests.twins import resampling as twin

PAIR = [(0, 1)]
ALTERNATIVES = ("two-sided", "better", "worse")


def exact(measurement: Measurement, alternative: str) -> float:
    null = randomization([measurement], PAIR, n_resamples=2**12, rng=12345)
    assert null.is_exact
    [p_value] = null.p_values(alternative)  # type: ignore[arg-type]
    return float(p_value)


def added(numbers: Iterable[float]) -> float:
    """Add from left to right, rounding every time; `sum` compensates for that from Python 3.12 on."""
    return reduce(add, numbers)


def deltas(measurements: Sequence[Measurement], pairs: list[tuple[int, int]], masks: object) -> NDArray[np.float64]:
    null = randomization(measurements, pairs, n_resamples=0, rng=0, draws=given_draws(masks))  # type: ignore[arg-type]
    return np.concatenate(list(null.blocks()), axis=1)


@pytest.mark.parametrize(("alternative", "p_value"), [("two-sided", 6 / 32), ("better", 3 / 32)])
def test_golden_p_of_a_mean(alternative: str, p_value: float) -> None:
    assert exact(mean_of(TOY5), alternative) == p_value


@pytest.mark.parametrize(("alternative", "p_value"), [("two-sided", 14 / 16), ("better", 7 / 16)])
def test_golden_p_of_a_ratio(alternative: str, p_value: float) -> None:
    assert exact(ratio_of(TOY4_MATCHES, TOY4_LENGTHS), alternative) == p_value


def test_observed_labelling_counts_as_extreme_although_float64_says_otherwise() -> None:
    # Plain float64 sums of Toy5 give 4 of 32, as the identity does not reach itself; 6 of 32 is right.
    x, y = TOY5
    lead = list(map(sub, x, y))
    total = added(x) + added(y)
    sums_x = [added(y) + added(map(mul, keep, lead)) for keep in product((0, 1), repeat=5)]
    plain = [sum_x / 5 - (total - sum_x) / 5 for sum_x in sums_x]
    assert sum(abs(difference) >= abs(added(lead) / 5) for difference in plain) == 4
    as_counts = np.rint(10 * np.array(TOY5))
    for measurement in (mean_of(TOY5), mean_of(as_counts), ratio_of(as_counts, np.ones((2, 5)))):
        assert exact(measurement, "two-sided") == 6 / 32


def test_equal_differences_of_other_fractions_count_as_equal() -> None:
    # 2/6 - 3/4 is observed; with the first unit exchanged 4/6 - 1/4: the same size, one place apart in float64
    assert abs(4 / 6 - 1 / 4) < abs(2 / 6 - 3 / 4)
    assert Fraction(4, 6) - Fraction(1, 4) == Fraction(3, 4) - Fraction(2, 6)
    assert exact(ratio_of([[1, 1], [3, 0]], [[1, 5], [1, 3]]), "two-sided") == 1.0


def test_decimal_scores_whose_differences_are_equal_count_as_equal() -> None:
    # d = (-.1, -.1, .1): whichever signs they take, their sum is an odd number of tenths, so never below one tenth
    scores = [[0.0, 0.0, 0.2], [0.1, 0.1, 0.1]]
    assert exact(mean_of(np.rint(10 * np.array(scores))), "two-sided") == 1.0
    assert exact(mean_of(scores), "two-sided") == 1.0


@given(
    scores=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=7),
    parts=st.sampled_from([1, 7, 8, 10, 100]),
    alternative=st.sampled_from(ALTERNATIVES),
    higher_is_better=st.booleans(),
)
def test_p_of_a_mean_is_that_of_every_exchange(
    scores: list[tuple[int, int]], parts: int, alternative: str, higher_is_better: bool
) -> None:
    fractions = np.array(scores).T / parts  # few values, so many ties; tenths are not exact in float64
    rows_a, rows_b = ([(Fraction(row[system], parts), 1) for row in scores] for system in (0, 1))
    expected = twin.exact_p(rows_a, rows_b, twin.mean, alternative, 1 if higher_is_better else -1)
    assert exact(mean_of(fractions, higher_is_better=higher_is_better), alternative) == expected


@given(
    rows=st.lists(st.tuples(*[st.integers(0, 4), st.integers(1, 6)] * 2), min_size=1, max_size=7),
    alternative=st.sampled_from(ALTERNATIVES),
    higher_is_better=st.booleans(),
)
def test_p_of_a_ratio_is_that_of_every_exchange_of_whole_rows(
    rows: list[tuple[int, int, int, int]], alternative: str, higher_is_better: bool
) -> None:
    array = np.array(rows).T
    expected = twin.exact_p(
        [row[:2] for row in rows], [row[2:] for row in rows], twin.mean, alternative, 1 if higher_is_better else -1
    )
    measurement = ratio_of(array[[0, 2]], array[[1, 3]], higher_is_better=higher_is_better)
    assert exact(measurement, alternative) == expected


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n_units", "n_resamples"), [(7, 99), (70, 40), (9, 511)])
def test_random_p_counts_the_observed_labelling_as_one_more_draw(
    alternative: str, n_units: int, n_resamples: int
) -> None:
    rng = np.random.default_rng(n_units)
    parts, wholes = rng.integers(0, 5, (2, n_units)), rng.integers(5, 9, (2, n_units))
    rows_a, rows_b = (list(zip(parts[s].tolist(), wholes[s].tolist(), strict=True)) for s in (0, 1))
    masks = [twin.mask_row(12345, resample, n_units) for resample in range(n_resamples)]
    shuffled = [twin.difference_after(mask, rows_a, rows_b, twin.mean) for mask in masks]
    observed = twin.difference_after([1] * n_units, rows_a, rows_b, twin.mean)
    count = twin.count_as_extreme(shuffled, observed, alternative)
    null = randomization([ratio_of(parts, wholes)], PAIR, n_resamples=n_resamples, rng=12345)
    assert not null.is_exact and null.n_draws == n_resamples
    np.testing.assert_allclose(null.observed, float(observed), rtol=1e-12)
    np.testing.assert_allclose(np.concatenate(list(null.blocks()), axis=1)[0], list(map(float, shuffled)), atol=1e-12)
    assert null.p_values(alternative).tolist() == [(count + 1) / (n_resamples + 1)]  # type: ignore[arg-type]


@pytest.mark.parametrize("measurement", [mean_of(TOY5), ratio_of(TOY4_MATCHES, TOY4_LENGTHS)])
def test_keeping_all_gives_the_observed_difference_and_exchanging_all_its_negative(measurement: Measurement) -> None:
    n_units = measurement.statistics.n_units
    [kept, exchanged] = deltas([measurement], PAIR, [[1] * n_units, [0] * n_units])[0]
    score_a, score_b = measurement.scores(measurement.statistics.totals())
    assert kept == pytest.approx(score_a - score_b, abs=1e-15)
    assert exchanged == -kept != 0


def test_differences_come_metric_by_metric_pair_by_pair_from_one_set_of_masks() -> None:
    rng = np.random.default_rng(3)
    scores, wholes = rng.integers(0, 20, (3, 6)), rng.integers(20, 30, (3, 6))
    masks = rng.integers(0, 2, (4, 6))
    pairs = [(1, 0), (2, 0), (2, 1)]
    found = deltas([mean_of(scores), ratio_of(scores, wholes)], pairs, masks)
    tuples = [
        [[(int(score), 1) for score in row] for row in scores],
        [list(zip(*map(np.ndarray.tolist, rows), strict=True)) for rows in zip(scores, wholes, strict=True)],
    ]
    expected = [
        [float(twin.difference_after(mask, rows[a], rows[b], twin.mean)) for mask in masks.tolist()]
        for rows in tuples
        for a, b in pairs
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_documents_are_exchanged_whole() -> None:
    documents = np.array([0, 1, 0, 2, 1, 0, 3])
    rng = np.random.default_rng(4)
    parts, wholes = rng.integers(0, 9, (2, 7)), rng.integers(9, 15, (2, 7))
    by_segment = ratio_of(parts, wholes)
    by_document = Measurement(
        "m", "m", "", by_segment.statistics.by_document(documents), by_segment.score, higher_is_better=True
    )
    summed = [
        [
            (int(parts[system, documents == document].sum()), int(wholes[system, documents == document].sum()))
            for document in range(4)
        ]
        for system in (0, 1)
    ]
    for alternative in ALTERNATIVES:
        assert exact(by_document, alternative) == twin.exact_p(*summed, twin.mean, alternative)
    assert exact(by_document, "two-sided") != exact(by_segment, "two-sided")


@pytest.mark.parametrize("n_units", [1, 3, 50])
def test_identical_systems_have_p_1(n_units: int) -> None:
    scores = np.random.default_rng(5).integers(0, 100, n_units)
    for measurement in (mean_of([scores / 7, scores / 7]), ratio_of([scores, scores], np.full((2, n_units), 101))):
        null = randomization([measurement], PAIR, n_resamples=99, rng=1)
        assert null.observed.tolist() == [0.0]
        for alternative in ALTERNATIVES:
            assert null.p_values(alternative).tolist() == [1.0]  # type: ignore[arg-type]


def test_a_single_unit_can_show_nothing() -> None:
    single = mean_of([[3.0], [1.0]])
    assert exact(single, "two-sided") == 1.0
    assert (exact(single, "better"), exact(single, "worse")) == (0.5, 1.0)


@pytest.mark.parametrize("n_units", range(1, 11))
def test_smallest_p_is_that_of_a_difference_in_every_unit(n_units: int) -> None:
    always = mean_of([np.arange(n_units) + 1.0, np.zeros(n_units)])
    assert exact(always, "two-sided") == smallest_p_value(n_units)
    assert exact(always, "better") == smallest_p_value(n_units, two_sided=False)


def test_six_units_are_needed_for_p_below_five_percent() -> None:
    assert next(n for n in range(1, 11) if exact(mean_of([[1.0] * n, [0.0] * n]), "two-sided") < 0.05) == 6


def test_better_follows_the_direction_of_the_metric() -> None:
    higher, lower = mean_of(TOY5), mean_of(TOY5, higher_is_better=False)
    assert exact(higher, "better") == exact(lower, "worse") == 3 / 32
    # |d| has no zero, so the mirror image: 32 - 3 do not reach the observed difference, and itself
    assert exact(higher, "worse") == exact(lower, "better") == 30 / 32
    assert exact(higher, "two-sided") == exact(lower, "two-sided")


@pytest.mark.parametrize("weights", [bootstrap_draws(5, 20, rng=1), given_draws([[2, 0, 1, 1, 1]])])
def test_draws_that_are_no_exchange_are_refused(weights: object) -> None:
    with pytest.raises(SpecError, match="zeros and ones"):
        randomization([mean_of(TOY5)], PAIR, n_resamples=0, rng=0, draws=weights)  # type: ignore[arg-type]


def test_draws_heavier_than_all_units_are_refused() -> None:
    with pytest.raises(SpecError, match="zeros and ones"):
        randomization([mean_of(TOY5)], PAIR, n_resamples=0, rng=0, draws=given_draws([[2, 1, 1, 1, 1]]))


def test_scores_of_fractions_are_equal_up_to_what_their_grid_takes_from_them() -> None:
    """Every statistic is held to half a step: two sums that are equal may be two steps apart."""
    values = np.random.default_rng(4).random((2, 30, 1))
    statistics = Statistics.from_values(values)
    measured = Measurement("m", "m", "", statistics, lambda totals: totals[..., 0], True)
    found = observe([measured], [(0, 1)])
    step = 2.0 ** -int(statistics.bits[0])
    assert found.differences[0] != values[0].sum() - values[1].sum()
    assert found.tolerance[0] >= 4 * step
