"""Test sets in the SGML of NIST and WMT until 2020: source, references and outputs in files of their own."""

import os
import re
from collections.abc import Sequence

from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.reading.resemblance import also_resembles
from steelyard.reading.tagged import Tagged, TaggedTestSet

__all__ = ["read_wmt_sgml"]

_TAG = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg)\b([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ENTITY = re.compile(r"&(amp|lt|gt|quot|apos);")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ROLES = {"srcset": "source", "refset": "reference", "tstset": "system"}


def read_wmt_sgml(paths: Sequence[str | os.PathLike[str]], *, encoding: str = "utf-8") -> TaggedTestSet:
    """Read a source set, reference sets and test sets together.

    `paths`: in any order; a file may hold several sets.
    Returns: lines in the order of the source's segments, or of the first reference's where there is no source.

    A reference is named by ``refid``, else by the ``sysid`` of its documents, and an output by ``sysid``. The blanks
    around a segment's text are not part of it, and a line end inside becomes a blank. ``&amp;``, ``&lt;``, ``&gt;``,
    ``&quot;`` and ``&apos;`` are characters; any other ``&`` stands for itself, as these files do not always write
    ``&amp;``. Nothing else is opened.
    """
    tagged = Tagged()
    if not paths:
        raise DataError("There is no SGML file to read: name at least one.")
    names = []
    for path in paths:
        file = read_lines(path, encoding)
        names.append(file.path)
        _read("\n".join(file.lines), file.path, tagged)
    return tagged.made(", ".join(names))


def _read(text: str, path: str, tagged: Tagged) -> None:
    role, set_name, document, segment = "", "", "", ""
    name = ""
    start = -1  # of the open segment's text
    n_segments = 0
    match = None
    for match in _TAG.finditer(text):
        is_end, tag = bool(match[1]), match[2].lower()
        if start >= 0 and not (is_end and tag == "seg"):
            raise DataError(f"{_place(text, match.start(), path)}: <{match[1]}{tag}> stands inside a segment.")
        attributes = {key.lower(): a or b or c for key, a, b, c in _ATTRIBUTE.findall(match[3])}
        if tag in _ROLES:
            role = "" if is_end else _ROLES[tag]
            set_name = attributes.get("refid", "") if role == "reference" else attributes.get("sysid", "")
        elif tag == "doc":
            document = "" if is_end else attributes.get("docid", "")
            if not is_end and (not document or not role):
                what = "has no docid" if role else "stands outside of srcset, refset and tstset"
                raise DataError(f"{_place(text, match.start(), path)}: <doc> {what}.")
            name = "source" if role == "source" else set_name or attributes.get("sysid", "")
            if not is_end and not name:
                raise DataError(f"{_place(text, match.start(), path)}: the {role} has no refid and no sysid.")
        elif not is_end:
            segment = attributes.get("id", "")
            if not segment or not document:
                what = "has no id" if document else "stands outside of a document"
                raise DataError(f"{_place(text, match.start(), path)}: <seg> {what}.")
            start = match.end()
        else:
            if start < 0:
                raise DataError(f"{_place(text, match.start(), path)}: </seg> closes nothing.")
            content = _ENTITY.sub(lambda found: _CHARACTERS[found[1]], text[start : match.start()].strip())
            tagged.add(role, name, document, segment, content, _place(text, start, path))
            n_segments += 1
            start = -1
    if start >= 0 and match is not None:
        raise DataError(f"{_place(text, match.start(), path)}: <seg> is not closed.")
    if not n_segments:
        raise DataError(f"{path} has no segment in a srcset, refset or tstset.{also_resembles(path, 'read_wmt_sgml')}")


def _place(text: str, offset: int, path: str) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"{path}, line {line}, column {offset - text.rfind(chr(10), 0, offset)}"
