"""The rank-sum test against R's worked numbers and SciPy, and what people's verdicts follow from it."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import (
    RankSum,
    accuracy_chi_square,
    combined_verdicts,
    mcnemar,
    rank_sum,
    rank_sum_pairs,
    verdict_accuracy,
    verdicts_of_pairs,
)
from steelyard.inference import clopper_pearson_interval, clusters

A = [0.9, 1.2, 0.3, 0.8, 1.5]
B = [0.1, 0.8, -0.4, 0.5, 0.2, 0]
SAMPLES = st.lists(st.integers(0, 8).map(float), min_size=1, max_size=20)
DISTINCT = st.lists(st.integers(0, 200).map(float), min_size=2, max_size=14, unique=True)


def test_the_worked_example_with_a_tie() -> None:
    found = rank_sum(A, B)
    assert (found.u, found.n_a, found.n_b, found.is_exact) == (27.5, 5, 6, False)
    assert found.p_greater == pytest.approx(0.01405, abs=5e-8)
    assert found.p_two_sided == pytest.approx(0.0281001, abs=5e-8)
    assert found.p_less == pytest.approx(0.9913173, abs=5e-8)
    assert rank_sum(A, B, continuity=False).p_greater == pytest.approx(0.0110868, abs=5e-8)
    assert stats.ranksums(A, B, "greater").pvalue == pytest.approx(0.0112394, abs=5e-8)  # neither correction


def test_the_worked_example_without_ties_is_exact() -> None:
    found = rank_sum(A, [0.1, 0.7, *B[2:]])
    assert (found.u, found.is_exact) == (28, True)
    assert found.p_greater == pytest.approx(0.008658, abs=5e-8)


def by_scipy(a: list[float], b: list[float], method: str, continuity: bool = True) -> list[float]:
    kinds = ("greater", "less", "two-sided")
    return [
        stats.mannwhitneyu(a, b, alternative=kind, method=method, use_continuity=continuity).pvalue for kind in kinds
    ]


def p_values(found: RankSum) -> list[float]:
    return [found.p_greater, found.p_less, found.p_two_sided]


@given(SAMPLES, SAMPLES, st.booleans())
def test_ties_are_treated_as_scipy_does(a: list[float], b: list[float], continuity: bool) -> None:
    found = rank_sum(a, b, exact=False, continuity=continuity)
    assert found.u == stats.mannwhitneyu(a, b, method="asymptotic").statistic
    if len({*a, *b}) > 1:
        assert p_values(found) == pytest.approx(by_scipy(a, b, "asymptotic", continuity), abs=1e-12)
    else:
        assert p_values(found) == [1, 1, 1]


@given(DISTINCT, st.data())
def test_exact_chances_are_scipy_s(both: list[float], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(both) - 1))
    found = rank_sum(both[:cut], both[cut:])
    assert found.is_exact
    assert p_values(found) == pytest.approx(by_scipy(both[:cut], both[cut:], "exact"), rel=1e-12)


@pytest.mark.parametrize(("n_a", "n_b", "is_exact"), [(5, 49, True), (5, 50, False), (50, 5, False), (49, 49, True)])
def test_chances_are_exact_where_both_samples_have_fewer_than_50(n_a: int, n_b: int, is_exact: bool) -> None:
    """As in R's wilcox.test."""
    values = np.random.default_rng(1).permutation(n_a + n_b).astype(float)
    found = rank_sum(values[:n_a], values[n_a:])
    assert found.is_exact is is_exact
    method = "exact" if is_exact else "asymptotic"
    assert found.p_two_sided == pytest.approx(by_scipy(values[:n_a].tolist(), values[n_a:].tolist(), method)[2])


def test_exact_chances_are_those_of_all_orders() -> None:
    values = [1.0, 2, 4, 8, 16, 32, 64]
    us = [sum(x > y for x in own for y in set(values) - set(own)) for own in combinations(values, 3)]
    for own in combinations(values, 3):
        found = rank_sum(own, sorted(set(values) - set(own)))
        assert found.p_greater == pytest.approx(np.mean([u >= found.u for u in us]))


def test_the_exact_distribution_of_large_samples_and_its_limit() -> None:
    values = np.random.default_rng(3).permutation(120).astype(float)
    assert rank_sum(values[:49], values[49:98]).is_exact  # as R: below 50 each
    assert not rank_sum(values[:50], values[50:98]).is_exact
    expected = stats.mannwhitneyu(values[:49], values[49:98], alternative="greater", method="exact").pvalue
    assert rank_sum(values[:49], values[49:98]).p_greater == pytest.approx(expected, rel=1e-10)
    assert rank_sum(values[:60], values[60:], exact=True).p_greater == pytest.approx(
        rank_sum(values[:60], values[60:]).p_greater, abs=2e-3
    )


