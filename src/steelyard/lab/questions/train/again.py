"""Learn from the stored features and ratings again."""

from steelyard.counted.stored import Stored
from steelyard.lab.questions.train.compute import compute
from steelyard.lab.questions.train.question import TrainQuestion
from steelyard.people.stored_scores import stored_rated
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Learn from the stored features and ratings again."""
    rated, options = stored_rated(stored)
    return compute(rated, TrainQuestion(**{**options, "by": tuple(options["by"])}))
