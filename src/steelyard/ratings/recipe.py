"""What scores of outputs, by people or metrics, rest on: their files, and how to have them from these once more."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.reading import TextFile
from steelyard.human import MqmWeights
from steelyard.ratings.marked_errors import plain_weights
from steelyard.reading import Judgements
from steelyard.types import OutputScores, Ratings

__all__ = [
    "file_inputs",
    "given_as",
    "rating_inputs",
    "ratings_recipe",
    "reading_of_people",
    "score_inputs",
    "scores_recipe",
]

Scores = OutputScores | Ratings


def score_inputs(scores: Sequence[Scores], role: str = "ratings") -> list[dict[str, str]]:
    """Say which files scores come from, each once: role, name and SHA-256.

    The role is of the files with the numbers; those of lines and documents have roles of their own.
    """
    found = [{"role": role, "name": name, "sha256": sha256} for one in scores for name, sha256 in one.files]
    found += [dict(entry) for one in scores for entry in _further(one)]
    return [entry for i, entry in enumerate(found) if entry not in found[:i]]


def scores_recipe(scores: Scores) -> dict[str, Any] | None:
    """Say how scores are had from their files and what was kept of them; None for numbers that no file holds."""
    if scores.reading is None:
        return None
    reading = {key: value for key, value in scores.reading.items() if key != "further"}
    if isinstance(scores, Ratings):
        return reading
    is_of = {
        "name": scores.name,
        "systems": list(scores.systems),
        "n_segments": scores.n_segments,
        "higher_is_better": scores.higher_is_better,
    }
    return {**reading, "as": is_of}


def reading_of_people(
    judgements: Judgements,
    *,
    weights: str | MqmWeights | None,
    scaling: str,
    lower_is_better: bool,
    quality_control: str,
) -> dict[str, object] | None:
    """Say how judgements became scores, as JSON can hold it; None where they were not read from a file."""
    if judgements.reading is None:
        return None
    return {
        "judgements": dict(judgements.reading),
        "weights": plain_weights(weights),
        "scaling": scaling,
        "lower_is_better": lower_is_better,
        "quality_control": quality_control,
        "further": judgements.further,
    }


def rating_inputs(ratings: Sequence[OutputScores] | Ratings) -> list[dict[str, str]]:
    """Say which files the ratings come from."""
    return score_inputs([ratings] if isinstance(ratings, Ratings) else ratings)


def ratings_recipe(ratings: Sequence[OutputScores] | Ratings) -> list[dict[str, Any] | None] | dict[str, Any] | None:
    """Say how ratings are had from their files: one entry per scale, or a single one for judgements."""
    if isinstance(ratings, Ratings):
        return scores_recipe(ratings)
    return [scores_recipe(one) for one in ratings]


def given_as(given: Sequence[object] | TextFile | None) -> str | None:
    """Say whether lines of text came as a file, as a list, or not at all."""
    if given is None:
        return None
    return "file" if isinstance(given, TextFile) else "list"


def file_inputs(role: str, given: object) -> list[dict[str, str]]:
    """Say which file lines of text came from, if they came from one."""
    return [{"role": role, "name": given.path, "sha256": given.sha256}] if isinstance(given, TextFile) else []


def _further(scores: Scores) -> Sequence[Mapping[str, str]]:
    further = (scores.reading or {}).get("further", ())
    if not isinstance(further, Sequence):
        raise DataError("The reading of scores names its further files in a list.")
    return further
