"""Features that a candidate's own words give: which words and pairs of words it has."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.tuning.sparse import SparseFeatures
from steelyard.types import Tokens

__all__ = ["list_spread", "ngram_features"]


def ngram_features(
    tokens: Tokens, offsets: NDArray[np.int64], *, max_order: int = 2, is_count: bool = False, fewest_lists: int = 1
) -> tuple[SparseFeatures, tuple[tuple[int, ...], ...]]:
    """Say which n-grams each candidate has.

    Parameters
    ----------
    tokens : Tokens
        C candidates, list after list.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.
    max_order : int, default 2
        Words, pairs, and so on up to this length.
    is_count : bool, default False
        How often it has them, instead of 1.
    fewest_lists : int, default 1
        n-grams that stand in candidates of fewer lists are left out: what one list has says nothing of others.

    Returns
    -------
    SparseFeatures
        Of F n-grams, words first.
    tuple of tuple of int
        The word ids of each.

    Raises
    ------
    SpecError
        A number is below 1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import ngram_features
    >>> from steelyard.types import Vocabulary
    >>> features, ngrams = ngram_features(Vocabulary().encode(["a b", "b"]), np.array([0, 2]))
    >>> ngrams, features.dense(range(3)).tolist()
    (((0,), (1,), (0, 1)), [[1.0, 1.0, 1.0], [0.0, 1.0, 0.0]])
    """
    if max_order < 1 or fewest_lists < 1:
        raise SpecError(f"The longest n-gram and the fewest lists are 1 or more, not {max_order} and {fewest_lists}.")
    n_candidates = len(tokens)
    lengths = tokens.lengths
    row = np.repeat(np.arange(n_candidates), lengths)
    left = np.repeat(tokens.offsets[1:], lengths) - np.arange(len(row))  # words from here to the end of the text
    lists = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    words = tokens.values.astype(np.int64)
    n_words = int(words.max(initial=-1)) + 1
    parts, ngrams = [], []
    codes = np.zeros(len(words), dtype=np.int64)
    for order in range(1, max_order + 1):
        start = np.flatnonzero(left >= order)
        if not start.size:
            break
        # An n-gram is the number of the one without its last word, and that word: numbers stay below words times
        # n-grams.
        _, first, code = np.unique(codes[start] * n_words + words[start + order - 1], True, True)
        codes[start] = code  # numbers of the n-grams of this order, to be continued by the next word
        pairs, counts = np.unique(code * n_candidates + row[start], return_counts=True)
        column, candidate = np.divmod(pairs, n_candidates)
        in_lists = np.unique(column * len(offsets) + lists[candidate]) // len(offsets)
        is_kept = np.bincount(in_lists, minlength=len(first)) >= fewest_lists
        new_column = is_kept.cumsum() - 1
        stays = is_kept[column]
        values = counts[stays].astype(np.float64) if is_count else np.ones(int(stays.sum()))
        parts.append(
            SparseFeatures.from_entries(
                n_candidates, int(is_kept.sum()), new_column[column[stays]], candidate[stays], values
            )
        )
        places = start[first[is_kept]]
        ngrams += [tuple(words[place : place + order].tolist()) for place in places]
    if not parts:
        return SparseFeatures.from_dense(np.zeros((n_candidates, 0))), ()
    return SparseFeatures.beside(parts), tuple(ngrams)


def list_spread(features: SparseFeatures, offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how much each feature varies within lists, as a standard deviation over all candidates.

    What differs between lists alone cannot choose within one, and does not count.

    Parameters
    ----------
    features : SparseFeatures
        Of C candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.

    Returns
    -------
    array, shape (F,)
        Root of the mean squared deviation from the mean of the list; exactly 0 where a feature is constant in every
        list.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import SparseFeatures, list_spread
    >>> features = SparseFeatures.from_dense(np.array([[5.0, 1.0], [5.0, 3.0], [7.0, 4.0]]))
    >>> list_spread(features, np.array([0, 2, 3])).round(4).tolist()
    [0.0, 0.8165]
    """
    sizes = np.diff(offsets)
    lists = np.repeat(np.arange(len(sizes)), sizes)
    keys = features.columns * len(sizes) + lists[features.rows]  # rising: entries are sorted
    if not keys.size:
        return np.zeros(features.n_features)
    begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    stored = np.diff(np.concatenate([begins, [len(keys)]]))
    size = sizes[keys[begins] % len(sizes)]
    means = np.add.reduceat(features.values, begins) / size
    squares = np.add.reduceat(np.square(features.values - np.repeat(means, stored)), begins)
    # Zeros are not stored: each is its list's mean away from the mean.
    squares += (size - stored) * np.square(means)
    lowest = np.minimum.reduceat(features.values, begins)
    highest = np.maximum.reduceat(features.values, begins)
    is_constant = (stored == size) & (lowest == highest)  # said exactly: the mean may have been rounded
    squares[is_constant] = 0.0
    by_feature = np.bincount(keys[begins] // len(sizes), weights=squares, minlength=features.n_features)
    return np.sqrt(by_feature / features.n_candidates)
