"""Features that a candidate's own words and parse give: which words, pairs of words and relations it has."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.tuning.sparse import SparseFeatures
from steelyard.types import Tokens, Trees

__all__ = ["ngram_features", "tree_features"]

Ints = NDArray[np.int64]

_MOST_FLAGS = 2**24  # of numbers that are there or not: more are sorted


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
    >>> from steelyard.lab.tuning import ngram_features
    >>> from steelyard.types import Vocabulary
    >>> features, ngrams = ngram_features(Vocabulary().encode(["a b", "b"]), np.array([0, 2]))
    >>> ngrams, features.dense().tolist()
    (((0,), (1,), (0, 1)), [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    """
    walks = _Walks(tokens.values, None, tokens.offsets, np.arange(len(tokens)), offsets)
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
    >>> from steelyard.lab.tuning import tree_features
    >>> from steelyard.types import Parse, Trees, Word
    >>> trees = Trees.of([Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))] )
    >>> features, chains = tree_features(trees, np.array([0]), np.array([0, 1]), max_order=2)
    >>> [[trees.forms[i] for i in chain] for chain in chains]
    [['dogs', 'bark']]
    """
    symbols = trees.label_of if relations else trees.form_of
    walks = _Walks(trees.kinds, trees.heads, trees.offsets, rows, offsets, symbols)
    return _walk_features(walks, min_order, max_order, fewest_lists)


@dataclass(frozen=True, slots=True, eq=False)
class _Walks:
    """Symbols of R texts, and from each the one that comes next; and which text each candidate is."""

    symbols: NDArray[np.int32]
    heads: NDArray[np.int32] | None  # the place of the next in its text, -1 for none; without them the next in order
    starts: Ints  # of the texts, shape (R + 1,)
    rows: Ints  # shape (C,)
    offsets: Ints  # of the lists, shape (N + 1,)
    symbol_of: NDArray[np.int32] | None = None  # where symbols are kinds of words: of each kind the symbol

    @property
    def n_symbols(self) -> int:
        symbols = self.symbols if self.symbol_of is None else self.symbol_of
        return int(symbols.max(initial=-1)) + 1

    def of_list(self, low: int, high: int, n_symbols: int, known: Sequence[Ints]) -> "Iterator[_Found]":
        """Yield the walks of one symbol, of two, and so on, as long as those before are known.

        Those are the candidates from `low` to before `high`. The number of a walk is the place of the walk without its
        end among those that are known, times the symbols there are, plus its end. Numbers stay below symbols times
        walks.
        """
        begins = self.starts[self.rows[low:high]]
        lengths = self.starts[self.rows[low:high] + 1] - begins
        firsts = lengths.cumsum() - lengths
        candidates = np.repeat(np.arange(high - low), lengths)
        places = np.arange(len(candidates)) + np.repeat(begins - firsts, lengths)
        follows = self._follows(places, np.repeat(firsts, lengths), np.repeat(firsts + lengths, lengths))
        of_places = self.symbols[places]
        symbols, symbol = _distinct(of_places if self.symbol_of is None else self.symbol_of[of_places], n_symbols)
        codes, inverse, ends = symbols.astype(np.int64), symbol, np.arange(len(places))
        for those in known:
            yield _Found(codes, inverse, candidates)
            ids = _places_in(those, codes)
            stays = np.flatnonzero((ids[inverse] >= 0) & (follows[ends] >= 0))
            candidates, ends, before = candidates[stays], follows[ends[stays]], inverse[stays]
            pairs, inverse = _distinct(before * len(symbols) + symbol[ends], len(codes) * len(symbols))
            walk, end = np.divmod(pairs, max(len(symbols), 1))
            codes = ids[walk] * n_symbols + symbols[end]
        yield _Found(codes, inverse, candidates)

    def _follows(self, places: Ints, first: Ints, stop: Ints) -> Ints:
        """Return for each symbol of a list the one that comes next, counted from the first of the list; -1 for none."""
        if self.heads is None:
            after = np.arange(1, len(places) + 1)
            return np.where(after < stop, after, -1)
        heads = self.heads[places]
        return np.where(heads < 0, -1, heads + first)


class _Found(NamedTuple):
    """Walks of a list: the numbers of the different ones, and of each walk which it is, and which candidate's."""

    codes: Ints
    inverse: Ints
    candidates: Ints


