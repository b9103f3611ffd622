"""Matching: shared linguistic elements, word for word, by their type."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parsed.element_metric import Contents, ElementMetric
from steelyard.metrics.parts.elements import Elements, Over
from steelyard.metrics.parts.parsed_texts import number_rows
from steelyard.metrics.registry import register

__all__ = ["Matching"]


@register
@dataclass(frozen=True)
class Matching(ElementMetric):
    """Matching: the share of a reference's linguistic elements that the output has word for word.

    What it measures
        Whether whole phrases, names or roles come back: all words of an element, in their order, as an element of the
        same type. It is the strict sibling of `overlap`; the papers call it NE-Me (``over=entity``), SR-Mr (role;
        ``same_verb=True`` for SR-Mrv).

    When it misleads
        As `overlap` does; and a long element with one other word counts as little as one that is missing.

    References
    ----------
    Giménez and Màrquez 2007, "Linguistic features for automatic evaluation of heterogenous MT systems", W07-0738.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> words = {"the": "DET", "red": "ADJ", "old": "ADJ", "car": "NOUN", "stopped": "VERB"}
    >>> def parse(text):
    ...     return [[Parse(tuple(Word(word, upos=words[word]) for word in text.split()))]]
    >>> data = sy.TestSet(
    ...     references=[["the red car stopped the car"]],
    ...     systems={"x": ["the old car stopped the car"]},
    ...     parses={
    ...         "reference 1": parse("the red car stopped the car"),
    ...         "system x": parse("the old car stopped the car"),
    ...     },
    ... )
    >>> sy.evaluate(data, metrics=["matching"]).scores().scores[0].score
    0.5
    """

    name: ClassVar[str] = "matching"
    cites: ClassVar[tuple[str, ...]] = ("gimenez2007linguistic",)

    over: Over = "noun-phrase"

    @property
    def label(self) -> str:
        """``M(noun-phrase)``, with what elements are and types that were named."""
        return f"M({'+'.join((self.over, *self.types))})"

    def contents(self, elements: Elements, items: NDArray[np.int64]) -> Contents:
        """All words of an element are one item."""
        found = items[elements.places]
        ends = np.concatenate([[0], np.cumsum(found >= 0)])[elements.offsets]
        every = np.flatnonzero(np.diff(ends) > 0)
        numbers = number_rows(found[found >= 0], ends)
        return Contents(every, numbers[every], elements.offsets[every], elements.offsets[every + 1])
