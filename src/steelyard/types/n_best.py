"""What there is to choose from for each segment: several outputs, each with the values of its model's features."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import describe, listed, n_of

__all__ = ["NBestLists"]


@dataclass(frozen=True, slots=True, eq=False)
class NBestLists:
    """Candidates of every segment, list after list.

    Attributes
    ----------
    texts : tuple of str, length C
        The candidates of the first segment in the decoder's order, then those of the second.
    offsets : array of int64, shape (N + 1,)
        Segment i has the candidates ``offsets[i]`` to ``offsets[i + 1]``, at least one.
    features : array of float64, shape (C, F)
        The decoder's features.
    feature_names : tuple of str, length F
        A name with several values has numbers from 1: ``tm.1``, ``tm.2``.
    totals : array of float64, shape (C,)
        The decoder's own score; NaN where there is none.
    n_doubles : int, default 0
        Candidates that stood there more than once, with the same text and features, and were merged.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the files they come from.
    systems : tuple of str, default ()
        Who wrote each candidate, of length C; empty where candidates are no outputs of named systems.

    Raises
    ------
    AlignmentError
        The parts are not of the same candidates, or a segment has none.
    DataError
        A feature is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a", "b", "c"), np.array([0, 2, 3]), np.zeros((3, 1)), ("lm",), np.zeros(3))
    >>> lists.n_segments, lists.sizes.tolist()
    (2, [2, 1])
    """

    texts: tuple[str, ...]
    offsets: NDArray[np.int64]
    features: NDArray[np.float64]
    feature_names: tuple[str, ...]
    totals: NDArray[np.float64]
    n_doubles: int = 0
    files: tuple[tuple[str, str], ...] = ()
    systems: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(self.n_segments, "segment"),
            n_of(len(self.texts), "hypothesis", "hypotheses"),
            listed("features", self.feature_names),
        )

    def __post_init__(self) -> None:
        """Refuse parts that do not fit."""
        n = len(self.texts)
        if self.features.shape != (n, len(self.feature_names)) or self.totals.shape != (n,):
            raise AlignmentError(
                f"There are {n} candidates and {len(self.feature_names)} names of features, but features of shape "
                f"{self.features.shape} and totals of shape {self.totals.shape}."
            )
        if self.systems and len(self.systems) != n:
            raise AlignmentError(f"There are {n} candidates, but {len(self.systems)} names of systems.")
        ends = self.offsets
        if len(ends) < 2 or ends[0] != 0 or ends[-1] != n or (np.diff(ends) < 1).any():
            raise AlignmentError(
                f"The offsets must rise from 0 to the number of candidates, {n}: every segment has one or more."
            )
        if not are_computable(self.features).all():
            raise DataError(f"A feature of a candidate is not finite, or over {LARGEST:g}.")

    @property
    def n_segments(self) -> int:
        """N."""
        return len(self.offsets) - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Candidates of each segment, shape (N,)."""
        return np.diff(self.offsets)
