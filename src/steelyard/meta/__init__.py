"""Metrics against people: what is learned from judgements, and how well it agrees. Arrays in, results out."""

from steelyard.meta.sub_goals import SubGoalRegression, fit_sub_goals, spread_by_question

__all__ = ["SubGoalRegression", "fit_sub_goals", "spread_by_question"]
