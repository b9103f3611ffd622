"""Plan ratings from the stored pilot again."""

from steelyard.questions.plan_ratings.compute import compute
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
from steelyard.ratings.stored_scores import stored_rated
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Plan ratings from the stored pilot again."""
    rated, options = stored_rated(stored, has_judgements=True)
    return compute(rated, PlanRatingsQuestion(**options))
