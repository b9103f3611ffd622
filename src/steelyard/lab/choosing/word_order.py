"""Words of a text under those of another, for confusion networks: by the fewest edits."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError

__all__ = ["Alignment", "align_by_edits", "spelling_costs"]

Alignment = Sequence[tuple[int | None, int | None]]
_TIE = 1e-9  # of costs that are shares


def align_by_edits(
    first: Sequence[str], second: Sequence[str], costs: NDArray[np.float64] | None = None
) -> list[tuple[int | None, int | None]]:
    """Align two texts by the fewest edits; words keep their order.

    Parameters
    ----------
    first, second : sequence of str
        Their words, n and m.
    costs : array, shape (n, m), optional
        What it costs to set a word under another one, from 0, as for the same word, to 1; by default those of
        `spelling_costs`. A stem or a synonym in common may cost less than 1.

    Returns
    -------
    list of (int or None, int or None)
        Places of words that stand under each other, from 0; None where a text has no word. Of equally cheap alignments
        the one that sets words under each other rather than leaving them out, from the right end of the texts.

    Raises
    ------
    AlignmentError
        The costs are not of these words.

    Examples
    --------
    >>> from steelyard.lab.choosing import align_by_edits
    >>> align_by_edits(["the", "cat", "sat"], ["a", "cat", "sat", "down"])
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    given = spelling_costs(first, second) if costs is None else costs
    if given.shape != (len(first), len(second)):
        raise AlignmentError(f"Costs of shape {given.shape} are not of {len(first)} and {len(second)} words.")
    total = _fewest_edits(given).tolist()
    under = given.tolist()
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(first), len(second)
    while i or j:
        if i and j and total[i][j] >= total[i - 1][j - 1] + under[i - 1][j - 1] - _TIE:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and total[i][j] >= total[i - 1][j] + 1 - _TIE:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def spelling_costs(first: Sequence[str], second: Sequence[str]) -> NDArray[np.float64]:
    """Say what it costs to set words under others by their spelling.

    Parameters
    ----------
    first, second : sequence of str
        Words of two texts, n and m.

    Returns
    -------
    array, shape (n, m)
        0 where words are the same, and 1 elsewhere.

    Examples
    --------
    >>> from steelyard.lab.choosing import spelling_costs
    >>> spelling_costs(["a", "b"], ["b"]).tolist()
    [[1.0], [0.0]]
    """
    codes = {word: code for code, word in enumerate(dict.fromkeys([*first, *second]))}
    rows, columns = (np.array([codes[word] for word in text], np.int64) for text in (first, second))
    return np.asarray(rows[:, np.newaxis] != columns, np.float64)


def _fewest_edits(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cost of aligning every two beginnings of two texts, shape (n + 1, m + 1)."""
    n, m = costs.shape
    places = np.arange(m + 1.0)
    total = np.zeros((n + 1, m + 1))
    total[0] = places
    for i in range(n):
        row = total[i] + 1
        row[1:] = np.minimum(row[1:], total[i, :-1] + costs[i])
        # A word more on the right costs 1: the cheapest start on the left, in one pass.
        total[i + 1] = np.minimum.accumulate(row - places) + places
    return total
