"""Fit parameters to the stored ratings again."""

from steelyard.counted.outside_scores import ratings_of_segments
from steelyard.counted.stored import Stored
from steelyard.questions.tune.compute import tune
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Fit parameters to the stored ratings again."""
    data = stored.texts()
    path = next(check.path for check in stored.inputs if check.role == "scores human")
    human, file = ratings_of_segments(path, data, stored.names_of_systems())
    return tune(data, human=human, human_file=file, n_jobs=stored.n_jobs, **stored.arguments)
