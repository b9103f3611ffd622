"""Tie calibration against a sweep that tries every difference, and against mt-metrics-eval on WMT23 en-de."""

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.errors import AlignmentError, SpecError
from steelyard.meta import calibrate_ties, correlate_level, count_pairs, pair_decisions, tie_accuracy
from tests.meta.wmt23 import golden, wmt23

VALUES = st.one_of(st.integers(0, 4).map(float), st.just(math.nan))
HUMAN = [[0, 0, -1, -5], [0, -1, -1, -1]]
METRIC = [[0.90, 0.88, 0.80, 0.30], [0.70, 0.65, 0.68, 0.50]]


def accuracy_at(scores: np.ndarray, ratings: np.ndarray, threshold: float) -> float:
    """Judge one pair after the other."""
    groups = []
    for x, y in zip(scores, ratings, strict=True):
        is_rated = np.isfinite(x) & np.isfinite(y)
        pairs = list(combinations(zip(x[is_rated], y[is_rated], strict=True), 2))
        is_right = [h == k if abs(a - b) <= threshold + 1e-11 else (a - b) * (h - k) > 0 for (a, h), (b, k) in pairs]
        if pairs:
            groups.append(np.mean(is_right))
    return float(np.mean(groups)) if groups else math.nan


def slow_calibration(scores: np.ndarray, ratings: np.ndarray) -> tuple[float, float]:
    """Try 0 and every difference within groups; the first maximum wins."""
    both = np.where(np.isfinite(ratings), scores, np.nan)
    differences = {abs(a - b) for row in both for a, b in combinations(row[np.isfinite(row)], 2)}
    best = (0.0, accuracy_at(scores, ratings, 0.0))
    for threshold in sorted(differences):
        accuracy = accuracy_at(scores, ratings, threshold)
        if accuracy > best[1] + 1e-11:
            best = (threshold, accuracy)
    return best


def test_the_worked_example_has_its_accuracies() -> None:
    """significance.md 5.3: two items of four systems."""
    curve = {0: 0.6666667, 0.02: 0.6666667, 0.03: 0.75, 0.05: 0.6666667, 0.08: 0.5833333, 0.10: 0.5}
    curve |= {0.15: 0.5833333, 0.18: 0.6666667, 0.20: 0.5833333, 0.60: 0.3333333}
    for threshold, accuracy in curve.items():
        assert tie_accuracy(METRIC, HUMAN, threshold) == pytest.approx(accuracy, abs=5e-8)
    found = calibrate_ties(METRIC, HUMAN)
    assert (found.threshold, found.accuracy) == (pytest.approx(0.03), 0.75)
    assert (found.n_groups, found.n_pairs) == (2, 12)


@given(arrays(np.float64, st.tuples(st.just(2), st.integers(1, 4), st.integers(2, 6)), elements=VALUES), st.booleans())
def test_it_is_the_best_of_all_thresholds(pairs: np.ndarray, has_fractions: bool) -> None:
    scores, ratings = pairs[0] * (0.1 if has_fractions else 1), pairs[1]
    if math.isnan(accuracy_at(scores, ratings, 0)):
        with pytest.raises(SpecError, match="no pair"):
            calibrate_ties(scores, ratings)
        assert math.isnan(tie_accuracy(scores, ratings, 0))
        return
    found = calibrate_ties(scores, ratings)
    threshold, accuracy = slow_calibration(scores, ratings)
    assert found.accuracy == pytest.approx(accuracy, abs=1e-12)
    assert found.threshold == pytest.approx(threshold, abs=1e-11)
    assert tie_accuracy(scores, ratings, found.threshold) == pytest.approx(accuracy, abs=1e-12)
    assert found.accuracy_untied == pytest.approx(accuracy_at(scores, ratings, 0), abs=1e-12)


def test_equal_differences_are_not_told_apart_by_rounding() -> None:
    assert 0.3 - 0.2 != 0.2 - 0.1
    assert tie_accuracy([[0.1, 0.2, 0.3]], [[1, 1, 1]], 0.1) == pytest.approx(2 / 3)
    scores = [[0.1, 0.2, 0.3, 0.4], [0.0, 1e-18, 1, 2]]
    assert calibrate_ties(scores, [[1, 1, 1, 1], [1, 1, 2, 3]]).accuracy_untied == pytest.approx(0.5)


@pytest.mark.real_data
@pytest.mark.parametrize(
    "case_id",
    [f"mt-{metric}" for metric in ("BLEU-refA", "chrF-refA", "BERTscore-refA", "COMET-refA", "GEMBA-MQM-src")]
    + ["first8-BLEU-refA", "first8-chrF-refA"],
)
def test_wmt23_has_the_thresholds_of_mt_metrics_eval(test_data: Path, case_id: str) -> None:
    """By rounding, its two variants can stop at different thresholds of equal accuracy: the smaller is the first."""
    case = golden(test_data, "mt-metrics-eval.json")[f"mtme-wmt23-en-de-{case_id}"]
    scores, ratings = wmt23(test_data).of(case["options"]["metric"], case["options"]["systems"])
    accuracy, threshold = case["expected"]["segment"]["acc_eq_opt_item"]
    tau, other_threshold = case["expected"]["segment"]["tau23_opt_item"]
    found = calibrate_ties(scores.T, ratings.T)
    assert found.accuracy == pytest.approx(accuracy, abs=1e-9)
    assert 2 * found.accuracy - 1 == pytest.approx(tau, abs=1e-9)
    assert found.threshold == pytest.approx(min(threshold, other_threshold), abs=1e-12)
    for peer in (threshold, other_threshold):
        assert tie_accuracy(scores.T, ratings.T, peer) == pytest.approx(accuracy, abs=1e-9)
    untied = correlate_level(scores, ratings, level="item", statistic="acc_eq").values[0]
    assert found.accuracy_untied == pytest.approx(untied, abs=1e-12)


@pytest.mark.real_data
def test_edges_are_those_of_mt_metrics_eval(test_data: Path) -> None:
    names = {"b": "tau_b", "c": "tau_c", "23": "tau_eq", "acc23": "acc_eq"}
    cases = golden(test_data, "mt-metrics-eval.json")["mtme-edge"]["expected"]
    for case in cases:
        people, metric, result = case["gold"], case["metric"], case["result"]
        counts = count_pairs(metric, people)
        for theirs, ours in names.items():
            value = float(counts.statistic(ours))
            assert value == pytest.approx(float(result[theirs]), abs=1e-12, nan_ok=True), (case["name"], ours)
        assert tie_accuracy([metric], [people], 1) == pytest.approx(result["acc23_eps1"])
        found = calibrate_ties([metric], [people])
        assert [found.accuracy, found.threshold] == pytest.approx(result["opt_acc23"])
        decisions = pair_decisions(metric, people)
        assert [decisions.is_right.sum(), len(decisions.pairs)] == result["Agreement"]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="groups, items"):
        calibrate_ties([1, 2], [1, 2])
    with pytest.raises(SpecError, match="no pair"):
        calibrate_ties([[1], [2]], [[1], [2]])
    with pytest.raises(SpecError, match="must not be negative"):
        tie_accuracy([[1, 2]], [[1, 2]], math.nan)
