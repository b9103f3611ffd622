"""Plan ratings from the stored pilot again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import stored_rated
from steelyard.questions.plan_ratings.compute import compute
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Plan ratings from the stored pilot again."""
    rated, options = stored_rated(stored, has_judgements=True)
    return compute(rated, PlanRatingsQuestion(**options))
