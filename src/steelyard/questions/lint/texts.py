"""Texts of a test set as they stand in their files, right or wrong."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from steelyard.errors import AlignmentError, DataError
from steelyard.files.columns import read_column, split_column
from steelyard.files.reading import TextFile, decode_lines, read_content
from steelyard.files.structure import binary_structure, is_translation, text_structure
from steelyard.files.translations import translated_text
from steelyard.text import InspectedSet, InspectedText
from steelyard.text.inspection.base import Role
from steelyard.types.bilingual import meet_by_ids, read_bilingual, sources_beside
from steelyard.types.document_ids import read_document_ids
from steelyard.types.reading import value_of

__all__ = ["Text", "Texts", "read_texts"]

Text = str | os.PathLike[str] | TextFile | Sequence[str]

_HALF = b"\xed"  # the first byte of half a surrogate pair, and of some Hangul
_ZEROS = 0.2  # of the bytes: ASCII letters of UTF-16 have one each, and are valid UTF-8


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """What was read, and from where."""

    inspected: InspectedSet
    inputs: tuple[dict[str, object], ...]  # role, name, SHA-256 and number of lines of each
    reading: dict[str, str]  # how all were read; empty where some did not come from files


def read_texts(
    references: Sequence[Text],
    systems: Mapping[str, Text] | None,
    *,
    sources: Text | None,
    documents: Text | None,
    encoding: str,
) -> Texts:
    """Read all texts as far as they can be read."""
    if isinstance(references, str | bytes | os.PathLike) or not (references or systems):
        raise AlignmentError("references must be a list with one file, or list of strings, per reference.")
    roles: list[tuple[Role, str, str, Text]] = [
        ("reference", f"reference {i}", _label(text, f"reference {i}"), text) for i, text in enumerate(references, 1)
    ]
    roles += [("system", f"system {name}", name, text) for name, text in (systems or {}).items()]
    if sources is not None:
        roles.append(("sources", "sources", _label(sources, "sources"), sources))
    if documents is not None:
        roles.append(("documents", "documents", _label(documents, "documents"), documents))
    opened = {full: _open(value_of(text, "texts"), role, name, encoding) for role, full, name, text in roles}
    if not systems and all(isinstance(one, TextFile) and one.units for one in opened.values()):
        # Files that hold a source and its translation are what is to be checked, and no references.
        names = [Path(name).stem for *_, name, _ in roles]
        opened = {f"system {name}": one for name, one in zip(names, opened.values(), strict=True)}
        roles = [("system", f"system {name}", name, text) for name, (*_, text) in zip(names, roles, strict=True)]
    _meet(opened, roles)
    found: dict[Role, list[InspectedText]] = {"reference": [], "system": [], "sources": [], "documents": []}
    inputs: list[dict[str, object]] = []
    for role, full_role, name, text in roles:
        one = opened[full_role]
        if isinstance(one, TextFile):
            one = InspectedText(name, role, one.lines, one.path), one.sha256
        found[role].append(one[0])
        n_lines = len(one[0].lines)
        inputs.append({"role": full_role, "name": _label(text, name), "sha256": one[1], "n_lines": n_lines})
    of_files = all(isinstance(text, str | os.PathLike | TextFile) for *_, text in roles)
    return Texts(
        InspectedSet(
            tuple(found["reference"]),
            tuple(found["system"]),
            next(iter(found["sources"]), None),
            next(iter(found["documents"]), None),
        ),
        tuple(inputs),
        {"encoding": encoding} if of_files else {},
    )


def _label(text: Text, otherwise: str) -> str:
    if isinstance(text, TextFile):
        return text.path
    return os.fspath(text) if isinstance(text, str | os.PathLike) else otherwise


def _meet(opened: dict[str, TextFile | tuple[InspectedText, str]], roles: list[tuple[Role, str, str, Text]]) -> None:
    """Bring units of bilingual files into one order, and take the sources from them where none are given."""
    files = {key: one for key, one in opened.items() if isinstance(one, TextFile)}
    if any(file.units for file in files.values()):
        plain = {key: TextFile(one[0].path, (), "", "") for key, one in opened.items() if not isinstance(one, TextFile)}
        opened |= {key: file for key, file in meet_by_ids({**files, **plain}).items() if key in files}
        beside = None if "sources" in opened else sources_beside(files)
        if beside is not None:
            opened["sources"] = beside
            roles.append(("sources", "sources", beside.path, beside))


def _open(text: Text, role: Role, name: str, encoding: str) -> TextFile | tuple[InspectedText, str]:
    """Read a text as far as it can be read, and name it by its SHA-256."""
    if isinstance(text, TextFile):
        return text
    if isinstance(text, str | os.PathLike):
        part = _part(text, role, encoding)
        if part is not None:
            return part
        file = read_content(text)
        side = "source" if role == "sources" else "target"
        if role != "documents" and is_translation(file.content):
            return translated_text(file, side)
        lines, undecodable = _decode(file.content, file.path, encoding)
        found = binary_structure(file.content) if undecodable else text_structure(lines)
        bilingual = None
        if found is not None and role != "documents":
            bilingual = read_bilingual(file.path, found, side, encoding)
        inspected = InspectedText(name, role, lines, file.path, file.content, undecodable, encoding)
        return bilingual or (inspected, file.sha256)
    lines = tuple(text)
    if not all(isinstance(line, str) for line in lines):
        raise AlignmentError(f"{name} must be the path of a file, or a list of strings.")
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    sha256 = hashlib.sha256(content).hexdigest()
    surrogates: tuple[int, ...] = ()
    if _HALF in content:
        surrogates = tuple(row for row, line in enumerate(lines) if any("\ud800" <= c <= "\udfff" for c in line))
    clean = tuple(line.encode("utf-8", "replace").decode() for line in lines) if surrogates else lines
    return InspectedText(name, role, clean, undecodable=surrogates), sha256


def _part(path: str | os.PathLike[str], role: Role, encoding: str) -> TextFile | None:
    """Read a column of a table, and documents from where other commands take them; None for whole files of lines."""
    if split_column(os.fspath(path))[1] is not None:
        return read_column(os.fspath(path), encoding)
    if role == "documents":
        with suppress(DataError):  # what is wrong with them is for checks to say
            return read_document_ids(path, encoding)
    return None


def _decode(content: bytes, path: str, encoding: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the lines, with U+FFFD for what is no text, and the rows that have some."""
    if content.count(0) > _ZEROS * len(content) and "8" in encoding:
        lines = decode_lines(content, path, "latin-1")
        return lines, tuple(range(len(lines)))
    try:
        return decode_lines(content, path, encoding), ()
    except DataError:
        return _decode_by_line(content, path, encoding)


def _decode_by_line(content: bytes, path: str, encoding: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    raw = content.split(b"\n")
    if not raw[-1]:
        raw.pop()
    lines: list[str] = []
    rows = []
    try:
        for row, piece in enumerate(raw):
            piece = piece.removesuffix(b"\r")
            try:
                lines.append(piece.decode(encoding))
            except UnicodeDecodeError:
                lines.append(piece.decode(encoding, "replace"))
                rows.append(row)
    except LookupError as error:
        raise DataError(f"Unknown encoding {encoding!r}: use a name Python knows, such as utf-8 or latin-1.") from error
    except UnicodeError as error:
        raise DataError(f"{path} cannot be read as {encoding}: {error}.") from error
    return tuple(lines), tuple(rows) or (0,)
