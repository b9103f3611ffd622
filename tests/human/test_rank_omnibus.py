"""Tests of all systems by ranks: SciPy's numbers, and where two systems make the test of all and that of pairs one."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.human import friedman, kruskal_wallis
from tests.needs import module

RATINGS = "examples/ratings.tsv"


@pytest.mark.parametrize("n_values", [3, 10**6])
@pytest.mark.parametrize("n_systems", [2, 3, 6])
def test_statistics_are_scipys_with_ties_and_without(n_systems: int, n_values: int) -> None:
    rng = np.random.default_rng(n_systems)
    table = rng.integers(0, n_values, (n_systems, 40)).astype(float)
    table[0] += n_values // 3
    found, expected = kruskal_wallis(table), stats.kruskal(*table)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10)
    if n_systems > 2:  # SciPy asks for three
        found, expected = friedman(table), stats.friedmanchisquare(*table)
        assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10)


def test_of_two_systems_without_ties_the_pair_is_all() -> None:
    table = np.random.default_rng(4).normal([[0.0], [0.4]], 1, (2, 30))
    for test in (kruskal_wallis, friedman):
        found = test(table)
        assert found.pair_p_values[0, 1] == pytest.approx(found.p_value, rel=1e-6)


def test_pairs_are_dunns_and_nemenyis_formulas() -> None:
    table = np.random.default_rng(5).integers(0, 9, (4, 25)).astype(float)
    ranks = stats.rankdata(table).reshape(4, 25)
    ties = sum(n**3 - n for n in np.unique(table, return_counts=True)[1].tolist())
    error = ((100 * 101 / 12 - ties / (12 * 99)) * (2 / 25)) ** 0.5
    within = stats.rankdata(table, axis=0).mean(axis=1)
    for a, b in [(1, 0), (2, 0), (3, 2)]:
        z = abs(ranks[a].mean() - ranks[b].mean()) / error
        assert kruskal_wallis(table).pair_p_values[a, b] == pytest.approx(2 * stats.norm.sf(z))
        q = abs(within[a] - within[b]) / (4 * 5 / (6 * 25)) ** 0.5 * 2**0.5
        assert friedman(table).pair_p_values[a, b] == pytest.approx(stats.studentized_range.sf(q, 4, np.inf), abs=1e-9)


def test_missing_scores_equal_scores_and_none() -> None:
    table = np.array([[1, 2, np.nan, 4.0], [2, 3, 4, np.nan], [5, 6, 7, 8]])
    assert kruskal_wallis(table).n == 10 and friedman(table).n == 2
    expected = stats.kruskal([1, 2, 4], [2, 3, 4], [5, 6, 7, 8])
    assert kruskal_wallis(table).statistic == pytest.approx(expected.statistic)
    for test in (kruskal_wallis, friedman):
        same = test(np.ones((3, 5)))
        assert same.p_value == 1 and (same.pair_p_values == 1).all()
        with pytest.raises(DataError, match="at least two"):
            test([[1, 2]])
    with pytest.raises(DataError, match="System 1 has no score"):
        kruskal_wallis([[1, 2], [np.nan, np.nan]])
    with pytest.raises(DataError, match="Use kruskal"):
        friedman([[1, np.nan], [np.nan, 2]])


@pytest.mark.parametrize("test", ["kruskal", "friedman"])
def test_ratings_are_decided_by_them(test: str, tmp_path: Path) -> None:
    found = sy.analyse_ratings(RATINGS, test=test, n_resamples=99)
    [omnibus] = found.method["omnibus"].values()
    assert omnibus["p_value"] < 1e-10 and omnibus["degrees_of_freedom"] == 4
    assert ("Dunn's test" if test == "kruskal" else "Nemenyi's test") in found.method["sentence"]
    p_values = [pair.p_value for pair in found.pairs]
    multipletests = module("statsmodels.stats.multitest").multipletests
    expected = multipletests(p_values, method="holm")[1] if test == "kruskal" else p_values
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(expected)
    assert {row.system: row.cluster for row in found.scores}["orator"] > 1
    assert all(pair.minimum_detectable is None for pair in found.pairs)
    path = tmp_path / "found.json"
    found.save(path)
    assert sy.verify(path).outcome == "equal"
    with pytest.raises(SpecError, match="correction of the test"):
        sy.analyse_ratings(RATINGS, test=test, correction="maxt")
