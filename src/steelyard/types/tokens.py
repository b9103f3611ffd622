"""Texts as integers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["Tokens", "Vocabulary"]


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """A ragged array of word ids: one row a text.

    Attributes
    ----------
    values : array of int32, shape (n_tokens,)
        Word ids of one vocabulary.
    offsets : array of int64, shape (n_rows + 1,)
        Row i is ``values[offsets[i]:offsets[i + 1]]``.

    Examples
    --------
    >>> from steelyard.types import Vocabulary
    >>> tokens = Vocabulary().encode(["a b a", "", "b"])
    >>> [row.tolist() for row in tokens]
    [[0, 1, 0], [], [1]]
    """

    values: NDArray[np.int32]
    offsets: NDArray[np.int64]

    __repr__ = short_repr

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[NDArray[np.int32]]:
        """Yield the word ids of each row."""
        return (self[row] for row in range(len(self)))

    def __getitem__(self, row: int) -> NDArray[np.int32]:
        """Return the word ids of one row."""
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens in each row, shape (n_rows,)."""
        return np.diff(self.offsets)

    def take(self, rows: NDArray[np.int32] | NDArray[np.int64]) -> "Tokens":
        """Pick rows, any number of times each.

        Parameters
        ----------
        rows : array of int
            Which, in the order to have them in.

        Returns
        -------
        Tokens
            With a row for each.
        """
        lengths = self.lengths[rows]
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        places = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], lengths)
        return Tokens(self.values[places], offsets)


class Vocabulary:
    """Gives each distinct word an integer, in order of first appearance.

    One vocabulary serves all texts of a test set, so that equal words have equal ids everywhere.

    Examples
    --------
    >>> from steelyard.types import Vocabulary
    >>> vocabulary = Vocabulary()
    >>> vocabulary.encode(["The cat, the cat."], tokenizer="13a")[0].tolist()
    [0, 1, 2, 3, 1, 4]
    >>> vocabulary.words()
    ['The', 'cat', ',', 'the', '.']
    """

    def __init__(self) -> None:
        self._native = _native.Vocabulary()

    def __len__(self) -> int:
        """Return the number of distinct words so far."""
        return len(self._native)

    def words(self) -> list[str]:
        """Return the distinct words; the position is the id."""
        return self._native.words()

    def encode(self, lines: Sequence[str], tokenizer: str = "none") -> Tokens:
        """Tokenise lines straight to word ids.

        Parameters
        ----------
        lines : sequence of str
            One text each.
        tokenizer : {"none", "13a", "intl", "zh", "chrf", "char", "char+space", "space"}, default "none"
            A native tokenizer; `steelyard.text` describes them.

        Returns
        -------
        Tokens
            One row per line.

        Raises
        ------
        DataError
            A line holds half of a surrogate pair, which is not text.
        """
        try:
            values, offsets = self._native.encode(list(lines), tokenizer)
        except UnicodeEncodeError as error:
            raise DataError(f"{error.object!r} holds half of a surrogate pair, which is no character.") from error
        return Tokens(values, offsets)
