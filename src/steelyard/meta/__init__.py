"""Metrics against people: how far a metric agrees with human ratings, and metrics trained to agree."""

from steelyard.meta.maximum_correlation import (
    HeldOutCorrelation,
    LinearCombination,
    fit_maximum_correlation,
    leave_one_system_out,
)

__all__ = ["HeldOutCorrelation", "LinearCombination", "fit_maximum_correlation", "leave_one_system_out"]
