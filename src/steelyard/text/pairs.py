"""Every text of one list against every text of another, each of them encoded once."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import DataError
from steelyard.text.corpus import Corpus, EncodedCorpus
from steelyard.text.reading import Reading
from steelyard.types import TestSet, Tokens, Vocabulary
from steelyard.types.checks import as_segments, check_surrogates

__all__ = ["PairCorpus", "TextPool"]


class TextPool:
    """Candidates and the evidence that each of them is compared with.

    Parameters
    ----------
    candidates : sequence of str
        C texts.
    evidence : sequence of str, optional
        E texts; by default the candidates themselves.

    Raises
    ------
    DataError
        There is no text, or one holds half of a surrogate pair.
    AlignmentError
        A text is not a string.

    Examples
    --------
    >>> from steelyard.text import Reading, TextPool
    >>> pool = TextPool(["a b", "c"], ["b", "a a", "d"])
    >>> [(candidates, pairs.test_set.systems) for candidates, pairs in pool.blocks(3)]
    [(slice(0, 1, None), {'candidate 1': ('a b', 'a b', 'a b')}), (slice(1, 2, None), {'candidate 2': ('c', 'c', 'c')})]
    """

    def __init__(self, candidates: Sequence[str], evidence: Sequence[str] | None = None) -> None:
        self.candidates = _checked(candidates, "The candidates")
        self.evidence = self.candidates if evidence is None else _checked(evidence, "The evidence")
        self.vocabulary = Vocabulary()
        self._indexes: dict[tuple[Reading, int], _native.NgramPool] = {}
        self._lists = [self._corpus_of("candidates", self.candidates)]
        if evidence is not None:
            self._lists.append(self._corpus_of("evidence", self.evidence))

    def _corpus_of(self, name: str, texts: tuple[str, ...]) -> Corpus:
        names = {f"system {name}": name}
        corpus = Corpus(_Checked(references=[("",) * len(texts)], systems={name: texts}, names=names))
        corpus.vocabulary = self.vocabulary
        return corpus

    def encode(self, reading: Reading) -> tuple[Tokens, Tokens]:
        """Return candidates and evidence as word ids of one vocabulary.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.

        Returns
        -------
        candidates, evidence : Tokens
            One object where they are the same texts.
        """
        encoded = [corpus.encode(reading).hypotheses for corpus in self._lists]
        return encoded[0], encoded[-1]

    def index(self, reading: Reading, order: int) -> _native.NgramPool:
        """Return the n-grams of the evidence, counted once.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.
        order : int
            Longest n-gram.

        Returns
        -------
        NgramPool
            Of the native core.
        """
        if (reading, order) not in self._indexes:
            evidence = self.encode(reading)[1]
            self._indexes[reading, order] = _native.NgramPool(evidence.values, evidence.offsets, order)
        return self._indexes[reading, order]

    def expected_matches(
        self, reading: Reading, order: int, weights: NDArray[np.float64], n_threads: int = 1
    ) -> NDArray[np.float64]:
        """Count the n-grams of each candidate that are expected in the evidence, each as often as expected at most.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.
        order : int
            Longest n-gram.
        weights : array of float64, shape (E,)
            Probability of each piece of evidence.
        n_threads : int, default 1
            For the kernel.

        Returns
        -------
        array of float64, shape (C, order)
            For n-grams of 1 word, of 2, and so on.
        """
        candidates = self.encode(reading)[0]
        matches = np.empty((order, len(candidates)))
        index = self.index(reading, order)
        index.expected_matches(candidates.values, candidates.offsets, weights, matches, n_threads)
        return matches.T

    def blocks(self, n_pairs: int, n_threads: int = 1) -> Iterator[tuple[slice, "PairCorpus"]]:
        """Yield all pairs, those of some candidates at a time.

        Parameters
        ----------
        n_pairs : int
            Of a block at most, unless those of a single candidate are more.
        n_threads : int, default 1
            For kernels.

        Yields
        ------
        candidates : slice
            Which candidates these are.
        pairs : PairCorpus
            Each of them with all evidence.
        """
        size = max(1, n_pairs // len(self.evidence))
        for first in range(0, len(self.candidates), size):
            last = min(first + size, len(self.candidates))
            yield slice(first, last), PairCorpus(self, range(first, last), n_threads)


class PairCorpus(Corpus):
    """Pairs of texts as a test set: candidates are systems, and each piece of evidence is the reference of a segment.

    What a metric counts of it, shape (C, E, K), are the statistics of the pairs. `TextPool.blocks` makes it.

    Examples
    --------
    >>> from steelyard.text import Reading, TextPool
    >>> [(_, pairs)] = TextPool(["a b", "c"], ["b", "a a", "d"]).blocks(100)
    >>> pairs.encode(Reading()).hypothesis_lengths.tolist()
    [[2, 2, 2], [1, 1, 1]]
    """

    def __init__(self, pool: TextPool, candidates: range, n_threads: int) -> None:
        systems = {f"candidate {i + 1}": (pool.candidates[i],) * len(pool.evidence) for i in candidates}
        super().__init__(_Checked(references=[pool.evidence], systems=systems), n_threads)
        self.vocabulary = pool.vocabulary
        self._pool = pool
        self._candidates = candidates

    def blocks(self, reading: Reading, beside: Sequence[Reading] = ()) -> Iterator[tuple[slice, EncodedCorpus]]:
        """Yield the pairs as one block: they are some of many already.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.
        beside : sequence of Reading, default ()
            As for `Corpus.blocks`.

        Yields
        ------
        segments : slice
            All of them.
        encoded : EncodedCorpus
            As `encode` gives it.
        """
        yield slice(0, self.test_set.n_segments), self.encode(reading)

    def _encode(self, reading: Reading, first: int, last: int) -> EncodedCorpus:
        return _EncodedPairs(self._pool, reading, self._candidates)


class _EncodedPairs(EncodedCorpus):
    """Pairs of which each text is held once; they are spelled out where a kernel knows nothing of pools."""

    __slots__ = ("_candidates", "_first", "_pool", "_reading", "_repeated")
    _candidates: Tokens
    _first: int
    _pool: TextPool
    _reading: Reading
    _repeated: Tokens | None

    def __init__(self, pool: TextPool, reading: Reading, candidates: range) -> None:
        texts, evidence = pool.encode(reading)
        own: dict[str, object] = {
            "references": evidence,
            "is_present": np.ones((1, len(evidence)), dtype=np.bool_),
            "_candidates": texts.take(np.arange(candidates.start, candidates.stop)),
            "_first": candidates.start,
            "_pool": pool,
            "_reading": reading,
            "_repeated": None,
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    @property
    def hypotheses(self) -> Tokens:  # made when it is first asked for
        """Each candidate once for each piece of evidence."""
        repeated = self._repeated
        if repeated is None:
            repeated = self._candidates.take(np.repeat(np.arange(self.n_systems), self.n_segments))
            object.__setattr__(self, "_repeated", repeated)
        return repeated

    @property
    def n_systems(self) -> int:
        return len(self._candidates)

    @property
    def hypothesis_lengths(self) -> NDArray[np.int64]:
        return np.broadcast_to(self._candidates.lengths[:, None], (self.n_systems, self.n_segments))

    def matches(self, order: int, n_threads: int) -> NDArray[np.int64]:
        """Look the n-grams of candidates up among those of all evidence; orders are apart in memory."""
        counts = np.empty((order, self.n_systems, self.n_segments), dtype=np.int64)
        index = self._pool.index(self._reading, order)
        if self._pool.evidence is self._pool.candidates:
            index.own_matches(self._first, counts, n_threads)
        else:
            index.matches(self._candidates.values, self._candidates.offsets, counts, n_threads)
        return np.moveaxis(counts, 0, -1)

    def overlaps(self, order: int, n_threads: int) -> NDArray[np.int64]:
        return self.matches(order, n_threads)[None]

    def empty_counts(self, *shape: int) -> NDArray[np.int64]:
        """Keep statistics apart in memory: they are scored at once, and not summed before."""
        return np.moveaxis(np.empty((shape[-1], *shape[:-1]), dtype=np.int64), 0, -1)


def _checked(texts: Sequence[str], name: str) -> tuple[str, ...]:
    segments = as_segments(texts, name)
    check_surrogates(segments, name)
    if not segments:
        raise DataError(f"{name} are no texts at all: give at least one.")
    return segments


class _Checked(TestSet):
    """Texts that were checked before, each of them once."""

    __test__ = False
    __slots__ = ()

    def __post_init__(self) -> None:
        pass
