"""Tables as values: what every format lays out."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Table", "clean"]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under headers."""

    # one per column; a header that starts with ``>`` marks a column of numbers, aligned to the right
    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    styled: int | None = None  # the column whose cells start with a verdict and are coloured by it
    meanings: tuple[tuple[str, str], ...] = ()  # columns and what they mean, for a legend
    # of each column: where there is no room for all, the largest go first, and 0 stays. Empty where all stay.
    spare: tuple[int, ...] = ()


def clean(text: str) -> str:
    """Replace what could steer a terminal or break a table."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "�" for character in text)
