"""Overlap: shared words of linguistic elements, by the type of the element."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parsed.element_metric import Contents, ElementMetric
from steelyard.metrics.parts.elements import Elements
from steelyard.metrics.registry import register

__all__ = ["Overlap"]


@register
@dataclass(frozen=True)
class Overlap(ElementMetric):
    """Overlap: the share of the words in linguistic elements of a reference that the output has in such elements.

    What it measures
        Whether words come back in the part they play: a noun as a noun, a word of the subject in a subject, a word of a
        person's name in such a name. Order does not matter. By `over` and `items` it is one of the metrics that the
        papers call SP-Op (``over=xpos``), SP-Oc (chunk), DP-Ol (level), DP-Oc (upos), DP-Or (relation), CP-Oc (phrase),
        NE-Oe (entity), SR-Or-t (role; ``items=none, average=segment`` for SR-Or, ``same_verb=True`` for SR-Orv).

    When it misleads
        Where the parser or tagger errs, more so on bad output. As a share of the reference it does not punish what is
        too much. Types with few words count as much as types with many, and a segment without elements, such as one
        without names, is left out.

    References
    ----------
    Giménez and Màrquez 2007, "Linguistic features for automatic evaluation of heterogenous MT systems", W07-0738.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> dogs, cats, sleep = (Word(w, upos=tag) for w, tag in (("dogs", "NOUN"), ("cats", "NOUN"), ("sleep", "VERB")))
    >>> data = sy.TestSet(
    ...     references=[["dogs sleep"]],
    ...     systems={"x": ["cats sleep"]},
    ...     parses={"reference 1": [[Parse((dogs, sleep))]], "system x": [[Parse((cats, sleep))]]},
    ... )
    >>> sy.evaluate(data, metrics=["overlap"]).scores().scores[0].score
    0.5
    """

    name: ClassVar[str] = "overlap"
    cites: ClassVar[tuple[str, ...]] = ("gimenez2007linguistic",)

    @property
    def label(self) -> str:
        """``O(upos)``, with what elements are and types that were named."""
        return f"O({'+'.join((self.over, *self.types))})"

    def contents(self, elements: Elements, items: NDArray[np.int64]) -> Contents:
        """Every word is an item."""
        found = items[elements.places]
        kept = np.flatnonzero(found >= 0)
        of_words = np.repeat(np.arange(len(elements.rows)), elements.sizes)
        return Contents(of_words[kept], found[kept], kept, kept + 1)