def _distinct(codes: NDArray[np.integer[Any]], n: int) -> tuple[Ints, Ints]:
    """Return the different numbers, all below n, and of each which it is."""
    if n > _MOST_FLAGS:
        found, inverse = np.unique(codes, return_inverse=True)
        return found.astype(np.int64), inverse
    flags = np.zeros(n, dtype=np.bool_)
    flags[codes] = True
    present = np.flatnonzero(flags)
    place = np.empty(n, dtype=np.int32)
    place[present] = np.arange(len(present))
    return present, place[codes].astype(np.int64)


def _places_in(known: Ints, codes: Ints) -> Ints:
    """Return the place of each number among those that are known and rise; -1 where it is none of them."""
    if not known.size:
        return np.full(len(codes), -1)
    places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
    return np.where(known[places] == codes, places, -1)


def _walk_features(
    walks: _Walks, min_order: int, max_order: int, fewest_lists: int
) -> tuple[SparseFeatures, tuple[tuple[int, ...], ...]]:
    """Say which walks of some lengths each candidate has, list by list: only counts of all of them are held at once."""
    if min(min_order, max_order, fewest_lists) < 1:
        raise SpecError(f"The longest n-gram and the fewest lists are 1 or more, not {max_order} and {fewest_lists}.")
    n_symbols, lists = walks.n_symbols, list(pairwise(walks.offsets.tolist()))
    known: list[Ints] = []
    for _ in range(max_order):
        last = [deque(walks.of_list(*one, n_symbols, known), maxlen=1)[0].codes for one in lists]
        codes, n_lists = np.unique(np.concatenate(last), return_counts=True)
        known.append(codes[n_lists >= fewest_lists])
    sizes = [len(codes) if order >= min_order else 0 for order, codes in enumerate(known, 1)]
    builder = _Builder(len(walks.rows), sum(sizes))
    for low, high in lists:
        begin = 0
        for order, found in enumerate(walks.of_list(low, high, n_symbols, known[:-1])):
            if sizes[order]:
                builder.add(begin + _places_in(known[order], found.codes), begin, found, low, high - low)
            begin += sizes[order]
    return builder.features(), _names(known, n_symbols, min_order)


def _names(known: Sequence[Ints], n_symbols: int, min_order: int) -> tuple[tuple[int, ...], ...]:
    names: list[tuple[int, ...]] = [()]
    found: list[tuple[int, ...]] = []
    for order, codes in enumerate(known, 1):
        names = [(*names[code // n_symbols], code % n_symbols) for code in codes.tolist()]
        found += names if order >= min_order else []
    return tuple(found)


class _Builder:
    """Collects which candidates have which features, list by list, and sorts them by feature at the end."""

    def __init__(self, n_candidates: int, n_features: int) -> None:
        self._n_candidates = n_candidates
        self._counts = np.zeros(n_features, dtype=np.int64)
        self._lists: list[tuple[Ints, Ints, int, NDArray[np.int32]]] = []  # columns, entries of each, value, rows

    def add(self, columns: Ints, least: int, found: _Found, low: int, size: int) -> None:
        """Take the walks of a list of so many candidates from `low` on; columns below the least are none.

        What most candidates have is told by those that lack it.
        """
        has = np.zeros((len(columns), size), dtype=np.bool_)
        has[found.inverse, found.candidates] = True
        is_known = columns >= least
        columns, has = columns[is_known], has[is_known]
        counts = np.count_nonzero(has, axis=1)
        is_common = 2 * counts > size
        self._take(columns[~is_common], counts[~is_common], 1, np.nonzero(has[~is_common])[1] + low)
        self._take(columns[is_common], size - counts[is_common], -1, np.nonzero(~has[is_common])[1] + low)

    def _take(self, columns: Ints, counts: Ints, value: int, rows: Ints) -> None:
        self._counts[columns] += counts
        self._lists.append((columns, counts, value, rows.astype(np.int32)))

    def features(self) -> SparseFeatures:
        """Return them: lists come in order, so that rows rise within each feature."""
        starts = np.concatenate([[0], self._counts.cumsum()]).astype(np.int64)
        rows, values = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.int8)
        free = starts[:-1].copy()
        for columns, counts, value, part in self._lists:
            begins = counts.cumsum() - counts
            places = np.repeat(free[columns] - begins, counts) + np.arange(len(part))
            rows[places], values[places] = part, value
            free[columns] += counts
        return SparseFeatures(self._n_candidates, starts, rows, values)
