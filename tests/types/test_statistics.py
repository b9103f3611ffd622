"""Statistics add up exactly, in any order and for any resample."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from steelyard.errors import AlignmentError, DataError
from steelyard.types import Statistics

EXACT = 2**53
small_arrays = hnp.array_shapes(min_dims=3, max_dims=3, max_side=5)
fractions = hnp.arrays(np.float64, small_arrays, elements=st.floats(-1e4, 1e4, width=64))


def exact_sums(statistics: Statistics) -> list[list[Fraction]]:
    """Sum with Python's unbounded integers."""
    columns = statistics.values.astype(object).sum(axis=1)
    return [
        [Fraction(int(value), 2 ** int(bits)) for value, bits in zip(row, statistics.bits, strict=True)]
        for row in columns
    ]


@given(hnp.arrays(np.int64, small_arrays, elements=st.integers(-(2**40), 2**40)))
def test_whole_numbers_are_stored_as_they_are(values: np.ndarray) -> None:
    statistics = Statistics.from_values(values)
    assert np.array_equal(statistics.values, values)
    assert not statistics.bits.any()
    assert statistics.totals().tolist() == values.sum(axis=1).tolist()
    assert (statistics.n_systems, statistics.n_units, statistics.n_statistics) == values.shape


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int32, np.uint64, np.bool_, np.float16, np.float32, np.float64]
)
def test_whole_numbers_of_every_type_need_no_bits(dtype: type) -> None:
    statistics = Statistics.from_values(np.array([[[0, 1], [1, 1]]], dtype=dtype))
    assert (statistics.values.dtype, statistics.values.tolist()) == (np.int64, [[[0, 1], [1, 1]]])
    assert statistics.bits.tolist() == [0, 0]


@given(fractions)
def test_each_value_is_rounded_once_by_at_most_half_a_step(values: np.ndarray) -> None:
    statistics = Statistics.from_values(values)
    held = np.ldexp(statistics.values.astype(np.float64), -statistics.bits)
    assert (np.abs(held - values) <= np.ldexp(0.5, -statistics.bits)).all()


@given(fractions, st.randoms(use_true_random=False))
def test_sums_are_equal_to_the_last_bit_in_any_order(values: np.ndarray, rng: object) -> None:
    statistics = Statistics.from_values(values)
    order = list(range(values.shape[1]))
    rng.shuffle(order)
    shuffled = Statistics.from_values(values[:, order])
    assert np.array_equal(shuffled.bits, statistics.bits)
    assert np.array_equal(shuffled.totals(), statistics.totals())
    assert np.array_equal(np.cumsum(statistics.values[:, order].astype(np.float64), axis=1)[:, -1], statistics.totals())
    scaled = statistics.scaled(statistics.totals())
    assert [[Fraction(value) for value in row] for row in scaled.tolist()] == exact_sums(statistics)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_fractions_of_every_float_type_are_held_on_the_grid(dtype: type) -> None:
    values = np.array([[[0.1], [0.25]]], dtype=dtype)
    statistics = Statistics.from_values(values)
    assert statistics.bits.tolist() == [32]
    assert statistics.values[0, :, 0].tolist() == [round(float(value) * 2**32) for value in values[0, :, 0]]


@pytest.mark.parametrize(
    ("value", "n", "bits"),
    [
        (0.5, 1, 32),
        (0.5, 2**21, 32),  # 2**20 * 2**32 is within 2**53
        (1.5, 2**21, 31),
        (2.0**20 + 0.5, 2, 31),  # the sum passes 2**21
        (2.0**40 + 0.5, 2, 11),
        (2.0**41 + 0.5, 2, 10),
    ],
)
def test_the_most_bits_are_kept_that_no_resample_can_overflow(value: float, n: int, bits: int) -> None:
    statistics = Statistics.from_values(np.full((1, n, 1), value))
    assert statistics.bits.tolist() == [bits]
    assert n * int(statistics.values.max()) <= EXACT


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.floats(1e-3, 1e9, allow_nan=False))
def test_no_resample_of_segments_or_documents_leaves_the_exact_range(labels: list[int], scale: float) -> None:
    documents = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    values = (scale * (1 + np.arange(len(labels)) / 7))[None, :, None]
    statistics = Statistics.from_values(values, documents)
    by_document = statistics.by_document(documents)
    assert statistics.n_units * int(np.abs(statistics.values).max()) <= EXACT
    assert by_document.n_units * int(np.abs(by_document.values).max()) <= EXACT


