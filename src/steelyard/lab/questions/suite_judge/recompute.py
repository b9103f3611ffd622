"""Judge the stored suite again."""

from steelyard.lab.questions.suite_judge.compute import compute
from steelyard.lab.questions.suite_judge.inputs import SuiteFiles, read_suite
from steelyard.lab.questions.suite_judge.question import SuiteQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Judge the stored suite again."""
    files = SuiteFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = SuiteQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_suite(files), question, n_threads=stored.n_jobs, progress=stored.progress)
