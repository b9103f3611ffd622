"""Draws that stop early: exact levels by enumeration, bounds against SciPy and simulation, verdicts against exact p."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    SEQUENTIAL_CORRECTIONS,
    Alternative,
    BesagClifford,
    NullDistribution,
    SequentialFamilies,
    adjust,
    besag_clifford,
    binomial_confidence_sequence,
    exact_randomization,
    linear_scales,
    randomization,
    sequential_families,
    shifted_bootstrap,
    swap_draws,
)
from steelyard.inference.corrections.max_t import StepDown
from steelyard.types import Measurement
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, mean_of, ratio_of

N_UNITS = 100


def null_of(draws: NDArray[np.float64], observed: NDArray[np.float64], *, block_rows: int = 5) -> NullDistribution:
    blocks = [draws[:, start : start + block_rows] for start in range(0, draws.shape[1], block_rows)]
    ones = np.ones(len(observed))
    return NullDistribution(observed, ones, 0 * ones, lambda: iter(blocks), draws.shape[1], False, N_UNITS)


def bernoulli_null(chances: NDArray[np.float64], most: int, seed: int) -> NullDistribution:
    """Draw exceedances with given chances, endlessly: 1 is as extreme as observed."""

    def blocks() -> Iterator[NDArray[np.float64]]:
        rng = np.random.default_rng(seed)
        while True:
            yield (rng.random((len(chances), 64)) < chances[:, None]).astype(np.float64)

    ones = np.ones(len(chances))
    return NullDistribution(ones, ones, 0 * ones, blocks, most, False, N_UNITS)


# Besag and Clifford


def stopped(sequence: tuple[int, ...], exceedances: int) -> BesagClifford:
    return besag_clifford(null_of(np.array([sequence], dtype=np.float64), np.ones(1)), exceedances=exceedances)


@pytest.mark.parametrize(("exceedances", "most"), [(1, 10), (2, 11), (3, 12), (5, 7), (20, 8)])
def test_its_level_is_exact_by_every_sequence_of_exceedances(exceedances: int, most: int) -> None:
    # Under the null the chance of an exceedance is uniform: a sequence with c of n has probability c! (n - c)! / (n+1)!
    probability: Counter[Fraction] = Counter()
    for sequence in product((0, 1), repeat=most):
        found, c = stopped(sequence, exceedances), sum(sequence)
        p = Fraction(
            found.count if found.is_stopped else found.count + 1,
            found.n_draws if found.is_stopped else found.n_draws + 1,
        )
        assert found.p_value == float(p)
        assert found.n_draws <= most
        probability[p] += Fraction(math.factorial(c) * math.factorial(most - c), math.factorial(most + 1))
    assert sum(probability.values()) == 1
    below = Fraction(0)
    for p in sorted(probability):
        below += probability[p]
        assert below == p  # so that P(p <= alpha) <= alpha for every alpha, and no smaller p would do


@pytest.mark.parametrize("values", [(1, 2, 3, 4, 5, 6), (1, 1, 2, 3, 3, 3), (0, 0, 0, 0, 0, 1), (2, 2, 2, 2, 2, 2)])
@pytest.mark.parametrize("exceedances", [1, 2, 3])
def test_its_level_holds_over_every_order_of_values_with_ties(values: tuple[int, ...], exceedances: int) -> None:
    found = []
    for observed, *draws in permutations(values):
        null = null_of(np.array([draws], dtype=np.float64), np.array([float(observed)]), block_rows=2)
        found.append(besag_clifford(null, "better", exceedances=exceedances).p_value)
    for alpha in {*found, 0.05, 0.5}:
        assert np.mean(np.array(found) <= alpha + 1e-12) <= alpha + 1e-12


def noting(null: NullDistribution, sizes: list[int]) -> NullDistribution:
    """Write down how many draws each block makes."""

    def blocks() -> Iterator[NDArray[np.float64]]:
        for block in null.make_blocks():
            sizes.append(block.shape[1])
            yield block

    return replace(null, make_blocks=blocks)


def test_blocks_do_not_matter_and_a_stopped_test_draws_no_more() -> None:
    draws = np.random.default_rng(1).normal(size=(1, 999))
    results = set()
    for rows in (1, 7, 256, 999):
        made: list[int] = []
        found = besag_clifford(noting(null_of(draws, np.array([1.0]), block_rows=rows), made), exceedances=20)
        assert found.n_draws <= sum(made) < found.n_draws + rows
        results.add(found)
    assert len(results) == 1
    assert next(iter(results)).p_value == pytest.approx(0.317, abs=0.2)


def test_out_of_draws_it_is_the_test_of_fixed_size() -> None:
    draws = np.random.default_rng(1).normal(size=(1, 999))
    null = null_of(draws, np.array([2.0]))
    found = besag_clifford(null)
    assert not found.is_stopped
    assert [found.p_value] == null.p_values("two-sided").tolist()


@pytest.mark.parametrize("alternative", ["better", "worse"])
def test_one_sided_follows_the_metric(alternative: Alternative) -> None:
    scores = np.random.default_rng(2).normal(size=(2, 60))
    null = randomization([mean_of(scores, higher_is_better=False)], [(0, 1)], n_resamples=5000, rng=1)
    found = besag_clifford(null, alternative)
    assert found.p_value == pytest.approx(null.p_values(alternative)[0], rel=0.4)


def test_what_is_no_single_random_null_is_refused() -> None:
    with pytest.raises(SpecError, match="one difference, not 2"):
        besag_clifford(null_of(np.zeros((2, 9)), np.zeros(2)))
    with pytest.raises(SpecError, match="every outcome"):
        besag_clifford(randomization([mean_of(np.eye(2))], [(0, 1)], n_resamples=99, rng=1))
    for bad in (0, 1.5, True):
        with pytest.raises(SpecError, match="whole number from 1"):
            besag_clifford(null_of(np.zeros((1, 9)), np.zeros(1)), exceedances=bad)  # type: ignore[arg-type]


# The confidence sequence


@pytest.mark.parametrize("n", [1, 7, 60, 1000])
@pytest.mark.parametrize("error", [0.001, 0.05])
def test_bounds_are_the_brute_force_inversion(n: int, error: float) -> None:
    counts = np.unique(np.array([0, 1, n // 20, n // 2, n - 1, n]).clip(0, n))
    low, high = binomial_confidence_sequence(counts, n, error)
    grid = np.linspace(0, 1, 20_001)
    for count, least, most in zip(counts, low, high, strict=True):
        within = grid[(n + 1) * stats.binom.pmf(count, n, grid) > error]
        assert least <= within[0] <= least + 1 / 20_000 + 1e-12
        assert most - 1 / 20_000 - 1e-12 <= within[-1] <= most


@given(n=st.integers(1, 10**9), share=st.floats(0, 1), error=st.sampled_from([0.5, 1e-3, 1e-9]))
def test_bounds_hold_both_estimates_and_decide_as_they_do(n: int, share: float, error: float) -> None:
    count = round(share * n)
    low, high = (float(bound) for bound in binomial_confidence_sequence(count, n, error))
    assert 0 <= low <= count / n <= high <= 1
    assert low <= (count + 1) / (n + 1) <= high  # so the p-value that is printed never contradicts its verdict
    narrower = binomial_confidence_sequence(count, n, min(0.9, 2 * error))
    assert low <= narrower[0]
    assert narrower[1] <= high


def test_of_no_exceedances_the_bound_has_a_closed_form() -> None:
    _, high = binomial_confidence_sequence([0, 0], 375, 1e-3)
    assert high == pytest.approx([1 - (1e-3 / 376) ** (1 / 375)] * 2, abs=1e-15)


def rate_of_misses(chance: float, n_runs: int, n_draws: int, error: float, seed: int) -> int:
    """Count runs in which the true chance is outside the bounds after some draw: each draw is looked at."""
    rng = np.random.default_rng(seed)
    n = np.arange(1, n_draws + 1)
    misses = 0
    for _ in range(n_runs // 100):
        counts = (rng.random((100, n_draws)) < chance).cumsum(axis=1)
        density = stats.binom.logpmf(counts, n, chance) + np.log(n + 1)
        misses += int((density <= np.log(error)).any(axis=1).sum())
    return misses


def test_excluded_is_where_the_density_says_so() -> None:
    for count, n, p in [(3, 100, 0.2), (3, 100, 0.05), (0, 9, 0.7), (50, 60, 0.5)]:
        low, high = binomial_confidence_sequence(count, n, 0.01)
        is_excluded = (n + 1) * stats.binom.pmf(count, n, p) <= 0.01
        assert is_excluded == (not low < p < high)


def test_coverage_under_continuous_monitoring_quick() -> None:
    misses = rate_of_misses(0.05, 500, 500, 0.1, seed=1)
    assert misses <= stats.binom.ppf(0.999, 500, 0.1)


@pytest.mark.levels
@pytest.mark.parametrize("chance", [0.001, 0.03, 0.05, 0.5])
def test_coverage_under_continuous_monitoring(chance: float) -> None:
    misses = rate_of_misses(chance, 4000, 5000, 0.05, seed=3)
    assert misses <= stats.binom.ppf(0.999, 4000, 0.05)
    # A binomial interval that is looked at after each draw is wrong far more often than its 5 %.
    rng = np.random.default_rng(4)
    n = np.arange(1, 5001)
    counts = (rng.random((400, 5000)) < 0.5).cumsum(axis=1)
    tails = 2 * np.minimum(stats.binom.cdf(counts, n, 0.5), stats.binom.sf(counts - 1, n, 0.5))
    assert (tails < 0.05).any(axis=1).mean() > 0.2


def test_bad_counts_and_errors_are_refused() -> None:
    for count, n in [(-1, 5), (6, 5), (0, 0)]:
        with pytest.raises(SpecError, match="from none to all"):
            binomial_confidence_sequence(count, n)
    for error in (0.0, 1.0):
        with pytest.raises(SpecError, match="between 0 and 1"):
            binomial_confidence_sequence(1, 5, error)


# Scales without draws


def three_metrics(n_units: int = 300, seed: int = 1) -> list[Measurement]:
    rng = np.random.default_rng(seed)
    quality = [0.5, 0.52, 0.53, 0.6]
    counts = counts_of_texts(rng, quality, n_units)
    means = rng.normal(size=(4, n_units)) + np.array(quality)[:, None]
    return [bleu_like_of(counts), mean_of(means), ratio_of(counts[..., 2], counts[..., 3], higher_is_better=False)]


def test_first_order_scales_are_near_those_of_draws_and_exact_for_means() -> None:
    measurements, pairs = three_metrics(), all_pairs(4)
    of_draws = randomization(measurements, pairs, n_resamples=20_000, rng=1).scales()
    assert linear_scales(measurements, pairs) == pytest.approx(of_draws, rel=0.03)
    few = mean_of(np.random.default_rng(1).normal(size=(3, 9)))
    exact = randomization([few], all_pairs(3), n_resamples=512, rng=1)
    assert exact.is_exact
    assert linear_scales([few], all_pairs(3)) == pytest.approx(exact.scales(), rel=1e-9)


def test_scales_are_the_same_for_every_exchange() -> None:
    counts = counts_of_texts(np.random.default_rng(5), [0.4, 0.6], 50)
    [scale] = linear_scales([bleu_like_of(counts)], [(0, 1)])
    for seed in range(5):
        is_kept = np.random.default_rng(seed).random(50) < 0.5
        exchanged = np.where(is_kept[:, None], counts, counts[::-1])
        assert linear_scales([bleu_like_of(exchanged)], [(1, 0)])[0] == pytest.approx(scale, rel=1e-6)


def test_a_score_that_is_flat_halfway_has_no_scale_and_says_so() -> None:
    # Sums of 12 and 4: exchanges mostly stay within 6 and 10, where this score is 0; it is 1 for the first system.
    flat = replace(mean_of([[3.0] * 4, [1.0] * 4]), score=lambda s: np.maximum(0, s[..., 0] - 11), is_mean=False)
    with pytest.raises(SpecError, match=r"has no slope.*holm"):
        linear_scales([flat], [(0, 1)])
    same = mean_of([[1.0, 2, 3]] * 2)
    assert linear_scales([same], [(0, 1)]).tolist() == [0.0]


# Families


def adjusted_of(null: NullDistribution, correction: str, scales: NDArray[np.float64]) -> NDArray[np.float64]:
    """Adjust with a fixed number of draws, and with scales that are given."""
    if correction != "maxt":
        return adjust(null, null.p_values("two-sided"), correction, "two-sided", 0.05).p_values
    steps = StepDown(null, scales, "two-sided")
    for block in null.blocks():
        steps.add(block)
    return steps.adjusted((steps.counts + (not null.is_exact)) / (null.n_draws + (not null.is_exact)))


@pytest.mark.parametrize("correction", SEQUENTIAL_CORRECTIONS)
def test_decided_verdicts_and_bounds_agree_with_every_outcome(correction: str) -> None:
    rng = np.random.default_rng(11)
    shift = np.array([0.0, 0.1, 0.5, 1.6])[:, None]
    measurements, pairs = (
        [mean_of(rng.normal(size=(4, 17)) + shift), mean_of(rng.gamma(2, size=(4, 17)) + shift)],
        all_pairs(4),
    )
    exact = randomization(measurements, pairs, n_resamples=2**17, rng=1)
    assert exact.is_exact
    scales = linear_scales(measurements, pairs)
    null = randomization(measurements, pairs, n_resamples=100_000, rng=7)
    assert not null.is_exact
    found = sequential_families(null, [list(range(12))], correction, scales=scales)
    expected = adjusted_of(exact, correction, scales)
    assert ((found.low <= expected) & (expected <= found.high)).all()
    assert ((found.low <= found.p_adjusted) & (found.p_adjusted <= found.high)).all()
    decided = found.is_decided
    assert decided.sum() >= 10
    assert ((found.p_adjusted <= 0.05) == (expected <= 0.05))[decided].all()
    assert found.n_draws == 100_000 or decided.all()


def test_verdicts_on_ter_like_counts_agree_with_dynamic_programming() -> None:
    rng = np.random.default_rng(3)
    lengths = np.broadcast_to(rng.integers(5, 30, 200), (4, 200))
    edits = rng.binomial(lengths, np.array([0.40, 0.41, 0.45, 0.5])[:, None])
    ter, pairs = ratio_of(edits, lengths, higher_is_better=False), all_pairs(4)
    exact = exact_randomization([ter], pairs).p_values("two-sided")
    found = sequential_families(randomization([ter], pairs, n_resamples=100_000, rng=5), [list(range(6))], "none")
    assert ((found.low <= exact) & (exact <= found.high)).all()
    assert ((found.p_adjusted <= 0.05) == (exact <= 0.05))[found.is_decided].all()


def test_clear_cases_take_few_draws() -> None:
    measurements, pairs = (
        [mean_of(np.random.default_rng(1).normal(size=(3, 300)) + np.array([[0], [1], [3]]))],
        all_pairs(3),
    )
    null = randomization(measurements, pairs, n_resamples=100_000, rng=1)
    found = sequential_families(null, [[0, 1, 2]], scales=linear_scales(measurements, pairs))
    assert found.is_decided.all()
    assert found.n_draws <= 1024
    assert (found.high <= 0.05).all()


@pytest.mark.parametrize("correction", ["maxt", "holm"])
def test_rows_of_a_block_do_not_matter_where_looks_fall_alike(correction: str) -> None:
    measurements, pairs = three_metrics(120), all_pairs(4)
    results = []
    for rows in (64, 1024):
        draws = replace(swap_draws(120, 1024, rng=1), block_rows=rows)
        null = randomization(measurements, pairs, n_resamples=1, rng=1, draws=draws)
        scales = linear_scales(measurements, pairs)
        results.append(sequential_families(null, [list(range(18))], correction, alpha=1e-6, scales=scales))
    first, second = results
    assert first.n_draws == second.n_draws == 1024
    for name in ("p_values", "p_adjusted", "low", "high", "critical_values"):
        assert np.array_equal(getattr(first, name), getattr(second, name))


def test_at_the_cap_p_is_that_of_fixed_draws() -> None:
    measurements, pairs = three_metrics(), all_pairs(4)
    scales = linear_scales(measurements, pairs)
    families = [list(range(6)), list(range(6, 12)), list(range(12, 18))]
    fixed = randomization(measurements, pairs, n_resamples=999, rng=1)
    found = sequential_families(fixed, families, scales=scales, alpha=1e-9)
    assert found.n_draws == 999
    assert not found.is_decided.all()
    for members in families:
        part = fixed.select(members)
        assert np.array_equal(found.p_values[members], part.p_values("two-sided"))
        assert np.array_equal(found.p_adjusted[members], adjusted_of(part, "maxt", scales[members]))


def test_systems_with_equal_statistics_have_p_one_and_need_no_draws() -> None:
    row = np.random.default_rng(1).normal(size=100)
    measurement = mean_of([row, row, row])
    null = randomization([measurement], all_pairs(3), n_resamples=100_000, rng=1)
    found = sequential_families(null, [[0, 1, 2]], scales=linear_scales([measurement], all_pairs(3)))
    assert found.p_adjusted.tolist() == found.low.tolist() == found.p_values.tolist() == [1.0] * 3
    assert found.n_draws <= 1024


@given(st.data())
def test_corrections_rise_with_every_p_value(data: st.DataObject) -> None:
    # What makes bounds of raw p-values into bounds of adjusted ones.
    shares = st.lists(st.integers(0, 20).map(lambda i: i / 20), min_size=4, max_size=4)
    p, rise = np.array(data.draw(shares)), np.array(data.draw(shares))
    null = null_of(np.zeros((4, 3)), np.zeros(4))
    for correction in SEQUENTIAL_CORRECTIONS[1:]:
        lower, higher = (adjust(null, q, correction, "two-sided", 0.05).p_values for q in (p, np.minimum(1, p + rise)))
        assert (lower <= higher + 1e-12).all(), correction


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"correction": "maxt"}, "needs scales"),
        ({"correction": "shaffer"}, "the correction shaffer has not"),
        ({"correction": "maxt-shaffer", "scales": np.ones(1)}, "the correction maxt-shaffer has not"),
        ({"correction": "tukey"}, "tukey"),
    ],
)
def test_what_cannot_stop_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        sequential_families(null_of(np.zeros((1, 9)), np.zeros(1)), [[0]], **options)  # type: ignore[arg-type]


def test_enumerated_and_shifted_draws_are_refused() -> None:
    mean = mean_of(np.random.default_rng(1).normal(size=(2, 8)))
    with pytest.raises(SpecError, match="every outcome"):
        sequential_families(randomization([mean], [(0, 1)], n_resamples=256, rng=1), [[0]], "none")
    with pytest.raises(SpecError, match="shifted by the mean"):
        sequential_families(shifted_bootstrap([mean], [(0, 1)], n_resamples=99, rng=1), [[0]], "none")


@pytest.mark.levels
def test_all_bounds_of_a_family_hold_together_and_no_verdict_is_wrong() -> None:
    chances = np.array([0.0, 0.004, 0.02, 0.035, 0.047, 0.053, 0.07, 0.2, 0.9])
    wrong, n_runs = 0, 400
    for seed in range(n_runs):
        null = bernoulli_null(chances, 20_000, seed)
        found: SequentialFamilies = sequential_families(null, [list(range(9))], "none", error=0.2)
        wrong += bool(((found.low > chances) | (found.high < chances)).any())
    assert wrong <= stats.binom.ppf(0.999, n_runs, 0.2)


def test_memory_of_maxima_is_bounded_and_changes_no_p_value(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = np.random.default_rng(5).normal(size=(3, 4000))
    null = null_of(draws, np.array([3.0, 2.0, 0.5]), block_rows=100)
    whole = sequential_families(null, [[0, 1, 2]], scales=np.ones(3))
    monkeypatch.setattr("steelyard.inference.sequential.families._N_MAXIMA", 150)
    bounded = sequential_families(null, [[0, 1, 2]], scales=np.ones(3))
    assert bounded.n_draws == whole.n_draws > 200
    assert bounded.p_adjusted.tolist() == whole.p_adjusted.tolist()
    assert bounded.critical_values == pytest.approx(whole.critical_values, rel=0.3)
