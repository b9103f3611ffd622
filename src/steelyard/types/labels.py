"""A column of names that return again and again, held as numbers."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.reprs import describe, listed, n_of

__all__ = ["Codes", "Labels"]


class Codes(dict[str, int]):
    """Number names as they come."""

    def __missing__(self, name: str) -> int:
        self[name] = code = len(self)
        return code


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """A column of names that return again and again.

    Attributes
    ----------
    names : tuple of str
        Each once, in the order in which they first appear.
    codes : array of int32, shape (J,)
        Which of them stands in each row; -1 where there is none.

    Raises
    ------
    DataError
        A name stands twice, or a code has no name.

    Examples
    --------
    >>> from steelyard.types import Labels
    >>> column = Labels.of(["b", "a", "b"])
    >>> column.names, column.codes.tolist(), len(column)
    (('b', 'a'), [0, 1, 0], 3)
    """

    names: tuple[str, ...]
    codes: NDArray[np.int32]

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.codes), "row"), listed("names", self.names))

    def __post_init__(self) -> None:
        """Refuse codes without a name."""
        if len(set(self.names)) != len(self.names):
            raise DataError("A column of labels names something twice.")
        if len(self.codes) and not (self.codes.min() >= -1 and self.codes.max() < len(self.names)):
            raise DataError(f"A column of labels has {len(self.names)} names, and codes beyond them.")

    @classmethod
    def of(cls, values: Iterable[str]) -> "Labels":
        """Make the column from its cells.

        Parameters
        ----------
        values : iterable of str
            Row by row; an empty string is a name like any other.

        Returns
        -------
        Labels
            With names in order of appearance.
        """
        index = Codes()
        codes = np.fromiter(map(index.__getitem__, values), np.int32)
        return cls(tuple(index), codes)

    @classmethod
    def all_of(cls, name: str, length: int) -> "Labels":
        """Make a column with one name everywhere.

        Parameters
        ----------
        name : str
            What stands in every row; empty: nothing is known, and codes are -1.
        length : int
            Rows.

        Returns
        -------
        Labels
            With at most one name.
        """
        return cls((name,) if name else (), np.full(length, 0 if name else -1, np.int32))

    def take(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> "Labels":
        """Keep some rows, by their numbers or by whether they are kept; all names stay."""
        return Labels(self.names, self.codes[rows])

    def only(self, rows: NDArray[np.integer]) -> "Labels":
        """Keep some rows, by their numbers, and the names that stand in them."""
        codes = self.codes[rows]
        used = np.unique(codes[codes >= 0])
        place = np.full(len(self.names) + 1, -1, np.int32)  # the code -1 is the last
        place[used] = np.arange(len(used))
        return Labels(tuple([self.names[code] for code in used]), place[codes])

    @property
    def values(self) -> tuple[str, ...]:
        """The cells; "" where there is no name."""
        names = (*self.names, "")  # the code -1 is the last
        return tuple([names[code] for code in self.codes])

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.codes)
