"""What people say of translations, judgement by judgement: scores, marked errors, and rankings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import describe, listed, n_of
from steelyard.types.labels import Labels

__all__ = ["KINDS", "PLACES", "ErrorMarks", "Rankings", "Ratings"]

KINDS = ("system", "repeat", "degraded", "reference", "incomplete", "practice")
"""What was judged: a system's output, the same once more, a damaged output, a reference as a control, part of a
document, an item of the introduction."""

PLACES = ("hypothesis", "source", "missing", "unplaced", "none")
"""Where an error is: in the output, in the source, nowhere as something is missing, not known, or there is no error."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Scores that people gave, one judgement per row.

    Attributes
    ----------
    systems : Labels, length J
        Whose output was judged.
    segments : array of int64, shape (J,)
        Its line in the test set, counted from 0.
    documents, raters, scales : Labels, length J
        Codes are -1 where the file says nothing. A scale is the name of what was judged or of its unit: ``score``,
        ``raw``, ``z``, ``adequacy``.
    scores : array of float64, shape (J,)
        Finite; in the direction of the file.
    kinds : Labels, length J
        Each of `KINDS`.
    n_missing : int, default 0
        Rows without a score, left out.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the files they come from.
    reading : mapping, optional
        How these files were read and the scores made, as JSON can hold it; None where that is not known.
    n_lines : int, optional
        Lines of the test set, where the file lists every one, rated or not.
    notes : tuple of str, default ()
        What the reader of the file did that changes what counts, as sentences without a full stop.

    Raises
    ------
    AlignmentError
        The columns are not of one length.
    DataError
        A score is not finite, a segment negative, a system empty, or a kind not known.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import Labels, Ratings
    >>> ratings = Ratings(
    ...     systems=Labels.of(["a", "b"]),
    ...     segments=np.array([0, 0]),
    ...     documents=Labels.all_of("", 2),
    ...     raters=Labels.all_of("ann", 2),
    ...     scales=Labels.all_of("score", 2),
    ...     scores=np.array([70.0, 80.0]),
    ...     kinds=Labels.all_of("system", 2),
    ... )
    >>> len(ratings), ratings.systems.names
    (2, ('a', 'b'))
    """

    systems: Labels
    segments: NDArray[np.int64]
    documents: Labels
    raters: Labels
    scales: Labels
    scores: NDArray[np.float64]
    kinds: Labels
    n_missing: int = 0
    files: tuple[tuple[str, str], ...] = ()
    reading: Mapping[str, object] | None = None
    n_lines: int | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(len(self.scores), "score"),
            listed("scales", self.scales.names),
            listed("systems", self.systems.names),
            n_of(len(self.raters.names), "rater"),
            f"{self.n_missing:,} missing" if self.n_missing else "",
        )

    def __post_init__(self) -> None:
        """Refuse columns that do not fit."""
        _check_columns(self, "scores", "systems", "segments", "documents", "raters", "scales", "kinds")
        _check_items(self.systems, self.segments)
        _check_choices(self.kinds, KINDS, "kind")
        if not are_computable(self.scores).all():
            raise DataError(f"A score is not finite, or over {LARGEST:g}: leave rows without a score out.")

    def __len__(self) -> int:
        """Return the number of judgements."""
        return len(self.scores)

    def take(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> "Ratings":
        """Keep some rows, by their numbers or by whether they are kept; all names stay, and what the file lacked."""
        return replace(
            self,
            systems=self.systems.take(rows),
            segments=self.segments[rows],
            documents=self.documents.take(rows),
            raters=self.raters.take(rows),
            scales=self.scales.take(rows),
            scores=self.scores[rows],
            kinds=self.kinds.take(rows),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ErrorMarks:
    """Errors that people marked, one per row; a judgement that found none has a row of severity ``no-error``.

    Attributes
    ----------
    systems : Labels, length E
        Whose output was judged.
    segments : array of int64, shape (E,)
        Its line in the test set, counted from 0.
    documents, raters : Labels, length E
        Codes are -1 where the file says nothing.
    judgements : array of int64, shape (E,)
        Number of the judgement, from 0: one rater on one output, once.
    categories : Labels, length E
        As spelled in the file, with ``/`` between the levels; ``""`` where there is none.
    severities : Labels, length E
        In lower case: ``minor``, ``major``, ``no-error`` ...
    places : Labels, length E
        Each of `PLACES`.
    starts, ends : array of int64, shape (E,)
        Characters of the text, counted from 0, the end not included; -1 where there is no span.
    weights : array of float64, shape (E,)
        The file's own weight of the error; NaN where it has none.
    kinds : Labels, length E
        Each of `KINDS`.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the files they come from.
    n_lines : int, optional
    notes : tuple of str, default ()
        As for `Ratings`.

    Raises
    ------
    AlignmentError
        The columns are not of one length.
    DataError
        A span ends before it starts, a segment is negative, a system empty, or a kind or place not known.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import ErrorMarks, Labels
    >>> marks = ErrorMarks(
    ...     systems=Labels.of(["a"]),
    ...     segments=np.array([3]),
    ...     documents=Labels.of(["talk"]),
    ...     raters=Labels.of(["ann"]),
    ...     judgements=np.array([0]),
    ...     categories=Labels.of(["Fluency/Grammar"]),
    ...     severities=Labels.of(["minor"]),
    ...     places=Labels.of(["hypothesis"]),
    ...     starts=np.array([4]),
    ...     ends=np.array([7]),
    ...     weights=np.array([np.nan]),
    ...     kinds=Labels.of(["system"]),
    ... )
    >>> len(marks), marks.n_judgements
    (1, 1)
    """

    systems: Labels
    segments: NDArray[np.int64]
    documents: Labels
    raters: Labels
    judgements: NDArray[np.int64]
    categories: Labels
    severities: Labels
    places: Labels
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    weights: NDArray[np.float64]
    kinds: Labels
    files: tuple[tuple[str, str], ...] = ()
    n_lines: int | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(len(self.starts), "mark"),
            n_of(self.n_judgements, "judgement"),
            listed("systems", self.systems.names),
            n_of(len(self.raters.names), "rater"),
        )

    def __post_init__(self) -> None:
        """Refuse columns that do not fit."""
        others = "segments documents raters judgements categories severities places starts ends weights kinds"
        _check_columns(self, "systems", *others.split())
        _check_items(self.systems, self.segments)
        _check_choices(self.kinds, KINDS, "kind")
        _check_choices(self.places, PLACES, "place")
        if (self.ends < self.starts).any() or ((self.starts < 0) != (self.ends < 0)).any():
            raise DataError("A marked span ends before it starts.")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.starts)

    @property
    def n_judgements(self) -> int:
        """How often a rater looked at an output, with or without finding an error."""
        return int(self.judgements.max()) + 1 if len(self.judgements) else 0


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Outputs of one segment put in order, ranking after ranking.

    Attributes
    ----------
    segments : array of int64, shape (R,)
        Line in the test set, counted from 0.
    documents, raters : Labels, length R
        Codes are -1 where the file says nothing.
    offsets : array of int64, shape (R + 1,)
        Ranking r places the rows ``offsets[r]`` to ``offsets[r + 1]`` of what follows, two or more.
    systems : Labels, length P
        Each at most once in a ranking.
    ranks : array of int64, shape (P,)
        1 is the best; equal ranks are a tie.
    n_skipped : int, default 0
        Tasks that the rater skipped, left out.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the files they come from.
    notes : tuple of str, default ()
        As for `Ratings`.

    Raises
    ------
    AlignmentError
        The columns are not of one length.
    DataError
        A ranking places fewer than two systems or one of them twice, or a rank is below 1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import Labels, Rankings
    >>> rankings = Rankings(
    ...     segments=np.array([7]),
    ...     documents=Labels.all_of("", 1),
    ...     raters=Labels.all_of("ann", 1),
    ...     offsets=np.array([0, 3]),
    ...     systems=Labels.of(["a", "b", "c"]),
    ...     ranks=np.array([1, 2, 2]),
    ... )
    >>> for ranking, first, second, sign in zip(*rankings.pairs(), strict=True):
    ...     print(int(ranking), rankings.systems.names[first], rankings.systems.names[second], int(sign))
    0 a b 1
    0 a c 1
    0 b c 0
    """

    segments: NDArray[np.int64]
    documents: Labels
    raters: Labels
    offsets: NDArray[np.int64]
    systems: Labels
    ranks: NDArray[np.int64]
    n_skipped: int = 0
    files: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(len(self.segments), "ranking"),
            listed("systems", self.systems.names),
            n_of(len(self.raters.names), "rater"),
        )

    def __post_init__(self) -> None:
        """Refuse columns that do not fit."""
        _check_columns(self, "segments", "documents", "raters")
        _check_columns(self, "ranks", "systems")
        n = len(self.segments)
        if len(self.offsets) != n + 1 or self.offsets[0] != 0 or self.offsets[-1] != len(self.ranks):
            raise AlignmentError(
                "The offsets must rise from 0 to the number of systems placed, one more than rankings."
            )
        if (np.diff(self.offsets) < 2).any():
            raise DataError("A ranking places fewer than two systems.")
        if (self.ranks < 1).any() or (self.segments < 0).any() or (self.systems.codes < 0).any():
            raise DataError("Ranks count from 1 and segments from 0, and every system placed has a name.")
        if any((np.diff(np.sort(self.systems.codes[rows])) == 0).any() for _, rows in self._by_size()):
            raise DataError("A ranking places a system twice.")

    def __len__(self) -> int:
        """Return the number of rankings."""
        return len(self.segments)

    def pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """Take every ranking apart into pairs.

        Returns
        -------
        tuple of four arrays, shape (Q,)
            The ranking; codes of the two systems; and 1 where the first is better, 0 where they tie, -1 where the
            second is.
        """
        found: list[list[NDArray[np.int64]]] = [[], [], []]
        for rankings, rows in self._by_size():
            one, other = np.triu_indices(rows.shape[1], 1)
            found[0].append(np.repeat(rankings, len(one)))
            found[1].append(rows[:, one].ravel())
            found[2].append(rows[:, other].ravel())
        if not found[0]:
            empty = np.zeros(0, np.int64)
            return empty, empty.astype(np.int32), empty.astype(np.int32), empty
        ranking, first, second = (np.concatenate(parts) for parts in found)
        order = np.argsort(ranking, kind="stable")
        ranking, first, second = ranking[order], first[order], second[order]
        signs = np.sign(self.ranks[second] - self.ranks[first])
        return ranking, self.systems.codes[first], self.systems.codes[second], signs

    def _by_size(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the rankings of one size at a time, with the rows of each, shape (rankings, size)."""
        sizes = np.diff(self.offsets)
        for size in np.unique(sizes):
            rankings = np.flatnonzero(sizes == size)
            yield rankings, self.offsets[rankings, None] + np.arange(size)


def _check_columns(table: object, first: str, *others: str) -> None:
    length = len(getattr(table, first))
    for name in others:
        if len(getattr(table, name)) != length:
            raise AlignmentError(f"There are {length} {first}, but {len(getattr(table, name))} {name}.")


def _check_items(systems: Labels, segments: NDArray[np.int64]) -> None:
    if (systems.codes < 0).any() or "" in systems.names:
        raise DataError("A judgement names no system.")
    if (segments < 0).any():
        raise DataError("A segment is negative: lines count from 0.")


def _check_choices(column: Labels, choices: tuple[str, ...], what: str) -> None:
    unknown = [name for name in column.names if name not in choices]
    if unknown or (column.codes < 0).any():
        raise DataError(f"Unknown {what} {unknown[0] if unknown else ''!r}. Valid: {', '.join(choices)}.")
