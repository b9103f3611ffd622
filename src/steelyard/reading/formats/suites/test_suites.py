"""Test suites as DFKI publishes them: items with regular expressions and with outputs that people judged."""

import json
import os
from dataclasses import dataclass
from typing import Any

from steelyard.errors import DataError
from steelyard.files.json_rows import without_doubles
from steelyard.files.parsing import parse_json
from steelyard.files.reading import decode_lines, read_content
from steelyard.reading.resemblance import also_resembles
from steelyard.reprs import describe, n_of
from steelyard.types import SuiteItem

__all__ = ["SuiteFile", "read_test_suite"]

_TEXTS = ("category", "phenomenon", "source_sentence", "positive_regex", "negative_regex")
_LISTS = ("positive_tokens", "negative_tokens")


@dataclass(frozen=True, slots=True)
class SuiteFile:
    """The items of a test suite.

    Examples
    --------
    >>> from steelyard.reading.formats import SuiteFile
    >>> SuiteFile("items.json", (), "").items
    ()
    """

    path: str  # where they stand
    items: tuple[SuiteItem, ...]  # in the file's order, which is that of the lines of outputs
    sha256: str  # of the file

    def __repr__(self) -> str:
        return describe(self, repr(self.path), n_of(len(self.items), "item"))


def read_test_suite(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> SuiteFile:
    """Read a test suite: JSON with a list of items.

    `path`: an object with the name ``items``, or the list itself. Items have id, category, phenomenon and
    source_sentence; positive_regex and negative_regex, which may be empty; positive_tokens and negative_tokens, lists
    of whole outputs that people judged. Names may have blanks in place of underscores.

    References
    ----------
    Macketanz et al. 2022, 2022.lrec-1.99.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_test_suite
    >>> item = '{"id": "1", "phenomenon": "negation", "source_sentence": "Nein!", "positive_regex": "[Nn]o"}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "items.json")
    ...     _ = file.write_text(f'{{"items": [{item}]}}')
    ...     suite = read_test_suite(file)
    >>> suite.items[0].phenomenon, suite.items[0].right
    ('negation', (re.compile('[Nn]o'),))
    """
    content = read_content(path)
    text = "\n".join(decode_lines(content.content, content.path, encoding))
    if not text.strip():
        raise DataError(f"{content.path} is empty: a test suite is JSON, and patterns are TOML.")
    try:
        found = parse_json(text, object_pairs_hook=without_doubles)
    except json.JSONDecodeError as error:
        raise DataError(
            f"{content.path}, line {error.lineno}, column {error.colno}: {error.msg}; a test suite is JSON."
            f"{also_resembles(content.path)}"
        ) from error
    except ValueError as error:
        raise DataError(f"{content.path}: {error}.") from error
    entries = found.get("items") if isinstance(found, dict) else found
    if not isinstance(entries, list) or not entries:
        raise DataError(f"{content.path} has no list of items, which a test suite has under the name 'items'.")
    items = tuple(_item(entry, number, content.path) for number, entry in enumerate(entries, 1))
    seen: dict[str, str] = {}
    for item in items:
        if item.id and seen.setdefault(item.id, item.place) != item.place:
            raise DataError(f"{item.place}: its id stands twice.")
    return SuiteFile(content.path, items, content.sha256)


def _item(entry: Any, number: int, path: str) -> SuiteItem:
    if not isinstance(entry, dict):
        raise DataError(f"{path}, item {number:,}: an object is expected.")
    known = {str(key).replace(" ", "_"): value for key, value in entry.items()}
    name = str(known.get("id", ""))
    place = f"{path}, item {number:,}" + (f" (id {name})" if name else "")
    for key in _TEXTS:
        if not isinstance(known.setdefault(key, ""), str):
            raise DataError(f"{place}: {key} is {known[key]!r}, but a text is expected.")
    for key in _LISTS:
        value = known.setdefault(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise DataError(f"{place}: {key} is not a list of texts.")
    if not known["phenomenon"].strip():
        raise DataError(f"{place}: it has no phenomenon.")
    return SuiteItem(
        number,
        known["phenomenon"],
        right=[pattern for pattern in (known["positive_regex"],) if pattern],
        wrong=[pattern for pattern in (known["negative_regex"],) if pattern],
        category=known["category"],
        source=known["source_sentence"],
        listed_right=frozenset(known["positive_tokens"]),
        listed_wrong=frozenset(known["negative_tokens"]),
        id=name,
        place=place,
    )
