"""Metrics against people: what is learned from judgements, and how well it agrees. Arrays in, results out."""

from steelyard.meta.correlations import CORRELATIONS, Coefficient, correlate, correlate_rows
from steelyard.meta.hill_climbing import STEPS, Climb, hill_climb
from steelyard.meta.maximum_correlation import (
    HeldOutCorrelation,
    LinearCombination,
    fit_maximum_correlation,
    leave_one_system_out,
)
from steelyard.meta.pair_counts import PAIR_STATISTICS, PairCounts, count_pairs, kendall_like
from steelyard.meta.score_matrices import LEVELS, LevelCorrelation, correlate_groups, correlate_level, score_matrices
from steelyard.meta.sub_goals import SubGoalRegression, fit_sub_goals, spread_by_question

__all__ = [
    "CORRELATIONS",
    "LEVELS",
    "PAIR_STATISTICS",
    "STEPS",
    "Climb",
    "Coefficient",
    "HeldOutCorrelation",
    "LevelCorrelation",
    "LinearCombination",
    "PairCounts",
    "SubGoalRegression",
    "correlate",
    "correlate_groups",
    "correlate_level",
    "correlate_rows",
    "count_pairs",
    "fit_maximum_correlation",
    "fit_sub_goals",
    "hill_climb",
    "kendall_like",
    "leave_one_system_out",
    "score_matrices",
    "spread_by_question",
]
