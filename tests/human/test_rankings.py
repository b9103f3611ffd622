"""Scores, ranges and clusters from rankings."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import (
    WIN_RULES,
    PairCounts,
    bradley_terry,
    clusters_of_ranges,
    judged_ranks,
    pair_counts,
    pairs_of_rankings,
    win_shares,
)
from steelyard.inference import given_draws
from tests.needs import module

WINS = np.array([[0, 6, 7], [4, 0, 5], [1, 3, 0.0]])
NO_TIES = np.zeros((3, 3))
RANKINGS = st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=5), max_size=8)
JUDGED = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-1, 1)).filter(lambda row: row[0] != row[1]),
    min_size=1,
    max_size=30,
)


def test_expected_wins_of_the_worked_example() -> None:
    assert win_shares(PairCounts(WINS, NO_TIES)).tolist() == [0.7375, 0.5125, 0.25]


@given(RANKINGS, st.booleans())
def test_a_ranking_holds_all_its_pairs(rankings: list[list[int]], higher_is_better: bool) -> None:
    rows = [(rank, system, number) for number, ranks in enumerate(rankings) for system, rank in enumerate(ranks)]
    shuffled = np.random.default_rng(len(rows)).permutation(len(rows))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)[shuffled].T
    found = pairs_of_rankings(*columns, higher_is_better=higher_is_better)
    sign = 1 if higher_is_better else -1
    expected = [
        (i, j, sign * ((ranks[i] > ranks[j]) - (ranks[i] < ranks[j])), number)
        for number, ranks in enumerate(rankings)
        for i, j in combinations(range(len(ranks)), 2)
    ]
    columns_found = (found.first, found.second, found.outcomes, found.rankings)
    assert list(zip(*(column.tolist() for column in columns_found), strict=True)) == expected


@given(JUDGED)
def test_shares_are_counted_from_the_judgements(rows: list[tuple[int, int, int]]) -> None:
    first, second, outcomes = np.array(rows).T
    counts = pair_counts(first, second, outcomes, n_systems=4)
    found = {rule: win_shares(counts, rule=rule) for rule in WIN_RULES}
    for system in range(4):
        own = [s if a == system else -s for a, b, s in rows if system in (a, b)]
        w, t, n = own.count(1), own.count(0), len(own)
        by_opponent = []
        for other in set(range(4)) - {system}:
            met = [s if a == system else -s for a, b, s in rows if {a, b} == {system, other} and s]
            by_opponent += [met.count(1) / len(met)] if met else []
        expected = {
            "rank": w / n if n else math.nan,
            "at-least": (w + t) / n if n else math.nan,
            "ignore-ties": w / (n - t) if n > t else math.nan,
            "expected-wins": np.mean(by_opponent) if by_opponent else math.nan,
        }
        for rule, value in expected.items():
            assert found[rule][system] == pytest.approx(value, nan_ok=True)


def test_an_opponent_never_met_is_skipped() -> None:
    wins = np.array([[0, 3, 0], [1, 0, 2], [0, 2, 0.0]])
    assert win_shares(PairCounts(wins, NO_TIES)).tolist() == [0.75, 0.375, 0.5]


def test_clusters_of_published_ranges() -> None:
    lowest, highest = [1, 2, 2, 3, 5, 5, 7], [1, 3, 4, 4, 6, 6, 7]
    assert clusters_of_ranges(lowest, highest).tolist() == [1, 2, 2, 2, 3, 3, 4]
    turned = clusters_of_ranges(lowest[::-1], highest[::-1])
    assert turned.tolist() == [4, 3, 3, 2, 2, 2, 1]


@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 4)), min_size=1, max_size=8))
def test_a_cluster_starts_where_all_ranges_before_have_ended(ranges: list[tuple[int, int]]) -> None:
    lowest = [low for low, _ in ranges]
    highest = [low + width for low, width in ranges]
    expected, current, end = {}, 0, -1
    for at in sorted(range(len(ranges)), key=lambda i: lowest[i]):
        current += end < lowest[at] if current else 1
        end = max(end, highest[at])
        expected[at] = current
    assert clusters_of_ranges(lowest, highest).tolist() == [expected[at] for at in range(len(ranges))]


@given(JUDGED, st.sampled_from(sorted(WIN_RULES)))
def test_ranks_are_those_of_each_resample(rows: list[tuple[int, int, int]], rule: str) -> None:
    first, second, outcomes = np.array(rows).T
    units = np.arange(len(rows)) // 2
    n_units = units.max() + 1
    weights = np.random.default_rng(1).multinomial(n_units, np.full(n_units, 1 / n_units), size=20)
    scores = []
    for row in weights:
        again = np.repeat(np.arange(len(rows)), row[units])
        scores.append(win_shares(pair_counts(first[again], second[again], outcomes[again], n_systems=4), rule=rule))
    is_defined = ~np.isnan(scores).any(axis=1)
    observed = win_shares(pair_counts(first, second, outcomes, n_systems=4), rule=rule)

    def run() -> object:
        return judged_ranks(
            first, second, outcomes, units, rng=1, rule=rule, n_systems=4, draws=given_draws(weights),
            confidence_level=0.8,
        )  # fmt: skip

    if np.isnan(observed).any() or (~is_defined).sum() > 1:
        with pytest.raises(DataError, match="no comparison that counts"):
            run()
        return
    found = run()
    kept = np.array(scores)[is_defined]
    ranks = 1 + (kept[:, None, :] > kept[:, :, None] + 1e-12).sum(axis=2)
    cut = int(np.floor(len(ranks) * 0.1 + 1e-9))
    ordered = np.sort(ranks, axis=0)
    assert found.lowest.tolist() == ordered[cut].tolist()  # type: ignore[attr-defined]
    assert found.highest.tolist() == ordered[len(ranks) - 1 - cut].tolist()  # type: ignore[attr-defined]


def test_systems_that_differ_are_ranked_apart_and_like_ones_together() -> None:
    rng = np.random.default_rng(5)
    first, second = np.array(list(combinations(range(4), 2)) * 200).T
    chance = np.array([[0.5, 0.5, 0.8, 0.8]] * 2 + [[0.2, 0.2, 0.5, 0.5]] * 2)[first, second]
    outcomes = np.where(rng.random(len(first)) < chance, 1, -1)
    found = judged_ranks(first, second, outcomes, range(len(first)), rng=1)
    assert found.clusters.tolist() == [1, 1, 2, 2]
    assert (found.n_resamples, found.n_dropped) == (1000, 0)
    again = judged_ranks(first, second, outcomes, range(len(first)), rng=1)
    assert again.lowest.tolist() == found.lowest.tolist()


def test_the_same_system_twice_is_one_group() -> None:
    found = judged_ranks([0] * 40, [1] * 40, [1, -1] * 20, range(40), rng=1)
    assert (found.ranks.tolist(), found.clusters.tolist()) == ([1, 1], [1, 1])
    assert list(zip(found.lowest.tolist(), found.highest.tolist(), strict=True)) == [(1, 2), (1, 2)]


def test_equal_scores_are_equal_ranks_whatever_the_order_of_opponents() -> None:
    # Each wins 1 of 10, 2 of 10 and 4 of 5 or so against others: the same shares, summed in another order
    first, second, outcomes = [], [], []
    for a, b, wins in [(0, 2, 1), (0, 3, 2), (0, 4, 7), (1, 2, 7), (1, 3, 1), (1, 4, 2)]:
        first += [a] * 10
        second += [b] * 10
        outcomes += [1] * wins + [-1] * (10 - wins)
    found = judged_ranks(first, second, outcomes, range(60), rng=1)
    assert found.ranks[0] == found.ranks[1]


def test_abilities_are_those_of_a_logistic_regression() -> None:
    rng = np.random.default_rng(7)
    wins = rng.integers(1, 30, (6, 6)).astype(float)
    np.fill_diagonal(wins, 0)
    found = bradley_terry(PairCounts(wins, np.zeros((6, 6))))
    rows = [(i, j) for i in range(6) for j in range(i)]
    design = np.zeros((len(rows), 6))
    for at, (i, j) in enumerate(rows):
        design[at, i], design[at, j] = 1, -1
    counts = np.array([[wins[i, j], wins[j, i]] for i, j in rows])
    sm = module("statsmodels.api")
    fitted = sm.GLM(counts, design[:, 1:], family=sm.families.Binomial()).fit()
    abilities = np.concatenate([[0], fitted.params])
    assert found.abilities == pytest.approx(abilities - abilities.mean(), abs=1e-7)
    centring = (np.eye(6) - 1 / 6)[:, 1:]
    errors = np.sqrt(np.diag(centring @ fitted.cov_params() @ centring.T))
    assert found.standard_errors == pytest.approx(errors, rel=1e-5)
    apart = found.abilities[:, None] - found.abilities
    assert found.log_likelihood == pytest.approx(-(wins * np.log1p(np.exp(-apart))).sum())


def test_ties_are_half_a_win_or_nothing() -> None:
    ties = np.array([[0, 2, 0], [2, 0, 0], [0, 0, 0.0]])
    half = bradley_terry(PairCounts(WINS, ties))
    assert half.abilities == pytest.approx(bradley_terry(PairCounts(WINS + ties / 2, NO_TIES)).abilities)
    ignored = bradley_terry(PairCounts(WINS, ties), ties="ignore")
    assert ignored.abilities == pytest.approx(bradley_terry(PairCounts(WINS, NO_TIES)).abilities)


def test_a_likelihood_without_a_maximum_is_refused() -> None:
    with pytest.raises(DataError, match="Systems 0 never lost to, or never won against"):
        bradley_terry(PairCounts(np.array([[0, 2, 1], [0, 0, 1], [0, 1, 0.0]]), NO_TIES))
    with pytest.raises(DataError, match="at least two systems"):
        bradley_terry(PairCounts(np.zeros((1, 1)), np.zeros((1, 1))))
    with pytest.raises(SpecError, match="Did you mean 'half'"):
        bradley_terry(PairCounts(WINS, NO_TIES), ties="halve")


def test_bad_judgements_are_refused() -> None:
    with pytest.raises(DataError, match="Ranking 0 holds system 2 twice"):
        pairs_of_rankings([1, 2], [2, 2], [0, 0], higher_is_better=False)
    with pytest.raises(DataError, match="Row 2 judges system 1 against itself"):
        pair_counts([0, 1], [1, 1], [1, 1])
    with pytest.raises(DataError, match="outcomes must be 1"):
        pair_counts([0], [1], [2])
    with pytest.raises(AlignmentError, match="outcomes has 2 rows"):
        pair_counts([0], [1], [1, 1])
    with pytest.raises(SpecError, match="Valid: at-least"):
        win_shares(PairCounts(WINS, NO_TIES), rule="wins")
    with pytest.raises(DataError, match="There is no judgement"):
        judged_ranks([], [], [], [], rng=1)
    with pytest.raises(AlignmentError, match="draws are over 2 units, the judgements of 1"):
        judged_ranks([0], [1], [1], [0], rng=1, draws=given_draws([[1, 1]]))
    with pytest.raises(DataError, match="ends before it begins"):
        clusters_of_ranges([2], [1])
