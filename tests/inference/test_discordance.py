"""The exact test of paired counts, against SciPy's binomial test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from steelyard.errors import SpecError
from steelyard.inference import discordance_p_values

counts = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), min_size=1, max_size=20)


@given(counts)
def test_every_p_is_that_of_scipy_and_none_depends_on_who_is_ahead(found: list[tuple[int, int]]) -> None:
    a, b = zip(*found, strict=True)
    p_values = discordance_p_values(a, b)
    expected = [binomtest(x, x + y).pvalue if x + y else 1.0 for x, y in found]
    assert p_values == pytest.approx(expected, rel=1e-9)
    assert (p_values == discordance_p_values(b, a)).all()


def test_no_question_is_an_empty_answer() -> None:
    assert discordance_p_values([], []).shape == (0,)


@pytest.mark.parametrize(("a", "b"), [([1], [1, 2]), ([-1], [2]), (np.ones((1, 1)), np.ones((1, 1)))])
def test_what_is_no_list_of_counts_is_refused(a: object, b: object) -> None:
    with pytest.raises(SpecError):
        discordance_p_values(a, b)  # type: ignore[arg-type]
