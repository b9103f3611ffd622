"""Judgements of one campaign that stand in several files, by rater or by wave, as one set."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.opening import unpacked_name
from steelyard.types import ErrorMarks, Labels, Rankings, Ratings

__all__ = ["join_marks", "join_rankings", "join_ratings", "judgements_of_folder", "rated_by"]

Held = TypeVar("Held", Ratings, ErrorMarks, Rankings)
_LABELS_OF_RATINGS = ("systems", "documents", "raters", "scales", "kinds")
_ENDINGS = (".tsv", ".csv", ".json", ".jsonl", ".rating", ".score")
_LABELS_OF_MARKS = ("systems", "documents", "raters", "categories", "severities", "places", "kinds")


def judgements_of_folder(path: str) -> list[str]:
    """Return the files of a folder that may hold judgements, by their names: one campaign; a file is itself."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and not file.name.startswith(".")]
    found = [file for file in files if Path(unpacked_name(file)).suffix in _ENDINGS]
    if not found:
        shown = ", ".join(_ENDINGS)
        raise DataError(f"{path} has no files of judgements ({shown}): name a file, or a folder with some.")
    return [os.fspath(file) for file in found]


def rated_by(held: Held, rater: str) -> Held:
    """Name the rater of judgements that name none."""
    if any(held.raters.names) or not len(held.raters):
        return held
    return replace(held, raters=Labels.all_of(rater, len(held.raters)))


def _labels(columns: Sequence[Labels]) -> Labels:
    """Put columns under one another; names stay in the order in which they first stand."""
    index: dict[str, int] = {}
    codes = []
    for column in columns:
        new = np.array([index.setdefault(name, len(index)) for name in column.names] or [-1], np.int32)
        codes.append(np.where(column.codes >= 0, new[np.maximum(column.codes, 0)], np.int32(-1)))
    return Labels(tuple(index), np.concatenate(codes).astype(np.int32))


def _n_lines(parts: Sequence[Ratings] | Sequence[ErrorMarks]) -> int | None:
    known = {part.n_lines for part in parts if part.n_lines is not None}
    if len(known) > 1:
        files = " and ".join(dict.fromkeys(path for part in parts for path, _ in part.files))
        raise AlignmentError(
            f"{files} do not list the same number of lines: {', '.join(map(str, sorted(known, key=str)))}."
        )
    return known.pop() if known else None


def _columns(parts: Sequence[Any], labels: Sequence[str], numbers: Sequence[str]) -> dict[str, Any]:
    """Put the columns of tables under one another, and name the files."""
    return {
        **{name: _labels([getattr(part, name) for part in parts]) for name in labels},
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in numbers},
        "files": tuple(dict.fromkeys(file for part in parts for file in part.files)),
        "notes": tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    }


def join_ratings(parts: Sequence[Ratings]) -> Ratings:
    """Put scores under one another."""
    columns = _columns(parts, _LABELS_OF_RATINGS, ("segments", "scores"))
    return Ratings(**columns, n_missing=sum(part.n_missing for part in parts), n_lines=_n_lines(parts))


def join_marks(parts: Sequence[ErrorMarks]) -> ErrorMarks:
    """Put marked errors under one another; judgements are numbered anew."""
    offsets = np.cumsum([0, *(int(part.judgements.max(initial=-1)) + 1 for part in parts[:-1])])
    judgements = np.concatenate([part.judgements + offset for part, offset in zip(parts, offsets, strict=True)])
    columns = _columns(parts, _LABELS_OF_MARKS, ("segments", "starts", "ends", "weights"))
    return ErrorMarks(**columns, judgements=judgements, n_lines=_n_lines(parts))


def join_rankings(parts: Sequence[Rankings]) -> Rankings:
    """Put rankings under one another."""
    offsets, last = [np.zeros(1, np.int64)], 0
    for part in parts:
        offsets.append(part.offsets[1:] + last)
        last += int(part.offsets[-1])
    columns = _columns(parts, ("systems", "documents", "raters"), ("segments", "ranks"))
    return Rankings(**columns, offsets=np.concatenate(offsets), n_skipped=sum(part.n_skipped for part in parts))
