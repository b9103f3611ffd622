"""Metrics against people: what is learned from judgements, and how well it agrees. Arrays in, results out."""

from steelyard.meta.correlations import CORRELATIONS, Coefficient, correlate, correlate_rows
from steelyard.meta.hill_climbing import STEPS, Climb, hill_climb
from steelyard.meta.maximum_correlation import (
    HeldOutCorrelation,
    LinearCombination,
    fit_maximum_correlation,
    leave_one_system_out,
)
from steelyard.meta.sub_goals import SubGoalRegression, fit_sub_goals, spread_by_question

__all__ = [
    "CORRELATIONS",
    "STEPS",
    "Climb",
    "Coefficient",
    "HeldOutCorrelation",
    "LinearCombination",
    "SubGoalRegression",
    "correlate",
    "correlate_rows",
    "fit_maximum_correlation",
    "fit_sub_goals",
    "hill_climb",
    "leave_one_system_out",
    "spread_by_question",
]
