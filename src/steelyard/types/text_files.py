"""Files that were given as texts: read, if text is what they hold, and refused with what reads them, if not."""

import os
from collections.abc import Mapping
from typing import Any

from steelyard.errors import DataError
from steelyard.files.given_text import shown_path, text_or_structure
from steelyard.files.reading import TextFile
from steelyard.files.structure import Structure

__all__ = ["read_text", "read_texts"]

Source = str | os.PathLike[str] | TextFile


def read_texts(
    wanted: Mapping[str, Source], encoding: str, *, raw: bool = False, has_flags: bool = True
) -> dict[str, TextFile]:
    """Read the texts of a test set by role; all that are no text are named at once.

    Who asks without `has_flags` has no ``--table`` and no ``--raw``, and is told of columns of files alone.
    """
    files: dict[str, TextFile] = {}
    others: dict[str, tuple[str, Structure]] = {}
    for role, given in wanted.items():
        source = _value_of(given)
        if isinstance(source, TextFile):
            files[role] = source
        elif role == "documents":
            from steelyard.types.document_ids import read_document_ids

            files[role] = read_document_ids(source, encoding, raw=raw)
        else:
            found = _text_of(source, encoding, raw, role)
            if isinstance(found, Structure):
                others[role] = (os.fspath(source), found)
            else:
                files[role] = found
    if others:
        from steelyard.types.refused_texts import refusal_of

        paths = [os.fspath(source) for source in wanted.values() if not isinstance(source, TextFile)]
        raise DataError(refusal_of(others, paths, has_flags=has_flags))
    for role, file in files.items():
        if not file.lines and wanted[role] is not file:
            raise DataError(f"{shown_path(file.path)} is empty: {role} must have a line for each segment.")
    if sum(file.units is not None for file in files.values()) > 1:
        from steelyard.types.bilingual import meet_by_ids

        return meet_by_ids(files)
    return files


def _text_of(source: str | os.PathLike[str], encoding: str, raw: bool, role: str) -> TextFile | Structure:
    """Read a text; of what holds a source and its translation, the side that the role asks for."""
    side = "source" if role == "sources" else "target"
    found = text_or_structure(source, encoding, raw, side)
    if isinstance(found, Structure) and found.is_table:
        from steelyard.types.bilingual import read_bilingual

        return read_bilingual(os.fspath(source), found, side, encoding) or found
    return found


def read_text(
    source: Source, encoding: str = "utf-8", *, raw: bool = False, role: str = "reference 1", has_flags: bool = True
) -> TextFile:
    """Read a file that must be text."""
    source = _value_of(source)
    if isinstance(source, TextFile):
        return source
    found = _text_of(source, encoding, raw, role)
    if isinstance(found, Structure):
        from steelyard.types.refused_texts import refusal_of

        raise DataError(refusal_of({role: (os.fspath(source), found)}, [os.fspath(source)], has_flags=has_flags))
    return found


def _value_of(given: Any) -> Source:
    """Return the text that `steelyard.read` read."""
    if isinstance(given, str | os.PathLike | TextFile):
        return given
    from steelyard.types.reading import value_of  # few give one

    found: TextFile = value_of(given, "texts")
    return found
