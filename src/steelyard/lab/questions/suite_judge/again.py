"""Judge the stored suite again."""

from steelyard.counted.stored import Stored
from steelyard.lab.questions.suite_judge.compute import compute
from steelyard.lab.questions.suite_judge.given import SuiteFiles, read_suite
from steelyard.lab.questions.suite_judge.question import SuiteQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Judge the stored suite again."""
    files = SuiteFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = SuiteQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_suite(files), question, n_threads=stored.n_jobs, progress=stored.progress)
