"""Resampled correlations against a loop over resamples, and against nlpstats on WMT23 en-de."""

import math
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError, SpecError
from steelyard.inference import given_draws
from steelyard.meta import bootstrap_correlations, correlate_level
from steelyard.meta.resampled.moments import correlations_of_moments
from tests.inference.measurements import every_resample
from tests.meta.wmt23 import golden, wmt23

X = np.array([[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]])
Z = np.array([[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]], dtype=float)


def places(weights: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(len(weights)), weights)


@pytest.mark.parametrize("level", ["system", "item", "within-system", "global"])
@pytest.mark.parametrize("statistic", ["pearson", "spearman", "kendall", "acc_eq"])
def test_resamples_are_those_of_a_loop(level: str, statistic: str) -> None:
    rng = np.random.default_rng(6)
    scores, ratings = rng.normal(size=(2, 6, 9)), rng.normal(size=(6, 9))
    scores[rng.random(scores.shape) < 0.1] = np.nan
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    rows, columns = (rng.multinomial(n, [1 / n] * n, size=40) for n in (6, 9))
    found = bootstrap_correlations(
        scores,
        ratings,
        resample="both",
        level=level,  # type: ignore[arg-type]
        statistic=statistic,
        n_resamples=0,
        rng=0,
        draws=(given_draws(rows), given_draws(columns)),
    )
    for draw, (of_rows, of_columns) in enumerate(zip(rows, columns, strict=True)):
        chosen = np.ix_(places(of_rows), places(of_columns))
        resampled = np.stack([metric[chosen] for metric in scores])
        expected = correlate_level(resampled, ratings[chosen], level=level, statistic=statistic).values  # type: ignore[arg-type]
        np.testing.assert_allclose(found.values[:, draw], expected, rtol=0, atol=1e-12)


def test_a_correlation_is_never_beyond_1_by_rounding() -> None:
    x = np.random.default_rng(1).normal(size=(3, 2000, 7))
    x -= x.mean(axis=2, keepdims=True)
    z = x * np.array([3.7, -0.1, 1e-3])[:, None, None]
    sums = np.stack([x.sum(axis=2), np.square(x).sum(axis=2), (x * z).sum(axis=2)])
    found = correlations_of_moments(sums, np.array(7), np.square(z).sum(axis=2))
    assert (np.abs(found) <= 1).all() and np.abs(found) == pytest.approx(np.ones((3, 2000)))


def test_every_resample_of_the_segments_once() -> None:
    """The correlations of all 27 resamples, in numbers of the percentile interval's own."""
    every = every_resample(3)
    ones = np.ones((27, 4), dtype=int)
    found = bootstrap_correlations(
        X,
        Z,
        resample="inputs",
        level="system",
        n_resamples=0,
        rng=0,
        draws=(given_draws(ones), given_draws(every, is_exact=True)),
    )
    expected = [np.corrcoef(X @ weights, Z @ weights)[0, 1] for weights in every]
    np.testing.assert_allclose(found.values[0], expected, atol=1e-12)
    assert found.interval(0) == pytest.approx((min(expected), max(expected)))


def test_metrics_share_the_draws() -> None:
    rng = np.random.default_rng(2)
    ratings = rng.normal(size=(8, 30))
    scores = np.stack([ratings + rng.normal(size=(8, 30)), ratings, 2 * ratings + 1])
    for resample in ("systems", "inputs", "both"):
        found = bootstrap_correlations(scores, ratings, resample=resample, level="global", n_resamples=500, rng=3)  # type: ignore[arg-type]
        assert found.difference_interval(2, 1) == pytest.approx((0, 0), abs=1e-12)
        assert found.difference_p_value(1, 2) == 1
        assert found.difference_p_value(0, 1) == 2 / 501  # of 500 resamples none is on the other side
        low, high = found.difference_interval(0, 1)
        assert low < found.observed[0] - found.observed[1] < high < 0
        again = bootstrap_correlations(scores, ratings, resample=resample, level="global", n_resamples=500, rng=3)  # type: ignore[arg-type]
        np.testing.assert_array_equal(again.values, found.values)


def test_resamples_without_a_correlation_are_counted() -> None:
    draws = given_draws([[4, 0, 0, 0]] + [[1, 1, 1, 1]] * 39), given_draws([[1, 1, 1]] * 40)
    for level in ("system", "item"):
        found = bootstrap_correlations(X, Z, resample="systems", level=level, n_resamples=0, rng=0, draws=draws)  # type: ignore[arg-type]
        assert found.n_undefined.tolist() == [1]
        assert found.interval(0) == pytest.approx((found.observed[0], found.observed[0]))
    with pytest.raises(DataError, match="have no correlation"):
        bootstrap_correlations(X[:2], Z[:2], resample="systems", level="system", n_resamples=100, rng=1)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(SpecError, match="Did you mean 'inputs'"):
        bootstrap_correlations(X, Z, resample="input", level="system", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="over \\(4, 3\\)"):
        draws = given_draws([[1, 1]]), given_draws([[1, 1, 1]])
        bootstrap_correlations(X, Z, resample="both", level="system", n_resamples=10, rng=1, draws=draws)
    with pytest.raises(SpecError, match="resamples"):
        bootstrap_correlations(X, Z, resample="both", level="system", n_resamples=0, rng=1)


@pytest.mark.real_data
@pytest.mark.parametrize("metrics", [("BLEU-refA", "chrF-refA"), ("COMET-refA", "BLEU-refA")])
def test_wmt23_has_the_intervals_of_nlpstats(test_data: Path, metrics: tuple[str, str]) -> None:
    """Its ends are of 1,000 resamples: here the share of 4,000 below each must be near 2.5 %."""
    case = golden(test_data, "nlpstats.json")["nlpstats-" + "-".join(metrics)]
    scores, ratings = wmt23(test_data).of(metrics[0], case["options"]["systems"])
    for resample in ("systems", "inputs", "both"):
        found = bootstrap_correlations(scores, ratings, resample=resample, level="system", n_resamples=4000, rng=12345)  # type: ignore[arg-type]
        peer = case["expected"][f"boot_{resample}_system_pearson"]
        tolerance = 4.5 * math.sqrt(0.025 * 0.975 * (1 / 1000 + 1 / 4000))
        assert (found.values < peer["lower"]).mean() == pytest.approx(0.025, abs=tolerance)
        assert (found.values > peer["upper"]).mean() == pytest.approx(0.025, abs=tolerance)
