"""Weighted sums are exact integers: against Python's own, however large the counts and whatever the product."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import AlignmentError
from steelyard.inference import WeightedSums, bootstrap_draws, given_draws, swap_draws
from steelyard.inference.draws.products import ByteProduct, FloatProduct
from steelyard.inference.draws.resample import Weights
from steelyard.types import Measurement, Statistics

MOST_FLOAT32, MOST_FLOAT64 = 2**24, 2**53


def measured(values: object) -> Measurement:
    statistics = Statistics.from_values(np.asarray(values))
    return Measurement("m", "m", "", statistics, lambda sums: sums[..., 0], True)


def sums_of(measurements: Sequence[Measurement], weights: Weights) -> list[NDArray[np.float64]]:
    """Sum, and check that every kind of product gives the same."""
    sums = WeightedSums(measurements)
    expected = FloatProduct(sums._columns)(weights)
    if weights.dtype == np.int8:
        for use_vnni in (False, True):
            by_bytes = ByteProduct(sums._columns, use_vnni=use_vnni)(weights)
            np.testing.assert_array_equal(by_bytes, expected, strict=True)
    result = sums(weights)
    np.testing.assert_array_equal(
        np.concatenate([part.reshape(-1, len(weights)) for part in result]), expected[sums._place]
    )
    return result


def exact_sums(values: NDArray[np.int64], weights: Weights) -> list[object]:
    """Sum with Python's integers: shape (S, K, b)."""
    products = np.einsum("bn,snk->skb", weights.astype(np.int64).astype(object), values.astype(object))
    result: list[object] = products.tolist()
    return result


def resampled(chosen: list[list[int]]) -> NDArray[np.int8]:
    """Count how often each unit is chosen: rows that sum to the number of units."""
    return np.array([np.bincount(row, minlength=len(row)) for row in chosen], dtype=np.int8)


