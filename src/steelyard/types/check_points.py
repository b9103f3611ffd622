"""Units that a translation must get right: where they stand, of what category, and what they may be called."""

from dataclasses import dataclass, field

from steelyard.reprs import short_repr

__all__ = ["ANYTHING", "CheckPoint"]

ANYTHING = "*"  # between the words of a reference: any words, or none


@dataclass(frozen=True, slots=True)
class CheckPoint:
    """A word, phrase or sentence of the source, and how it may be translated.

    Attributes
    ----------
    segment : int
        From 1.
    category : str
        Such as ``"noun"``.
    references : tuple of str
        Translations, each of them good; between words ``*`` stands for any words or none. None: the unit is in the
        source, and nothing is known that would be right.
    group : str
        Of the category, such as ``"word"``; empty for none.
    source : str
        Words of the source; empty where they are not known.
    weights : tuple of float
        How much each reference is trusted, above 0.
    place : str
        Where the point was read, for messages.

    Examples
    --------
    >>> from steelyard.types import CheckPoint
    >>> CheckPoint(1, "phrase", ("playing a drum",), weights=(1.0,)).references
    ('playing a drum',)
    """

    segment: int
    category: str
    references: tuple[str, ...]
    group: str = ""
    source: str = ""
    weights: tuple[float, ...] = ()
    place: str = field(default="", compare=False)

    __repr__ = short_repr
