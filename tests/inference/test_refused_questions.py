"""What inference cannot answer: every sentence says what was given, and what would do."""

from collections.abc import Callable

import numpy as np
import pytest

from steelyard.errors import SteelyardError
from steelyard.inference import (
    NullDistribution,
    SettledPValues,
    adjust,
    average_of_tasks,
    broad_and_blocks,
    bucket_scores,
    check_auto_rank,
    choose_items,
    curve_differences,
    differs_by_jackknife,
    draw_curves,
    exact_null,
    exchange_p_values,
    fitted_curve,
    item_rest_correlations,
)
from steelyard.inference.draws.resample import bootstrap_draws
from steelyard.inference.intervals.percentile import bootstrap_scores
from steelyard.inference.null_distributions import sum_of_draws
from steelyard.types import Measurement, Statistics
from tests.inference.measurements import TOY5, mean_of

BOARD = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])


def task(orientation: float) -> NullDistribution:
    one = np.ones(1)
    return NullDistribution(one, orientation * one, one * 1e-12, lambda: iter([np.zeros((1, 3))]), 3, False, 9)


def settled() -> SettledPValues:
    return SettledPValues(np.ones(2), {"two-sided": np.array([0.01, 0.02])}, 9)


def curved() -> Measurement:
    """Score by one statistic, and by a small part of the square of another."""
    statistics = Statistics.from_values(np.array([[[1, 90], [2, 3]], [[5, 1], [1, 80]]]))
    return Measurement("m", "M", "", statistics, lambda s: 1e9 * s[..., 0] + 1e-3 * s[..., 1] ** 2, True)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (lambda: choose_items(BOARD, 4, "random", 1), "Cannot choose 4 of 3 items."),
        (lambda: choose_items(BOARD, 0, "random", 1), "Cannot choose 0 of 3 items."),
        (lambda: item_rest_correlations([1.0, 2.0]), "Scores of items need shape (systems, items), not (2,)."),
        (lambda: check_auto_rank("log", 2), "Unknown scaling 'log'."),
        (
            lambda: check_auto_rank("range", 1),
            "AutoRank (--auto-rank) puts several metrics together, and there is one.",
        ),
        (
            lambda: bucket_scores([mean_of(TOY5)], np.array([0, 2, 0, 2, 2])),
            "Buckets must be codes 0 .. G - 1, and every one must have members.",
        ),
        (lambda: differs_by_jackknife(mean_of(TOY5), 0, 1, alpha=1.0), "alpha must lie between 0 and 1, not 1.0."),
        (
            lambda: broad_and_blocks(mean_of(np.tile(TOY5, 20)), 10).chance(level=1.0),
            "level must lie between 0 and 1, not 1.0.",
        ),
        (
            lambda: adjust(settled(), np.array([0.01, 0.02]), "maxt", "two-sided", 0.05),
            "Max-T needs the joint null distribution of all differences: use holm for this test.",
        ),
        (
            lambda: average_of_tasks([task(1.0), task(-1.0)], np.array([[0], [0]])),
            "An average is over differences of which some are better when high and some when low.",
        ),
        (lambda: draw_curves([1.0, 2.0], [1.0, 2.0], ["x"]), "There are 2 scores, but 1 names of replicates."),
        (
            lambda: curve_differences(([1.0], [1.0], "xy"), ([1.0], [1.0], "x")),
            "There are 1 scores, but 2 names of replicates.",
        ),
        (
            lambda: draw_curves([1, 1, 2, 2], [1.0, 2.0, 3.0, 4.0], ["x", "y", "x", "y"], n_resamples=1),
            "Curves vary over resamples: there must be two or more (n_resamples, -n), not 1.",
        ),
        (
            lambda: fitted_curve("log", draw_curves(range(1, 7), [1.0, 3, 4, 5, 6, 6], ["x"] * 6)).band(),
            "A curve without several replicates at every size has no band.",
        ),
        (
            lambda: exchange_p_values(np.array([[1, 2**27, 3]])),
            "3 units with 134,217,732 sums are more than 67,108,864 cells.",
        ),
        (lambda: exact_null(curved(), 0, 1), "not linear in the statistics that differ, with whole numbers as weights"),
        (
            lambda: bootstrap_scores([mean_of(TOY5)] * 400, bootstrap_draws(5, 10**6, rng=1)),
            "1,000,000 resamples of every system and metric take 6 GiB to hold; the limit is 4. Use fewer",
        ),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(asked: Callable[[], object], wanted: str) -> None:
    with pytest.raises(SteelyardError) as refused:
        asked()
    assert wanted in str(refused.value)


def test_no_draws_have_no_sum() -> None:
    with pytest.raises(ValueError, match=r"^There are no draws to add up\.$"):
        sum_of_draws([])


def test_what_differs_but_never_counts_is_no_difference() -> None:
    statistics = Statistics.from_values(np.array([[[1, 7], [2, 3]], [[1, 1], [2, 8]]]))
    null = exact_null(Measurement("m", "M", "", statistics, lambda s: s[..., 0], True), 0, 1)
    assert (null.observed, [null.p_value(side) for side in ("two-sided", "better", "worse")]) == (0.0, [1.0] * 3)
