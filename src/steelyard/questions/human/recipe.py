"""What a stored analysis of ratings needs to be computed again."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, TypeVar

from steelyard.questions.human.answer import RankingsMethod, RatingsMethod
from steelyard.questions.human.question import HumanQuestion
from steelyard.ratings.marked_errors import plain_weights, weights_of
from steelyard.reading import Judgements

__all__ = ["stored_question", "with_columns", "with_recipe"]

Method = TypeVar("Method", bound=RatingsMethod | RankingsMethod)


def with_recipe(method: Method, judgements: Judgements, question: HumanQuestion) -> Method:
    """Add to a method all files, and how the judgements were read, if they were read from one."""
    told = copy(method)
    told["inputs"] = with_columns([*method["inputs"], *judgements.further], judgements)
    if judgements.reading is not None:
        arguments = {**question.recipe(), "weights": plain_weights(question.weights), "rng": method["seed"]}
        told["recipe"] = {"command": "human", "reading": dict(judgements.reading), "arguments": arguments}
    return told


def with_columns(inputs: Sequence[dict[str, str]], judgements: Judgements) -> list[dict[str, str]]:
    """Say of each file what its columns were taken for."""
    taken = judgements.taken
    return [{**one, "taken": taken[one["name"]].said} if one["name"] in taken else one for one in inputs]


def stored_question(arguments: Mapping[str, Any]) -> HumanQuestion:
    """Ask again what `with_recipe` stored."""
    return HumanQuestion(**{**arguments, "weights": weights_of(arguments["weights"])})
