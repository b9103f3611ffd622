"""The fewest edits between rows of words, many rows at once; of several such alignments the one that is asked for."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.types import Tokens

__all__ = ["GAP", "HIT", "SUBSTITUTED", "align_rows"]

HIT, SUBSTITUTED, GAP = 0, 1, 2  # a gap is a deletion in the reference, an insertion in the output
_MOST_CELLS = 1 << 20  # of the table of one block of rows, so that it stays in the cache

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Costs = NDArray[Any]  # int16 or int32
Bytes = NDArray[np.uint8]


def align_rows(
    reference: Tokens,
    hypothesis: Tokens,
    reference_penalties: NDArray[np.bool_] | None = None,
    hypothesis_penalties: NDArray[np.bool_] | None = None,
) -> tuple[Bytes, Bytes]:
    """Align every row of a reference with the same row of an output by the fewest edits.

    Of several alignments with the fewest edits the one with the fewest penalties counts; of several such the one that,
    from the end, rather pairs two words than deletes one, and rather deletes one than inserts one.

    Parameters
    ----------
    reference, hypothesis : Tokens
        P rows each; equal values are equal words.
    reference_penalties, hypothesis_penalties : array of bool, one for each word, optional
        Whether deleting this word of the reference, or inserting this one of the output, costs a penalty.

    Returns
    -------
    reference_operations, hypothesis_operations : array of uint8, one for each word
        0 for a hit, 1 for a substitution, 2 for a deletion or an insertion.

    Notes
    -----
    Time in proportion to the product of the lengths; memory too, but for a block of rows alone.

    Examples
    --------
    >>> from steelyard.analysis import align_rows
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> reference, output = words.encode(["a b c d"]), words.encode(["b x d"])
    >>> [part.tolist() for part in align_rows(reference, output)]
    [[2, 0, 1, 0], [0, 1, 0]]
    """
    texts = (reference, hypothesis)
    found = [np.zeros(len(text.values), np.uint8) for text in texts]
    penalties = [
        np.zeros(len(text.values), np.bool_) if given is None else given
        for text, given in zip(texts, (reference_penalties, hypothesis_penalties), strict=True)
    ]
    has_penalties = any(one.any() for one in penalties)
    for rows in _blocks(reference.lengths, hypothesis.lengths):
        places = [_places(text, rows) for text in texts]
        words = [_padded(text.values, at, -1 - side) for side, (text, at) in enumerate(zip(texts, places, strict=True))]
        longest = words[0].shape[1] + words[1].shape[1]
        edit = longest + 1 if has_penalties else 1  # one outweighs all penalties together
        kind = np.int16 if (edit + 1) * longest < 1 << 15 else np.int32  # half the memory, twice as fast
        gaps = [(edit + _padded(one, at, 0)).astype(kind) for one, at in zip(penalties, places, strict=True)]
        table = _distances(words[0], words[1], gaps[0], gaps[1], kind(edit))
        lengths = [text.lengths[rows] for text in texts]
        operations = _way_back(table, words, gaps[0], kind(edit), lengths)
        for out, at, of_block in zip(found, places, operations, strict=True):
            out[at[at >= 0]] = of_block[at >= 0]
    return found[0], found[1]


def _blocks(first: Ints, second: Ints) -> Iterator[Ints]:
    """Part rows into blocks of like length, so that little of a table is padding."""
    order = np.argsort(np.maximum(first, second), kind="stable")
    longest = np.maximum(first, second)[order] + 1
    start = 0
    while start < len(order):
        end = min(len(order), start + max(1, int(_MOST_CELLS // longest[start] ** 2)))
        while end > start + 1 and (end - start) * longest[end - 1] ** 2 > _MOST_CELLS:
            end = start + max(1, (end - start) * 3 // 4)
        yield order[start:end]
        start = end


def _places(text: Tokens, rows: Ints) -> Ints:
    """Return where the words of rows stand, shape (rows, longest); -1 beyond the end of a row."""
    lengths = text.lengths[rows]
    columns = np.arange(lengths.max(initial=0))
    return np.where(columns < lengths[:, None], text.offsets[rows][:, None] + columns, -1)


def _padded(values: NDArray[np.int32] | NDArray[np.bool_], places: Ints, padding: int) -> Ints32:
    if not len(values):
        return np.full(places.shape, padding, np.int32)
    return np.where(places >= 0, values[places], padding).astype(np.int32)


def _distances(reference: Ints32, hypothesis: Ints32, deleting: Costs, inserting: Costs, edit: Any) -> Costs:
    """Fill the table of all rows of a block: shape (words of the reference + 1, rows, words of the output + 1)."""
    n_rows, n_words = hypothesis.shape
    table = np.empty((reference.shape[1] + 1, n_rows, n_words + 1), inserting.dtype)
    inserted = np.zeros((n_rows, n_words + 1), inserting.dtype)
    np.cumsum(inserting, axis=1, out=inserted[:, 1:])
    table[0] = inserted
    for i in range(reference.shape[1]):
        best = table[i] + deleting[:, i, None]
        paired = table[i][:, :-1] + edit * (reference[:, i, None] != hypothesis)
        np.minimum(best[:, 1:], paired, out=best[:, 1:])
        best -= inserted  # then the least up to here is the least after any insertions
        np.minimum.accumulate(best, axis=1, out=best)
        np.add(best, inserted, out=table[i + 1])
    return table


def _way_back(
    table: Costs, words: list[Ints32], deleting: Costs, edit: Any, lengths: list[Ints]
) -> tuple[Bytes, Bytes]:
    """Walk from the last cell of every row to the first, all rows at once."""
    found = np.zeros(words[0].shape, np.uint8), np.zeros(words[1].shape, np.uint8)
    row = np.flatnonzero((lengths[0] > 0) | (lengths[1] > 0))
    i, j = lengths[0][row], lengths[1][row]
    while len(row):
        here = table[i, row, j]
        can_pair, can_delete = (i > 0) & (j > 0), i > 0
        differs = np.zeros(len(row), np.bool_)
        differs[can_pair] = words[0][row, i - 1][can_pair] != words[1][row, j - 1][can_pair]
        is_pair = can_pair & (table[i - 1, row, j - 1] + edit * differs == here)
        cost = deleting[row, i - 1] if deleting.shape[1] else 0
        is_deletion = ~is_pair & can_delete & (table[i - 1, row, j] + cost == here)
        is_insertion = ~is_pair & ~is_deletion
        found[0][row[is_pair], i[is_pair] - 1] = differs[is_pair]
        found[1][row[is_pair], j[is_pair] - 1] = differs[is_pair]
        found[0][row[is_deletion], i[is_deletion] - 1] = GAP
        found[1][row[is_insertion], j[is_insertion] - 1] = GAP
        i, j = i - ~is_insertion, j - ~is_deletion
        goes_on = (i > 0) | (j > 0)
        row, i, j = row[goes_on], i[goes_on], j[goes_on]
    return found
