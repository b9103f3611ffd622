"""Fit curves to the stored table again."""

from steelyard.counted.stored import Stored
from steelyard.questions.learning_curve.compute import learning_curves
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Fit curves to the stored table again."""
    [table] = stored.inputs
    return learning_curves(table.path, **{key: value for key, value in stored.arguments.items() if key != "runs"})
