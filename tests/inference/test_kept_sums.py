"""Sums of what masks keep, and the order of systems where two groups exchange the rest: against their definitions."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.inference import count_exchanged_order, count_pair_order, sum_kept


@given(st.data(), st.integers(0, 20), st.integers(0, 40), st.integers(0, 9))
def test_sums_are_products_with_masks(data: st.DataObject, n_columns: int, n_places: int, n_draws: int) -> None:
    values = data.draw(arrays(np.float64, (n_columns, n_places), elements=st.integers(-9, 9)))
    masks = data.draw(arrays(np.int8, (n_draws, n_places), elements=st.integers(0, 1)))
    packed = np.packbits(masks, axis=1, bitorder="little")
    assert sum_kept(values, packed).tolist() == (values @ masks.T).tolist()
    assert sum_kept(values, ~packed).tolist() == (values @ (1 - masks).T).tolist(), (
        "what stands past the end is nothing"
    )


def test_equal_columns_have_equal_sums_wherever_they_stand() -> None:
    rng = np.random.default_rng(1)
    column, masks = rng.normal(size=77), rng.integers(0, 2, (50, 77)).astype(np.int8)
    packed = np.packbits(masks, axis=1, bitorder="little")
    sums = sum_kept(np.stack([*rng.normal(size=(10, 77)), column, *rng.normal(size=(5, 77)), column]), packed)
    assert (sums[10] == sums[16]).all()
    assert (sums[10] == sum_kept(column[None], packed)[0]).all()
    np.testing.assert_allclose(sums[10], masks @ column, atol=1e-12)


@pytest.mark.parametrize("n_bytes", [1, 3])
def test_masks_have_a_byte_for_every_eight_places(n_bytes: int) -> None:
    with pytest.raises(ValueError, match="masks must have a byte for every eight places"):
        sum_kept(np.zeros((2, 9)), np.zeros((4, n_bytes), np.uint8))


@given(st.data(), st.integers(1, 4), st.integers(0, 4), st.integers(0, 9))
def test_exchanged_groups_are_counted_as_the_mixture_is(
    data: st.DataObject, n_groups: int, n_systems: int, n_draws: int
) -> None:
    shape = (n_groups, n_systems, n_draws)
    kept, whole = (data.draw(arrays(np.float64, shape, elements=st.integers(0, 5))) for _ in range(2))
    pairs = np.array(list(combinations(range(n_groups), 2)), dtype=np.int64).reshape(-1, 2)
    tolerance = np.full(n_groups, 0.25)
    found = count_exchanged_order(kept, whole, pairs, tolerance)
    for (a, b), counts in zip(pairs, found, strict=True):
        mixed = np.stack([kept[a] + whole[b] - kept[b], kept[b] + whole[a] - kept[a]])
        assert counts.tolist() == count_pair_order(mixed, np.full(2, 0.5)).tolist()


def test_a_pair_names_groups_that_there_are() -> None:
    with pytest.raises(ValueError, match="pairs must name two groups each"):
        count_exchanged_order(np.zeros((2, 3, 4)), np.zeros((2, 3, 4)), np.array([[0, 2]]), np.zeros(2))
