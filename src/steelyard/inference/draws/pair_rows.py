"""Differences of pairs in draws, subtracted where they are looked at."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steelyard import _native

__all__ = ["PairRows", "in_stretches"]

Array = NDArray[np.float64]
STRETCH = 64  # draws whose squares are added up before anything else: fixed, so that blocks cannot change a sum


@dataclass(frozen=True, slots=True, eq=False)
class PairRows:
    """Rows of draws, or of pairs of rows the difference, which would take many times as much memory."""

    values: Array  # shape (R, b): in C order
    # a, b: shape (P,): rows of each pair; empty where the rows are what is asked about
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    whole: Array  # shape (P,): what differences are divided by

    @classmethod
    def of(cls, values: Array) -> Self:
        """Take rows that stand for themselves."""
        none = np.empty(0, dtype=np.int64)
        return cls(np.ascontiguousarray(values), none, none, np.empty(0))

    def select(self, index: list[int]) -> "PairRows":
        """Return the same for some of the rows or pairs."""
        if not self.a.size:
            return PairRows.of(self.values[index])
        return PairRows(self.values, self.a[index], self.b[index], self.whole[index])

    @classmethod
    def stacked(cls, parts: Sequence[Self]) -> Self:
        """Put pairs of several rows below each other."""
        if len(parts) == 1:
            return parts[0]
        starts = np.cumsum([0, *(len(part.values) for part in parts[:-1])])
        a, b = (
            np.concatenate([start + getattr(part, side) for start, part in zip(starts, parts, strict=True)])
            for side in ("a", "b")
        )
        values, whole = (np.concatenate([getattr(part, name) for part in parts]) for name in ("values", "whole"))
        return cls(values, a, b, whole)

    def differences(self, out: Array | None = None) -> Array:
        """Return what each pair differs by, shape (P, b), or rows that stand for themselves."""
        if not self.a.size:
            return self.values
        out = np.empty((len(self.a), self.values.shape[1])) if out is None else out
        _native.pair_differences(self.values, self.whole, self.a, self.b, out)
        return out

    def reached(self, sign: Array, reached: Array) -> tuple[NDArray[np.int64], Array]:
        """Count the draws of each row that reach a value, and add up the squares of each stretch of draws.

        Rows are turned by `sign`; their size counts where that is empty. Shapes (P,) and (stretches, P).
        """
        counts = np.zeros(len(reached), dtype=np.int64)
        squares = np.empty((-(-self.values.shape[1] // STRETCH), len(reached)))
        _native.count_reached(self.values, self.a, self.b, self.whole, sign, reached, counts, squares)
        return counts, squares

    def step_down(
        self, order: NDArray[np.int64], scale: Array, sign: Array, reached: Array
    ) -> tuple[NDArray[np.int64], Array]:
        """Count the draws in which the largest of scaled rows i and after reaches value i, rows taken in an order.

        Return the largest of all of each draw, too: shapes (rows in order,) and (b,).
        """
        counts, maxima = np.zeros(len(order), dtype=np.int64), np.empty(self.values.shape[1])
        _native.step_down(self.values, self.a, self.b, self.whole, order, scale, sign, reached, counts, maxima)
        return counts, maxima


def in_stretches(blocks: Iterable[Array]) -> Iterator[Array]:
    """Lay blocks of shape (P, b) anew, so that all but the last hold whole stretches of draws."""
    rest: Array | None = None
    for block in blocks:
        rest = block if rest is None or not rest.shape[1] else np.concatenate([rest, block], axis=1)
        n_whole = rest.shape[1] - rest.shape[1] % STRETCH
        if n_whole:
            yield rest[:, :n_whole]
        rest = rest[:, n_whole:]
    if rest is not None and rest.shape[1]:
        yield rest
