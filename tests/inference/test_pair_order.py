"""Which of two systems comes first in each draw: the count against its definition."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.inference import count_pair_order


@given(
    arrays(np.float64, st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 40)), elements=st.integers(0, 5)),
    st.sampled_from([0.0, 0.5, 1.5]),
)
def test_the_order_of_pairs_is_counted_as_it_is_said(values: np.ndarray, tolerance: float) -> None:
    counts = count_pair_order(values, np.full(len(values), tolerance))
    for group, found in zip(values, counts, strict=True):
        said = np.zeros_like(found)
        for i, j in combinations(range(len(group)), 2):
            said[:, i, j] = (group[i] <= group[j] + tolerance).sum(), (group[i] < group[j] - tolerance).sum()
        assert found.tolist() == said.tolist()


def test_a_tolerance_is_given_for_every_group() -> None:
    with pytest.raises(ValueError, match="tolerance must hold a number for every group"):
        count_pair_order(np.zeros((2, 3, 4)), np.zeros(1))
