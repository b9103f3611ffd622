"""Tables as values, and how they look on a terminal and in a pipe."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "Table",
    "clean",
]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under headers.

    Attributes
    ----------
    headers : tuple of str
        One per column; a header that starts with ``>`` marks a column of numbers, aligned to the right.
    rows : sequence of tuple of str
        Cells.
    styled : int, optional
        The column whose cells start with a verdict and are coloured by it.
    """

    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    styled: int | None = None


def clean(text: str) -> str:
    """Replace what could steer a terminal or break a table."""
    return "".join(character if character.isprintable() else "�" for character in text)
