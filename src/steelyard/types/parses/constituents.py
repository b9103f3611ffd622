"""Constituents of a text: the phrases that brackets show, each within another."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["Constituent", "check_constituents"]


@dataclass(frozen=True, slots=True)
class Constituent:
    """A phrase, or the part of speech over a single word.

    Attributes
    ----------
    label : str
        Such as ``"NP"``; ``""`` for brackets without one.
    begin, end : int
        Its words are `begin` to `end`, counted from 0, without the last.
    parent : int
        Place of the constituent that it is directly in, which stands before it; -1 for the outermost.

    Examples
    --------
    >>> from steelyard.types import Constituent
    >>> Constituent("NP", 0, 2, -1).end
    2
    """

    label: str
    begin: int
    end: int
    parent: int

    __repr__ = short_repr


def check_constituents(constituents: Sequence[Constituent], n_words: int) -> None:
    """Refuse constituents that are no trees over the words."""
    for place, one in enumerate(constituents):
        low, high = 0, n_words
        if one.parent >= 0 and one.parent < place:
            low, high = constituents[one.parent].begin, constituents[one.parent].end
        if not -1 <= one.parent < place or not low <= one.begin < one.end <= high:
            raise DataError(
                f"Constituent {place + 1} ({one.label}) has the words {one.begin} to {one.end} and is in constituent "
                f"{one.parent + 1}, but it must have words, those of a constituent before it, of {n_words} in all."
            )
