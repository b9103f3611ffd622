"""Patterns of one's own in TOML: what to look for in the source, and what is right and wrong in an output then."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.errors import DataError
from steelyard.files.parsing import parse_toml
from steelyard.files.reading import decode_lines, read_content
from steelyard.reading.resemblance import also_resembles
from steelyard.regex_timeout import limited_patterns
from steelyard.reprs import describe, n_of
from steelyard.types import SuiteItem, compile_pattern

__all__ = ["PatternFile", "SourcePattern", "items_of_patterns", "read_patterns"]

_KEYS = ("name", "category", "source", "right", "wrong", "ignore-case", "neither")
_LINE = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class SourcePattern:
    """A pattern: an item for every segment whose source it is found in.

    Examples
    --------
    >>> from steelyard.reading.formats import SourcePattern
    >>> from steelyard.types import SuiteItem
    >>> SourcePattern(None, SuiteItem(0, "no asides", wrong=["by the way"])).item.phenomenon
    'no asides'
    """

    source: re.Pattern[str] | None  # what the source has; None where every segment is meant
    item: SuiteItem  # what is right and wrong, of no segment yet


@dataclass(frozen=True, slots=True)
class PatternFile:
    """The patterns of a file.

    Examples
    --------
    >>> from steelyard.reading.formats import PatternFile
    >>> PatternFile("patterns.toml", (), "").patterns
    ()
    """

    path: str  # where they stand
    patterns: tuple[SourcePattern, ...]  # in the file's order
    sha256: str  # of the file

    def __repr__(self) -> str:
        return describe(self, repr(self.path), n_of(len(self.patterns), "pattern"))


def read_patterns(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> PatternFile:
    r"""Read patterns: a table ``[[pattern]]`` of TOML for each.

    ``name``
        Of the phenomenon.
    ``category``, optional
        That it is of.
    ``source``, optional
        A regular expression: segments in whose source it is found are its items; without it all segments are.
    ``right``, ``wrong``
        Regular expressions, one or a list: an output with one of these is right, or wrong. One of the two is needed.
    ``ignore-case``, optional
        true for all of these.
    ``neither``, optional
        What an output is in which none is found: ``"undecided"`` (the default), ``"wrong"`` or ``"right"``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_patterns
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "patterns.toml")
    ...     _ = file.write_text("[[pattern]]\nname = 'negation'\nsource = 'nicht'\nright = '\\bnot\\b'\n")
    ...     [pattern] = read_patterns(file).patterns
    >>> pattern.source, pattern.item.right
    (re.compile('nicht'), (re.compile('\\bnot\\b'),))
    """
    content = read_content(path)
    lines = decode_lines(content.content, content.path, encoding)
    try:
        found = parse_toml("\n".join(lines))
    except ValueError as error:
        told_at = _LINE.match(str(error))
        at = f", line {told_at[2]}, column {told_at[3]}" if told_at and told_at[2] else ""
        what = told_at[1] if told_at else error
        raise DataError(f"{content.path}{at}: {what}; patterns are TOML.{also_resembles(content.path)}") from error
    entries = found.pop("pattern", None)
    if found:
        raise DataError(f"{content.path} has {next(iter(found))!r}; it may have tables [[pattern]] alone.")
    if not isinstance(entries, list) or not entries:
        raise DataError(f"{content.path} has no pattern: write a table [[pattern]] for each.")
    patterns = tuple(_pattern(entry, f"{content.path}, pattern {n:,}") for n, entry in enumerate(entries, 1))
    seen: dict[str, str] = {}
    for pattern in patterns:
        name, category = pattern.item.phenomenon, pattern.item.category
        if seen.setdefault(name, category) != category:
            raise DataError(
                f"{pattern.item.place}: the category is {category!r}, but {seen[name]!r} for the same name before."
            )
    return PatternFile(content.path, patterns, content.sha256)


def _pattern(entry: Any, place: str) -> SourcePattern:
    name = entry.get("name") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not name.strip():
        raise DataError(f"{place}: it has no name.")
    place = f"{place} ({name})"
    unknown = next((key for key in entry if key not in _KEYS), None)
    if unknown is not None:
        raise DataError(f"{place}: it has {unknown!r}, but may have {', '.join(_KEYS)}.")
    for key, kind in (("category", str), ("source", str), ("neither", str), ("ignore-case", bool)):
        if not isinstance(entry.get(key, kind()), kind):
            wanted = "true or false" if kind is bool else "a text"
            raise DataError(f"{place}: {key} is {entry[key]!r}, but {wanted} is expected.")
    sides = {side: _texts(entry.get(side, []), side, place) for side in ("right", "wrong")}
    if not any(sides.values()):
        raise DataError(f"{place}: it has neither right nor wrong patterns.")
    start = "(?i)" if entry.get("ignore-case") else ""
    source = compile_pattern(start + entry["source"], f"{place}, pattern for source") if "source" in entry else None
    item = SuiteItem(
        0,
        name,
        right=[start + text for text in sides["right"]],
        wrong=[start + text for text in sides["wrong"]],
        category=entry.get("category", ""),
        neither=entry.get("neither", "undecided"),
        place=place,
    )
    return SourcePattern(source, item)


def _texts(value: Any, side: str, place: str) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise DataError(f"{place}: {side} is {value!r}, but a pattern or a list of patterns is expected.")
    return texts


def items_of_patterns(
    patterns: Sequence[SourcePattern], sources: Sequence[str] | None, n_segments: int
) -> list[SuiteItem]:
    """Make an item of every segment in whose source a pattern is found.

    `sources`: needed where a pattern looks at them.

    Examples
    --------
    >>> import re
    >>> from steelyard.reading.formats import SourcePattern, items_of_patterns
    >>> from steelyard.types import SuiteItem
    >>> pattern = SourcePattern(re.compile("nicht"), SuiteItem(0, "negation", right=["not"]))
    >>> [item.segment for item in items_of_patterns([pattern], ["er kam", "er kam nicht"], 2)]
    [2]
    """
    texts = [""] * n_segments if sources is None else sources
    found = []
    for pattern in patterns:
        if pattern.source is not None and sources is None:
            raise DataError(f"{pattern.item.place}: it looks at the source, and no sources are given (--sources).")
        found += [
            replace(pattern.item, segment=segment, source=texts[segment - 1]) for segment in _found_in(pattern, texts)
        ]
    return found


def _found_in(pattern: SourcePattern, texts: Sequence[str]) -> list[int]:
    """Return the segments whose source it is found in, from 1."""
    if pattern.source is None:
        return list(range(1, len(texts) + 1))
    found = []
    with limited_patterns() as begin:
        for segment, text in enumerate(texts, 1):
            begin(f"{pattern.item.place}: the pattern for the source, on line {segment:,},")
            if pattern.source.search(text):
                found.append(segment)
    return found
