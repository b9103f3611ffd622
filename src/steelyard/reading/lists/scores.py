"""A score for every candidate that another program gave: quality estimates, log probabilities of a model."""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.columns import split_name
from steelyard.files.parsing import parse_json
from steelyard.files.reading import decode_lines, read_content
from steelyard.fixed_order import product
from steelyard.reading.formats.moses.feature_weights import WEIGHTS_SCHEMA, read_feature_weights
from steelyard.reading.score_files import read_score_files
from steelyard.types import NBestLists

__all__ = ["CandidateScores", "is_of_weights", "read_candidate_scores", "system_grid"]

_TOTAL = "total"
_HEAD = 1000  # bytes, in which a file of weights says what it is


@dataclass(frozen=True, slots=True, eq=False)
class CandidateScores:
    """A score for every candidate."""

    name: str  # of the score
    values: NDArray[np.float64]  # shape (C,): of every candidate, list after list; higher is better
    files: tuple[tuple[str, str], ...] = ()  # path and SHA-256; empty for scores that stand beside the candidates


def system_grid(lists: NBestLists) -> tuple[str, ...]:
    """Return the systems where every source has one output of each, in the same order; none elsewhere.

    Examples
    --------
    >>> from steelyard.reading.lists.scores import system_grid
    >>> from steelyard.reading.lists.candidates import lists_of_systems
    >>> system_grid(lists_of_systems({"x": ["a", "b"], "y": ["c", "d"]}))
    ('x', 'y')
    """
    first = lists.systems[: int(lists.sizes[0])]
    is_grid = bool(first) and len(set(first)) == len(first) and (lists.sizes == len(first)).all()
    return first if is_grid and lists.systems == first * lists.n_segments else ()


def read_candidate_scores(
    text: str, lists: NBestLists, what: str, *, lower_is_better: bool = False, encoding: str = "utf-8"
) -> CandidateScores:
    """Read a score for each candidate.

    `text`: ``[NAME=]FILE`` with a number for each candidate, one a line or those of a source in one line; or, for the
    outputs of systems, in any layout of scores that other commands read. Or the name of a feature or column that stands
    beside the candidates; ``total`` is the decoder's own score. Or weights that `steelyard lab tune-weights -o` wrote,
    for the sum of the lists' features.
    `what`: what the scores are for, for messages, such as ``"--qe"``.
    `lower_is_better`: of numbers whose file does not say it.
    """
    sign = -1.0 if lower_is_better else 1.0
    if not os.path.exists(text) and (text in lists.feature_names or text == _TOTAL):
        values = lists.totals if text == _TOTAL else lists.features[:, lists.feature_names.index(text)]
        return CandidateScores(text, _checked(sign * values, lists, f"{what} {text}"))
    name, path = split_name(text)
    if not os.path.exists(path):
        known = ", ".join([*lists.feature_names, *([_TOTAL] if np.isfinite(lists.totals).any() else [])])
        raise SpecError(
            f"There is no file {path} ({what}); scores that stand beside the candidates are {known or 'none'}."
        )
    weighted = _weighted_features(path, lists)
    if weighted is not None:
        values, file = weighted
        return CandidateScores(name or what.lstrip("-"), _checked(sign * values, lists, path), (file,))
    numbers = _plain_numbers(path, lists, encoding)
    if numbers is not None:
        values, file = numbers
        return CandidateScores(name or what.lstrip("-"), _checked(sign * values, lists, path), (file,))
    systems = system_grid(lists)
    if not systems:
        raise AlignmentError(
            f"{path} does not have a number for each of the {len(lists.texts):,} candidates ({what}): write one a "
            "line, in their order, or those of a source in one line."
        )
    found = read_score_files([text], n_segments=lists.n_segments, may_miss=True)
    if len(found) > 1:
        raise SpecError(
            f"{path} has several scores: choose one with NAME=FILE ({found[0].name}, {found[1].name}, ...)."
        )
    chosen = found[0].select(systems)
    if chosen.n_segments != lists.n_segments:
        raise AlignmentError(
            f"{path} has scores of {chosen.n_segments:,} lines, but there are {lists.n_segments:,} sources ({what})."
        )
    is_penalty = lower_is_better or not chosen.higher_is_better
    values = (-chosen.values if is_penalty else chosen.values).T.ravel()
    return CandidateScores(chosen.name or what.lstrip("-"), _checked(values, lists, path), chosen.files)


def is_of_weights(path: str) -> bool:
    """Whether a file holds weights of features, which are for any lists, and no numbers of candidates."""
    return WEIGHTS_SCHEMA.encode() in read_content(path).content[:_HEAD]


def _weighted_features(path: str, lists: NBestLists) -> tuple[NDArray[np.float64], tuple[str, str]] | None:
    """Sum up the lists' features by weights that were tuned; None where the file has no such weights."""
    if not is_of_weights(path):
        return None
    content = read_content(path)
    weights = read_feature_weights(path, lists.feature_names)
    unknown = next((name for name in weights if name not in lists.feature_names), None)
    if unknown is not None:
        known = ", ".join(lists.feature_names) or "none"
        raise SpecError(f"{path} weighs the feature {unknown!r}, but those of the candidates are {known}.")
    row = np.array([weights.get(name, 0.0) for name in lists.feature_names])
    return product(lists.features, row), (path, content.sha256)


def _plain_numbers(path: str, lists: NBestLists, encoding: str) -> tuple[NDArray[np.float64], tuple[str, str]] | None:
    """Read one number a line, or those of a source in a line; None where the file is no such thing."""
    content = read_content(path)
    try:
        lines = decode_lines(content.content, path, encoding)
        rows = [_numbers(line) for line in lines]
    except (ValueError, TypeError, OverflowError, DataError):  # JSON of another form: a table, perhaps
        return None
    sizes = [len(row) for row in rows]
    if sizes not in ([1] * len(lists.texts), lists.sizes.tolist()):
        return None
    return np.array([value for row in rows for value in row]), (path, content.sha256)


def _numbers(line: str) -> list[float]:
    """Read the numbers of a line, blanks or JSON between them (ValueError)."""
    if line.lstrip().startswith("["):
        return [float(value) for value in parse_json(line)]
    return [float(value) for value in line.split()]


def _checked(values: NDArray[np.float64], lists: NBestLists, where: str) -> NDArray[np.float64]:
    """Refuse candidates without a score."""
    missing = np.flatnonzero(~are_computable(values))
    if len(missing):
        source = int(np.searchsorted(lists.offsets, missing[0], side="right"))
        candidate = int(missing[0] - lists.offsets[source - 1]) + 1
        raise DataError(
            f"{where}: candidate {candidate} of source {source:,} has no score, one of {len(missing):,} without: every "
            "candidate needs one."
        )
    return values
