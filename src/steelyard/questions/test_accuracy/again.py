"""Hold the conclusions of tests against those of people again."""

from steelyard.counted.stored import Stored
from steelyard.evaluation import Evaluation
from steelyard.people.stored_scores import scores_of
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Hold the conclusions of tests against those of people again."""
    evaluation = Evaluation(stored.counted())
    scores = scores_of(stored, evaluation.test_set)
    ratings = scores.ratings(stored.recipe["ratings"])
    return evaluation.test_accuracy(ratings, **stored.arguments, progress=stored.progress)
