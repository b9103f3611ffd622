"""Learn from the stored features and ratings again."""

from steelyard.lab.questions.train.compute import compute
from steelyard.lab.questions.train.question import TrainQuestion
from steelyard.ratings.stored_scores import stored_rated
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Learn from the stored features and ratings again."""
    rated, options = stored_rated(stored)
    return compute(rated, TrainQuestion(**{**options, "by": tuple(options["by"])}))
