"""The cells of a table as places in its bytes: what is not asked for never becomes a string."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.types import Labels

__all__ = ["CellBlock", "CellLabels", "cell_blocks"]

_PIECE = 2**20  # bytes at a time
_WORDS = 8  # words of eight bytes that are compared at once; longer cells are compared one by one
_SLOTS = 20  # bits of a place in the table of known cells
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(9)], np.uint64)
_FACTORS = np.random.default_rng(0).integers(2**63, size=_WORDS, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_LAST_FACTOR = np.uint64(0x9E3779B97F4A7C15)

_Codes = NDArray[np.int32]
_Keys = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]  # words, lengths and slots


@dataclass(frozen=True, slots=True)
class CellBlock:
    """Some rows of a table."""

    text: bytes  # the rows, ending in a line end, and then zeros: eight bytes may be read at each place
    octets: NDArray[np.uint8]
    separators: NDArray[np.int64]  # shape (n * K,): where each cell ends
    # starts, ends: shape (n, K): of each cell
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.starts)

    def find(self, first: bytes, *others: bytes) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Return the cells, row after row, and the places in the bytes of every mark; all start with one rare byte."""
        candidates = np.flatnonzero(self.octets == first[0])
        found = []
        for mark in (first, *others):
            places = candidates
            for offset, octet in enumerate(mark[1:], 1):
                places = places[self.octets[places + offset] == octet]
            found.append((np.searchsorted(self.separators, places), places))
        return found

    def continuing(self) -> NDArray[np.int64]:
        """Return the places of bytes that continue a character."""
        return np.flatnonzero((self.octets & 0xC0) == 0x80)


def cell_blocks(content: bytes, start: int, n_columns: int) -> Iterator[CellBlock | None]:
    """Find the cells of a table separated by tabs, piece by piece; None where a row is odd, or is no UTF-8.

    The first row starts at byte `start`.

    Yields: in order; None is the last.
    """
    while start < len(content):
        end = content.rfind(b"\n", start, start + _PIECE) + 1 or content.find(b"\n", start) + 1 or len(content)
        text = content[start:end]
        if not text.isascii():
            try:
                text.decode()
            except UnicodeDecodeError:
                yield None
                return
        if b"\r" in text:
            text = text.removesuffix(b"\r").replace(b"\r\n", b"\n")
        if not text.endswith(b"\n"):
            text += b"\n"
        n_rows = text.count(b"\n")
        text += bytes(8 * _WORDS)
        octets = np.frombuffer(text, np.uint8)
        separators = np.flatnonzero((octets - 9) < 2)  # a tab or a line end: below 9 the bytes wrap around
        is_even = len(separators) == n_rows * n_columns
        if not is_even or not (octets[separators[n_columns - 1 :: n_columns]] == 10).all():
            yield None
            return
        starts = np.empty(len(separators), np.int64)
        starts[0] = 0
        np.add(separators[:-1], 1, out=starts[1:])
        shape = n_rows, n_columns
        yield CellBlock(text, octets, separators, starts.reshape(shape), separators.reshape(shape))
        start = end


class CellLabels:
    """A column of labels that is read block by block.

    Cells that are known are found all at once: by a hash of their bytes in a table whose entry holds length and bytes,
    which must be the same. Others, and those that share a place in the table, go through a dictionary.
    """

    def __init__(self) -> None:
        """Start without rows."""
        self._index: dict[bytes, int] = {}
        self._first: list[int] = []  # row of the first appearance of each code
        self._codes = np.zeros(1 << _SLOTS, np.int32)
        self._lengths = np.zeros(1 << _SLOTS, np.int32)  # and one more, as 0 is an empty place
        self._words = np.zeros((_WORDS, 1 << _SLOTS), np.uint64)
        self._pieces: list[NDArray[np.int32]] = []
        self._n_rows = 0

    def add(self, block: CellBlock, column: int) -> None:
        """Append the cells of a column."""
        starts, ends = block.starts[:, column], block.ends[:, column]
        lengths = ends - starts
        words = _words(block.octets, starts, lengths)
        slots = _slots(words, lengths)
        codes, is_known = self._look_up(words, lengths, slots)
        rows = np.flatnonzero(~is_known)
        if len(rows):
            _, first = np.unique(slots[rows], return_index=True)
            self._learn(block, column, rows[np.sort(first)], (words, lengths, slots), codes)
            found, is_known = self._look_up(words[:, rows], lengths[rows], slots[rows])
            codes[rows] = found
            self._learn(block, column, rows[~is_known], (words, lengths, slots), codes)
        self._pieces.append(codes)
        self._n_rows += len(codes)

    def _look_up(
        self, words: NDArray[np.uint64], lengths: NDArray[np.int64], slots: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        is_known = self._lengths[slots] == lengths + 1
        for known, given in zip(self._words, words, strict=False):
            is_known &= known[slots] == given
        return self._codes[slots], is_known

    def _learn(self, block: CellBlock, column: int, rows: NDArray[np.int64], keys: _Keys, codes: _Codes) -> None:
        """Give codes to some rows by their bytes, and the table an entry for each where there is room."""
        words, lengths, slots = keys
        text, index = block.text, self._index
        places = zip(rows.tolist(), block.starts[rows, column].tolist(), block.ends[rows, column].tolist(), strict=True)
        found = []
        for row, start, end in places:
            cell = text[start:end]
            code = index.get(cell)
            if code is None:
                code = index[cell] = len(index)
                self._first.append(self._n_rows + row)
            found.append(code)
        codes[rows] = found
        new = rows[(self._lengths[slots[rows]] == 0) & (lengths[rows] <= 8 * _WORDS)]
        self._codes[slots[new]] = codes[new]
        self._lengths[slots[new]] = lengths[new] + 1
        self._words[: len(words), slots[new]] = words[:, new]

    def labels(self, spell: Callable[[str], str | None] | None = None) -> Labels | None:
        """Return the whole column, with names in the order in which they appear.

        With `spell` names are replaced by what it says of them; None if it does not know one.
        """
        order = np.argsort(np.array(self._first, np.int64), kind="stable")
        cells = [cell.decode() for cell in self._index]
        names: dict[str, int] = {}
        new = np.zeros(len(cells), np.int32)
        for code in order.tolist():
            name: str | None = cells[code] if spell is None else spell(cells[code])
            if name is None:
                return None
            new[code] = names.setdefault(name, len(names))
        codes = np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.int32)
        return Labels(tuple(names), new[codes])


def _words(octets: NDArray[np.uint8], starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the first bytes of each cell, eight to a word, and zeros behind its end: shape (W, n)."""
    n_words = min(max((int(lengths.max()) + 7) // 8, 1), _WORDS)
    eights = np.ndarray((len(octets) - 7,), "<u8", octets, strides=(1,))  # the eight bytes from each place on
    words = np.empty((n_words, len(starts)), np.uint64)
    for i in range(n_words):
        left = np.clip(lengths - 8 * i, 0, 8)
        places = np.where(left > 0, starts + 8 * i, 0)
        np.bitwise_and(eights[places], _MASKS[left], out=words[i])
    return words


def _slots(words: NDArray[np.uint64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    hashes = lengths.astype(np.uint64)
    for word, factor in zip(words, _FACTORS, strict=False):
        hashes += word * factor
        hashes ^= hashes >> np.uint64(29)
    hashes *= _LAST_FACTOR
    return (hashes >> np.uint64(64 - _SLOTS)).astype(np.int64)
