"""Estimate people's scores from few ratings and many predictions again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import stored_rated
from steelyard.questions.powered_ratings.compute import compute
from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Estimate people's scores from few ratings and many predictions again."""
    rated, options = stored_rated(stored)
    return compute(rated, PoweredRatingsQuestion(**options))