def test_rounding_cannot_push_the_sum_of_a_repeated_document_out_of_the_exact_range() -> None:
    # 47 of 93 segments are one document of 47, so the worst resample holds 47 * 47 of them, each rounded up by half a
    # step: far more than the number of segments. Times 2**20, their sum is just inside 2**53 before rounding.
    documents = np.concatenate([np.zeros(47, dtype=np.int64), np.arange(1, 47)])
    step = math.ceil(EXACT / 47**2)
    value = np.ldexp(step - 0.49, -20)
    statistics = Statistics.from_values(np.where(documents == 0, value, 0.0)[None, :, None], documents)
    by_document = statistics.by_document(documents)
    assert by_document.n_units * int(by_document.values.max()) <= EXACT


def test_a_large_document_lowers_the_bits_although_segments_alone_would_not() -> None:
    values = np.full((1, 2**12, 1), 2.0**8 + 0.5)
    documents = np.zeros(2**12, dtype=np.int64)
    documents[-1000:] = np.arange(1, 1001)
    alone, together = Statistics.from_values(values), Statistics.from_values(values, documents)
    # 2**12 * 2**8 = 2**20 leaves 32 bits; 1001 documents of 3096 segments reach 2**29.6 and leave 23
    assert (alone.bits.tolist(), together.bits.tolist()) == ([32], [23])


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(DataError, match="must be finite numbers"):
        Statistics.from_values(np.array([[[1.0], [bad]]]))


def test_fractions_too_large_for_ten_bits_are_refused() -> None:
    with pytest.raises(DataError, match=r"can reach a sum of 1\.76e\+13, .*Rescale"):
        Statistics.from_values(np.full((1, 2, 1), 2.0**43 + 0.5))


@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_whole_numbers_whose_sum_passes_the_exact_range_are_refused(dtype: type) -> None:
    assert Statistics.from_values(np.full((1, 2, 1), 2**51, dtype=dtype)).bits.tolist() == [0]
    with pytest.raises(DataError, match="summed exactly"):
        Statistics.from_values(np.full((1, 4, 1), 2**51, dtype=dtype))
    with pytest.raises(DataError, match="summed exactly"):  # two documents, one of which can be drawn twice
        Statistics.from_values(np.array([[[2**51], [2**51], [0]]], dtype=dtype), np.array([0, 0, 1]))


@pytest.mark.parametrize("value", [np.uint64(2**64 - 1), np.int64(-(2**63))])
def test_integers_beyond_any_sum_are_refused_and_never_wrap_around(value: np.integer) -> None:
    with pytest.raises(DataError, match="summed exactly"):
        Statistics.from_values(np.array([[[value]]]))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (1, 2, 3, 4)])
def test_another_number_of_axes_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(AlignmentError, match=r"need shape \(systems, segments, statistics\)"):
        Statistics.from_values(np.ones(shape))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12))
def test_documents_are_the_sums_of_their_segments_wherever_they_stand(labels: list[int]) -> None:
    documents = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    values = np.random.default_rng(1).integers(-50, 50, size=(2, len(labels), 3))
    summed = Statistics.from_values(values, documents).by_document(documents)
    expected = np.stack([values[:, documents == code].sum(axis=1) for code in range(documents.max() + 1)], axis=1)
    assert np.array_equal(summed.values, expected)
