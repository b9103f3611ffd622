"""Tables as values: what every format lays out."""

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
    meanings : tuple of (str, str)
        Columns and what they mean, for a legend.
    spare : tuple of int
        Of each column: where there is no room for all, the largest go first, and 0 stays. Empty where all stay.
    """

    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    styled: int | None = None
    meanings: tuple[tuple[str, str], ...] = ()
    spare: tuple[int, ...] = ()


def clean(text: str) -> str:
    """Replace what could steer a terminal or break a table."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "�" for character in text)
