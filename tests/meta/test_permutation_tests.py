"""Exchanging metrics' scores: exact counts, a loop over all exchanges, nlpstats and mt-metrics-eval on WMT23 en-de."""

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError, SpecError
from steelyard.inference import given_draws, max_t
from steelyard.meta import correlate_level, permutation_null
from tests.meta.wmt23 import golden, wmt23

X = np.array([[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]])
Y = np.array([[0.5, 0.6, 0.2], [0.9, 0.4, 0.7], [0.8, 0.3, 0.6], [0.1, 0.7, 0.4]])
Z = np.array([[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]], dtype=float)
SHAPES = {"systems": (4, 1), "inputs": (1, 3), "both": (4, 3)}


def slow_null(
    x: np.ndarray, y: np.ndarray, z: np.ndarray, masks: np.ndarray, level: str, statistic: str
) -> tuple[float, list[float]]:
    """Exchange standardised scores one mask after the other: the observed difference, and those of the masks."""
    is_rated = np.isfinite(z)
    x, y = ((v - v[is_rated].mean()) / v[is_rated].std() for v in (x, y))

    def difference(keeps: np.ndarray) -> float:
        sides, people = np.stack([np.where(keeps, x, y), np.where(keeps, y, x)]), z
        if level == "system":  # equal means can differ in the last places, and then have other ranks
            sides = np.nanmean(np.where(is_rated, sides, np.nan), axis=2, keepdims=True).round(12)
            people = np.nanmean(z, axis=1, keepdims=True)
        first, second = correlate_level(sides, people, level=level, statistic=statistic).values  # type: ignore[arg-type]
        return float(first - second)

    return difference(np.ones(z.shape, dtype=bool)), [difference(np.broadcast_to(mask, z.shape) > 0) for mask in masks]


@pytest.mark.parametrize(
    ("swap", "total", "one", "two"), [("systems", 16, 2, 4), ("inputs", 8, 1, 2), ("both", 4096, 139, 278)]
)
def test_the_worked_example_has_its_exact_counts(swap: str, total: int, one: int, two: int) -> None:
    """significance.md 5.7."""
    null = permutation_null([X, Y], Z, swap=swap, level="system", n_resamples=5000, rng=1)  # type: ignore[arg-type]
    assert (null.n_draws, null.is_exact) == (total, True)
    assert null.observed.tolist() == pytest.approx([0.6525849], abs=5e-8)
    assert null.p_values("better").tolist() == [one / total]
    assert null.p_values("two-sided").tolist() == [two / total]


@pytest.mark.parametrize("swap", sorted(SHAPES))
@pytest.mark.parametrize("level", ["system", "item", "within-system", "global"])
@pytest.mark.parametrize("statistic", ["pearson", "spearman", "kendall", "acc_eq"])
def test_draws_are_those_of_a_loop(swap: str, level: str, statistic: str) -> None:
    masks = np.array(list(product((0, 1), repeat=math.prod(SHAPES[swap]))))[::23]
    expected = slow_null(X, Y, Z, masks.reshape(-1, *SHAPES[swap]), level, statistic)
    null = permutation_null(
        [X, Y],
        Z,
        swap=swap,  # type: ignore[arg-type]
        level=level,  # type: ignore[arg-type]
        statistic=statistic,
        n_resamples=0,
        rng=0,
        draws=given_draws(masks),
    )
    assert null.observed.tolist() == pytest.approx([expected[0]], abs=1e-12)
    found = np.concatenate(list(null.blocks()), axis=1)[0]
    np.testing.assert_allclose(found, expected[1], rtol=0, atol=1e-10)  # some draws are nearly constant


@pytest.mark.parametrize("level", ["system", "item", "within-system", "global"])
@pytest.mark.parametrize("statistic", ["pearson", "spearman"])
def test_outputs_that_nobody_rated_take_no_part(level: str, statistic: str) -> None:
    rng = np.random.default_rng(8)
    x, y, z = rng.normal(size=(3, 6, 9))
    z += x
    z[rng.random(z.shape) < 0.2] = np.nan
    masks = rng.integers(0, 2, (50, 6, 9))
    expected = slow_null(x, y, z, masks, level, statistic)
    null = permutation_null(
        [x, y],
        z,
        swap="both",
        level=level,  # type: ignore[arg-type]
        statistic=statistic,
        n_resamples=0,
        rng=0,
        draws=given_draws(masks.reshape(50, -1)),
    )
    assert null.observed.tolist() == pytest.approx([expected[0]], abs=1e-12)
    np.testing.assert_allclose(next(null.blocks())[0], expected[1], rtol=0, atol=1e-12)


