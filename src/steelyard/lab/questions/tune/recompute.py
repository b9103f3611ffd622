"""Fit parameters to the stored ratings again."""

from steelyard.lab.questions.tune.compute import compute
from steelyard.lab.questions.tune.question import TuneQuestion
from steelyard.lab.questions.tune.rated_texts import rate_texts
from steelyard.results.base import Result
from steelyard.scored.outside_scores import ratings_of_segments
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Fit parameters to the stored ratings again."""
    data = stored.texts()
    path = next(check.path for check in stored.inputs if check.role == "scores human")
    human, file = ratings_of_segments(path, data, stored.names_of_systems())
    rated = rate_texts(data, human, file, n_threads=stored.n_jobs)
    return compute(rated, TuneQuestion.of_recipe(stored.arguments, stored.file))
