"""The mixed model against statsmodels, analysis of variance, the likelihood written out, and simulated raters."""

import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import t

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import rater_effects
from steelyard.human.raters.mixed_model import is_separable, most_likely
from steelyard.inference import holm
from tests.needs import module


def simulated(
    seed: int, *, n: int = 300, n_systems: int = 3, n_raters: int = 12, n_segments: int = 40, spread: float = 4.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    systems, raters, segments = (
        np.concatenate([np.arange(k), rng.integers(k, size=n - k)]) for k in (n_systems, n_raters, n_segments)
    )
    scores = (
        70
        + 2.0 * systems
        + rng.normal(0, spread, n_raters)[raters]
        + rng.normal(0, 3, n_segments)[segments]
        + rng.normal(0, 5, n)
    )
    return scores, systems, raters, segments


def statsmodels_fit(scores: np.ndarray, systems: np.ndarray, raters: np.ndarray):  # type: ignore[no-untyped-def]
    models = module("statsmodels.regression.mixed_linear_model")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return models.MixedLM(scores, np.eye(systems.max() + 1)[systems], groups=raters).fit(reml=True)


@pytest.mark.parametrize("seed", range(3))
def test_one_random_effect_is_that_of_statsmodels(seed: int) -> None:
    scores, systems, raters, _ = simulated(seed)
    found, other = rater_effects(scores, systems, raters), statsmodels_fit(scores, systems, raters)
    assert found.means == pytest.approx(other.fe_params, rel=1e-6)
    assert found.covariance == pytest.approx(np.asarray(other.cov_params())[:3, :3], rel=5e-3)
    assert found.variances["rater"] == pytest.approx(
        float(other.cov_re.iloc[0, 0] if hasattr(other.cov_re, "iloc") else other.cov_re[0, 0]), rel=1e-3
    )
    assert found.variances["residual"] == pytest.approx(other.scale, rel=1e-3)
    assert found.deviance <= -2 * other.llf + 1e-6
    assert found.deviance == pytest.approx(-2 * other.llf, abs=1e-3)
    effects = [float(np.asarray(other.random_effects[rater])[0]) for rater in range(12)]
    assert found.effects["rater"] == pytest.approx(effects, abs=1e-2)


def written_out(
    scores: np.ndarray, systems: np.ndarray, factors: list[np.ndarray], ratios: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray, float, list[np.ndarray]]:
    """Restricted deviance, means, their covariance, residual variance and predictions from the matrix V itself."""
    n, design = len(scores), np.eye(systems.max() + 1)[systems]
    tables = [np.eye(codes.max() + 1)[codes] for codes in factors]
    v = np.eye(n) + sum(ratio * z @ z.T for ratio, z in zip(ratios, tables, strict=True))
    inverse = np.linalg.inv(v)
    information = design.T @ inverse @ design
    means = np.linalg.solve(information, design.T @ inverse @ scores)
    rest = inverse @ (scores - design @ means)
    df = n - design.shape[1]
    variance = float((scores - design @ means) @ rest) / df
    deviance = np.linalg.slogdet(v)[1] + np.linalg.slogdet(information)[1] + df * (1 + np.log(2 * np.pi * variance))
    effects = [ratio * z.T @ rest for ratio, z in zip(ratios, tables, strict=True)]
    return float(deviance), means, variance * np.linalg.inv(information), variance, effects


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 1000), st.sampled_from([0.0, 4.0]), st.integers(0, 2))
def test_crossed_effects_are_those_of_the_likelihood_written_out(seed: int, spread: float, n_further: int) -> None:
    scores, systems, raters, segments = simulated(seed, n=90, n_raters=6, n_segments=15, spread=spread)
    further = {"segment": segments, "document": segments // 4}
    further = dict(list(further.items())[:n_further])
    found = rater_effects(scores, systems, raters, random=further)
    factors = [raters, *further.values()]
    ratios = np.array([found.variances[name] / found.variances["residual"] for name in ("rater", *further)])
    deviance, means, covariance, variance, effects = written_out(scores, systems, factors, ratios)
    assert found.deviance == pytest.approx(deviance, abs=1e-6)
    assert found.means == pytest.approx(means, abs=1e-8)
    assert found.covariance == pytest.approx(covariance, abs=1e-8)
    assert found.variances["residual"] == pytest.approx(variance)
    for name, effect in zip(("rater", *further), effects, strict=True):
        assert found.effects[name] == pytest.approx(effect, abs=1e-7)
    best = min(
        minimize(
            lambda logs: written_out(scores, systems, factors, np.exp(logs))[0],
            np.full(len(factors), start),
            method="Nelder-Mead",
            options={"maxiter": 150},
        ).fun
        for start in (-1.0,)
    )
    assert found.deviance <= best + 1e-3


def balanced(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Give every rater every output: 3 systems, 8 raters, 10 segments."""
    rng = np.random.default_rng(seed)
    systems, raters, segments = np.array(list(product(range(3), range(8), range(10)))).T
    scores = 50 + 3.0 * systems + rng.normal(0, 6, 8)[raters] + rng.normal(0, 4, 10)[segments]
    return scores + rng.normal(0, 5, len(systems)), systems, raters, segments


@pytest.mark.parametrize("seed", range(3))
def test_a_complete_design_is_analysis_of_variance(seed: int) -> None:
    """Contrasts are differences of raw means, and variances those from mean squares (Searle et al. 1992, 4.4)."""
    scores, systems, raters, segments = balanced(seed)
    found = rater_effects(scores, systems, raters, random={"segment": segments})
    table = scores.reshape(3, 8, 10)
    by_system, by_rater, by_segment = table.mean(axis=(1, 2)), table.mean(axis=(0, 2)), table.mean(axis=(0, 1))
    left = table - by_system[:, None, None] - by_rater[:, None] - by_segment + 2 * table.mean()
    residual = np.square(left).sum() / (240 - 1 - 2 - 7 - 9)
    assert found.variances["residual"] == pytest.approx(residual, rel=1e-5)
    assert found.variances["rater"] == pytest.approx((30 * by_rater.var(ddof=1) - residual) / 30, rel=1e-4)
    assert found.variances["segment"] == pytest.approx((24 * by_segment.var(ddof=1) - residual) / 24, rel=1e-4)
    assert found.means == pytest.approx(by_system)
    contrast = found.contrast(2, 0)
    assert contrast.difference == pytest.approx(by_system[2] - by_system[0])
    assert contrast.standard_error == pytest.approx(np.sqrt(2 * residual / 80), rel=1e-5)
    degrees = 240 - 3 - 7 - 9  # of the residual: raters and segments take no part in a difference here
    assert contrast.degrees_of_freedom == pytest.approx(degrees, rel=1e-6)
    ratio = contrast.difference / contrast.standard_error
    assert contrast.p_value == pytest.approx(2 * t.sf(abs(ratio), degrees), rel=1e-6)
    half = t.ppf(0.975, degrees) * contrast.standard_error
    assert contrast.interval == pytest.approx((contrast.difference - half, contrast.difference + half))
    parts = np.array([found.variances["rater"] / 8, found.variances["segment"] / 10, residual / 80])
    of_means = parts.sum() ** 2 / (np.square(parts) / [7, 9, degrees]).sum()
    half = t.ppf(0.975, of_means) * found.standard_errors
    assert found.intervals[:, 1] - found.means == pytest.approx(half, rel=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_a_taste_of_raters_has_the_degrees_of_freedom_of_its_levels(seed: int) -> None:
    """As in the analysis of variance of the means of raters: (S - 1) (R - 1), however small the taste seems."""
    scores, systems, raters, segments = balanced(seed)
    tastes = systems * 8 + raters
    found = rater_effects(scores, systems, raters, random={"segment": segments, "taste": tastes})
    assert found.contrast(1, 0).degrees_of_freedom <= 2 * 7
    scores = scores + np.random.default_rng(seed).normal(0, 9, 24)[tastes]
    found = rater_effects(scores, systems, raters, random={"segment": segments, "taste": tastes})
    contrast = found.contrast(1, 0)
    assert contrast.degrees_of_freedom == pytest.approx(14)
    table = scores.reshape(3, 8, 10).mean(axis=2)
    left = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    error = np.sqrt(2 * np.square(left).sum() / 14 / 8)
    assert contrast.standard_error == pytest.approx(error, rel=1e-4)
    gain = table[1].mean() - table[0].mean()
    assert contrast.p_value == pytest.approx(2 * t.sf(abs(gain / error), 14), rel=1e-2)


def test_missing_ratings_take_degrees_of_freedom() -> None:
    """Of tastes that two groups of raters have of two pairs of systems each, what joins them is not there."""
    systems, raters, segments = np.array(list(product(range(4), range(6), range(5)))).T
    is_there = (systems < 2) == (raters < 3)
    kept = systems[is_there], raters[is_there], segments[is_there]
    scores = np.random.default_rng(3).normal(0, 5, is_there.sum())
    tastes = np.unique(kept[0] * 6 + kept[1], return_inverse=True)[1]
    found = rater_effects(scores, kept[0], kept[1], random={"taste": tastes})
    assert found.contrast(1, 0).degrees_of_freedom <= 12 - (4 + 6 - 2)


def test_pairs_have_p_values_to_correct() -> None:
    scores, systems, raters, segments = balanced(1)
    found = rater_effects(scores, systems, raters, random={"segment": segments})
    square = found.p_values()
    assert np.array_equal(square, square.T)
    assert np.diag(square).tolist() == [1, 1, 1]
    assert square[0, 2] == found.contrast(0, 2).p_value
    assert (holm(square[np.triu_indices(3, 1)]) >= square[np.triu_indices(3, 1)]).all()
    assert found.contrast(1, 1).p_value == 1


def test_severity_is_taken_off_where_raters_saw_different_systems() -> None:
    """Equal systems, a severe rater for one and a lenient one for the other: raw means differ by 20."""
    rng = np.random.default_rng(5)
    n_raters = 20
    raters = np.repeat(np.arange(n_raters), 60)
    severity = np.linspace(-20, 20, n_raters)
    systems = (rng.random(len(raters)) < 0.1 + 0.8 * (raters / n_raters)).astype(int)
    scores = 60 + severity[raters] + rng.normal(0, 6, len(raters))
    found = rater_effects(scores, systems, raters)
    assert abs(scores[systems == 1].mean() - scores[systems == 0].mean()) > 8
    low, high = found.contrast(1, 0).interval
    assert low < 0 < high
    assert high - low < 3
    assert found.effects["rater"] == pytest.approx(severity, abs=4)


def test_scale_and_place_carry_over() -> None:
    scores, systems, raters, segments = simulated(4)
    one = rater_effects(scores, systems, raters, random={"segment": segments})
    other = rater_effects(1e6 - 0.1 * scores, systems, raters, random={"segment": segments})
    assert other.means == pytest.approx(1e6 - 0.1 * one.means)
    assert other.variances["rater"] == pytest.approx(0.01 * one.variances["rater"], rel=1e-3)
    assert other.contrast(0, 1).p_value == pytest.approx(one.contrast(0, 1).p_value, rel=1e-3)


def test_no_more_variance_than_chance_is_none() -> None:
    """Raters alike to the last digit: their means vary less than chance would make them."""
    systems, raters = np.array(list(product(range(2), range(6), range(4)))).T[:2]
    scores = np.tile([1.0, 2, 3, 4], 12)
    found = rater_effects(scores, systems, raters)
    assert found.without_variance == ("rater",)
    assert found.effects["rater"].tolist() == [0] * 6
    assert found.standard_errors == pytest.approx(np.sqrt(scores.reshape(12, 4).var() * 48 / 46 / 24))


def test_what_is_refused() -> None:
    scores, systems, raters, segments = simulated(1, n=60)
    with pytest.raises(SpecError, match="one level"):
        rater_effects(scores, systems, raters * 0)
    with pytest.raises(SpecError, match="a level for each rating"):
        rater_effects(scores, systems, raters, random={"row": np.arange(60)})
    with pytest.raises(SpecError, match="in the same way"):
        rater_effects(scores, systems, raters, random={"other": raters.max() - raters})
    with pytest.raises(SpecError, match="cannot separate"):  # each system has one rater
        rater_effects(scores, np.arange(60) % 3, np.arange(60) % 3)
    with pytest.raises(SpecError, match="cannot separate"):
        rater_effects([1.0, 2, 3], [0, 1, 2], [0, 1, 1])
    with pytest.raises(SpecError, match="taken"):
        rater_effects(scores, systems, raters, random={"residual": segments})
    with pytest.raises(DataError, match="systems: nothing has the code 1"):
        rater_effects(scores, systems * 2, raters)
    with pytest.raises(DataError, match="finite"):
        rater_effects([np.nan, 1, 2], [0, 0, 1], [0, 1, 0])
    with pytest.raises(DataError, match="no rating"):
        rater_effects([], [], [])
    with pytest.raises(DataError, match="do not vary"):
        rater_effects(2.0 * systems, systems, raters)
    with pytest.raises(DataError, match="do not vary"):
        rater_effects(2.0 * systems + raters**2, systems, raters)
    with pytest.raises(AlignmentError, match="raters"):
        rater_effects(scores, systems, raters[:5])
    with pytest.raises(SpecError, match="confidence_level"):
        rater_effects(scores, systems, raters, confidence_level=95)
    with pytest.raises(SpecError, match="too much"):
        many = np.arange(20_000)
        rater_effects(np.ones(40_000), np.tile(many, 2), np.repeat(many, 2))


@pytest.mark.parametrize("seed", range(4))
def test_what_can_be_told_apart_is_the_rank_of_the_squares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 24
    systems = np.concatenate([[0, 1, 2], rng.integers(3, size=n - 3)])
    crossed, nested, other = np.arange(n) % 4, np.arange(n) % 8, rng.permutation(np.arange(n) % 5)
    for factors in ([crossed], [crossed, nested], [crossed, nested, other], [systems], [crossed, 3 - crossed]):
        design = np.eye(3)[systems]
        projection = np.eye(n) - design @ np.linalg.pinv(design)
        squares = [projection]
        for codes in factors:
            z = projection @ np.eye(codes.max() + 1)[codes]
            squares.append(z @ z.T)
        rank = np.linalg.matrix_rank(np.stack([square.ravel() for square in squares]), tol=1e-8)
        assert is_separable(systems, factors) == (rank == len(factors) + 1)


@pytest.mark.levels
def test_tastes_of_raters_must_be_in_the_model() -> None:
    """Equal systems, raters with tastes: p < .05 in far too many of 200 campaigns, unless the model knows."""
    errors = np.zeros(2)
    for seed in range(200):
        rng = np.random.default_rng(seed)
        raters, systems, segments = rng.integers(15, size=600), rng.integers(2, size=600), rng.integers(40, size=600)
        pairs = raters * 2 + systems
        scores = rng.normal(0, 4, 15)[raters] + rng.normal(0, 3, 30)[pairs] + rng.normal(0, 6, 600)
        for place, random in enumerate(({"segment": segments}, {"segment": segments, "rater and system": pairs})):
            errors[place] += rater_effects(scores, systems, raters, random=random).contrast(0, 1).p_value < 0.05
    assert errors[0] / 200 > 0.2
    assert errors[1] / 200 <= 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5


@pytest.mark.levels
@pytest.mark.parametrize(("n_raters", "least"), [(6, 0.92), (30, 0.93)])
def test_intervals_of_contrasts_cover(n_raters: int, least: float) -> None:
    """400 simulated campaigns: the true difference is 4, and the variance of raters 16 on average."""
    covered, variances = 0, []
    for seed in range(400):
        scores, systems, raters, segments = simulated(seed, n_raters=n_raters)
        found = rater_effects(scores, systems, raters, random={"segment": segments})
        low, high = found.contrast(2, 0).interval
        covered += low <= 4 <= high
        variances.append(found.variances["rater"])
    assert least <= covered / 400 <= 0.975
    assert np.mean(variances) == pytest.approx(16, abs=4 * np.std(variances) / 20)


def test_a_likelihood_without_a_clear_maximum_is_refused() -> None:
    calls = iter(range(10**6))
    with pytest.raises(DataError, match="The likelihood of the mixed model has no clear maximum"):
        most_likely(lambda ratios: float(np.square(ratios - 0.3).sum()) - next(calls), 1)  # better whenever it is asked
    assert most_likely(lambda ratios: float(np.square(ratios - 0.3).sum()), 2) == pytest.approx([0.3, 0.3], abs=1e-4)
