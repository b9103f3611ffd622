"""Where texts are wrong: units with a class and an outcome that adds up, counted by segment."""

from steelyard.analysis.units import count_units, rate, rate_measurements

__all__ = ["count_units", "rate", "rate_measurements"]
