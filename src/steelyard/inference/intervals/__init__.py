"""Intervals for scores and for differences; one method = one file."""

from steelyard.inference.intervals.basic import basic_interval, normal_interval
from steelyard.inference.intervals.bca import acceleration, bca_interval, bca_levels, bias_correction
from steelyard.inference.intervals.betting import betting_intervals
from steelyard.inference.intervals.delta import delta_interval, delta_standard_error, influence_values, score_gradient
from steelyard.inference.intervals.jackknife import (
    FEW_UNITS,
    degrees_of_freedom,
    effective_number,
    jackknife_interval,
    jackknife_scores,
    spread_quantile,
    standard_error,
)
from steelyard.inference.intervals.percentile import bootstrap_scores, percentile_interval
from steelyard.inference.intervals.ranges import arcsine_interval, inside_range, logit_interval
from steelyard.inference.intervals.rates import Rates, rate_differences, rate_intervals, rates_of
from steelyard.inference.intervals.simultaneous import bonferroni_critical_value, level_together, sup_t_critical_value
from steelyard.inference.intervals.spread import spread_interval
from steelyard.inference.intervals.student import (
    normal_equivalent,
    student_difference_interval,
    student_interval,
    unit_scores,
)

__all__ = [
    "FEW_UNITS", "Rates", "acceleration", "arcsine_interval", "basic_interval", "bca_interval", "bca_levels",
    "betting_intervals", "bias_correction", "bonferroni_critical_value", "bootstrap_scores", "degrees_of_freedom",
    "delta_interval", "delta_standard_error", "effective_number", "influence_values", "inside_range",
    "logit_interval", "jackknife_interval", "jackknife_scores", "level_together", "normal_equivalent",
    "normal_interval", "percentile_interval", "rate_differences", "rate_intervals", "rates_of", "score_gradient",
    "spread_interval", "spread_quantile", "standard_error", "student_difference_interval", "student_interval",
    "sup_t_critical_value", "unit_scores",
]  # fmt: skip
