"""Several runs a system: the spec's goldens by enumeration, brute force, and simulated runs."""

import itertools

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import (
    given_draws,
    jackknife_interval,
    jackknife_scores,
    randomization,
    run_spread,
    stratified_randomization,
    variance_split,
)
from steelyard.types import Measurement
from tests.inference.measurements import bleu_like_of, counts_of_texts, mean_of, ratio_of

# Spec 2.5: two runs of A, two of B, three segments.
GOLDEN = ([0.5, 0.6, 0.4], [0.6, 0.7, 0.5], [0.4, 0.5, 0.5], [0.5, 0.5, 0.4])


def brute_force(measurement: Measurement, n_runs: int, swap: str, score: str) -> float:
    """Go through every exchange with loops; return the two-sided p."""
    values = measurement.statistics.values.astype(float)
    n = values.shape[1]

    def delta(mask: np.ndarray) -> float:
        keep = mask[..., None]
        a = np.where(keep, values[:n_runs], values[n_runs:])
        b = np.where(keep, values[n_runs:], values[:n_runs])
        if score == "concatenation":
            return float(measurement.scores(a.sum(axis=(0, 1))) - measurement.scores(b.sum(axis=(0, 1))))
        return float(np.mean(measurement.scores(a.sum(axis=1)) - measurement.scores(b.sum(axis=1))))

    observed = abs(delta(np.ones((n_runs, n), dtype=bool)))
    shape = (1, n) if swap == "segment" else (n_runs, n)
    masks = itertools.product([False, True], repeat=int(np.prod(shape)))
    hits = [
        abs(delta(np.broadcast_to(np.array(m).reshape(shape), (n_runs, n)))) >= observed - 1e-12 * max(1, observed)
        for m in masks
    ]
    return float(np.mean(hits))


@pytest.mark.parametrize("score", ["concatenation", "mean"])
@pytest.mark.parametrize(("swap", "n_draws", "p_value"), [("independent", 64, 12 / 64), ("segment", 8, 4 / 8)])
def test_golden_p_values_by_enumeration(swap: str, n_draws: int, p_value: float, score: str) -> None:
    null = stratified_randomization(mean_of(GOLDEN), (0, 1), (2, 3), swap=swap, score=score, n_resamples=100, rng=1)
    assert (null.is_exact, null.n_draws) == (True, n_draws)
    assert null.observed[0] == pytest.approx(0.0833333, abs=1e-7)
    assert null.p_values("two-sided").tolist() == [p_value]


def test_golden_spread_of_runs() -> None:
    measurement = mean_of(GOLDEN)
    assert run_spread(measurement, (0, 1)).run_sd == pytest.approx(0.0707107, abs=1e-7)
    assert run_spread(measurement, (2, 3)).run_sd == 0
    assert run_spread(measurement, (0, 1)).scores == pytest.approx((0.5, 0.6))
    assert run_spread(measurement, (0, 1)).mean == pytest.approx(0.55)
    assert run_spread(measurement, (0, 1)).test_sd == pytest.approx(stats.sem([0.5, 0.6, 0.4]))
    assert np.isnan(run_spread(measurement, (0,)).run_sd)


@pytest.mark.parametrize("swap", ["independent", "segment"])
@pytest.mark.parametrize("score", ["concatenation", "mean"])
@pytest.mark.parametrize("kind", ["ratio", "bleu-like", "mean"])
def test_p_is_what_all_exchanges_one_by_one_give(kind: str, score: str, swap: str) -> None:
    rng = np.random.default_rng(3)
    if kind == "ratio":
        measurement = ratio_of(rng.integers(1, 6, (4, 4)), rng.integers(6, 9, (4, 4)))
    elif kind == "mean":
        measurement = mean_of(rng.integers(0, 4, (4, 4)))
    else:
        measurement = bleu_like_of(counts_of_texts(rng, [0.7, 0.75, 0.6, 0.65], 4) + np.array([0, 0, 1, 0, 1, 0]))
    null = stratified_randomization(measurement, (0, 1), (2, 3), swap=swap, score=score, n_resamples=300, rng=1)
    assert null.is_exact
    assert null.p_values("two-sided")[0] == brute_force(measurement, 2, swap, score)


