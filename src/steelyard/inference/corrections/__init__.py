"""Corrections for asking many questions at once; one way to correct = one file."""

from steelyard.inference.corrections.adjusted import Adjusted, single_critical_value
from steelyard.inference.corrections.max_t import max_t
from steelyard.inference.corrections.registry import CORRECTIONS, adjust
from steelyard.inference.corrections.stepwise import bonferroni, holm

__all__ = ["CORRECTIONS", "Adjusted", "adjust", "bonferroni", "holm", "max_t", "single_critical_value"]
