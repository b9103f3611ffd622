"""Features that a candidate's own words and parse give: which words, pairs of words and relations it has."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.tuning.sparse import SparseFeatures
from steelyard.types import Tokens, Trees

__all__ = ["list_spread", "ngram_features", "tree_features"]

Ints = NDArray[np.int64]


def ngram_features(
    tokens: Tokens, offsets: Ints, *, max_order: int = 2, fewest_lists: int = 1
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
    fewest_lists : int, default 1
        n-grams that stand in candidates of fewer lists are left out: what one list has says nothing of others.

    Returns
    -------
    SparseFeatures
        Of F n-grams, words first: 1 where a candidate has it, 0 where not; less 1 in lists where most candidates have
        it. What is added to a whole list chooses nothing within it, and so few values are not 0.
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
    >>> ngrams, features.dense().tolist()
    (((0,), (1,), (0, 1)), [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    """
    n_words = len(tokens.values)
    follows = np.arange(1, n_words + 1, dtype=np.int32)
    follows[tokens.offsets[1:][tokens.lengths > 0] - 1] = -1
    walks = _Walks(tokens.values, follows, tokens.offsets, np.arange(len(tokens)), offsets)
    return _walk_features(walks, 1, max_order, fewest_lists)


def tree_features(
    trees: Trees,
    rows: Ints,
    offsets: Ints,
    *,
    relations: bool = False,
    min_order: int = 2,
    max_order: int = 2,
    fewest_lists: int = 1,
) -> tuple[SparseFeatures, tuple[tuple[int, ...], ...]]:
    """Say which chains each candidate's tree has: a word, its head, that word's head, and so on.

    Parameters
    ----------
    trees : Trees
        Of all different candidates.
    rows : array of int64, shape (C,)
        The tree of each candidate.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.
    relations : bool, default False
        Chains of relations to the head, such as ``nsubj`` and ``nsubj root``, instead of words.
    min_order, max_order : int, default 2
        Lengths of the chains; those of two words are pairs of a modifier and its head.
    fewest_lists : int, default 1
        As for `ngram_features`.

    Returns
    -------
    SparseFeatures
        As for `ngram_features`.
    tuple of tuple of int
        The ids of each, from the modifier up.

    Raises
    ------
    SpecError
        A number is below 1.

    References
    ----------
    Liu and Gildea 2005, "Syntactic features for evaluation of machine translation", W05-0904: chains of head words.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import tree_features
    >>> from steelyard.types import Parse, Trees, Word
    >>> trees = Trees.of([Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))] )
    >>> features, chains = tree_features(trees, np.array([0]), np.array([0, 1]), max_order=2)
    >>> [[trees.forms[i] for i in chain] for chain in chains]
    [['dogs', 'bark']]
    """
    first = np.repeat(trees.offsets[:-1], np.diff(trees.offsets))
    follows = np.where(trees.heads < 0, -1, trees.heads + first).astype(np.int32)
    symbols = trees.relations if relations else trees.words
    return _walk_features(_Walks(symbols, follows, trees.offsets, rows, offsets), min_order, max_order, fewest_lists)


@dataclass(frozen=True, slots=True, eq=False)
class _Walks:
    """Symbols, and from each the one that comes next (-1: none), in R texts; and which text each candidate is."""

    symbols: NDArray[np.int32]
    follows: NDArray[np.int32]
    starts: Ints  # of the texts, shape (R + 1,)
    rows: Ints  # shape (C,)
    offsets: Ints  # of the lists, shape (N + 1,)

    def by_list(self) -> Iterator[tuple[Ints, Ints, int]]:
        """Yield the places of all symbols of a list, which of its candidates each is of, and how many these are."""
        for low, high in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            begins = self.starts[self.rows[low:high]]
            lengths = self.starts[self.rows[low:high] + 1] - begins
            shift = np.repeat(begins - np.concatenate([[0], lengths.cumsum()[:-1]]), lengths)
            yield np.arange(len(shift)) + shift, np.repeat(np.arange(high - low), lengths), int(high - low)