@st.composite
def statistics_and_choices(draw: st.DrawFn, least: int, most: int) -> tuple[list[object], list[list[int]]]:
    """Draw statistics, each at most `most` less the room that N of them need, and which units each resample holds."""
    n_systems, n_units, n_statistics = (draw(st.integers(1, top)) for top in (3, 8, 3))
    value = st.integers(max(least, -((most - 1) // n_units)), (most - 1) // n_units)
    # the ends of the range are where sums are largest
    value = value | st.sampled_from([max(least, -((most - 1) // n_units)), (most - 1) // n_units])
    unit = st.lists(value, min_size=n_statistics, max_size=n_statistics)
    system = st.lists(unit, min_size=n_units, max_size=n_units)
    choice = st.lists(st.integers(0, n_units - 1), min_size=n_units, max_size=n_units)
    return (
        draw(st.lists(system, min_size=n_systems, max_size=n_systems)),
        draw(st.lists(choice, min_size=1, max_size=4)),
    )


def assert_exact(values: object, choices: list[list[int]]) -> None:
    measurement = measured(values)
    weights = resampled(choices)
    [sums] = sums_of([measurement], weights)
    assert sums.tolist() == exact_sums(measurement.statistics.values, weights)


@given(drawn=statistics_and_choices(0, 8 * 200))
def test_sums_of_small_counts_are_exact(drawn: tuple[list[object], list[list[int]]]) -> None:
    assert_exact(*drawn)


@given(drawn=statistics_and_choices(0, 8 * 2**18))
def test_sums_of_counts_around_2_16_are_exact(drawn: tuple[list[object], list[list[int]]]) -> None:
    assert_exact(*drawn)


@given(drawn=statistics_and_choices(0, MOST_FLOAT64))
def test_sums_of_counts_up_to_2_53_are_exact(drawn: tuple[list[object], list[list[int]]]) -> None:
    assert_exact(*drawn)


@given(drawn=statistics_and_choices(-MOST_FLOAT64, MOST_FLOAT64))
@example(drawn=([[[3 * 10**15], [1 - 3 * 10**15], [-3 * 10**15]]], [[1, 2, 2]]))
def test_sums_of_statistics_of_both_signs_are_exact(drawn: tuple[list[object], list[list[int]]]) -> None:
    assert_exact(*drawn)


@given(
    scores=st.lists(st.floats(-1e5, 1e5).map(lambda x: round(x, 6)), min_size=2, max_size=40),
    seed=st.integers(0, 2**64 - 1),
)
def test_sums_of_fractions_are_exact_on_their_grid(scores: list[float], seed: int) -> None:
    measurement = measured([[[score, 1.0] for score in scores]])
    draws = bootstrap_draws(len(scores), 5, rng=seed)
    [(_, weights)] = draws.blocks()
    [sums] = sums_of([measurement], weights)
    statistics = measurement.statistics
    assert sums.tolist() == exact_sums(statistics.values, weights)
    # and the grid is that of the scores, to half a step a segment
    step = 2.0 ** -int(statistics.bits[0])
    plain = weights.astype(np.float64) @ np.array(scores)
    in_units = statistics.scaled(np.moveaxis(sums[0], 0, -1))[:, 0]
    np.testing.assert_allclose(in_units, plain, rtol=1e-12, atol=len(scores) * step)


@pytest.mark.parametrize("largest", [2**16 - 1, 1 - 2**16])
@pytest.mark.parametrize("n_units", [299, 300, 512, 2000])
def test_sums_past_2_24_are_exact_where_a_float32_product_is_not(n_units: int, largest: int) -> None:
    values = np.full((1, n_units, 1), largest)
    values[0, 0, 0] = 0
    values[0, 1, 0] -= n_units % 2  # the sum is odd, and float32 holds no odd number past 2**24
    everything = np.ones((1, n_units), dtype=np.int8)
    expected = int(values.sum())
    assert expected % 2 == 1 and abs(expected) > MOST_FLOAT32
    assert float((everything.astype(np.float32) @ values[0].astype(np.float32))[0, 0]) != expected
    [sums] = sums_of([measured(values)], everything)
    assert sums.item() == expected


@pytest.mark.parametrize("unit", [1, 130, 399])
def test_one_heavy_unit_is_summed_exactly(unit: int) -> None:
    # All draws fall on one unit, so the sum of a short block of units passes 2**24 as well.
    n_units, largest = 400, 2**16 - 1
    values = np.zeros((1, n_units, 1), dtype=np.int64)
    values[0, unit, 0] = largest
    weights = np.zeros((2, n_units), dtype=np.float32)
    weights[0, unit] = 399
    weights[1] = 1
    assert 399 * largest > MOST_FLOAT32
    assert float((weights @ values[0].astype(np.float32))[0, 0]) != 399 * largest
    [sums] = sums_of([measured(values)], weights)
    assert sums.ravel().tolist() == [399 * largest, largest]


def test_sums_are_exact_with_the_draws_that_tests_use() -> None:
    rng = np.random.default_rng(0)
    values = rng.integers(0, [100, 2**16, 2**20, 2**40], size=(3, 500, 4))
    for make in (bootstrap_draws, swap_draws):
        draws = make(500, 64, rng=12345)
        for block_rows in (64, 5):
            for _, weights in replace(draws, block_rows=block_rows).blocks():
                [sums] = sums_of([measured(values)], weights)
                assert sums.tolist() == exact_sums(values, weights)


def test_weights_larger_than_the_number_of_units_are_summed_exactly() -> None:
    values = np.array([[[7, 2**16, 2**30], [5, 1, 0], [11, 2**16 - 1, 3]]])
    draws = given_draws([[2**20 + 1, 0, 5], [0, 3, 2**22 + 1], [1, 1, 1]])
    [(_, weights)] = draws.blocks()
    [sums] = sums_of([measured(values)], weights)
    assert sums.tolist() == exact_sums(values, weights)


def test_measurements_are_summed_side_by_side_and_come_back_apart() -> None:
    rng = np.random.default_rng(1)
    shapes_and_tops = [((4, 30, 2), 50), ((4, 30, 1), 2**20), ((1, 30, 5), 2**16)]
    measurements = [measured(rng.integers(0, top, size=shape)) for shape, top in shapes_and_tops]
    [(_, weights)] = bootstrap_draws(30, 6, rng=3).blocks()
    together = sums_of(measurements, weights)
    assert [sums.shape for sums in together] == [(4, 2, 6), (4, 1, 6), (1, 5, 6)]
    for measurement, sums in zip(measurements, together, strict=True):
        assert sums.tolist() == exact_sums(measurement.statistics.values, weights)


def test_columns_that_are_equal_constant_or_shifted_keep_their_own_sums() -> None:
    rng = np.random.default_rng(2)
    column = rng.integers(0, 30, 40)
    columns = [column, column, column + 5, column + 2**30, np.full(40, 9), np.zeros(40, dtype=np.int64), column[::-1]]
    measurement = measured(np.stack(columns, axis=-1)[None])
    [(_, weights)] = bootstrap_draws(40, 8, rng=4).blocks()
    [sums] = sums_of([measurement], weights)
    assert sums.tolist() == exact_sums(measurement.statistics.values, weights)


def test_different_numbers_of_units_are_refused() -> None:
    with pytest.raises(AlignmentError, match=r"different numbers of units: \[2, 3\]"):
        WeightedSums([measured(np.ones((1, 3, 1))), measured(np.ones((1, 2, 1)))])
    with pytest.raises(AlignmentError, match="weights are for 2 units, the statistics have 3"):
        WeightedSums([measured(np.ones((1, 3, 1)))])(np.ones((1, 2), dtype=np.int8))


def test_columns_that_are_equal_are_multiplied_once() -> None:
    lengths = np.arange(40)
    measurement = measured(np.stack([lengths, lengths + 1, lengths, lengths[::-1]], axis=-1)[None])
    assert len(WeightedSums([measurement])._columns) == 3


@pytest.mark.parametrize("n_units", [1, 63, 64, 65, 2**16, 2**16 + 1, 2**17 + 5])
def test_sums_are_exact_where_blocks_of_units_end(n_units: int) -> None:
    values = np.full((1, n_units, 7), 255)
    values[0, -1] = 2**20 + np.arange(7)
    weights = np.full((7, n_units), 127, dtype=np.int8)
    weights[:, -1] = np.arange(7)
    [sums] = sums_of([measured(values)], weights)
    assert sums.tolist() == exact_sums(values, weights)


def test_weights_that_are_no_bytes_are_not_multiplied_as_bytes() -> None:
    weights = np.full((1, 5), 128, dtype=np.float32)
    values, units, places = np.ones((1, 5), dtype=np.uint8), np.arange(5, dtype=np.int32), np.zeros(1, dtype=np.int32)
    with pytest.raises(TypeError):
        _native.add_weighted_digits(values, units, places, 1.0, weights, np.zeros((1, 1)), True)  # type: ignore[arg-type]
    [sums] = WeightedSums([measured(np.ones((1, 5, 1)))])(weights)
    assert sums.tolist() == [[[640.0]]]


@pytest.mark.parametrize(("unit", "place", "rows"), [(5, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1), (0, 0, 2)])
def test_digits_outside_the_arrays_are_refused(unit: int, place: int, rows: int) -> None:
    units, places = np.array([unit], dtype=np.int32), np.array([place], dtype=np.int32)
    values, weights = np.ones((1, 1), dtype=np.uint8), np.ones((1, 5), dtype=np.int8)
    with pytest.raises((TypeError, ValueError), match=r"must|incompatible"):
        _native.add_weighted_digits(values, units, places, 1.0, weights, np.zeros((1, rows)), False)


def test_units_without_a_second_digit_do_not_see_their_weights() -> None:
    values = np.ones((1, 1000, 3), dtype=np.int64)
    values[0, [3, 998], 1:] = [[256, 2**20], [70_000, 0]]
    [(_, weights)] = bootstrap_draws(1000, 13, rng=8).blocks()
    [sums] = sums_of([measured(values)], weights)
    assert sums.tolist() == exact_sums(values, weights)
