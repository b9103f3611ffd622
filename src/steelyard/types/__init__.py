"""The values that flow through the pipeline: texts, tokens, statistics, measurements. Aligned and checked once."""

from steelyard.types.measurement import Measurement
from steelyard.types.statistics import Statistics
from steelyard.types.test_set import TestSet
from steelyard.types.tokens import Tokens, Vocabulary

__all__ = ["Measurement", "Statistics", "TestSet", "Tokens", "Vocabulary"]
