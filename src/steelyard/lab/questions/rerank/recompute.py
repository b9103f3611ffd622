"""Fit the model again."""

from steelyard.lab.candidates import lists_again
from steelyard.lab.questions.rerank.compute import compute
from steelyard.lab.questions.rerank.question import RerankTrainQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Fit the model again."""
    lists, parsed = lists_again(stored)
    question = RerankTrainQuestion.of_recipe(stored.arguments, stored.file)
    return compute(lists, parsed, stored.texts(), question, n_threads=stored.n_jobs, progress=stored.progress)
