"""What a report says, as blocks: each format lays out the same ones, so that all say the same."""

import re
import textwrap
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from steelyard.page.terminal import fitting, render
from steelyard.results.shown import FirstLook
from steelyard.results.table import Table, clean

__all__ = [
    "MARKED", "Block", "Items", "Legend", "MethodText", "Page", "Paragraph", "Texts", "Titled", "Verbatim",
    "filled", "page_text",
]  # fmt: skip

_LINE = 80
_LINES = 30  # of a screen, without the last one
_LONGEST_NAMED = 40  # characters of a table's title that the last line names; longer ones hold a signature
_LEAST = 40  # characters that a text has beside a long name
_MARKS = ("{+", "+}")
MARKED = " ".join(("between", _MARKS[0], "and", _MARKS[1]))
"""How prose names the marks around words of a text; a page that can colour them says that they are marked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    # whether a first look goes without it (True) or always has it (False, as cautions); None: where there is room
    is_detail: bool | None = None


@dataclass(frozen=True, slots=True)
class Paragraph(_Block):
    """Sentences; a line feed starts a new line."""

    text: str


@dataclass(frozen=True, slots=True)
class MethodText(Paragraph):
    """How the result was computed, for a paper."""


@dataclass(frozen=True, slots=True)
class Legend(_Block):
    """What columns mean: a line each, the column and at least two spaces before its meaning."""

    text: str

    @classmethod
    def of(cls, meanings: Iterable[tuple[str, str]], margin: int = 0) -> "Legend":
        """Set meanings beside the columns that have them, two characters from the longest, or so many from the left."""
        once = list(dict.fromkeys(meanings))
        margin = margin or max((len(column) for column, _ in once), default=0) + 2
        return cls("\n".join(f"{column:<{margin}}{meaning}" for column, meaning in once))

    @classmethod
    def below(cls, blocks: Iterable["Block"], more: Iterable[tuple[str, str]] = (), **words: str) -> "Legend":
        """Say once what the columns of all tables mean, then `more`; `words` stand for their names."""
        of_tables = (entry for block in blocks if isinstance(block, Titled) for entry in block.table.meanings)
        return cls.of((name, about.format(**words) if words else about) for name, about in (*of_tables, *more))


@dataclass(frozen=True, slots=True)
class Items(_Block):
    """Sentences of a list."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim(_Block):
    """Lines that stay as they are, such as texts of a segment under each other."""

    text: str


@dataclass(frozen=True, slots=True)
class Titled(_Block):
    """A table under its title, and a sentence below where there is more to say."""

    title: str  # empty where the table follows another one and needs none
    table: Table  # its cells are cleaned already
    after: str = ""
    is_apart: bool = False  # whether text leaves a line free under the title


@dataclass(frozen=True, slots=True)
class Texts(_Block):
    """Texts that belong together, such as those of a segment, each after its name."""

    head: str  # what they are of
    # names and texts, in which words to be looked at stand between ``{+`` and ``+}``
    texts: tuple[tuple[str, str], ...]
    n_lines: int = 4  # to which a text is cut where lines are counted

    @property
    def text(self) -> str:
        """Set the texts under each other, long ones cut."""
        margin = max((len(name) for name, _ in self.texts), default=0) + 2
        lines = [filled(self.head)]
        for name, text in self.texts:
            lead = f"  {name:<{margin}}"
            line = max(_LINE, len(lead) + _LEAST)
            shown = _cut(clean(text), self.n_lines * (line - len(lead))) or "(empty)"
            lines.append(
                textwrap.fill(
                    shown, line, initial_indent=lead, subsequent_indent=" " * len(lead), break_on_hyphens=False
                )
            )
        return "\n".join(lines)


