"""Tests of whether two systems differ, one file a test."""

from steelyard.inference.comparisons.randomization import randomization

__all__ = ["randomization"]
