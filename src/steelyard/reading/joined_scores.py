"""Scores of one metric that stand in several files, one per system or per part of the items, as one set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.score_matrix.same_items import Texts, check_same_texts
from steelyard.types import ErrorSpan, OutputScores

__all__ = ["join_scores", "join_texts", "mixed_items"]


def join_scores(parts: Sequence[OutputScores], *, may_miss: bool = False) -> OutputScores:
    """Join the scores of one metric: by the ids of items whatever their order, by place where no file names items.

    `parts`: of one metric; a system may stand in several, with other items in each.
    `may_miss`: whether an item that a system has no score on is NaN, or an error.
    Returns: systems and items in the order in which they first stand.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.joined_scores import join_scores
    >>> from steelyard.types import OutputScores
    >>> ours = OutputScores("judge", ("ours",), np.array([[1.0, 0.0]]), items=("q1", "q2"))
    >>> theirs = OutputScores("judge", ("theirs",), np.array([[0.5, 0.25]]), items=("q2", "q1"))
    >>> join_scores([ours, theirs]).values.tolist()
    [[1.0, 0.0], [0.25, 0.5]]
    """
    first, *others = parts
    if not others:
        return first
    for other in others:
        _check_kinds(first, other)
    check_same_texts((_files(part), part.texts) for part in parts)
    systems = tuple(dict.fromkeys(system for part in parts for system in part.systems))
    reading = _reading(parts, may_miss)
    files = tuple(dict.fromkeys(file for part in parts for file in part.files))
    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    if not first.n_segments:
        of_systems = _of_systems(parts, systems)
        empty = np.empty((len(systems), 0))
        return replace(
            first,
            systems=systems,
            values=empty,
            system_scores=of_systems,
            counts=None,
            files=files,
            reading=reading,
            notes=notes,
        )
    places, items = _places(parts)
    n = max(int(place.max(initial=-1)) for place in places) + 1
    _check_doubles(parts, places, systems, n)
    values = np.full((len(systems), n), np.nan)
    counts = np.zeros((len(systems), n), np.int64)
    is_there = np.zeros((len(systems), n), bool)
    row_of = {system: row for row, system in enumerate(systems)}
    documents: list[str] | None = [""] * n
    errors: list[ErrorSpan] = []
    for part, place in zip(parts, places, strict=True):
        errors += [one._replace(segment=int(place[one.segment])) for one in part.errors]
        rows = np.array([row_of[system] for system in part.systems], np.int64)
        values[np.ix_(rows, place)] = part.values
        is_there[np.ix_(rows, place)] = True
        counts[np.ix_(rows, place)] = np.isfinite(part.values) if part.counts is None else part.counts
        documents = _with_documents(documents, part, place)
    if not may_miss:
        _check_same_items(is_there, systems, items, parts)
    return replace(
        first,
        systems=systems,
        values=values,
        system_scores=None,
        documents=None if documents is None else tuple(documents),
        counts=None if all(part.counts is None for part in parts) else counts,
        files=files,
        reading=reading,
        items=items,
        notes=notes,
        errors=tuple(errors),
        texts=join_texts(part.texts for part in parts),
    )


def join_texts(parts: Iterable[Texts]) -> Texts:
    """Put together what files say of their items; the first that says something of one holds."""
    joined: dict[str, dict[str, str]] = {}
    for part in parts:
        for kind, texts in part.items():
            joined[kind] = {**texts, **joined.get(kind, {})}
    return joined


def mixed_items(tasks: str, items: str) -> DataError:
    """Say that a mean over tasks and items would count a whole task as one more item."""
    return DataError(
        f"{tasks} has the means of whole tasks, and {items} scores of their items: a mean of both says nothing. Give "
        "files of one kind; those of items say more."
    )


def _check_kinds(first: OutputScores, other: OutputScores) -> None:
    names = f"{_files(first)} and {_files(other)}"
    if bool(first.n_segments) != bool(other.n_segments):
        raise DataError(
            f"Of {names}, one has scores of items and one of whole systems alone"
            f"{f' by {first.name}' if first.name else ''}: give files of one kind (`steelyard meta` takes those of "
            "systems after --system-scores)."
        )
    if first.of_tasks != other.of_tasks:
        raise mixed_items(*(_files(one) for one in sorted((first, other), key=lambda one: not one.of_tasks)))
    if first.higher_is_better != other.higher_is_better:
        raise DataError(f"{names} disagree whether higher {first.name or 'scores'} are better.")


def _places(parts: Sequence[OutputScores]) -> tuple[list[NDArray[np.int64]], tuple[str, ...] | None]:
    """Say where each part's items stand among all; ids are None where no part has any."""
    if all(part.items is None for part in parts):
        return [np.arange(part.n_segments) for part in parts], None
    without = next((part for part in parts if part.items is None), None)
    if without is not None:
        named = next(part for part in parts if part.items is not None)
        raise AlignmentError(
            f"{_files(named)} names its items and {_files(without)} does not, so that they cannot be joined."
        )
    index: dict[str, int] = {}
    places = [np.array([index.setdefault(item, len(index)) for item in part.items or ()], np.int64) for part in parts]
    return places, tuple(index)


