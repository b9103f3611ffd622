"""Judge the stored suite again."""

from steelyard.lab.questions.suite_judge.compute import compute
from steelyard.lab.questions.suite_judge.inputs import SuiteFiles, read_suite
from steelyard.lab.questions.suite_judge.question import SuiteQuestion
from steelyard.lab.stored_files import recompute_by

__all__ = ["recompute"]

recompute = recompute_by(SuiteFiles, read_suite, SuiteQuestion, compute)
