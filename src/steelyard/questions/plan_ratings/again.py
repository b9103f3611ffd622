"""Plan ratings from the stored pilot again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import scores_of, stored_chances, stored_documents
from steelyard.questions.plan_ratings.compute import plan_ratings
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Plan ratings from the stored pilot again."""
    scores, arguments = scores_of(stored), stored.arguments
    [entry] = stored.recipe["people"]
    return plan_ratings(
        scores.single_judgements(entry),
        scores.people(entry),
        scores.metrics(stored.recipe["scores"]),
        documents=stored_documents(stored, arguments),
        chances=stored_chances(stored, arguments),
        **arguments,
    )
