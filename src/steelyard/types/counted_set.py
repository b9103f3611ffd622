"""A test set whose texts stayed elsewhere: what is left of it once it was counted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import describe, listed, n_of
from steelyard.types.layout import word_for_rows

__all__ = ["CountedSet"]


@dataclass(frozen=True, slots=True)
class CountedSet:
    """What a statistics file says of its test set: systems, segments and documents, without a text.

    It stands where a `TestSet` does, for all that needs no text.

    Attributes
    ----------
    system_names : tuple of str
        In the order of rows; the first is the baseline.
    n_segments : int
        N.
    documents : tuple of str or None
        Document id of each segment.
    reference_words : tuple of int
        Words of each segment's first reference, as spaces part them.
    stored_inputs : tuple of dict
        Role, name and SHA-256 of the texts that were counted, and of the files that the counts were read from.
    reading : mapping
        How the texts were read; as in `TestSet`. Of scores that never had texts ``"of"`` is ``"scores"``.
    notes : tuple of str
        What one should know about the counts, a sentence each without its full stop.
    items : tuple of str or None
        What scores without texts are called, if they are.
    subsets : tuple of str or None
        What kind each of these is of, where that was asked for.
    rows : str
        What is counted as one: ``"segment"``, ``"document"`` or ``"block:K"``, sums of K consecutive segments.
    segments_sha256 : str
        Of the references of all segments in any order, as `hash_of_segments` makes it; empty where it is not known.

    Examples
    --------
    >>> from steelyard.types import CountedSet
    >>> data = CountedSet(("x", "y"), 3, ("a", "b", "a"), (4, 2, 7))
    >>> data.document_codes().tolist()
    [0, 1, 0]
    """

    system_names: tuple[str, ...]
    n_segments: int
    documents: tuple[str, ...] | None
    reference_words: tuple[int, ...]
    stored_inputs: tuple[dict[str, str], ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    items: tuple[str, ...] | None = None
    subsets: tuple[str, ...] | None = None
    rows: str = "segment"
    segments_sha256: str = ""

    @property
    def has_texts(self) -> bool:
        """Whether there were texts that were counted; else there were scores alone."""
        return self.reading.get("of") != "scores"

    @property
    def missing(self) -> Mapping[str, Any] | None:
        """What was missing of scores alone, and what became of it."""
        return self.reading.get("missing")

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(self.n_segments, word_for_rows(self.rows) if self.has_texts else "item"),
            listed("systems", self.system_names),
            n_of(len(set(self.documents or ())), "document"),
        )

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the document of each segment as a code from 0, by first appearance; None without documents."""
        if self.documents is None:
            return None
        codes: dict[str, int] = {}
        return np.array([codes.setdefault(document, len(codes)) for document in self.documents], dtype=np.int64)

    def inputs(self) -> list[dict[str, str]]:
        """Say what the results rest on: role, name and SHA-256."""
        return [dict(entry) for entry in self.stored_inputs]
