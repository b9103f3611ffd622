"""People's ratings beside a metric's scores, on the lines of one test set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.types import Labels, OutputScores

__all__ = ["LeftOut", "RatedLines", "join_lines", "left_out_text", "named_metrics", "scored_systems"]

LeftOut = tuple[tuple[str, str], ...]  # systems that do not take part, and why

_MOST_PARTLY = 0.1  # of rated lines: more are no accident


@dataclass(frozen=True, slots=True, eq=False)
class RatedLines:
    """Ratings and scores of the same systems on the same lines.

    Attributes
    ----------
    systems : tuple of str
        Those that people rated.
    people : array, shape (S, N)
        NaN on lines that were not rated; for all systems alike, unless they were joined by pairs.
    metrics : dict of str to array, shape (S, N)
        Scores of every line.
    documents : tuple of str or None
        Of each line.
    codes : array of int, shape (N,)
        Of the documents; without documents each line is its own.
    lines : array of int, shape (N,)
        Lines of the test set, from 0; those left out are missing.
    n_left_out : int
        Lines that were rated for some systems only.
    """

    systems: tuple[str, ...]
    people: NDArray[np.float64]
    metrics: dict[str, NDArray[np.float64]]
    documents: tuple[str, ...] | None
    codes: NDArray[np.int64]
    lines: NDArray[np.int64]
    n_left_out: int

    @property
    def system_names(self) -> tuple[str, ...]:
        """The systems, as a layout calls them."""
        return self.systems

    @property
    def n_segments(self) -> int:
        """Lines that count."""
        return len(self.lines)

    @property
    def is_rated(self) -> NDArray[np.bool_]:
        """Whether each line was rated, shape (N,)."""
        is_rated: NDArray[np.bool_] = np.asarray(np.isfinite(self.people).any(axis=0))
        return is_rated

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the documents of lines as codes; None without documents."""
        return None if self.documents is None else self.codes

    def inputs(self) -> list[dict[str, str]]:
        """Nothing of its own: files stand beside."""
        return []


def join_lines(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    documents: Sequence[str] | None = None,
    *,
    rated_only: bool = False,
    by_pair: bool = False,
) -> RatedLines:
    """Put ratings and scores on the lines of one test set.

    Parameters
    ----------
    people : OutputScores
        Means of ratings, on the lines that were rated.
    metrics : sequence of OutputScores
        Of all lines, for at least the rated systems; none: the test set ends with the last rated line.
    documents : sequence of str, optional
        Document of every line; by default what the scores or the ratings say.
    rated_only : bool, default False
        Leave out the lines that were not rated.
    by_pair : bool, default False
        Keep lines that were rated for some systems only, two at least.

    Returns
    -------
    RatedLines
        Unless joined by pairs without lines that were rated for some systems only.

    Raises
    ------
    DataError
        The metric lacks a score, documents are known for some lines only, or many lines were rated for some systems
        only.
    AlignmentError
        A line beyond the test set was rated.
    SpecError
        The metric does not have a system.
    """
    n = metrics[0].n_segments if metrics else max(people.n_segments, len(documents or ()))
    for other in (*metrics[1:], people):
        if other.n_segments > n or (other is not people and other.n_segments < n):
            raise AlignmentError(f"{other.name} has scores for line {other.n_segments}, but the test set has {n}.")
    if documents is not None and len(documents) != n:
        raise AlignmentError(f"There are documents for {len(documents)} lines, but the test set has {n}.")
    ratings = np.full((len(people.systems), n), np.nan)
    ratings[:, : people.n_segments] = people.values
    is_any, is_all = np.isfinite(ratings).any(axis=0), np.isfinite(ratings).all(axis=0)
    if by_pair:
        ratings[:, np.isfinite(ratings).sum(axis=0) < 2] = np.nan
        is_any = np.asarray(np.isfinite(ratings).any(axis=0))
        is_all = is_any
    partly = is_any & ~is_all
    if partly.sum() > _MOST_PARTLY * is_any.sum():
        at = int(np.flatnonzero(partly)[0])
        missing = people.systems[int(np.flatnonzero(np.isnan(ratings[:, at]))[0])]
        raise DataError(
            f"{int(partly.sum())} of {int(is_any.sum())} rated lines were rated for some systems only: line {at + 1} "
            f"not for {missing!r}. Lines must be drawn for all systems together; leave out the systems of other lines."
        )
    kept = np.flatnonzero(is_all if rated_only else ~partly)
    if not is_all.any():
        raise DataError(f"No line was rated for {'two systems' if by_pair else 'every system'}.")
    names = _documents(people, metrics, documents, kept)
    scored = {metric.name: _whole(metric.select(people.systems))[:, kept] for metric in metrics}
    codes = np.arange(len(kept)) if names is None else Labels.of(names).codes.astype(np.int64)
    return RatedLines(people.systems, ratings[:, kept], scored, names, codes, kept, int(partly.sum()))


def scored_systems(people: OutputScores, metrics: Sequence[OutputScores]) -> tuple[OutputScores, LeftOut]:
    """Leave out the rated systems that a metric did not score, such as a reference that it scores against.

    Parameters
    ----------
    people : OutputScores
        Means of ratings.
    metrics : sequence of OutputScores
        Any number.

    Returns
    -------
    OutputScores
        Of the systems that every metric scored; of all, where fewer than two would be left.
    tuple of (str, str)
        The others, and why.
    """
    scored = [
        {name for name, row in zip(metric.systems, metric.values, strict=True) if np.isfinite(row).any()}
        for metric in metrics
    ]
    lacking = {
        system: [metric.name for metric, names in zip(metrics, scored, strict=True) if system not in names]
        for system in people.systems
    }
    kept = [system for system, names in lacking.items() if not names]
    if len(kept) == len(people.systems) or len(kept) < 2:
        return people, ()
    left_out = tuple((system, f"not scored by {', '.join(names)}") for system, names in lacking.items() if names)
    return people.select(kept), left_out


def _documents(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    documents: Sequence[str] | None,
    kept: NDArray[np.int64],
) -> tuple[str, ...] | None:
    """Return the documents of lines that count from the first source that knows all; None where none knows any."""
    sources = [documents] if documents is not None else [scores.documents for scores in (*metrics, people)]
    known = [names for names in sources if names is not None]
    reaching = [[names[line] for line in kept] for names in known if len(names) > kept[-1]]
    whole = next((tuple(names) for names in reaching if all(names)), None)
    if whole is None and any(any(names) for names in known):
        raise DataError(
            "Documents are known for some lines of the test set only: give the document of every line (--documents)."
        )
    return whole


def _whole(metric: OutputScores) -> NDArray[np.float64]:
    missing = np.argwhere(np.isnan(metric.values))
    if len(missing):
        system, line = missing[0]
        raise DataError(
            f"{metric.name or 'The metric'} has no score for system {metric.systems[system]!r} at line {line + 1}: it "
            "must be there for all lines, rated or not."
        )
    return metric.better_is_more()


def left_out_text(left_out: Sequence[dict[str, str]]) -> str:
    """Say which systems do not take part, and why, as a method tells it."""
    return f"Left out: {', '.join('{system} ({reason})'.format(**entry) for entry in left_out)}."


def named_metrics(metrics: Sequence[OutputScores]) -> Iterator[OutputScores]:
    """Give a metric without a name one."""
    for metric in metrics:
        yield metric if metric.name else replace(metric, name="the metric")
