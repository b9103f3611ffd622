"""Scores of systems trained on data of several sizes."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, is_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import describe, listed, n_of

__all__ = ["LearningRuns"]


def _row(i: int) -> str:
    return f"row {i + 1}"


@dataclass(frozen=True, slots=True, eq=False)
class LearningRuns:
    """One score a run: a system trained on data of a size, or its output at a level of noise.

    Attributes
    ----------
    systems : tuple of str, length M
        System of each run.
    sizes, scores : array of float64, shape (M,)
        Sizes are above 0, in any unit.
    replicates : tuple of str, length M
        What tells runs of one system and size apart; of two systems, runs of one name share their seed or sample.
    metric : str, default "score"
        What the scores are.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the file they come from.
    place : callable
        Says where run i stands, for errors: by default ``row 1`` and so on.

    Raises
    ------
    AlignmentError
        Lengths differ.
    DataError
        There is no run, a system has no name, a size is not above 0, a number is not finite, or a replicate stands
        twice.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import LearningRuns
    >>> runs = LearningRuns(("x", "x"), np.array([1000.0, 2000.0]), np.array([20.1, 22.0]), ("1", "1"))
    >>> runs.names
    ('x',)
    """

    systems: tuple[str, ...]
    sizes: NDArray[np.float64]
    scores: NDArray[np.float64]
    replicates: tuple[str, ...]
    metric: str = "score"
    files: tuple[tuple[str, str], ...] = ()
    place: Callable[[int], str] = _row

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(len(self.scores), "score"),
            listed("systems", self.systems),
            n_of(len(set(self.sizes.tolist())), "size"),
        )

    def __post_init__(self) -> None:
        """Refuse what cannot be a learning curve."""
        lengths = {
            "systems": len(self.systems), "sizes": self.sizes.size, "scores": self.scores.size,
            "replicates": len(self.replicates),
        }  # fmt: skip
        if len(set(lengths.values())) != 1 or self.sizes.ndim != 1 or self.scores.ndim != 1:
            shown = ", ".join(f"{n} {name}" for name, n in lengths.items())
            raise AlignmentError(f"Every run needs a system, a size, a score and a replicate: there are {shown}.")
        if not self.systems:
            raise DataError("There are no runs.")
        seen: dict[tuple[str, float, str], int] = {}
        rows = zip(self.systems, self.sizes.tolist(), self.scores.tolist(), self.replicates, strict=True)
        for i, (system, size, score, replicate) in enumerate(rows):
            if not system:
                raise DataError(f"{self.place(i)}: the system has no name.")
            if not (is_computable(size) and size > 0):
                raise DataError(
                    f"{self.place(i)}: the size is {size:g}, but must be above 0, and not over {LARGEST:g}."
                )
            if not is_computable(score):
                raise DataError(
                    f"{self.place(i)}: the score is {score:g}, but must be finite, and not over {LARGEST:g}."
                )
            first = seen.setdefault((system, size, replicate), i)
            if first != i:
                told = f", replicate {replicate!r}," if replicate else ""
                hint = "" if replicate else " Several runs of one size need a column 'replicate' with their names."
                raise DataError(
                    f"{self.place(i)}: system {system!r}, size {size:g}{told} stands in {self.place(first)} "
                    f"already.{hint}"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """Systems, each once, in the order in which they appear."""
        return tuple(dict.fromkeys(self.systems))

    def rows_of(self, system: str) -> NDArray[np.int64]:
        """Return the positions of one system's runs."""
        return np.array([i for i, name in enumerate(self.systems) if name == system], np.int64)
