"""The level that max-T leaves a single test, against distributions that are known."""

import numpy as np
import pytest
from scipy import stats

from steelyard.inference import max_t_level, sidak_level


@pytest.mark.parametrize("n_systems", [3, 6])
def test_of_equally_varying_systems_it_is_that_of_the_studentised_range(n_systems: int) -> None:
    orthogonal = np.linalg.qr(np.random.default_rng(1).normal(size=(200, n_systems + 1)))[0]
    scores = (orthogonal - orthogonal.mean(axis=0)).T[:n_systems]
    scores = np.linalg.qr(scores.T)[0].T  # uncorrelated, of one spread, centred
    pairs = np.stack([scores[a] - scores[b] for b in range(n_systems) for a in range(b + 1, n_systems)])
    critical = stats.studentized_range.ppf(0.95, n_systems, 1e6) / 2**0.5
    assert max_t_level(pairs, 0.05, rng=3) == pytest.approx(2 * stats.norm.sf(critical), rel=0.06)


def test_of_independent_differences_it_is_sidaks_and_of_equal_ones_alpha() -> None:
    independent = np.linalg.qr(np.random.default_rng(1).normal(size=(300, 11)))[0]
    independent = np.linalg.qr(independent - independent.mean(axis=0))[0].T[:10]
    assert max_t_level(independent, 0.05, rng=3) == pytest.approx(sidak_level(0.05, 10), rel=0.06)
    assert max_t_level(independent[[0, 0, 0]], 0.05, rng=3) == pytest.approx(0.05, rel=0.03)


def test_what_does_not_vary_takes_no_part() -> None:
    one = np.random.default_rng(1).normal(size=20)
    assert max_t_level(np.stack([one, np.zeros(20)]), 0.05, rng=1) == 0.05
    assert max_t_level(np.zeros((3, 20)), 0.05, rng=1) == 0.05
