"""WMT test sets in XML, as published since 2021: documents with a source, references and outputs."""

import os
from typing import Any
from xml.parsers import expat

from steelyard.errors import DataError
from steelyard.files.decoding import for_expat
from steelyard.files.reading import read_content
from steelyard.reading.resemblance import also_resembles
from steelyard.reading.tagged import Tagged, TaggedTestSet

__all__ = ["read_wmt_xml"]

_ROLES = {"src": ("source", "lang"), "ref": ("reference", "translator"), "hyp": ("system", "system")}


def read_wmt_xml(path: str | os.PathLike[str]) -> TaggedTestSet:
    """Read a ``dataset`` of ``doc`` elements with ``src``, ``ref`` and ``hyp``, each with numbered ``seg`` elements.

    Returns: lines in the order of the source's segments; a line end inside a segment becomes a blank.

    Entities that the file declares are refused before any is expanded, and nothing else is opened: no other file, no
    network. Segments are matched by document and id, never by their order.
    """
    file = read_content(path)
    content, encoding = for_expat(file.content, file.path)
    reader = _Reader(file.path, encoding)
    try:
        reader.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise DataError(
            f"{file.path}, line {error.lineno}, column {error.offset + 1}: {expat.errors.messages[error.code]}."
            f"{also_resembles(file.path, 'read_wmt_xml')}"
        ) from error
    return reader.tagged.made(file.path)


class _Reader:
    """What is open while the parser goes through the file."""

    def __init__(self, path: str, encoding: str | None) -> None:
        self.path = path
        self.tagged = Tagged()
        self.document = ""
        self.part: tuple[str, str] | None = None
        self.segment: str | None = None
        self.pieces: list[str] = []
        self.n_open = 0
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse
        self.parser.UnparsedEntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse
        self.parser.SkippedEntityHandler = self._refuse  # else it would be dropped, where a document type is named

    @property
    def place(self) -> str:
        return f"{self.path}, line {self.parser.CurrentLineNumber}, column {self.parser.CurrentColumnNumber + 1}"

    def _refuse(self, *_: Any) -> int:
        raise DataError(f"{self.place}: the file declares or uses an entity of its own, which no test set needs.")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.n_open == 0 and tag != "dataset":
            hint = also_resembles(self.path, "read_wmt_xml")
            raise DataError(f"{self.place}: the outermost element is <{tag}>, but <dataset> is expected.{hint}")
        self.n_open += 1
        if self.segment is not None:
            raise DataError(f"{self.place}: <{tag}> stands inside a segment.")
        if tag == "doc":
            self.document = self._named(tag, attributes, "id")
        elif tag in _ROLES:
            role, name = _ROLES[tag]
            given = attributes.get(name, "") or ("1" if role == "reference" else self._named(tag, attributes, name))
            self.part = role, given
        elif tag == "seg":
            if self.part is None or not self.document:
                raise DataError(f"{self.place}: a segment stands outside of a document's src, ref or hyp.")
            self.segment = self._named(tag, attributes, "id")
            self.pieces = []

    def _named(self, tag: str, attributes: dict[str, str], name: str) -> str:
        if not attributes.get(name):
            raise DataError(f"{self.place}: <{tag}> has no {name}.")
        return attributes[name]

    def _end(self, tag: str) -> None:
        self.n_open -= 1
        if tag == "seg" and self.part is not None and self.segment is not None:
            self.tagged.add(*self.part, self.document, self.segment, "".join(self.pieces), self.place)
            self.segment = None
        elif tag in _ROLES:
            self.part = None
        elif tag == "doc":
            self.document = ""

    def _text(self, text: str) -> None:
        if self.segment is not None:
            self.pieces.append(text)
