"""Tests by the difference of each unit: SciPy's numbers, the spec's examples, every choice of signs, and the edges."""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import Alternative, Outcome, paired_t, registered_tests, sign_counts, sign_test, wilcoxon
from tests.inference.measurements import (
    ALTERNATIVES,
    PAIR,
    SCIPY_SIDES,
    TOY5,
    bleu_like_of,
    counts_of_texts,
    mean_of,
    p_of,
)

pratt = partial(wilcoxon, zeros="pratt")
BY_UNIT = {"sign": sign_test, "t": paired_t, "wilcoxon": wilcoxon}
TOY5_FORMS = {"fractions": mean_of(TOY5), "counts": mean_of(np.rint(10 * np.array(TOY5)))}


def by_unit(test: Callable[..., Outcome], differences: object, alternative: Alternative = "two-sided") -> float:
    row = np.asarray(differences, dtype=np.float64)
    return p_of(test([mean_of(np.stack([row, np.zeros_like(row)]))], PAIR), alternative)


def test_golden_t_of_toy5() -> None:
    for measurement in TOY5_FORMS.values():
        assert p_of(paired_t([measurement], PAIR)) == pytest.approx(0.1509441, abs=5e-8)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n_units", [2, 3, 5, 12, 100, 3000])
def test_t_is_scipys(n_units: int, alternative: Alternative) -> None:
    rng = np.random.default_rng(n_units)
    for shift in (0, 0.2, -1, 3):
        x, y = rng.integers(0, 1000, (2, n_units)) + np.array([[round(200 * shift)], [0]])
        expected = stats.ttest_rel(x, y, alternative=SCIPY_SIDES[alternative]).pvalue
        assert p_of(paired_t([mean_of([x, y])], PAIR), alternative) == pytest.approx(expected, rel=1e-9, abs=1e-300)
        mirrored = {"two-sided": "two-sided", "better": "worse", "worse": "better"}[alternative]
        lower = mean_of([x, y], higher_is_better=False)
        assert p_of(paired_t([lower], PAIR), mirrored) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n_units", "n_values"), [(1, 3), (2, 3), (7, 3), (40, 3), (200, 5), (2500, 9)])
def test_sign_test_is_scipys(n_units: int, n_values: int, alternative: Alternative) -> None:
    rng = np.random.default_rng(n_units)
    for _ in range(5):
        x, y = rng.integers(0, n_values, (2, n_units))
        wins, losses = int((x > y).sum()), int((x < y).sum())
        counts = sign_counts([mean_of([x, y])], PAIR)
        assert (*counts.wins, *counts.ties, *counts.losses) == (wins, n_units - wins - losses, losses)
        expected = 1.0
        if wins + losses:
            expected = stats.binomtest(wins, wins + losses, alternative=SCIPY_SIDES[alternative]).pvalue
        assert p_of(sign_test([mean_of([x, y])], PAIR), alternative) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n_units", [1, 2, 5, 13, 14, 50])
def test_wilcoxon_without_ties_is_scipys_exact_one(n_units: int, alternative: Alternative) -> None:
    rng = np.random.default_rng(n_units)
    for shift in (0, 0.5, -1):
        sizes = rng.permutation(np.arange(1, n_units + 1))
        row = sizes * np.where(rng.random(n_units) < 0.5 + shift / 3, 1, -1)
        expected = stats.wilcoxon(row, alternative=SCIPY_SIDES[alternative], method="exact").pvalue
        assert by_unit(wilcoxon, row, alternative) == pytest.approx(expected, rel=1e-12)
        with_zeros = np.concatenate([row, np.zeros(30)])
        assert by_unit(wilcoxon, with_zeros, alternative) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n_units", "n_values"), [(51, 10**6), (80, 40), (300, 8), (2000, 100)])
