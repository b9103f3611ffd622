"""The texts of a segment, as answers show them."""

from dataclasses import dataclass

from steelyard.short_repr import short_repr

__all__ = ["Excerpt"]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The texts of a segment.

    Attributes
    ----------
    reference : str
        The first one that there is.
    system_a, system_b : str
        Outputs.
    source : str or None
        Where sources are known.

    Examples
    --------
    >>> from steelyard.results import Excerpt
    >>> Excerpt("a cat", "a cat", "one dog", None).system_b
    'one dog'
    """

    reference: str
    system_a: str
    system_b: str
    source: str | None

    __repr__ = short_repr
