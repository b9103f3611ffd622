"""What there is to choose from, and what is known of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.lists.candidates import lists_of_texts
from steelyard.reading.lists.scores import CandidateScores, system_grid
from steelyard.reading.lists.utility_matrices import UtilityMatrices
from steelyard.types import NBestLists, NgramModel, OutputScores

__all__ = ["Pool", "lists_of", "rated_candidates", "scores_of_candidates"]

Texts = Sequence[str | None]
_UNTOLD = ("score", "ratings", "rating")  # names that do not say whose scores these are


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Candidates of every source, and what is known of them."""

    lists: NBestLists  # the candidates
    references: Sequence[Texts] = ()  # by reference and source; empty without references
    documents: Sequence[str] | None = None  # of every source
    evidence: NBestLists | None = None  # texts that stand for the truth in place of the candidates
    matrices: UtilityMatrices | None = None  # utilities that another metric gave
    qe: CandidateScores | None = None  # and prior: quality estimates and model scores of the candidates
    prior: CandidateScores | None = None
    people: CandidateScores | None = None  # ratings; NaN where a candidate was not rated
    language_model: NgramModel | None = None  # that says how likely combined words are
    inputs: Sequence[Mapping[str, str]] = ()  # role, name and SHA-256 of the files
    reading: Mapping[str, Any] = field(default_factory=dict)  # how the files were read; empty where there are none

    def __post_init__(self) -> None:
        """Refuse parts of other sources."""
        n = self.lists.n_segments
        lengths = {f"Reference {i}": len(one) for i, one in enumerate(self.references, 1)}
        if self.documents is not None:
            lengths["The list of documents"] = len(self.documents)
        if self.evidence is not None:
            lengths["The evidence"] = self.evidence.n_segments
        for what, length in lengths.items():
            if length != n:
                raise AlignmentError(f"{what} has {length:,} sources, but the candidates have {n:,}.")

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, where every source has one output of each."""
        return system_grid(self.lists)

    @property
    def is_rated(self) -> NDArray[np.bool_]:
        """Whether people rated all candidates of each source, shape (N,)."""
        if self.people is None:
            return np.zeros(self.lists.n_segments, np.bool_)
        found: NDArray[np.bool_] = np.logical_and.reduceat(np.isfinite(self.people.values), self.lists.offsets[:-1])
        return found


def rated_candidates(lists: NBestLists, ratings: OutputScores, keys: Mapping[str, str]) -> CandidateScores:
    """Give each candidate the rating of its system's output, or else that of the same text of another system.

    Keys are what the ratings call each system.
    """
    if not lists.systems:
        raise DataError("Ratings need the systems of the candidates, which are unknown: give a file for each system.")
    sources = np.repeat(np.arange(lists.n_segments), lists.sizes)
    place = {name: row for row, name in enumerate(ratings.systems)}
    rows = np.array([place.get(keys.get(name, name), -1) for name in lists.systems])
    if ratings.n_segments > lists.n_segments:
        raise AlignmentError(
            f"There are ratings of line {ratings.n_segments:,}, but only {lists.n_segments:,} sources. Give files with "
            "the same lines."
        )
    signed = ratings.better_is_more()
    values = np.full(len(rows), np.nan)
    known = (rows >= 0) & (sources < ratings.n_segments)
    values[known] = signed[rows[known], sources[known]]
    known_texts: dict[tuple[int, str], list[float]] = {}
    for source, text, value in zip(sources.tolist(), lists.texts, values.tolist(), strict=True):
        if value == value:
            known_texts.setdefault((source, text), []).append(value)
    for at in np.flatnonzero(np.isnan(values)):
        same = known_texts.get((int(sources[at]), lists.texts[at]))
        if same:
            values[at] = sum(same) / len(same)
    name = "people" if ratings.name in _UNTOLD else ratings.name
    found = CandidateScores(name, values, ratings.files)
    if not np.logical_and.reduceat(np.isfinite(values), lists.offsets[:-1]).any():
        unrated = next((name for name in dict.fromkeys(lists.systems) if keys.get(name, name) not in place), None)
        why = f", and none of the system {unrated!r}" if unrated else ""
        raise DataError(f"No source has ratings of all candidates{why}. Leave out systems without ratings.")
    return found


def scores_of_candidates(
    name: str, given: Sequence[Sequence[float]] | NDArray[np.float64], lists: NBestLists, *, may_miss: bool = False
) -> CandidateScores:
    """Check numbers that came as lists, one for each candidate of every source, or as one array."""
    rows = list(given)
    try:
        is_nested = bool(rows) and np.ndim(rows[0]) == 1
        values = np.array([value for row in rows for value in row] if is_nested else rows, np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{name} must be numbers, one for each candidate: {error}.") from error
    if values.shape != (len(lists.texts),) or (is_nested and [len(row) for row in rows] != lists.sizes.tolist()):
        raise AlignmentError(f"There are {len(lists.texts):,} candidates, but {values.size:,} numbers of {name}.")
    if np.isinf(values).any() or (np.isnan(values).any() and not may_miss):
        raise DataError(f"A number of {name} is not finite: every candidate needs one.")
    return CandidateScores(name, values)


def lists_of(candidates: NBestLists | Sequence[Sequence[str]], what: str) -> NBestLists:
    """Make lists of texts that came by source."""
    if isinstance(candidates, NBestLists):
        return candidates
    rows = [row if isinstance(row, str) else list(row) for row in candidates]
    for number, row in enumerate(rows, 1):
        if isinstance(row, str) or not all(isinstance(text, str) for text in row):
            raise DataError(f"{what} of source {number:,} must be a list of texts.")
    return lists_of_texts([text for row in rows for text in row], [len(row) for row in rows])
