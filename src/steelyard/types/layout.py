"""What inference must know of whatever was scored: systems, segments, documents, and where they come from."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Layout", "word_for_layout", "word_for_rows"]


class Layout(Protocol):
    """Systems over segments, with or without documents: a test set of texts, or outputs that people rated.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Layout
    >>> data: Layout = sy.TestSet(references=[["a b", "c"]], systems={"x": ["a", "c"]})
    >>> data.system_names, data.n_segments, data.document_codes()
    (('x',), 2, None)
    """

    @property
    def system_names(self) -> tuple[str, ...]:
        """Names, in the order of rows."""

    @property
    def n_segments(self) -> int:
        """Number of segments."""

    @property
    def documents(self) -> Sequence[str] | None:
        """Document of each segment."""

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the document of each segment as a code from 0; None without documents."""

    def inputs(self) -> list[dict[str, str]]:
        """Say what the results rest on: role, name and SHA-256."""


def word_for_layout(layout: Layout) -> str:
    """Say what a single row is called: a segment, what sums several, or an item where there are scores without texts.

    Parameters
    ----------
    layout : Layout
        What was scored.

    Returns
    -------
    str
        ``"segment"``, ``"document"``, ``"block"`` or ``"item"``.

    Examples
    --------
    >>> from steelyard.types import CountedSet, word_for_layout
    >>> word_for_layout(CountedSet(("x",), 1, None, (1,), reading={"of": "scores"}))
    'item'
    """
    return word_for_rows(getattr(layout, "rows", "segment")) if getattr(layout, "has_texts", True) else "item"


def word_for_rows(rows: str) -> str:
    """Return the word of what a statistics file sums in a row.

    Parameters
    ----------
    rows : str
        ``"segment"``, ``"document"`` or ``"block:K"``.

    Returns
    -------
    str
        ``"segment"``, ``"document"`` or ``"block"``.

    Examples
    --------
    >>> from steelyard.types import word_for_rows
    >>> word_for_rows("block:100")
    'block'
    """
    return rows.partition(":")[0]