def test_edges_of_the_rank_sum_test() -> None:
    assert p_values(rank_sum([2, 2, 2], [2, 2])) == [1, 1, 1]
    assert p_values(rank_sum([1], [1])) == [1, 1, 1]
    assert p_values(rank_sum([2], [1])) == [0.5, 1, 1]
    assert rank_sum([1, 2, 3], [1, 2, 3]).p_two_sided == 1
    with pytest.raises(DataError, match="A has 0, B has 1"):
        rank_sum([], [1])
    with pytest.raises(DataError, match="not a finite number"):
        rank_sum([math.nan], [1])
    with pytest.raises(SpecError, match="There are ties"):
        rank_sum([1, 2], [2], exact=True)


def test_all_pairs_are_tested_in_both_directions() -> None:
    scores, systems = [*A, *B, math.nan, 5, 6], [0] * 5 + [1] * 6 + [1, 2, 2]
    found = rank_sum_pairs(scores, systems)
    assert found.diagonal().tolist() == [1, 1, 1]
    assert found[0, 1] == pytest.approx(rank_sum(A, B).p_greater, abs=1e-15)
    assert found[1, 0] == pytest.approx(rank_sum(A, B).p_less, abs=1e-15)
    with pytest.raises(DataError, match="System 1 has no score"):
        rank_sum_pairs([1, math.nan], [0, 1])


def test_systems_are_grouped_where_every_one_above_beats_every_one_below() -> None:
    # 0 beats 2, and 1 beats 2, but 0 does not beat 1
    p = [[1, 0.3, 0.01], [0.7, 1, 0.04], [0.99, 0.96, 1]]
    assert clusters(verdicts_of_pairs(p) > 0, [1, 2, 3]) == [1, 1, 2]
    # each beats the next, but 0 does not beat 2: significance is not transitive, so all are one group
    p = [[1, 0.01, 0.2], [0.99, 1, 0.01], [0.8, 0.99, 1]]
    assert clusters(verdicts_of_pairs(p) > 0, [1, 2, 3]) == [1, 1, 1]


def both_ways(p: float, against: float | None = None) -> list[list[float]]:
    return [[1, p], [1 - p if against is None else against, 1]]


@pytest.mark.parametrize(
    ("adequacy", "fluency", "verdict", "p_value"),
    [(0.3, 0.01, 1, 0.01), (0.03, 0.99, 1, 0.03), (0.3, 0.3, 0, 0.3), (0.3, 0.99, -1, 0.99), (0.05, 0.5, 1, 0.05)],
)
def test_adequacy_decides_before_fluency(adequacy: float, fluency: float, verdict: int, p_value: float) -> None:
    found = combined_verdicts(both_ways(adequacy), both_ways(fluency))
    assert (found.verdicts[0, 1], found.verdicts[1, 0]) == (verdict, -verdict)
    assert found.p_values[0, 1] == p_value
    assert found.is_by_adequacy[0, 1] == (adequacy <= 0.05)


def test_a_pair_may_be_decided_by_other_ratings_at_another_level() -> None:
    adequacy, fluency = both_ways(0.03), both_ways(0.995)
    assert combined_verdicts(adequacy, fluency, alpha=0.05).verdicts[0, 1] == 1
    assert combined_verdicts(adequacy, fluency, alpha=0.01).verdicts[0, 1] == -1


def test_what_are_no_one_sided_p_values_is_refused() -> None:
    with pytest.raises(DataError, match="significant in both directions"):
        verdicts_of_pairs(both_ways(0.01, 0.01))
    with pytest.raises(DataError, match="from 0 to 1"):
        verdicts_of_pairs(both_ways(-0.5))
    with pytest.raises(AlignmentError, match="a row and a column"):
        verdicts_of_pairs([0.1, 0.2])
    with pytest.raises(AlignmentError, match="2 and 1"):
        combined_verdicts(both_ways(0.2), [[1]])
    with pytest.raises(SpecError, match=r"between 0 and 0\.5"):
        verdicts_of_pairs(both_ways(0.2), alpha=0.5)


# Spec 4.3: n, correct, accuracy, interval, in percent, as printed by Graham et al.
PRINTED = [
    *((66, k, *row) for k, *row in [(54, 81.8, 70.4, 90.2), (53, 80.3, 68.7, 89.1), (52, 78.8, 67.0, 87.9)]),
    *((66, k, *row) for k, *row in [(51, 77.3, 65.3, 86.7), (50, 75.8, 63.6, 85.5), (48, 72.7, 60.4, 83.0)]),
    *((55, k, *row) for k, *row in [(34, 61.8, 47.7, 74.6), (33, 60.0, 45.9, 73.0), (32, 58.2, 44.1, 71.3)]),
    *((55, k, *row) for k, *row in [(31, 56.4, 42.3, 69.7), (30, 54.5, 40.6, 68.0)]),
    (10, 0, 0, 0, 30.8),
    (10, 10, 100, 69.2, 100),
]


