"""Which reference counts, against looking at each in turn."""

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.metrics.parts.references import choose_reference, take_reference

SHAPE = (3, 2, 4)
costs = arrays(np.int64, SHAPE, elements=st.integers(0, 2))


@given(costs, costs, arrays(np.bool_, (3, 4)), st.integers(0, 2))
def test_the_least_cost_wins_and_ties_go_to_the_next_cost_then_the_first(
    first: np.ndarray, second: np.ndarray, is_present: np.ndarray, kept: int
) -> None:
    is_present[kept] = True
    best = choose_reference([first, second], is_present)
    for s in range(SHAPE[1]):
        for i in range(SHAPE[2]):
            present = [r for r in range(SHAPE[0]) if is_present[r, i]]
            assert best[s, i] == min(present, key=key_of(first, second, s, i))
            assert take_reference(first, best)[s, i] == first[best[s, i], s, i]
    stacked = np.stack([first, second], axis=-1)
    assert np.array_equal(take_reference(stacked, best)[..., 1], take_reference(second, best))


def key_of(first: np.ndarray, second: np.ndarray, s: int, i: int) -> Callable[[int], tuple[int, int, int]]:
    return lambda r: (first[r, s, i], second[r, s, i], r)
