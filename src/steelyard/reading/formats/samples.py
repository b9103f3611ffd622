"""Samples as learned metrics take them: objects with ``src``, ``mt`` and ``ref``, in JSON or a line each."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import AlignmentError, DataError
from steelyard.files import write_file
from steelyard.files.json_rows import without_doubles
from steelyard.files.parsing import parse_json
from steelyard.files.reading import read_lines
from steelyard.reading.resemblance import also_resembles

__all__ = ["Samples", "read_samples", "write_samples"]

_FIELDS = ("src", "mt", "ref")


@dataclass(frozen=True, slots=True)
class Samples:
    """The texts of a list of samples."""

    mt: tuple[str, ...]
    # src, ref: sources and references, where the samples have them
    src: tuple[str, ...] | None = None
    ref: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse texts of different lengths."""
        for name in ("src", "ref"):
            texts = getattr(self, name)
            if texts is not None and len(texts) != len(self.mt):
                raise AlignmentError(f"There are {len(self.mt)} outputs, but {len(texts)} texts of {name}.")


def read_samples(path: str | os.PathLike[str]) -> Samples:
    """Read a JSON list of objects, or an object per line."""
    file = read_lines(path)
    text = "\n".join(file.lines)
    if text.lstrip().startswith("["):
        entries = _parsed(text, file.path, 1)
        places = [f"{file.path}, sample {number}" for number in range(1, len(entries) + 1)]
    else:
        rows = [(number, line) for number, line in enumerate(file.lines, 1)]
        entries = [_parsed(line, file.path, number) for number, line in rows]
        places = [f"{file.path}, line {number}" for number, _ in rows]
    if not entries:
        raise DataError(f"{file.path} has no sample.")
    for entry, place in zip(entries, places, strict=True):
        _check(entry, place)
    columns = {name: [entry.get(name) for entry in entries] for name in _FIELDS}
    for name in ("src", "ref"):
        missing = [place for place, value in zip(places, columns[name], strict=True) if value is None]
        if missing and len(missing) < len(entries):
            raise AlignmentError(f"{missing[0]} has no {name!r}, but others have.")
    made = {name: None if column[0] is None else tuple(column) for name, column in columns.items()}
    return Samples(made["mt"] or (), made["src"], made["ref"])


def _parsed(text: str, path: str, line: int) -> Any:
    try:
        return parse_json(text, object_pairs_hook=without_doubles)
    except json.JSONDecodeError as error:
        place = f"{path}, line {line + error.lineno - 1}"
        hint = also_resembles(place, "read_samples")
        raise DataError(f"{place}, column {error.colno}: {error.msg}.{hint}") from error
    except ValueError as error:
        raise DataError(f"{path}, from line {line}: {error}.") from error


def _check(entry: Any, place: str) -> None:
    if not isinstance(entry, Mapping) or "mt" not in entry:
        raise DataError(f"{place}: an object with 'mt', and maybe 'src' and 'ref', is expected.")
    for name in _FIELDS:
        if name in entry and not isinstance(entry[name], str):
            raise DataError(f"{place}: {name!r} is {entry[name]!r}, no text.")


def write_samples(path: str | os.PathLike[str], samples: Samples) -> None:
    """Write an object per line, as `read_samples` reads it."""
    columns = {name: getattr(samples, name) for name in _FIELDS if getattr(samples, name) is not None}
    rows = (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_file(path, text.encode("utf-8", "backslashreplace"))
