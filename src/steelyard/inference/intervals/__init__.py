"""Intervals for scores and for differences; one method = one file."""

from steelyard.inference.intervals.jackknife import (
    FEW_UNITS,
    jackknife_interval,
    jackknife_scores,
    spread_quantile,
    standard_error,
    t_quantile,
)
from steelyard.inference.intervals.percentile import bootstrap_scores, percentile_interval
from steelyard.inference.intervals.simultaneous import bonferroni_critical_value, sup_t_critical_value

__all__ = [
    "FEW_UNITS",
    "bonferroni_critical_value",
    "bootstrap_scores",
    "jackknife_interval",
    "jackknife_scores",
    "percentile_interval",
    "spread_quantile",
    "standard_error",
    "sup_t_critical_value",
    "t_quantile",
]
