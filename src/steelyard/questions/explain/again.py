"""Explain the scores of segments again."""

from steelyard.counted.stored import Stored
from steelyard.questions.explain.compute import explain
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Explain the scores of segments again."""
    return explain(stored.texts(), **stored.arguments)
