"""What a stored analysis of ratings needs to be computed again."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from steelyard.data import Judgements
from steelyard.people.marked_errors import plain_weights, weights_of
from steelyard.questions.human.answer import RankingsMethod, RatingsMethod
from steelyard.questions.human.question import HumanQuestion

__all__ = ["stored_question", "with_recipe"]

Method = TypeVar("Method", bound=RatingsMethod | RankingsMethod)


def with_recipe(method: Method, judgements: Judgements, question: HumanQuestion) -> Method:
    """Add to a method all files, and how the judgements were read, if they were read from one."""
    inputs = {"inputs": [*method["inputs"], *judgements.further]}
    if judgements.reading is None:
        return cast("Method", {**method, **inputs})
    arguments = {**question.recipe(), "weights": plain_weights(question.weights), "rng": method["seed"]}
    recipe = {"command": "human", "reading": dict(judgements.reading), "arguments": arguments}
    return cast("Method", {**method, **inputs, "recipe": recipe})


def stored_question(arguments: Mapping[str, Any]) -> HumanQuestion:
    """Ask again what `with_recipe` stored."""
    return HumanQuestion(**{**arguments, "weights": weights_of(arguments["weights"])})