def test_all_pairs_share_the_draws_and_blocks_change_nothing() -> None:
    rng = np.random.default_rng(4)
    scores, ratings = rng.normal(size=(4, 5, 20)), rng.normal(size=(5, 20))
    for level in ("system", "global"):
        null = permutation_null(scores, ratings, swap="both", level=level, n_resamples=300, rng=9)  # type: ignore[arg-type]
        alone = permutation_null(scores, ratings, [(1, 3)], swap="both", level=level, n_resamples=300, rng=9)  # type: ignore[arg-type]
        place = [(a, b) for a in range(4) for b in range(a + 1, 4)].index((1, 3))
        np.testing.assert_allclose(next(null.blocks())[place], next(alone.blocks())[0], rtol=0, atol=1e-13)
        adjusted = max_t(null).p_values
        assert (adjusted >= null.p_values("two-sided") - 1e-12).all()


def test_equal_metrics_give_a_p_value_of_1() -> None:
    for level in ("system", "item", "global"):
        null = permutation_null([X, 10 * X + 3], Z, swap="both", level=level, n_resamples=500, rng=1)  # type: ignore[arg-type]
        assert null.p_values("two-sided").tolist() == [1]
        assert max_t(null).p_values.tolist() == [1]


@pytest.mark.real_data
@pytest.mark.parametrize("metrics", [("BLEU-refA", "chrF-refA"), ("COMET-refA", "BLEU-refA")])
def test_wmt23_has_the_p_values_of_nlpstats(test_data: Path, metrics: tuple[str, str]) -> None:
    """The peer drew 1,000 exchanges; two-sided."""
    case = golden(test_data, "nlpstats.json")["nlpstats-" + "-".join(metrics)]
    data = wmt23(test_data)
    pairs = [data.of(metric, case["options"]["systems"]) for metric in metrics]
    scores, ratings = np.stack([pair[0] for pair in pairs]), pairs[0][1]
    for swap in ("systems", "inputs", "both"):
        null = permutation_null(scores, ratings, swap=swap, level="system", n_resamples=4096, rng=12345)  # type: ignore[arg-type]
        [p] = null.p_values("two-sided")
        peer = case["expected"][f"perm_{swap}_system_pearson"]["p"]
        assert abs(p - peer) <= 0.002 + 4.5 * math.sqrt(p * (1 - p) / 1000), swap


@pytest.mark.real_data
@pytest.mark.parametrize("metrics", [("BLEU-refA", "chrF-refA"), ("chrF-refA", "COMET-refA")])
def test_wmt23_has_the_differences_of_mt_metrics_eval(test_data: Path, metrics: tuple[str, str]) -> None:
    """Its second metric less its first; one-sided."""
    case = golden(test_data, "mt-metrics-eval.json")["mtme-sigdiff-" + "-".join(metrics)]
    data = wmt23(test_data)
    pairs = [data.of(metric, case["options"]["systems"]) for metric in metrics]
    scores, ratings = np.stack([pair[0] for pair in pairs]), pairs[0][1]
    kinds = (("pearson_none", "global", "pearson", 500), ("acc23_item", "item", "acc_eq", 150))
    for name, level, statistic, n_resamples in kinds:
        null = permutation_null(
            scores,
            ratings,
            [(1, 0)],
            swap="both",
            level=level,  # type: ignore[arg-type]
            statistic=statistic,
            n_resamples=n_resamples,
            rng=1,
        )
        peer = case["expected"][name]
        assert null.observed.tolist() == pytest.approx([peer["delta"]], abs=1e-9)
        [p] = null.p_values("better")
        assert abs(p - peer["p"]) <= 0.01 + 4.5 * math.sqrt(p * (1 - p) * (1 / peer["k"] + 1 / n_resamples))


def test_what_does_not_fit_is_refused() -> None:
    gaps = np.stack([X, Y])
    gaps[0, 0, 0] = np.nan
    with pytest.raises(DataError, match="lack scores of different outputs"):
        permutation_null(gaps, Z, swap="both", level="system", n_resamples=10, rng=1)
    with pytest.raises(DataError, match="not defined"):
        permutation_null([X, np.ones_like(X)], Z, swap="both", level="system", n_resamples=10, rng=1)
    with pytest.raises(DataError, match="No output"):
        permutation_null([X, Y], np.full(Z.shape, np.nan), swap="both", level="system", n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="at least two metrics"):
        permutation_null(X, Z, swap="both", level="system", n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="Did you mean 'inputs'"):
        permutation_null([X, Y], Z, swap="input", level="system", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="Did you mean 'global'"):
        permutation_null([X, Y], Z, swap="both", level="globl", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="over the 4 units"):
        permutation_null([X, Y], Z, swap="systems", level="item", n_resamples=10, rng=1, draws=given_draws([[0, 1]]))


@pytest.mark.parametrize("seed", range(20))
def test_the_rounding_of_another_metric_is_no_correlation_of_a_constant_one(seed: int) -> None:
    """Sums of the one were taken off those of the other: what was left of a constant had a size, on some processors."""
    rng = np.random.default_rng(seed)
    several, ratings = rng.normal(size=(2, 8, 40)), rng.normal(size=(8, 40))
    with pytest.raises(DataError, match="not defined"):
        permutation_null(
            [*several, np.full((8, 40), 3.0)], ratings, swap="inputs", level="global", n_resamples=9, rng=seed
        )