@pytest.mark.parametrize("swap", ["independent", "segment"])
@pytest.mark.parametrize("score", ["concatenation", "mean"])
def test_scores_in_tenths_have_the_p_of_whole_ones(score: str, swap: str) -> None:
    """Differences that are equal but for rounding tie, as they do between whole numbers."""
    for seed in range(10):
        whole = np.random.default_rng(seed).integers(0, 5, (4, 4))
        p_values = [
            stratified_randomization(
                mean_of(scores), (0, 1), (2, 3), swap=swap, score=score, n_resamples=300, rng=1
            ).p_values("two-sided")[0]
            for scores in (whole, whole / 10)
        ]
        assert p_values[0] == p_values[1]


def test_one_run_each_is_plain_randomization() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(4), [0.5, 0.55], 40))
    plain = randomization([measurement], [(1, 0)], n_resamples=500, rng=7)
    for swap, score in itertools.product(("independent", "segment"), ("concatenation", "mean")):
        null = stratified_randomization(measurement, (1,), (0,), swap=swap, score=score, n_resamples=500, rng=7)
        assert null.p_values("two-sided").tolist() == plain.p_values("two-sided").tolist()


def test_masks_keep_or_exchange_run_by_run() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(5), [0.5, 0.55, 0.6, 0.65], 5))
    for score in ("concatenation", "mean"):
        draws = given_draws([[1] * 10, [0] * 10], is_exact=True)
        null = stratified_randomization(
            measurement, (0, 1), (2, 3), swap="independent", score=score, n_resamples=1, rng=1, draws=draws
        )
        (block,) = null.blocks()
        assert block[0] == pytest.approx([null.observed[0], -null.observed[0]], abs=1e-12)


def test_identical_systems_are_never_told_apart() -> None:
    one = counts_of_texts(np.random.default_rng(6), [0.5, 0.5, 0.5], 30)
    measurement = bleu_like_of(np.concatenate([one, one]))
    for swap, score in itertools.product(("independent", "segment"), ("concatenation", "mean")):
        null = stratified_randomization(
            measurement, (0, 1, 2), (3, 4, 5), swap=swap, score=score, n_resamples=200, rng=1
        )
        assert null.p_values("two-sided").tolist() == [1.0]
    split = variance_split(measurement, (0, 1, 2), (3, 4, 5))
    assert (split.difference, split.test_variance) == (0.0, 0.0)


def test_runs_that_repeat_each_other_are_not_new_evidence() -> None:
    """Three copies of a run: one coin a segment gives the p of one run; a coin for each copy gives far less."""
    rng = np.random.default_rng(8)
    one = rng.normal(0, 1, (2, 60)) + np.array([[0.35], [0.0]])
    measurement = mean_of(np.repeat(one.round(3), 3, axis=0))
    p = {
        swap: stratified_randomization(measurement, (0, 1, 2), (3, 4, 5), swap=swap, n_resamples=4000, rng=1).p_values(
            "two-sided"
        )[0]
        for swap in ("independent", "segment")
    }
    alone = randomization([mean_of(one.round(3))], [(0, 1)], n_resamples=4000, rng=1).p_values("two-sided")[0]
    assert p["segment"] == alone
    assert p["independent"] < alone / 2


def test_the_variance_of_a_mean_is_split_by_formula() -> None:
    rng = np.random.default_rng(9)
    runs = rng.normal(size=(7, 50)).round(4)
    measurement = mean_of(runs)
    split = variance_split(measurement, (0, 1, 2), (3, 4, 5, 6), confidence_level=0.9)
    of_units = runs[:3].mean(axis=0) - runs[3:].mean(axis=0)
    means = runs.mean(axis=1)
    a, b = means[:3], means[3:]
    assert split.difference == pytest.approx(a.mean() - b.mean(), abs=1e-9)
    assert split.test_variance == pytest.approx(stats.sem(of_units) ** 2, rel=1e-6)
    assert split.run_variance == pytest.approx(stats.sem(a) ** 2 + stats.sem(b) ** 2, rel=1e-6)
    welch = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.9)
    assert split.new_runs == pytest.approx((welch.low, welch.high), rel=1e-6)
    by_units = stats.t.interval(0.9, 49, of_units.mean(), stats.sem(of_units))
    assert split.new_data == pytest.approx(by_units, rel=1e-6)
    assert split.both is not None
    assert split.new_data is not None
    assert split.new_runs is not None
    assert split.both[1] - split.both[0] >= max(hi - lo for lo, hi in (split.new_data, split.new_runs))
    whole = split.test_variance + split.run_variance
    parts = [(split.test_variance, 49), (stats.sem(a) ** 2, 2), (stats.sem(b) ** 2, 3)]
    degrees = whole**2 / sum(v**2 / df for v, df in parts)
    half = max(stats.t.ppf(0.95, degrees) * whole**0.5, *((hi - lo) / 2 for lo, hi in (split.new_data, split.new_runs)))
    assert split.both == pytest.approx((split.difference - half, split.difference + half), rel=1e-6)
    assert (split.reference_variance, split.new_references) == (None, None)
    assert split.run_share == pytest.approx(split.run_variance / (split.run_variance + split.test_variance))


