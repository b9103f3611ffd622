"""Test the pairs of systems again, by metrics and by the stored ratings."""

from dataclasses import replace

from steelyard.questions.instruments.compute import compute
from steelyard.questions.instruments.question import InstrumentsQuestion
from steelyard.ratings.stored_scores import scores_of
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Test the pairs of systems again, by metrics and by the stored ratings."""
    counted = replace(stored.counted(), progress=stored.progress)
    ratings = scores_of(stored, counted.test_set).ratings(stored.recipe["ratings"])
    return compute(counted, ratings, InstrumentsQuestion(**stored.arguments))
