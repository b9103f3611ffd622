"""A file of settings (TOML), and what it says of one thing: texts, tables, numbers, files by pattern."""

import glob
from numbers import Real
from pathlib import Path
from typing import Any, cast

from steelyard.errors import DataError
from steelyard.files.decoding import text_of
from steelyard.files.names import default_names
from steelyard.files.parsing import parse_toml
from steelyard.files.reading import read_content

__all__ = ["read_files", "read_settings", "read_table", "read_texts", "read_weight"]

_LARGEST = 10**9  # weight of any task


def read_settings(path: str) -> dict[str, Any]:
    """Read a file of settings whole; DataError where it cannot be read, or is no TOML."""
    try:
        return parse_toml(text_of(read_content(path).content, path))
    except DataError:
        raise
    except ValueError as error:
        raise DataError(f"{path} is no TOML: {error}.") from None


def read_texts(place: str, key: str, value: object) -> tuple[str, ...]:
    """Read one text, or a list of them."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise DataError(f"{place}: {key} has to be a text, or a list of texts.")
    return tuple(value)


def read_table(place: str, key: str, value: object, example: str) -> dict[str, str]:
    """Read a table of texts by name."""
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise DataError(f"{place}: {key} has to be a table of texts, as {example}.")
    return dict(value)


def read_weight(place: str, value: object) -> float:
    """Read a number above 0."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < cast("float", value) <= _LARGEST:
        raise DataError(f"{place}: weight has to be a number above 0, and not above {_LARGEST:,}.")
    return float(value)


def read_files(place: str, key: str, value: object, folder: Path) -> dict[str, str]:
    """Read a table of paths by name; or paths and patterns below the folder, which are called as files are."""
    if isinstance(value, dict):
        if not all(isinstance(one, str) for one in value.values()):
            raise DataError(f"{place}: {key} has to be a table of paths by name, or a list of paths.")
        return dict(value)
    paths: list[str] = []
    for text in read_texts(place, key, value):
        found = _matching(text, folder) if "*" in text else [text]
        if not found:
            raise DataError(f"{place}: there is no file {folder / text}.")
        paths += found
    return dict(zip(default_names(paths), paths, strict=True))


def _matching(pattern: str, folder: Path) -> list[str]:
    """Return the files that a pattern below a folder names, or one that begins at the root."""
    try:
        return sorted(glob.glob(pattern, root_dir=folder, recursive=True))
    except ValueError:  # a NUL in it
        return []
