"""Analyse the stored judgements again."""

from steelyard.counted.stored import Stored
from steelyard.people.marked_errors import weights_of
from steelyard.people.stored_scores import stored_judgements
from steelyard.questions.human.compute import analyse_ratings
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Analyse the stored judgements again."""
    judgements = stored_judgements(stored.recipe["reading"], stored.inputs)
    arguments = stored.arguments
    arguments["weights"] = weights_of(arguments["weights"])
    return analyse_ratings(judgements, **arguments, n_threads=stored.n_jobs, progress=stored.progress)
