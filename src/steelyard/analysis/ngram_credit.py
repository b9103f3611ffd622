"""N-grams of alternatives that stand in outputs, also across gaps."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.types import Tokens

__all__ = ["GAP", "count_ngrams", "match_ngrams"]

GAP = -1  # in place of a word: any words, or none
_MOST_WORDS = 500  # around gaps: their n-grams hold a sixth of the cube of it

Ints = NDArray[np.int64]
_Pieces = tuple[tuple[int, ...], ...]


def count_ngrams(alternatives: Tokens) -> Ints:
    """Count the n-grams of all orders: as many as there are pairs of a first and a last word.

    Parameters
    ----------
    alternatives : Tokens
        A rows; between words `GAP`.

    Returns
    -------
    array of int64, shape (A,)
        w (w + 1) / 2 for w words.

    Examples
    --------
    >>> from steelyard.analysis import count_ngrams
    >>> from steelyard.types import Vocabulary
    >>> count_ngrams(Vocabulary().encode(["playing a drum"])).tolist()
    [6]
    """
    is_word = np.concatenate([[0], np.cumsum(alternatives.values != GAP)])
    n: Ints = is_word[alternatives.offsets[1:]] - is_word[alternatives.offsets[:-1]]
    return n * (n + 1) // 2


def match_ngrams(alternatives: Tokens, segments: Ints, outputs: Tokens, n_segments: int) -> Ints:
    """Count the n-grams of alternatives, of all orders, that stand anywhere in the output of their segment.

    An n-gram counts at most as often as the output has it. One that crosses a gap counts wherever its parts follow each
    other, however often the alternative has it.

    Parameters
    ----------
    alternatives : Tokens
        A rows; between words, `GAP` stands for any words or none.
    segments : array of int, shape (A,)
        From 0.
    outputs : Tokens
        Of the same vocabulary: row s * N + i is segment i of system s.
    n_segments : int
        N.

    Returns
    -------
    array of int64, shape (A, S)
        At most `count_ngrams`.

    Raises
    ------
    DataError
        An alternative has over 500 words, and gaps between them.

    References
    ----------
    Zhou et al. 2008, "Diagnostic evaluation of machine translation systems using automatically constructed linguistic
    check-points", C08-1141.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import match_ngrams
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> alternatives, outputs = (words.encode([text]) for text in ("playing a drum", "he is playing a cop per drum"))
    >>> match_ngrams(alternatives, np.array([0]), outputs, 1).tolist()
    [[4]]
    """
    found = _within_pieces(alternatives, segments, outputs, n_segments)
    n_systems = len(outputs) // n_segments if n_segments else 0
    rows: dict[int, list[int]] = {}
    for a in np.unique(_row_of(alternatives)[alternatives.values == GAP]).tolist():
        words = alternatives[a].tolist()
        if len(words) - words.count(GAP) > _MOST_WORDS:
            raise DataError(
                f"A reference of segment {int(segments[a]) + 1} has {len(words) - words.count(GAP):,} words with gaps "
                f"between them, and {_MOST_WORDS} are the most: split it, or leave the gaps out."
            )
        patterns = _across_gaps(words)
        for s in range(n_systems):
            row = s * n_segments + int(segments[a])
            if row not in rows:
                rows[row] = outputs[row].tolist()
            found[a, s] += sum(_follow(pieces, rows[row]) for pieces in patterns)
    return found


def _row_of(tokens: Tokens) -> Ints:
    return np.repeat(np.arange(len(tokens)), tokens.lengths)


def _within_pieces(alternatives: Tokens, segments: Ints, outputs: Tokens, n_segments: int) -> Ints:
    """Count n-grams without a gap, order by order; those go on that some output has."""
    n_systems = len(outputs) // n_segments if n_segments else 0
    found = np.zeros((len(alternatives), n_systems), np.int64)
    words, heard = alternatives.values.astype(np.int64), outputs.values.astype(np.int64)
    width = int(max(words.max(initial=0), heard.max(initial=0))) + 1
    owners, rows = _row_of(alternatives), _row_of(outputs)
    ends = [np.repeat(tokens.offsets[1:], tokens.lengths) for tokens in (alternatives, outputs)]
    starts, places = np.flatnonzero(words != GAP), np.arange(len(heard))
    names, seen = segments[owners[starts]].astype(np.int64), rows % max(n_segments, 1)
    order = 0
    while len(starts) and len(places):
        keys, kinds = np.unique(names * width + words[starts + order], return_inverse=True)
        codes = seen * width + heard[places + order]
        at = np.minimum(np.searchsorted(keys, codes), len(keys) - 1)
        is_known = keys[at] == codes
        places, at = places[is_known], at[is_known]
        present, dense = np.unique(at, return_inverse=True)  # n-grams that some output has
        counts = np.bincount(dense * n_systems + rows[places] // n_segments, minlength=len(present) * n_systems)
        where = np.full(len(keys), -1)
        where[present] = np.arange(len(present))
        kinds = where[kinds]
        starts, kinds = starts[kinds >= 0], kinds[kinds >= 0]
        own, n_own = np.unique(owners[starts] * max(len(present), 1) + kinds, return_counts=True)
        gains = np.minimum(n_own[:, None], counts.reshape(-1, n_systems)[own % max(len(present), 1)])
        np.add.at(found, own // max(len(present), 1), gains)
        order += 1
        goes_on = starts + order < ends[0][starts]
        goes_on[goes_on] = words[starts[goes_on] + order] != GAP
        starts, names = starts[goes_on], kinds[goes_on]
        goes_on = places + order < ends[1][places]
        places, seen = places[goes_on], dense[goes_on]
    return found


def _across_gaps(words: Sequence[int]) -> list[_Pieces]:
    """List the n-grams of an alternative that cross a gap, each as its pieces."""
    pieces: list[list[int]] = [[]]
    for word in words:
        if word == GAP:
            pieces.append([])
        else:
            pieces[-1].append(word)
    return [
        (tuple(pieces[a][i:]), *(tuple(piece) for piece in pieces[a + 1 : b]), tuple(pieces[b][:j]))
        for a in range(len(pieces))
        for b in range(a + 1, len(pieces))
        for i in range(len(pieces[a]))
        for j in range(1, len(pieces[b]) + 1)
    ]


def _follow(pieces: _Pieces, row: Sequence[int]) -> bool:
    """Say whether the pieces follow each other in a row."""
    place = 0
    for piece in pieces:
        first, size = piece[0], len(piece)
        while True:
            try:
                place = row.index(first, place)
            except ValueError:
                return False
            if size == 1 or tuple(row[place : place + size]) == piece:
                break
            place += 1
        place += size
    return True
