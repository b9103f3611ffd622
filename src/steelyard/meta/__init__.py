"""Metrics against people: what is learned from judgements, and how well it agrees. Arrays in, results out."""

from steelyard.meta.maximum_correlation import (
    HeldOutCorrelation,
    LinearCombination,
    fit_maximum_correlation,
    leave_one_system_out,
)
from steelyard.meta.sub_goals import SubGoalRegression, fit_sub_goals, spread_by_question

__all__ = [
    "HeldOutCorrelation",
    "LinearCombination",
    "SubGoalRegression",
    "fit_maximum_correlation",
    "fit_sub_goals",
    "leave_one_system_out",
    "spread_by_question",
]
