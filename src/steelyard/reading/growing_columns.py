"""Columns that grow block by block, and the choice of a test set's line for each row."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import TextFile, read_content
from steelyard.files.told import tell
from steelyard.reading.delimited import Block, combined, one_of, whole_numbers
from steelyard.reading.roles import COLUMN_ROLES
from steelyard.types import Labels, Ratings
from steelyard.types.labels import Codes

__all__ = [
    "COLUMN_NAMES", "KIND_NAMES", "GrowingLabels", "Lines", "Numbering", "check_lengths", "first_of_lines",
    "joined", "kinds_of", "lines_of_ids", "Spellings", "ratings_of_columns", "segments_of_lines", "told_spellings",
]  # fmt: skip


_PLAIN = re.compile(r"\d{1,15}(\.\d{1,6})?", re.ASCII)


class Spellings:
    """Ids that are one number in two spellings, such as 1 and 1.0, or 1 and 001: two items, which should be said."""

    def __init__(self) -> None:
        """Start without ids."""
        self._values: dict[tuple[str, float], str] = {}

    def other(self, name: str, document: str = "") -> str:
        """Return the id that was the same number in another spelling; "" where there was none."""
        if not _PLAIN.fullmatch(name):
            return ""
        first = self._values.setdefault((document, float(name)), name)
        return "" if first == name else first


class Numbering:
    """Numbers for ids of segments, or pairs of document and id, as they come: the same in all files of a campaign."""

    def __init__(self) -> None:
        """Start without ids."""
        self._known: dict[tuple[str, str], int] = {}
        self._spellings = Spellings()
        self._is_told = False

    def of(self, pairs: Iterable[tuple[str, str]], path: str) -> list[int]:
        """Return the number of each pair; ids that are one number, spelled in two ways, are two, and that is told."""
        known = self._known
        return [known[pair] if pair in known else self._new(pair, path) for pair in pairs]

    def _new(self, pair: tuple[str, str], path: str) -> int:
        document, name = pair
        if (other := self._spellings.other(name, document)) and not self._is_told:
            self._is_told = True
            tell(told_spellings(path, other, name))
        return self._known.setdefault(pair, len(self._known))


def told_spellings(path: str, one: str, other: str) -> str:
    """Say that two spellings of a number are two items."""
    return f"{path}: ids of items such as {one!r} and {other!r} are two items, as they are spelled"


Lines = Mapping[str, int] | Mapping[tuple[str, str], int] | Literal["number"] | Numbering
"""Where the lines of ids come from: a mapping of ids, or of (document, id); or ids are numbered as they come."""

COLUMN_NAMES = {role: list(COLUMN_ROLES[role]) for role in ("system", "line", "document", "rater", "kind", "scale")}
KIND_NAMES = {
    "system": "system",
    "tgt": "system",
    "repeat": "repeat",
    "bad_ref": "degraded",
    "bad": "degraded",
    "degraded": "degraded",
    "ref": "reference",
    "reference": "reference",
    "incomplete": "incomplete",
    "practice": "practice",
}


class GrowingLabels:
    """A column of labels that is read piece by piece."""

    def __init__(self) -> None:
        """Start without rows."""
        self._index = Codes()
        self._pieces: list[NDArray[np.int32]] = []

    def add(self, cells: Iterable[str]) -> NDArray[np.int32]:
        """Append cells and return their codes."""
        codes = np.fromiter(map(self._index.__getitem__, cells), np.int32)
        self._pieces.append(codes)
        return codes

    def add_unknown(self, length: int) -> None:
        """Append cells that hold nothing."""
        self._pieces.append(np.full(length, -1, np.int32))

    @property
    def labels(self) -> Labels:
        """The whole column."""
        return Labels(tuple(self._index), joined(self._pieces, np.int32))


def joined(pieces: list[NDArray[Any]], kind: type[Any]) -> NDArray[Any]:
    """Concatenate, also nothing."""
    return np.concatenate(pieces).astype(kind, copy=False) if pieces else np.zeros(0, kind)


def kinds_of(block: Block, column: str, path: str) -> list[str]:
    """Return the kind of each item, from the spellings of the field."""
    return one_of(
        block, column, path, lambda cell: KIND_NAMES.get(cell.strip().lower()), sorted(KIND_NAMES), "type of item"
    )


def segments_of_lines(block: Block, column: str, path: str, counts_from: int) -> NDArray[np.int64]:
    """Return lines that count from 0."""
    hint = "" if counts_from else ", as lines count from 0 here"
    return whole_numbers(block, column, path, least=counts_from, hint=hint) - counts_from


def first_of_lines(texts: Labels, lines: NDArray[np.int64]) -> dict[str, str]:
    """Return by line, from 1, the first text of the rows that are about it; blank ones are left out."""
    found, first = np.unique(lines, return_index=True)
    of_line = zip((found + 1).tolist(), texts.codes[first].tolist(), strict=True)
    return {str(line): texts.names[code] for line, code in of_line if texts.names[code].strip()}


def lines_of_ids(ids: Labels, documents: Labels, path: str, lines: Lines | None) -> NDArray[np.int64]:
    """Return the line, from 0, of each row's segment id.

    Without `lines` an id is the line, counted from 1, and must be a number that stands in one document only. With
    ``"number"`` the ids, or pairs of document and id, are numbered as they come.
    """
    both = combined(ids.codes, documents.codes)
    _, first, inverse = np.unique(both, return_index=True, return_inverse=True)
    id_codes, document_codes = ids.codes[first], documents.codes[first]
    codes = zip(id_codes, document_codes, strict=True)
    pairs = [(documents.names[d] if d >= 0 else "", ids.names[i]) for i, d in codes]
    if isinstance(lines, str | Numbering):
        numbering = Numbering() if isinstance(lines, str) else lines
        order = np.argsort(first)
        numbers = np.empty(len(pairs), np.int64)
        numbers[order] = numbering.of([pairs[row] for row in order.tolist()], path)
        return numbers[inverse.ravel()]
    if lines is None:
        _check_ids_are_lines(pairs, path)
        found = [int(name) - 1 for _, name in pairs]
    else:
        known: dict[object, int] = dict(lines)  # type: ignore[arg-type]
        placed = [known.get(pair, known.get(pair[1])) for pair in pairs]
        _check_all_placed(pairs, placed, known, path)
        found = [line for line in placed if line is not None]
    return np.array(found, np.int64)[inverse.ravel()] if found else np.zeros(0, np.int64)


def _check_all_placed(
    pairs: Sequence[tuple[str, str]], placed: Sequence[int | None], known: Mapping[object, int], path: str
) -> None:
    """Refuse segments of which `lines` does not say where they stand, with one that it has for comparison."""
    lacking = [pair for pair, line in zip(pairs, placed, strict=True) if line is None]
    if not lacking:
        return
    document, name = lacking[0]
    what = f"segment {name!r}{f' of document {document!r}' if document else ''}"
    others = f" and {len(lacking) - 1:,} others" if len(lacking) > 1 else ""
    one = next(iter(known), None)
    named = f"segment {one[1]!r} of document {one[0]!r}" if isinstance(one, tuple) else f"segment {one!r}"
    has = "It is empty" if one is None else f"It knows {named}"
    raise DataError(
        f"{path}: the table of lines (--lines, in Python lines) has no line for {what}{others}. {has}: ids, and "
        "documents where it has them, must be spelled as in the ratings."
    )


def _check_ids_are_lines(pairs: list[tuple[str, str]], path: str) -> None:
    home: dict[str, str] = {}
    for document, name in pairs:
        if not is_whole(name, 1, MOST_LINES):
            raise DataError(
                f"{path}: the segment id {name!r} is no line number, counted from 1. Say with lines which line, "
                "from 0, each id is."
            )
        if home.setdefault(name, document) != document:
            raise DataError(
                f"{path}: segment {name} stands in the documents {home[name]!r} and {document!r}, so ids count within "
                "documents. Say with lines which line, from 0, each (document, id) is."
            )


def ratings_of_columns(path: str, scores: Mapping[str, NDArray[np.float64]], scale: str) -> Ratings:
    """Turn a column per system into a judgement per row."""
    values = np.stack(list(scores.values()))
    rows, lines = np.nonzero(np.isfinite(values))
    n = len(rows)
    file = read_content(path)
    return Ratings(
        systems=Labels(tuple(scores), rows.astype(np.int32)),
        segments=lines.astype(np.int64),
        documents=Labels.all_of("", n),
        raters=Labels.all_of("", n),
        scales=Labels.all_of(scale, n),
        scores=values[rows, lines],
        kinds=Labels.all_of("system", n),
        n_missing=values.size - n,
        files=((file.path, file.sha256),),
        n_lines=values.shape[1],
    )


def check_lengths(columns: Mapping[str, list[float]], file: TextFile) -> None:
    """Refuse systems with more or fewer segments than the first."""
    if not columns:
        raise DataError(f"{file.path} is empty.")
    first, *others = columns
    for other in others:
        if len(columns[other]) != len(columns[first]):
            raise AlignmentError(
                f"{file.path}: {other!r} has {len(columns[other])} segments, but {first!r} {len(columns[first])}."
            )
