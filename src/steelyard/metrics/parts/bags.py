"""Bags of things that texts hold, such as chains of words or words of a class: how many two texts share."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bags"]

Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """Of each row, such as a segment, the different things it holds, sorted, and how often it holds each.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.bags import Bags
    >>> ours = Bags.of(np.array([0, 0, 0]), np.array([0, 0, 1]), np.array([5, 5, 2]))
    >>> theirs = Bags.of(np.array([0, 0]), np.array([0, 1]), np.array([5, 2]))
    >>> ours.shared(theirs, (1, 2)).tolist(), ours.totals((1, 2)).tolist()
    ([[1, 1]], [[2, 1]])
    """

    # rows, types, items, counts, places: shape (n,): the row, the type of the thing, the thing, how often, and where it
    # comes first
    rows: Codes
    types: Codes
    items: Codes
    counts: Codes
    places: Codes

    @classmethod
    def of(cls, rows: Codes, types: Codes, items: Codes) -> "Bags":
        """Count; all codes from 0."""
        width = _width(types, items)
        _, places, counts = np.unique(_keys(rows, types, items, width), return_index=True, return_counts=True)
        return cls(rows[places], types[places], items[places], counts, places)

    def between(self, first: int, last: int) -> "Bags":
        """Return the rows from `first` on and before `last`, numbered from 0."""
        part = slice(*np.searchsorted(self.rows, [first, last]).tolist())
        return Bags(self.rows[part] - first, self.types[part], self.items[part], self.counts[part], self.places[part])

    def where(self, is_kept: NDArray[np.bool_]) -> "Bags":
        """Return the rows that are kept, by a mask of all."""
        kept = is_kept[self.rows]
        return Bags(self.rows[kept], self.types[kept], self.items[kept], self.counts[kept], self.places[kept])

    @classmethod
    def union(cls, bags: Sequence["Bags"]) -> "Bags":
        """Return what any of the bags holds, as often as the one that holds it most often."""
        if len(bags) == 1:
            return bags[0]
        rows, types, items, counts, places = (
            np.concatenate([getattr(bag, name) for bag in bags])
            for name in ("rows", "types", "items", "counts", "places")
        )
        keys, inverse = np.unique(_keys(rows, types, items, _width(types, items)), return_inverse=True)
        most = np.zeros(len(keys), dtype=np.int64)
        np.maximum.at(most, inverse, counts)
        first = np.unique(inverse, return_index=True)[1]
        return cls(rows[first], types[first], items[first], most, places[first])

    def found_in(self, other: "Bags") -> Codes:
        """Return how often each thing counts that the same row of another holds, shape (n,)."""
        width = tuple(map(max, _width(self.types, self.items), _width(other.types, other.items)))
        ours, theirs = (_keys(bag.rows, bag.types, bag.items, width) for bag in (self, other))
        found = np.searchsorted(theirs, ours)
        is_there = np.append(theirs, -1)[found] == ours
        allowed = np.append(other.counts, 0)[found]
        return np.where(is_there, np.minimum(self.counts, allowed), 0)

    def shared(self, other: "Bags", shape: tuple[int, int]) -> Codes:
        """Count what the rows of both share, by row and type, as often as the one that holds it less often."""
        return self._by_type(self.found_in(other), shape)

    def totals(self, shape: tuple[int, int]) -> Codes:
        """Count what each row holds, by row and type."""
        return self._by_type(self.counts, shape)

    def _by_type(self, weights: Codes, shape: tuple[int, int]) -> Codes:
        cells = np.bincount(self.rows * shape[1] + self.types, weights=weights, minlength=shape[0] * shape[1])
        return cells.reshape(shape).astype(np.int64)  # sums of counts are exact in float64


def _width(types: Codes, items: Codes) -> tuple[int, ...]:
    return int(types.max(initial=0)) + 1, int(items.max(initial=0)) + 1


def _keys(rows: Codes, types: Codes, items: Codes, width: tuple[int, ...]) -> Codes:
    """Put row, type and item into one number, which sorts as they do."""
    return (rows * width[0] + types) * width[1] + items
