"""Estimate people's scores from few ratings and many predictions again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import scores_of, stored_chances, stored_documents
from steelyard.questions.powered_ratings.compute import powered_ratings
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Estimate people's scores from few ratings and many predictions again."""
    scores, arguments = scores_of(stored), stored.arguments
    return powered_ratings(
        [scores.people(entry) for entry in stored.recipe["people"]],
        scores.metrics(stored.recipe["scores"]),
        documents=stored_documents(stored, arguments),
        chances=stored_chances(stored, arguments),
        **arguments,
    )
