"""What a meta-evaluation rests on, what takes part in it, and how to compute it again."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.lines import TextFile
from steelyard.metrics import package_version
from steelyard.people.alignment import Aligned
from steelyard.people.recipe import file_inputs, given_as, score_inputs, scores_recipe
from steelyard.questions.meta.buckets import length_labels
from steelyard.types import Labels, OutputScores

__all__ = ["Buckets", "ByLength", "bucket_labels", "end_of_ratings", "meta_method", "meta_recipe"]


@dataclass(frozen=True, slots=True)
class ByLength:
    """Put segments into buckets by the length of a text's lines.

    Attributes
    ----------
    text : TextFile
        Sources, or references.

    Examples
    --------
    >>> from steelyard.lines import TextFile
    >>> from steelyard.questions.meta.method import ByLength
    >>> ByLength(TextFile("src.txt", ("a", "bb"), "0" * 64, "0" * 64)).text.path
    'src.txt'
    """

    text: TextFile


Buckets = Labels | Sequence[str] | TextFile | ByLength


def bucket_labels(buckets: Buckets) -> Labels:
    """Number labels; an empty one puts a segment into no bucket.

    Parameters
    ----------
    buckets : Labels, sequence of str, TextFile or ByLength
        As `meta_evaluate` takes them.
    """
    if isinstance(buckets, ByLength):
        return length_labels(buckets.text.lines)
    if isinstance(buckets, Labels):
        return buckets
    lines = buckets.lines if isinstance(buckets, TextFile) else buckets
    names = tuple(dict.fromkeys(label for label in lines if label))
    place = {name: code for code, name in enumerate(names)}
    return Labels(names, np.array([place.get(label, -1) for label in lines], dtype=np.int32))


def meta_method(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    shared: Aligned,
    inputs: Sequence[dict[str, str]],
    notes: Sequence[str],
) -> dict[str, Any]:
    """Say what was read, what takes part, and what does not; `inputs` are the files beside the scores."""
    names = {metric.name for metric in shared.metrics}
    return {
        "people": people.name,
        "n_metrics": len(shared.metrics),
        "without_segments": [metric.name for metric in metrics if metric.name not in names],
        "n_segments": people.n_segments,
        "n_rated_segments": shared.n_segments,
        "n_outputs": int(np.isfinite(shared.ratings).sum()),
        "n_unscored": shared.n_unscored,
        "n_systems": len(shared.system_names),
        "systems": list(shared.system_names),
        "left_out": [{"system": system, "reason": reason} for system, reason in shared.left_out],
        "n_documents": None if shared.documents is None else len(set(shared.documents)),
        "notes": list(notes),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": _inputs([*score_inputs([people]), *score_inputs(metrics, "scores"), *inputs]),
    }


def end_of_ratings(people: OutputScores) -> list[str]:
    """Say where ratings end, if before the test set: they may be another's, with systems named alike."""
    last = int(np.flatnonzero(np.isfinite(people.values).any(axis=0)).max(initial=-1)) + 1
    if people.n_lines is not None or last == people.n_segments:
        return []
    return [f"Ratings end with line {last:,} of {people.n_segments:,}: make sure that they are of this test set."]


def meta_recipe(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    documents: Sequence[str] | TextFile | None,
    buckets: Buckets | None,
    arguments: Mapping[str, Any],
) -> dict[str, Any]:
    """Say how a meta-evaluation came about, for `verify`, and which files its documents and buckets came from.

    Parameters
    ----------
    people, metrics, documents, buckets
        As `meta_evaluate` was given them.
    arguments : mapping
        What else it was told.

    Returns
    -------
    dict
        ``recipe`` and ``inputs``, for the method of the result.
    """
    is_by_length = isinstance(buckets, ByLength)
    text = buckets.text if isinstance(buckets, ByLength) else buckets
    how = "list" if isinstance(buckets, Labels) else given_as(text)  # type: ignore[arg-type]  # Labels are told apart
    texts = [metric.reading["texts"] for metric in metrics if metric.reading and "texts" in metric.reading]
    counted = [metric.reading["statistics"] for metric in metrics if metric.reading and "statistics" in metric.reading]
    return {
        "recipe": {
            **({"statistics": counted[0]} if counted else {}),
            "command": "meta",
            "people": scores_recipe(people),
            "scores": [scores_recipe(metric) for metric in metrics],
            "reading": texts[0] if texts else {},
            "arguments": {
                **arguments,
                "documents": given_as(documents),
                "buckets": "length" if is_by_length else how,
            },
        },
        "inputs": [
            *file_inputs("document ids", documents),
            *file_inputs("lengths" if is_by_length else "labels", text),
        ],
    }


def _inputs(entries: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    return [entry for i, entry in enumerate(entries) if entry not in entries[:i]]
