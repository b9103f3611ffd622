"""Choose again."""

from steelyard.counted.stored import Stored
from steelyard.counted.stored_inputs import path_of
from steelyard.lab.candidates import lists_again, read_model
from steelyard.lab.questions.rerank_apply.compute import compute
from steelyard.lab.questions.rerank_apply.question import RerankApplyQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Choose again."""
    lists, parsed = lists_again(stored)
    model = read_model(path_of(stored.inputs, stored.recipe["model"]))
    has_references = any(check.role.startswith("reference ") for check in stored.inputs)
    return compute(
        lists,
        parsed,
        model._replace(path=stored.recipe["model"]),
        stored.texts() if has_references else None,
        RerankApplyQuestion.of_recipe(stored.arguments, stored.file),
        n_threads=stored.n_jobs,
    )
