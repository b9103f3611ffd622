"""What a stored result needs to be computed again: metrics, options, and how files were read."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.asking import Question, name_of
from steelyard.results.method import WithRecipe
from steelyard.scored.units import Units
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["pairs_given", "recipe", "recipe_of_files", "unit_given"]


def recipe(
    command: str,
    test_set: TestSet | CountedSet,
    measurements: Sequence[Measurement],
    score_inputs: Sequence[Mapping[str, str]],
    arguments: Mapping[str, Any],
    notes: Sequence[str] = (),
) -> WithRecipe:
    """Say how a result of a test set came about, for `verify`; the inputs stand beside it in the method.

    What was asked has the name of the command, and its arguments are such as JSON can hold. The measurements are over
    segments, those of outside scores with them, and the score inputs are what outside scores rest on. Notes
    of the words of metrics stand beside the recipe, as ``reading_notes``.
    """
    outside = {entry["role"].removeprefix("scores ") for entry in score_inputs}
    read: dict[str, Any] = {}
    if isinstance(test_set, CountedSet) and any(entry["role"] == "statistics" for entry in test_set.stored_inputs):
        # no text is read again, but what was chosen of the files
        read = {"statistics": {"systems": list(test_set.system_names), "metrics": [m.metric for m in measurements]}}
    told: Any = {
        "recipe": {
            **read,
            "command": command,
            "metrics": [m.metric for m in measurements if m.metric not in outside],
            "lower_is_better": [m.metric for m in measurements if m.metric in outside and not m.higher_is_better],
            "reading": {key: value for key, value in test_set.reading.items() if key != "missing"},
            "arguments": dict(arguments),
        },
        **({"reading_notes": list(notes)} if notes else {}),
    }
    found: WithRecipe = told
    return found


def recipe_of_files(question: Question, reading: Mapping[str, Any], unit: str | None, seed: int) -> dict[str, Any]:
    """Say how an answer of pairs came about that rests on files which its question reads itself."""
    options = question.recipe()
    arguments = {**options, "pairs": pairs_given(options["pairs"]), "unit": unit, "rng": seed}
    return {"command": name_of(question), "reading": dict(reading), "arguments": arguments}


def unit_given(units: Units) -> str:
    """Return the unit as one gives it: the same whether it was given or chosen."""
    return units.name if units.block_size is None else f"block:{units.block_size}"


def pairs_given(pairs: str | Sequence[str]) -> str | list[str]:
    """Return pairs as one gives them: ``["all"]`` is ``"all"``."""
    if isinstance(pairs, str):
        return pairs
    return pairs[0] if list(pairs) in (["all"], ["baseline"]) else list(pairs)
