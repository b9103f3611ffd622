"""Choose again."""

from steelyard.lab.candidates import lists_again, read_model
from steelyard.lab.questions.rerank_apply.compute import compute
from steelyard.lab.questions.rerank_apply.question import RerankApplyQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import path_of

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
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
