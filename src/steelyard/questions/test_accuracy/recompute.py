"""Hold the conclusions of tests against those of people again."""

from dataclasses import replace

from steelyard.questions.test_accuracy.compute import compute
from steelyard.questions.test_accuracy.question import TestAccuracyQuestion
from steelyard.ratings.stored_scores import scores_of
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Hold the conclusions of tests against those of people again."""
    counted = replace(stored.counted(), progress=stored.progress)
    ratings = scores_of(stored, counted.test_set).ratings(stored.recipe["ratings"])
    return compute(counted, ratings, TestAccuracyQuestion(**stored.arguments))