def test_wilcoxon_of_many_units_is_scipys_with_corrections_for_ties_and_continuity(
    n_units: int, n_values: int, alternative: Alternative
) -> None:
    rng = np.random.default_rng(n_values)
    for shift in (0, n_values // 30, -n_values // 9):
        row = rng.integers(-n_values, n_values + 1, n_units) + shift
        assert (row != 0).sum() > 50
        expected = stats.wilcoxon(
            row, zero_method="wilcox", correction=True, alternative=SCIPY_SIDES[alternative], method="asymptotic"
        ).pvalue
        assert by_unit(wilcoxon, row, alternative) == pytest.approx(expected, rel=1e-11)


@given(row=st.lists(st.integers(-3, 3), min_size=1, max_size=9), alternative=st.sampled_from(ALTERNATIVES))
def test_wilcoxon_with_ties_is_that_of_every_choice_of_signs(row: list[int], alternative: Alternative) -> None:
    sizes = [abs(value) for value in row if value]
    ranks = stats.rankdata(sizes) if sizes else np.empty(0)
    observed = sum(rank for rank, value in zip(ranks, (v for v in row if v), strict=True) if value > 0)
    sums = [sum(np.array(kept) * ranks) for kept in product((0, 1), repeat=len(sizes))]
    better = sum(value >= observed for value in sums) / len(sums)
    worse = sum(value <= observed for value in sums) / len(sums)
    expected = {"two-sided": min(1.0, 2 * min(better, worse)), "better": better, "worse": worse}[alternative]
    for scale in (1, 10):  # tenths are not exact in float64: 0.3 - 0.2 and 0.2 - 0.1 have one rank
        scores = np.array(row) / scale
        assert by_unit(wilcoxon, scores, alternative) == expected
        shifted = mean_of(np.stack([scores + 0.7, np.full(len(row), 0.7)]))
        assert p_of(wilcoxon([shifted], PAIR), alternative) == expected


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n_units", "n_values"), [(200, 40), (300, 8), (2000, 3)])
def test_pratts_ranks_of_many_units_are_scipys(n_units: int, n_values: int, alternative: Alternative) -> None:
    rng = np.random.default_rng(n_values)
    for shift in (0.0, 0.2, -0.4):
        row = np.rint(rng.normal(shift * n_values / 4, n_values / 3, n_units))
        assert (row == 0).any() and (row != 0).sum() > 50
        expected = stats.wilcoxon(
            row, zero_method="pratt", correction=True, alternative=SCIPY_SIDES[alternative], method="asymptotic"
        ).pvalue
        assert by_unit(pratt, row, alternative) == pytest.approx(expected, rel=1e-11)


@given(row=st.lists(st.integers(-3, 3), min_size=1, max_size=9), alternative=st.sampled_from(ALTERNATIVES))
def test_pratts_ranks_of_few_units_are_those_of_every_choice_of_signs(row: list[int], alternative: Alternative) -> None:
    ranks = stats.rankdata(np.abs(row))[np.array(row) != 0]
    observed = stats.rankdata(np.abs(row))[np.array(row) > 0].sum()
    sums = [sum(np.array(kept) * ranks) for kept in product((0, 1), repeat=len(ranks))]
    better = sum(value >= observed for value in sums) / len(sums)
    worse = sum(value <= observed for value in sums) / len(sums)
    expected = {"two-sided": min(1.0, 2 * min(better, worse)), "better": better, "worse": worse}[alternative]
    assert by_unit(pratt, row, alternative) == expected


def test_zeros_left_out_first_can_turn_gains_against_a_system_and_pratts_ranks_cannot() -> None:
    rng = np.random.default_rng(0)
    n_turned = {wilcoxon: 0, pratt: 0}
    for _ in range(500):
        row = rng.integers(-6, 9, 9) * (rng.random(9) < 0.7)
        for test in n_turned:
            n_turned[test] += by_unit(test, row + 0.5, "better") > by_unit(test, row, "better") + 1e-12
    assert n_turned[wilcoxon] > 0 == n_turned[pratt]


def test_there_are_two_ways_with_zeros() -> None:
    with pytest.raises(SpecError, match=r"way with zeros 'zsplit'.*wilcox"):
        wilcoxon([TOY5_FORMS["counts"]], PAIR, zeros="zsplit")  # type: ignore[arg-type]
    assert not registered_tests()["wilcoxon-pratt"].is_about_scores


def test_golden_wilcoxon_of_quality_control() -> None:
    # section 4.5 of the specification: W = 51, one-sided exact p = .0068359
    differences = [30, 12, 5, -3, 22, 40, 8, 15, -6, 11]
    assert by_unit(wilcoxon, differences, "better") == pytest.approx(0.0068359, abs=5e-8)
    assert by_unit(paired_t, differences, "better") == pytest.approx(0.0076492, abs=5e-8)


@pytest.mark.parametrize("name", BY_UNIT)
def test_documents_count_by_the_sum_over_their_segments(name: str) -> None:
    rng = np.random.default_rng(4)
    documents = np.repeat(np.arange(9), [3, 1, 2, 5, 1, 1, 4, 2, 3])
    tenths = rng.integers(0, 20, (2, len(documents)))
    sums = np.stack([np.bincount(documents, weights=row) for row in tenths])
    for form in (tenths / 10, tenths):
        whole = mean_of(form).by_document(documents)
        assert p_of(BY_UNIT[name]([whole], PAIR)) == pytest.approx(p_of(BY_UNIT[name]([mean_of(sums)], PAIR)), rel=1e-6)
    leads = sums[0] - sums[1]
    expected = {
        "sign": lambda: stats.binomtest(int((leads > 0).sum()), int((leads != 0).sum())).pvalue,
        "t": lambda: stats.ttest_1samp(leads, 0).pvalue,
        "wilcoxon": lambda: by_unit(wilcoxon, leads),
    }[name]()
    assert p_of(BY_UNIT[name]([whole], PAIR)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", BY_UNIT)
def test_metrics_that_are_no_means_are_refused_with_the_reason(name: str) -> None:
    counts = counts_of_texts(np.random.default_rng(1), [0.5, 0.6], 9)
    with pytest.raises(SpecError, match=f"The {name} test needs .*bleu-like is not a mean of segment scores"):
        BY_UNIT[name]([mean_of(np.ones((2, 9))), bleu_like_of(counts)], PAIR)


@pytest.mark.parametrize("name", BY_UNIT)
def test_identical_systems_have_p_1_and_one_unit_shows_little(name: str) -> None:
    for n_units in (1, 3, 60):
        row = np.random.default_rng(n_units).random(n_units)
        for alternative in ALTERNATIVES:
            assert p_of(BY_UNIT[name]([mean_of(np.stack([row, row]))], PAIR), alternative) == 1.0
    assert by_unit(BY_UNIT[name], [2.0]) == 1.0
    assert by_unit(BY_UNIT[name], [2.0], "better") == (1.0 if name == "t" else 0.5)


@pytest.mark.parametrize("name", BY_UNIT)
def test_the_smallest_p_is_never_0(name: str) -> None:
    row = np.arange(1.0, 4001.0) + 10**6
    for alternative, limit in (("two-sided", 1e-300), ("better", 1e-300), ("worse", 1.0)):
        assert 0 < by_unit(BY_UNIT[name], row, alternative) <= limit


def test_equal_differences_leave_nothing_to_doubt() -> None:
    assert by_unit(paired_t, [0.1, 0.3 - 0.2, 0.4 - 0.3]) == 0.0
    assert by_unit(paired_t, [0.1, 0.3 - 0.2, 0.4 - 0.3], "worse") == 1.0
