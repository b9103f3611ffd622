"""Fit curves to the stored table again."""

from steelyard.lab.questions.learning_curve.compute import compute
from steelyard.lab.questions.learning_curve.question import LearningCurveQuestion
from steelyard.reading.formats import read_learning_runs
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Fit curves to the stored table again."""
    [table] = stored.inputs
    options = {key: value for key, value in stored.arguments.items() if key != "runs"}
    question = LearningCurveQuestion.of_recipe(options, stored.file)
    return compute(read_learning_runs(table.path, metric=question.metric), question)
