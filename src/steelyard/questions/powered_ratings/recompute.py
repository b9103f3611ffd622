"""Estimate people's scores from few ratings and many predictions again."""

from steelyard.questions.powered_ratings.compute import compute
from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion
from steelyard.ratings.stored_scores import stored_rated
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Estimate people's scores from few ratings and many predictions again."""
    rated, options = stored_rated(stored)
    return compute(rated, PoweredRatingsQuestion(**options))