@pytest.mark.parametrize(("n", "n_correct", "accuracy", "low", "high"), PRINTED)
def test_published_accuracies_and_their_intervals(
    n: int, n_correct: int, accuracy: float, low: float, high: float
) -> None:
    gold = np.resize([1, 0, -1], n)
    said = np.where(np.arange(n) < n_correct, gold, (gold + 2) % 3 - 1)
    found = verdict_accuracy(said, gold)
    assert (found.n_correct, found.n_pairs) == (n_correct, n)
    assert [100 * x for x in (found.accuracy, *found.interval)] == pytest.approx([accuracy, low, high], abs=0.05)
    assert found.confusion.sum() == n
    assert np.trace(found.confusion) == n_correct


@given(st.integers(1, 80), st.data())
def test_clopper_and_pearson_as_scipy(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    expected = stats.binomtest(k, n).proportion_ci(0.9, "exact")
    assert clopper_pearson_interval(k, n, 0.9) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_confusion_and_agreement_on_decided_pairs() -> None:
    found = verdict_accuracy([1, 1, -1, 0, 1], [1, -1, 0, 0, 0])
    assert found.confusion.tolist() == [[0, 0, 1], [1, 1, 1], [0, 0, 1]]
    assert (found.n_decided, found.n_decided_correct) == (2, 1)
    assert found.is_correct.tolist() == [True, False, False, True, False]


def test_two_accuracies_are_compared_as_different_pairs_and_as_the_same() -> None:
    assert accuracy_chi_square(54, 66, 52, 66) == pytest.approx((0.1916, 0.662), abs=5e-4)
    assert accuracy_chi_square(54, 66, 52, 66, continuity=True) == pytest.approx((0.0479, 0.827), abs=5e-4)
    table = [[54, 12], [52, 14]]
    for continuity in (False, True):
        expected = stats.chi2_contingency(table, correction=continuity)
        found = accuracy_chi_square(54, 66, 52, 66, continuity=continuity)
        assert found == pytest.approx((expected.statistic, expected.pvalue))
    assert accuracy_chi_square(5, 5, 6, 6) == (0, 1)
    with pytest.raises(SpecError, match="not 7 of 6"):
        accuracy_chi_square(7, 6, 1, 6)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_mcnemar_is_the_binomial_test_of_the_pairs_that_differ(rows: list[tuple[bool, bool]]) -> None:
    a, b = np.array(rows).T
    found = mcnemar(a, b)
    n = found.n_only_a + found.n_only_b
    assert n == int((a != b).sum())
    expected = stats.binomtest(found.n_only_a, n).pvalue if n else 1
    assert found.p_value == pytest.approx(expected)


def test_bad_verdicts_are_refused() -> None:
    with pytest.raises(DataError, match="1, 0 and -1"):
        verdict_accuracy([2], [1])
    with pytest.raises(AlignmentError, match="1 verdicts and 2"):
        verdict_accuracy([1], [1, 0])
    with pytest.raises(DataError, match="no pair"):
        verdict_accuracy([], [])
    with pytest.raises(AlignmentError, match="same pairs"):
        mcnemar([True], [True, False])
    with pytest.raises(SpecError, match="confidence_level"):
        clopper_pearson_interval(1, 2, 1.0)


def test_no_p_value_is_0() -> None:
    found = rank_sum(np.arange(5000.0), -np.arange(5000.0) - 1)
    assert 0 < found.p_greater < 1e-300


@pytest.mark.levels
def test_the_level_of_the_rank_sum_test_and_of_two_looks() -> None:
    rng = np.random.default_rng(11)
    n, levels, both = 4000, np.zeros(2), 0
    for _ in range(n):
        adequacy, fluency = (np.rint(rng.normal(size=(2, 60)) * 2) for _ in range(2))
        tests = [rank_sum(*scores) for scores in (adequacy, fluency)]
        levels += [tests[0].p_greater <= 0.05, tests[0].p_two_sided <= 0.05]
        p_adequacy, p_fluency = ([[1, test.p_greater], [test.p_less, 1]] for test in tests)
        both += combined_verdicts(p_adequacy, p_fluency).verdicts[0, 1] != 0
    assert levels / n == pytest.approx(0.05, abs=0.012)
    assert both / n == pytest.approx(1 - 0.9**2, abs=0.02)  # each look has two sides of 0.05
