"""Effect sizes, against direct formulas and counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.inference import jackknife_scores, standardised_difference, unit_shares
from tests.inference.measurements import TOY5, mean_of, ratio_of

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=40)


@given(SCORES)
def test_of_a_mean_it_is_cohens_d_for_pairs(pairs: list[tuple[int, int]]) -> None:
    a, b = np.array(pairs, dtype=float).T
    d = a - b
    rows = jackknife_scores(mean_of([a, b]))
    effect = standardised_difference(float(d.mean()), rows[0] - rows[1])
    if d.std() > 0:
        assert effect == pytest.approx(d.mean() / d.std(ddof=1), rel=1e-6, abs=1e-9)


def test_golden_toy() -> None:
    """Spec 2.0: paired t of Toy5 is 1.7728105; d is t over the root of 5."""
    rows = jackknife_scores(mean_of(TOY5))
    assert standardised_difference(0.22, rows[0] - rows[1]) == pytest.approx(1.7728105 / 5**0.5, abs=1e-7)


def test_edges_of_the_standardised_difference() -> None:
    assert standardised_difference(0.0, np.zeros(4)) == 0
    assert standardised_difference(-2.0, np.full(4, -2.0)) == -np.inf
    assert np.isnan(standardised_difference(1.0, np.array([np.nan])))


@given(SCORES, st.booleans())
def test_shares_are_counts(pairs: list[tuple[int, int]], higher_is_better: bool) -> None:
    a, b = np.array(pairs).T
    shares = unit_shares(mean_of([a, b], higher_is_better=higher_is_better), 0, 1)
    wins = (a > b) if higher_is_better else (a < b)
    assert shares.better == pytest.approx(wins.mean())
    assert shares.tied == pytest.approx((a == b).mean())
    assert shares.better + shares.tied + shares.worse == pytest.approx(1)
    assert shares.superiority == pytest.approx(np.mean(wins + 0.5 * (a == b)))


def test_identical_systems_tie_everywhere() -> None:
    same = ratio_of([[1, 2, 3]] * 2, [[7, 6, 5]] * 2)
    assert (unit_shares(same, 0, 1).tied, unit_shares(same, 0, 1).superiority) == (1.0, 0.5)


def test_equal_ratios_of_other_numbers_tie() -> None:
    assert unit_shares(ratio_of([[1, 3], [2, 1]], [[10, 10], [20, 10]]), 0, 1).tied == 0.5