def _check_doubles(
    parts: Sequence[OutputScores], places: Sequence[NDArray[np.int64]], systems: tuple[str, ...], n: int
) -> None:
    owner: dict[str, NDArray[np.int64]] = {system: np.full(n, -1) for system in systems}
    for number, (part, place) in enumerate(zip(parts, places, strict=True)):
        for system in part.systems:
            taken = owner[system][place]
            if (taken >= 0).any():
                at = int(np.flatnonzero(taken >= 0)[0])
                what = f"item {part.items[at]!r}" if part.items is not None else f"line {at + 1}"
                name = f" by {part.name}" if part.name else ""
                raise DataError(
                    f"{_files(parts[taken[at]])} and {_files(part)} both score the system {system!r} on {what}{name}. "
                    "Give each system and item once."
                )
            owner[system][place] = number


def _check_same_items(
    is_there: NDArray[np.bool_], systems: tuple[str, ...], items: tuple[str, ...] | None, parts: Sequence[OutputScores]
) -> None:
    lacking = np.flatnonzero(~is_there.all(axis=1))
    if not len(lacking):
        return
    counts = is_there.sum(axis=1)
    few = int(lacking[0])
    full = int(np.argmax(counts)) if int(np.argmax(counts)) != few else int(np.argmax(np.arange(len(systems)) != few))
    files = {system: _files(part) for part in parts for system in part.systems}
    both = int((is_there[few] & is_there[full]).sum())
    what, rest = "scores", ""
    if items is not None:
        missing = int(np.flatnonzero(is_there.any(axis=0) & ~is_there[few])[0])
        what, rest = "items", f": {both:,} are in both, and {items[missing]!r} is not in the first"
    raise AlignmentError(
        f"{files[systems[few]]} has {counts[few]:,} {what} of {systems[few]!r}, but {files[systems[full]]} has "
        f"{counts[full]:,} of {systems[full]!r}{rest}. Give scores of the same {what if items else 'segments'}."
    )


def _of_systems(parts: Sequence[OutputScores], systems: tuple[str, ...]) -> NDArray[np.float64]:
    found: dict[str, float] = {}
    for part in parts:
        for system, score in zip(part.systems, part.of_systems().tolist(), strict=True):
            if system in found:
                raise DataError(f"Several files score the system {system!r} as a whole, {_files(part)} among them.")
            found[system] = score
    return np.array([found[system] for system in systems], np.float64)


def _with_documents(documents: list[str] | None, part: OutputScores, place: NDArray[np.int64]) -> list[str] | None:
    if documents is None or part.documents is None:
        return None
    for at, name in zip(place.tolist(), part.documents, strict=True):
        if documents[at] not in ("", name):
            raise DataError(
                f"{_files(part)} has item {at + 1} in document {name!r}, another file in {documents[at]!r}."
            )
        documents[at] = name
    return documents


def _reading(parts: Sequence[OutputScores], may_miss: bool) -> Mapping[str, object] | None:
    readings = [part.reading for part in parts]
    if any(reading is None for reading in readings):
        return None
    return {"of": "joined", "parts": [dict(reading or {}) for reading in readings], "may_miss": may_miss}


def _files(scores: OutputScores) -> str:
    return scores.files[0][0] if scores.files else scores.name or "scores"
