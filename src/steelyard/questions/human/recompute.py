"""Analyse the stored judgements again."""

from steelyard.questions.human.compute import compute
from steelyard.questions.human.recipe import stored_question
from steelyard.ratings.stored_scores import stored_judgements
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Analyse the stored judgements again."""
    judgements = stored_judgements(stored.recipe["reading"], stored.inputs)
    return compute(judgements, stored_question(stored.arguments), n_threads=stored.n_jobs, progress=stored.progress)
