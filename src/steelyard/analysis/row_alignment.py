"""The fewest edits between rows of words, many rows at once; of several such alignments the one that is asked for."""

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import DataError
from steelyard.types import Tokens

__all__ = ["GAP", "HIT", "SUBSTITUTED", "align_rows", "paired_words"]

_MOST_CELLS = 2**29

HIT, SUBSTITUTED, GAP = 0, 1, 2  # a gap is a deletion in the reference, an insertion in the output

Ints = NDArray[np.int64]
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

    Raises
    ------
    DataError
        Two rows have over 2**29 pairs of words, as two of 23,170 words do.

    Notes
    -----
    Time in proportion to the product of the lengths of a row; memory a byte for each pair of words of the longest.

    Examples
    --------
    >>> from steelyard.analysis import align_rows
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> reference, output = words.encode(["a b c d"]), words.encode(["b x d"])
    >>> [part.tolist() for part in align_rows(reference, output)]
    [[2, 0, 1, 0], [0, 1, 0]]
    """
    cells = reference.lengths * hypothesis.lengths
    if cells.max(initial=0) > _MOST_CELLS:
        row = int(cells.argmax())
        raise DataError(
            f"A text of {reference.lengths[row]:,} words is to be aligned with one of {hypothesis.lengths[row]:,}, "
            f"which makes {cells[row]:,} pairs, and {_MOST_CELLS:,} are the most. Split them into sentences."
        )
    found = np.zeros(len(reference.values), np.uint8), np.zeros(len(hypothesis.values), np.uint8)
    texts = [
        (text.values, text.offsets, np.zeros(len(text.values), np.uint8) if given is None else given.view(np.uint8))
        for text, given in ((reference, reference_penalties), (hypothesis, hypothesis_penalties))
    ]
    _native.align_rows(texts[0], texts[1], *found)
    return found


def paired_words(reference: Tokens, hypothesis: Tokens) -> tuple[Ints, Ints]:
    """Pair words of every row of a reference with those of the same row of an output, by the fewest edits.

    Parameters
    ----------
    reference, hypothesis : Tokens
        P rows each; equal values are equal words.

    Returns
    -------
    reference_places, hypothesis_places : array of int64
        Of each pair, equal words or words that are replaced, where its words stand over all rows.

    Examples
    --------
    >>> from steelyard.analysis import paired_words
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> [places.tolist() for places in paired_words(words.encode(["a b c d"]), words.encode(["b x d"]))]
    [[1, 2, 3], [0, 1, 2]]
    """
    operations = align_rows(reference, hypothesis)
    places = [np.flatnonzero(side != GAP) for side in operations]  # in order, and as many of each row
    return places[0], places[1]