def _cut(text: str, most: int) -> str:
    """Cut a text between words, so that the first marked ones are in it, and no mark stays open."""
    words = text.split()
    places = list(accumulate((len(word) + 1 for word in words), initial=0))  # of the words, one space between two
    if places[-1] - 1 <= most:
        return " ".join(words)
    room = most - len(" ...")
    first, last = (next((i for i, word in enumerate(words) if mark in word), 0) for mark in _MARKS)
    start = 0
    if places[last + 1] - 1 > room:  # of what stands before the mark, as much as fits in a third
        start = bisect_left(places, places[first] - 1 - most // 3, hi=first)
    lead = "... " if start else ""
    room -= len(lead) + len(_MARKS[1])
    end = max(start, bisect_right(places, places[start] + room + 1) - 1)
    shown = " ".join(words[start:end]) or words[start][:room]  # some have no spaces
    is_open = shown.rfind(_MARKS[0]) > shown.rfind(_MARKS[1])
    return f"{lead}{shown}{_MARKS[1] if is_open else ''}" + (" ..." if end < len(words) else "")


Block = Paragraph | Legend | Items | Verbatim | Texts | Titled


@dataclass(frozen=True, slots=True)
class Page:
    """A report."""

    blocks: tuple[Block, ...]  # from top to bottom: what was found, tables, what their columns mean, how it was done


def page_text(page: Page, console: Any = None, first: FirstLook | None = None) -> str:
    """Lay a page out for a terminal or a pipe, in colour where there is a Rich console; all of it, or a first look."""
    if first is None:
        return "\n\n".join(_block_text(block, console, None)[0] for block in page.blocks)
    has_all = "details" in first.shown
    asked = [block for block in page.blocks if _kind(block) in ("", *first.shown)]
    laid = [(block, *_block_text(block, console, None if has_all else first.columns)) for block in asked]
    places = range(len(laid)) if has_all else _of_a_screen([(block, text) for block, text, _ in laid])
    texts, seen = [laid[at][1] for at in places], {id(laid[at][0]) for at in places}
    is_cut = len(texts) < len(laid) or any(is_narrowed for _, _, is_narrowed in laid)
    hidden = {*map(_kind, page.blocks), "details" if is_cut else ""} - {"", *first.shown}
    unseen = [block.title for block in page.blocks if isinstance(block, Titled) and id(block) not in seen]
    tables = "; ".join(title.strip() for title in unseen if title and len(title) <= _LONGEST_NAMED)
    flags = [f"{kind}: --{kind}" for kind in ("details", "method", "legend") if kind in hidden]
    lines = [filled(f"more tables: {tables}")] if tables and "details" in hidden else []
    lines += [", ".join((*flags, *first.more))] if flags else []
    return "\n\n".join([*texts, *(["\n".join(lines)] if lines else [])])


def _of_a_screen(laid: Sequence[tuple[Block, str]]) -> list[int]:
    """Return the places of the first block, the first table and cautions, and of as much below as has room."""
    main = {0, next((at for at, (block, _) in enumerate(laid) if isinstance(block, Titled)), 0)}
    n_lines = [0 if _kind(block) else text.count("\n") + 2 for block, text in laid]  # none where a flag asked for it
    room = _LINES - sum(n for n, (block, _) in zip(n_lines, laid, strict=True) if block.is_detail is False)
    shown = []
    for at, (block, _) in enumerate(laid):
        if block.is_detail is None and at not in main and n_lines[at] > max(room, 0):
            room = 0  # what stands below is worth less
            continue
        shown.append(at)
        room -= 0 if block.is_detail is False else n_lines[at]
    return shown


def _kind(block: Block) -> str:
    """Return the flag that shows a block; empty where a first look has it."""
    if isinstance(block, MethodText):
        return "method"
    return "legend" if isinstance(block, Legend) else "details" if block.is_detail else ""


def _block_text(block: Block, console: Any, columns: int | None) -> tuple[str, bool]:
    """Return the text of a block, and whether a table left out columns to fit."""
    if isinstance(block, Paragraph):
        return "\n".join(map(filled, block.text.split("\n"))), False
    if isinstance(block, Titled):
        table = fitting(block.table, columns)
        title = f"{_title(block.title, columns)}\n{chr(10) * block.is_apart}" if block.title else ""
        after = f"\n{filled(block.after)}" if block.after else ""
        return f"{title}{render(table, console)}{after}", len(table.headers) < len(block.table.headers)
    if isinstance(block, Items):
        return "\n".join(_item(text) for text in block.texts), False
    if isinstance(block, Legend):
        return "\n".join(map(_entry, block.text.split("\n"))), False
    return block.text, False


def _entry(line: str) -> str:
    """Break what a column means where it gets long, under its beginning."""
    margin = re.match(r".*?\s{2,}", line)
    indent = " " * (margin.end() if margin else 0)
    return textwrap.fill(line, _LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _title(title: str, columns: int | None) -> str:
    """Break a title that is too long, after the name rather than within a signature."""
    if columns is None or len(title) <= columns:
        return title
    return textwrap.fill(title, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _item(text: str) -> str:
    return textwrap.fill(
        clean(text), _LINE, break_long_words=False, break_on_hyphens=False, initial_indent="- ", subsequent_indent="  "
    )


def filled(text: str) -> str:
    """Break a line of prose where it gets long; words stay whole, and what steers a terminal is replaced."""
    return textwrap.fill(clean(text), _LINE, break_long_words=False, break_on_hyphens=False)
