"""Score the stored check-points again."""

from steelyard.lab.questions.suite.compute import compute
from steelyard.lab.questions.suite.inputs import PointFiles, read_points
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Score the stored check-points again."""
    files = PointFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = CheckPointsQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_points(files), question, n_threads=stored.n_jobs, progress=stored.progress)
