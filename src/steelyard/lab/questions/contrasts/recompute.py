"""Judge the stored items again."""

from steelyard.lab.questions.contrasts.compute import compute
from steelyard.lab.questions.contrasts.inputs import ContrastFiles, read_items
from steelyard.lab.questions.contrasts.question import ContrastsQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Judge the stored items again."""
    recipe = stored.recipe
    files = ContrastFiles.of_reading(recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = ContrastsQuestion.of_recipe(stored.arguments, stored.file)
    items, how = read_items(files, recipe["metrics"], recipe["lower_is_better"], recipe["langpair"], may_assume=True)
    return compute(items, question, how, reading=files.reading(), n_threads=stored.n_jobs, progress=stored.progress)
