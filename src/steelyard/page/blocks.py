"""What a report says, as blocks: each format lays out the same ones, so that all say the same."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.page.table import Table, clean
from steelyard.page.terminal import render

__all__ = ["Block", "Items", "Legend", "Page", "Paragraph", "Titled", "Verbatim", "filled", "page_text"]

_LINE = 100


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences; a line feed starts a new line."""

    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """What columns mean: a line each, the column and at least two spaces before its meaning."""

    text: str

    @classmethod
    def of(cls, meanings: Sequence[tuple[str, str]], margin: int) -> "Legend":
        """Set meanings beside the columns that have them, so many characters from the left."""
        return cls("\n".join(f"{column:<{margin}}{meaning}" for column, meaning in meanings))


@dataclass(frozen=True, slots=True)
class Items:
    """Sentences of a list."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines that stay as they are, such as texts of a segment under each other."""

    text: str


@dataclass(frozen=True, slots=True)
class Titled:
    """A table under its title, and a sentence below where there is more to say.

    Attributes
    ----------
    title : str
        Empty where the table follows another one and needs none.
    table : Table
        Its cells are cleaned already.
    after : str
        The sentence below.
    is_apart : bool
        Whether text leaves a line free under the title.
    """

    title: str
    table: Table
    after: str = ""
    is_apart: bool = False


Block = Paragraph | Legend | Items | Verbatim | Titled


@dataclass(frozen=True, slots=True)
class Page:
    """A report.

    Attributes
    ----------
    blocks : tuple of Block
        From top to bottom: what was found, tables, what their columns mean, how it was done.
    """

    blocks: tuple[Block, ...]


def page_text(page: Page, console: Any = None) -> str:
    """Lay a page out for a terminal or a pipe, in colour where there is a Rich console."""
    return "\n\n".join(_block_text(block, console) for block in page.blocks)


def _block_text(block: Block, console: Any) -> str:
    if isinstance(block, Paragraph):
        return "\n".join(map(filled, block.text.split("\n")))
    if isinstance(block, Titled):
        title = f"{block.title}\n{chr(10) * block.is_apart}" if block.title else ""
        return f"{title}{render(block.table, console)}" + (f"\n{filled(block.after)}" if block.after else "")
    if isinstance(block, Items):
        return "\n".join(_item(text) for text in block.texts)
    return block.text


def _item(text: str) -> str:
    return textwrap.fill(
        clean(text), _LINE, break_long_words=False, break_on_hyphens=False, initial_indent="- ", subsequent_indent="  "
    )


def filled(text: str) -> str:
    """Break a line of prose where it gets long; words stay whole, and what steers a terminal is replaced."""
    return textwrap.fill(clean(text), _LINE, break_long_words=False, break_on_hyphens=False)
