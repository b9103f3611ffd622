"""A test set, counted: the one value that every question on texts takes, and what such questions share."""

from steelyard.counted.counted import Counted, count
from steelyard.counted.sampling import Sampling

__all__ = ["Counted", "Sampling", "count"]
