"""Score the stored check-points again."""

from steelyard.counted.stored import Stored
from steelyard.lab.questions.suite.compute import compute
from steelyard.lab.questions.suite.given import PointFiles, read_points
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Score the stored check-points again."""
    files = PointFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = CheckPointsQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_points(files), question, n_threads=stored.n_jobs, progress=stored.progress)
