"""Analyse the stored judgements again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import stored_judgements
from steelyard.questions.human.compute import compute
from steelyard.questions.human.recipe import stored_question
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Analyse the stored judgements again."""
    judgements = stored_judgements(stored.recipe["reading"], stored.inputs)
    return compute(judgements, stored_question(stored.arguments), n_threads=stored.n_jobs, progress=stored.progress)