def test_with_equal_runs_only_data_matters() -> None:
    measurement = mean_of([[0.1, 0.5, 0.9]] * 3 + [[0.1, 0.2, 0.4]] * 3)
    split = variance_split(measurement, (0, 1, 2), (3, 4, 5))
    assert split.run_variance == 0
    assert split.new_runs == (split.difference, split.difference)
    rows = jackknife_scores(measurement)
    assert split.new_data == pytest.approx(jackknife_interval(split.difference, rows[0] - rows[3]))
    assert split.both is not None
    assert split.both == pytest.approx(split.new_data)


def test_references_are_a_third_source() -> None:
    rng = np.random.default_rng(10)
    per_reference = [mean_of(rng.normal(size=(4, 20)).round(3)) for _ in range(3)]
    split = variance_split(per_reference[0], (0, 1), (2, 3), per_reference=per_reference)
    scores = np.array([m.scores(m.statistics.totals()) for m in per_reference])
    deltas = scores[:, :2].mean(axis=1) - scores[:, 2:].mean(axis=1)
    assert split.reference_variance == pytest.approx(stats.sem(deltas) ** 2)
    assert split.new_references == pytest.approx(stats.t.interval(0.95, 2, np.mean(deltas), stats.sem(deltas)))


def test_a_single_unit_says_nothing_about_data() -> None:
    split = variance_split(mean_of([[0.1], [0.2], [0.4], [0.6]]), (0, 1), (2, 3))
    assert (split.new_data, split.both) == (None, None)
    assert split.new_runs is not None


def test_the_intervals_cover_what_they_are_about() -> None:
    """Runs and segments made up: each interval covers its own truth at 95 %, and new_data does not cover new runs."""
    rng = np.random.default_rng(11)
    covered = {"new_data": [], "new_runs": [], "both": []}
    by_data_alone = []
    n_runs, n_units = 4, 60
    for _ in range(600):
        effects = rng.normal(0, 0.3, 2 * n_runs)  # true score of every run; the systems are equal
        shared = rng.normal(0, 1, n_units)
        noise = rng.normal(0, 1, (2 * n_runs, n_units))
        split = variance_split(mean_of(effects[:, None] + shared + noise), range(n_runs), range(n_runs, 2 * n_runs))
        of_these_runs = effects[:n_runs].mean() - effects[n_runs:].mean()
        on_these_units = 0.0  # units add the same to every run in expectation
        for name, truth in (("new_data", of_these_runs), ("new_runs", on_these_units), ("both", 0.0)):
            low, high = getattr(split, name)
            covered[name].append(low <= truth <= high)
        by_data_alone.append(split.new_data[0] <= 0 <= split.new_data[1])
    slack = 3 * np.sqrt(0.05 * 0.95 / 600)
    assert abs(np.mean(covered["new_data"]) - 0.95) < slack
    assert abs(np.mean(covered["new_runs"]) - 0.95) < slack
    assert np.mean(covered["both"]) > 0.95 - slack
    assert np.mean(by_data_alone) < 0.85


def test_wrong_runs_are_refused() -> None:
    measurement = mean_of(GOLDEN)
    with pytest.raises(AlignmentError, match="A has 2 runs and B 1"):
        stratified_randomization(measurement, (0, 1), (2,), n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="twice"):
        stratified_randomization(measurement, (0, 1), (1, 2), n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="no run"):
        stratified_randomization(measurement, (), (), n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="positions"):
        run_spread(measurement, (0, 4))
    with pytest.raises(SpecError, match="swap"):
        stratified_randomization(measurement, (0,), (1,), swap="run", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="score"):
        stratified_randomization(measurement, (0,), (1,), score="best", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="at least two"):
        variance_split(measurement, (0, 1), (2,))
    with pytest.raises(SpecError, match="confidence_level"):
        variance_split(measurement, (0, 1), (2, 3), confidence_level=1)


def test_sums_beyond_exactness_are_refused() -> None:
    huge = ratio_of(np.full((4, 2), 2**50), np.ones((4, 2), dtype=int))
    with pytest.raises(DataError, match="2\\*\\*53"):
        stratified_randomization(huge, (0, 1), (2, 3), n_resamples=10, rng=1)
