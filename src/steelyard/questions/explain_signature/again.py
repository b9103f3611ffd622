"""Say again what signatures mean."""

from steelyard.counted.stored import Stored
from steelyard.questions.explain_signature.compute import explain_signature
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Say again what signatures mean."""
    return explain_signature(**stored.arguments)