def _walk_features(
    walks: _Walks, min_order: int, max_order: int, fewest_lists: int
) -> tuple[SparseFeatures, tuple[tuple[int, ...], ...]]:
    """Say which walks of some lengths each candidate has, list by list: only counts of all of them are held at once."""
    if min(min_order, max_order, fewest_lists) < 1:
        raise SpecError(f"The longest n-gram and the fewest lists are 1 or more, not {max_order} and {fewest_lists}.")
    n_symbols = int(walks.symbols.max(initial=-1)) + 1
    ends = np.arange(len(walks.symbols), dtype=np.int32)  # of the walk of this length from each place
    ids = np.zeros(len(ends), dtype=np.int32)  # of the walk without its end
    names: list[tuple[int, ...]] = [()]
    parts, found = [], []
    for order in range(1, max_order + 1):
        known = _known(walks, ids, ends, n_symbols, fewest_lists)
        if not known.size:
            break
        names = [(*names[code // n_symbols], code % n_symbols) for code in known.tolist()]
        new = np.full(len(ids), -1, dtype=np.int32)
        builder = _Builder(len(walks.rows), len(known))
        low = 0
        for places, candidates, size in walks.by_list():
            kept, codes = _codes(walks, ids, ends, n_symbols, places)
            column = np.minimum(np.searchsorted(known, codes), len(known) - 1)
            is_known = known[column] == codes
            kept, column = kept[is_known], column[is_known]
            new[places[kept]] = column
            if order >= min_order:
                builder.add(column, candidates[kept], low, size)
            low += size
        if order >= min_order:
            parts.append(builder.features())
            found += names
        ids = new
        ends = np.where((ids >= 0) & (ends >= 0), walks.follows[ends], -1)
    if not parts:
        return SparseFeatures.from_dense(np.zeros((len(walks.rows), 0))), ()
    return SparseFeatures.beside(parts), tuple(found)


def _codes(
    walks: _Walks, ids: NDArray[np.int32], ends: NDArray[np.int32], n_symbols: int, places: Ints
) -> tuple[Ints, Ints]:
    """Return which of the places begin a walk, and its number: that of the walk without its end, and the end."""
    kept = np.flatnonzero(ends[places] >= 0)
    chosen = places[kept]
    # Numbers stay below symbols times walks.
    return kept, ids[chosen].astype(np.int64) * n_symbols + walks.symbols[ends[chosen]]


def _known(walks: _Walks, ids: NDArray[np.int32], ends: NDArray[np.int32], n_symbols: int, fewest_lists: int) -> Ints:
    """Return the numbers of walks that stand in so many lists, rising."""
    distinct = [np.unique(_codes(walks, ids, ends, n_symbols, places)[1]) for places, _, _ in walks.by_list()]
    codes, n_lists = np.unique(np.concatenate(distinct), return_counts=True)
    return codes[n_lists >= fewest_lists]


class _Builder:
    """Collects which candidates have which features, list by list, and sorts them by feature at the end."""

    def __init__(self, n_candidates: int, n_features: int) -> None:
        self._n_candidates = n_candidates
        self._counts = np.zeros(n_features, dtype=np.int64)
        self._lists: list[tuple[Ints, Ints, float, NDArray[np.int32]]] = []  # columns, entries of each, value, rows

    def add(self, columns: Ints, candidates: Ints, low: int, size: int) -> None:
        """Take a list of so many candidates from `low` on; what most of them have is told by those that lack it."""
        pairs = np.unique(columns * size + candidates)
        column, row = np.divmod(pairs, size)
        present, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        is_common = 2 * counts > size
        rare = ~is_common[place]
        self._take(present[~is_common], counts[~is_common], 1.0, row[rare] + low)
        lacking = np.ones((int(is_common.sum()), size), dtype=np.bool_)
        lacking[(is_common.cumsum() - 1)[place[~rare]], row[~rare]] = False
        self._take(present[is_common], size - counts[is_common], -1.0, np.nonzero(lacking)[1] + low)

    def _take(self, columns: Ints, counts: Ints, value: float, rows: Ints) -> None:
        self._counts[columns] += counts
        self._lists.append((columns, counts, value, rows.astype(np.int32)))

    def features(self) -> SparseFeatures:
        """Return them: lists come in order, so that rows rise within each feature."""
        starts = np.concatenate([[0], self._counts.cumsum()]).astype(np.int64)
        rows, values = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1])
        free = starts[:-1].copy()
        for columns, counts, value, part in self._lists:
            begins = counts.cumsum() - counts
            places = np.repeat(free[columns] - begins, counts) + np.arange(len(part))
            rows[places], values[places] = part, value
            free[columns] += counts
        return SparseFeatures(self._n_candidates, starts, rows, values)


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
    squares = [_squares(piece, lists, sizes) for piece in features.pieces()]
    return np.sqrt(np.concatenate([np.zeros(0), *squares]) / features.n_candidates)


def _squares(features: SparseFeatures, lists: Ints, sizes: Ints) -> NDArray[np.float64]:
    """Return the sum of squared deviations of each feature from its mean of each list."""
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
    return np.bincount(keys[begins] // len(sizes), weights=squares, minlength=features.n_features).astype(np.float64)
