"""Choose among the stored candidates again."""

from steelyard.lab.questions.choose.compute import compute
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.reading import PoolFiles, read_pool
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Choose among the stored candidates again."""
    files = PoolFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = ChooseQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_pool(files), question, n_threads=stored.n_jobs, progress=stored.progress)
