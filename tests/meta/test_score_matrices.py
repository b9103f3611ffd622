"""Correlations at every level against SciPy, loops, and what mt-metrics-eval answers on WMT23 en-de."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.meta import LEVELS, correlate, correlate_level, count_pairs, kendall_like
from tests.meta.wmt23 import golden, wmt23

X = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
Y = [[0.5, 0.6, 0.2], [0.9, 0.4, 0.7], [0.8, 0.3, 0.6], [0.1, 0.7, 0.4]]
Z = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
MT_METRICS = ("BLEU-refA", "chrF-refA", "BERTscore-refA", "COMET-refA", "GEMBA-MQM-src")
OURS = {"Pearson": "pearson", "Spearman": "spearman", "Kendall_b": "tau_b", "Kendall_c": "tau_c"} | {
    "acc23_eps0": "acc_eq",
    "tau23_eps0": "tau_eq",
}
LEVEL_NAMES = {"none": "global", "sys": "within-system", "item": "item"}


def test_the_worked_example_has_its_numbers() -> None:
    """significance.md 5.7."""
    both = np.array([X, Y])
    np.testing.assert_allclose(
        correlate_level(both, Z, level="system").values, [0.9979834, 0.3453985], rtol=0, atol=5e-8
    )
    np.testing.assert_allclose(correlate_level(both, Z, level="item").values, [0.9273428, 0.1538743], rtol=0, atol=5e-8)


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("statistic", ["pearson", "spearman", "kendall", "tau_c"])
def test_levels_with_gaps_are_those_of_scipy(level: str, statistic: str) -> None:
    rng = np.random.default_rng(7)
    scores, ratings = rng.integers(0, 6, (2, 5, 9)).astype(float)
    scores[rng.random(scores.shape) < 0.2] = np.nan
    ratings[rng.random(ratings.shape) < 0.2] = np.nan
    found = correlate_level(scores, ratings, level=level, statistic=statistic)  # type: ignore[arg-type]
    is_rated = np.isfinite(scores + ratings)
    x, y = np.where(is_rated, scores, np.nan), np.where(is_rated, ratings, np.nan)
    groups = {
        "system": [(np.nanmean(x, axis=1), np.nanmean(y, axis=1))],
        "item": list(zip(x.T, y.T, strict=True)),
        "within-system": list(zip(x, y, strict=True)),
        "global": [(x.ravel(), y.ravel())],
    }[level]
    by_scipy = {
        "pearson": stats.pearsonr,
        "spearman": stats.spearmanr,
        "kendall": stats.kendalltau,
        "tau_c": lambda a, b: stats.kendalltau(a, b, variant="c"),
    }[statistic]
    expected = []
    for a, b in groups:
        keep = np.isfinite(a)
        can = keep.sum() > 1 and np.ptp(a[keep]) > 0 and np.ptp(b[keep]) > 0
        expected.append(by_scipy(a[keep], b[keep]).statistic if can else math.nan)
    np.testing.assert_allclose(found.by_group[0], expected, atol=1e-12)
    assert found.values[0] == pytest.approx(np.nanmean(expected))
    assert found.n_undefined[0] == np.isnan(expected).sum()


def test_groups_without_a_correlation_are_left_out_or_count_as_nothing() -> None:
    scores, ratings = [[1, 5, 1], [2, 5, 2], [3, 5, 3]], [[1, 1, 4], [2, 2, 4], [3, 3, 4]]
    skipped = correlate_level(scores, ratings, level="item")
    assert skipped.n_undefined.tolist() == [2]
    assert skipped.values.tolist() == pytest.approx([1])
    assert correlate_level(scores, ratings, level="item", undefined="zero").values.tolist() == pytest.approx([1 / 3])
    nothing = correlate_level([[1.0, 2.0]], [[1.0, 2.0]], level="item")
    assert math.isnan(nothing.values[0])
    assert nothing.n_undefined.tolist() == [2]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"not \(4, 3\) and \(3, 4\)"):
        correlate_level(X, np.transpose(Z), level="system")
    with pytest.raises(AlignmentError, match="shape"):
        correlate_level(np.empty((0, 3)), np.empty((0, 3)), level="system")
    with pytest.raises(SpecError, match="Did you mean 'global'"):
        correlate_level(X, Z, level="globl")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="Did you mean 'pearson'"):
        correlate_level(X, Z, level="system", statistic="pearsn")
    with pytest.raises(SpecError, match="'skip'"):
        correlate_level(X, Z, level="item", undefined="skp")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="infinite"):
        correlate_level([[math.inf, 1]], [[1, 2]], level="global")


@pytest.mark.real_data
@pytest.mark.parametrize("metric", MT_METRICS)
def test_wmt23_has_the_correlations_of_mt_metrics_eval(test_data: Path, metric: str) -> None:
    case = golden(test_data, "mt-metrics-eval.json")[f"mtme-wmt23-en-de-mt-{metric}"]
    scores, ratings = wmt23(test_data).of(metric, case["options"]["systems"])
    n_checked = 0
    for name, (value, *_) in _points(case):
        statistic, _, level = name.rpartition("_")
        if statistic in OURS:
            found = correlate_level(scores, ratings, level=LEVEL_NAMES[level], statistic=OURS[statistic])  # type: ignore[arg-type]
            assert found.values[0] == pytest.approx(value, abs=1e-9), name
            n_checked += 1
    assert n_checked == 18
    by_system = wmt23(test_data).by_system(metric, case["options"]["systems"])
    for name, (value, *_) in case["expected"]["system"].items():
        if name in ("Pearson", "Spearman"):
            assert correlate(*by_system, coefficient=OURS[name]) == pytest.approx(value, abs=1e-9)  # type: ignore[arg-type]
        elif name in OURS:
            assert float(count_pairs(*by_system).statistic(OURS[name])) == pytest.approx(value, abs=1e-9)
    for threshold in (0, 25):
        value, _, n_pairs = case["expected"]["segment"][f"KendallLike_item_thresh{threshold}"]
        found, n_found = kendall_like(scores.T, ratings.T, min_difference=threshold)
        assert (found, n_found) == (pytest.approx(value, abs=1e-9), n_pairs)


def _points(case: dict) -> list[tuple[str, list[float]]]:
    return [(name, value) for name, value in case["expected"]["segment"].items() if isinstance(value, list)]


@pytest.mark.real_data
@pytest.mark.parametrize("metrics", [("BLEU-refA", "chrF-refA"), ("COMET-refA", "BLEU-refA")])
def test_wmt23_has_the_correlations_of_nlpstats(test_data: Path, metrics: tuple[str, str]) -> None:
    case = golden(test_data, "nlpstats.json")["nlpstats-" + "-".join(metrics)]
    for place, metric in enumerate(metrics, 1):
        scores, ratings = wmt23(test_data).of(metric, case["options"]["systems"])
        for level in ("system", "input", "global"):
            for statistic in ("pearson", "spearman", "kendall"):
                ours = "item" if level == "input" else level
                found = correlate_level(scores, ratings, level=ours, statistic=statistic)  # type: ignore[arg-type]
                expected = case["expected"][f"{level}_{statistic}"][f"r{place}"]
                assert found.values[0] == pytest.approx(expected, abs=1e-9), (level, statistic)
