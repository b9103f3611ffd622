"""The texts of a test set as integers, encoded once for all metrics that read them the same way."""

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.reprs import short_repr
from steelyard.text.preparation import prepare
from steelyard.text.reading import Reading
from steelyard.text.tokenizers import get_tokenizer
from steelyard.text.views import parse_view
from steelyard.types import TestSet, Tokens, Vocabulary

__all__ = ["Corpus", "EncodedCorpus"]

T = TypeVar("T")
Lines = Sequence[str]

_LARGEST_BLOCK = 8_192  # hypotheses that are encoded at once where a metric can take a test set in blocks


@dataclass(frozen=True, slots=True, eq=False)
class EncodedCorpus:
    """Hypotheses and references as word ids of one vocabulary.

    Attributes
    ----------
    hypotheses : Tokens
        S * N rows: row ``s * N + i`` is segment i of system s.
    references : Tokens
        R * N rows: row ``r * N + i`` is reference r of segment i, empty where it is missing.
    is_present : array of bool, shape (R, N)
        False where a reference is missing.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import Corpus, Reading
    >>> data = sy.TestSet(references=[["a b", None], ["b", "c"]], systems={"x": ["a", "c c"]})
    >>> encoded = Corpus(data).encode(Reading())
    >>> encoded.hypotheses.lengths.tolist(), encoded.is_present.tolist()
    ([1, 2], [[True, False], [True, True]])
    """

    hypotheses: Tokens
    references: Tokens
    is_present: NDArray[np.bool_]

    __repr__ = short_repr

    @property
    def n_segments(self) -> int:
        """N."""
        return int(self.is_present.shape[1])

    @property
    def n_systems(self) -> int:
        """S."""
        return len(self.hypotheses) // self.n_segments

    @property
    def hypothesis_lengths(self) -> NDArray[np.int64]:
        """Tokens of each hypothesis, shape (S, N)."""
        return self.hypotheses.lengths.reshape(self.n_systems, self.n_segments)

    @property
    def reference_lengths(self) -> NDArray[np.int64]:
        """Tokens of each reference, shape (R, N)."""
        return self.references.lengths.reshape(self.is_present.shape)

    @property
    def lengths(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Tokens of hypotheses, shape (S, N), and of references, shape (R, N)."""
        return self.hypothesis_lengths, self.reference_lengths

    def hypothesis_ngrams(self, n: int) -> NDArray[np.int64]:
        """Count the n-grams of n tokens in each hypothesis, shape (S, N)."""
        return np.maximum(self.hypothesis_lengths - (n - 1), 0)

    def reference_ngrams(self, n: int) -> NDArray[np.int64]:
        """Count the n-grams of n tokens in each reference, shape (R, N)."""
        return np.maximum(self.reference_lengths - (n - 1), 0)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What kernels take: values and offsets of hypotheses and of references, and which references are there."""
        texts = (self.hypotheses.values, self.hypotheses.offsets, self.references.values, self.references.offsets)
        return (*texts, self.is_present.view(np.uint8))

    def matches(self, order: int, n_threads: int) -> NDArray[np.int64]:
        """Count the n-grams of each hypothesis that its references hold, each as often as one of them has it at most.

        Parameters
        ----------
        order : int
            Longest n-gram.
        n_threads : int
            For the kernel.

        Returns
        -------
        array of int64, shape (S, N, order)
            For n-grams of 1 word, of 2, and so on.
        """
        counts = np.empty((*self.hypothesis_lengths.shape, order), dtype=np.int64)
        _native.ngram_matches(self.arrays, counts, n_threads)
        return counts

    def overlaps(self, order: int, n_threads: int) -> NDArray[np.int64]:
        """Count the n-grams that each hypothesis and each reference have in common; none with a missing reference.

        Parameters
        ----------
        order : int
            Longest n-gram.
        n_threads : int
            For the kernel.

        Returns
        -------
        array of int64, shape (R, S, N, order)
            For n-grams of 1 word, of 2, and so on.
        """
        counts = np.empty((len(self.is_present), *self.hypothesis_lengths.shape, order), dtype=np.int64)
        _native.ngram_overlaps(self.arrays, counts, n_threads)
        return counts

    def empty_counts(self, *shape: int) -> NDArray[np.int64]:
        """Make room for statistics, the last axis, in the order in memory that suits what is done with them.

        Parameters
        ----------
        *shape : int
            Of the array.

        Returns
        -------
        array of int64
            Not filled.
        """
        return np.empty(shape, dtype=np.int64)


class Corpus:
    """Encodes a test set on demand and keeps what it encoded.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import Corpus, Reading
    >>> corpus = Corpus(sy.TestSet(references=[["A b."]], systems={"x": ["a B."]}))
    >>> corpus.encode(Reading("13a", lowercase=True)).hypotheses[0].tolist()
    [0, 1, 2]
    >>> corpus.encode(Reading("13a", lowercase=True)) is corpus.encode(Reading("13a", lowercase=True))
    True
    """

    def __init__(self, test_set: TestSet, n_threads: int = 1, shared: Container[Reading] = ()) -> None:
        self.test_set = test_set
        self.n_threads = n_threads
        self._shared = shared  # readings of several metrics, so that blocks of them are encoded once for all
        self.vocabulary = Vocabulary()
        self._has_gaps = any(None in reference for reference in test_set.references)
        self._kept: dict[Hashable, Any] = {}

    @property
    def reference_count(self) -> str:
        """References a segment, as signatures print it: a number, or ``"var"`` where it varies."""
        if not self._has_gaps:
            return str(len(self.test_set.references))
        counts = {sum(ref is not None for ref in segment) for segment in zip(*self.test_set.references, strict=True)}
        return str(counts.pop()) if len(counts) == 1 else "var"

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what was computed under a key before, else compute it: for counts that several metrics share.

        Parameters
        ----------
        key : hashable
            Says what is computed, with every option that it depends on.
        compute : callable
            Called without arguments, once.

        Returns
        -------
        object
            The same object at every call; not to be changed.
        """
        if key not in self._kept:
            self._kept[key] = compute()
        return cast(T, self._kept[key])

    def branch(self) -> "Corpus":
        """Return a corpus that has what this one keeps, and keeps for itself what is computed with it.

        For computations whose results are of no use later: with the branch they are gone.

        Returns
        -------
        Corpus
            Of the same texts and with the same vocabulary.
        """
        other = Corpus(self.test_set, self.n_threads, self._shared)
        other.vocabulary = self.vocabulary
        other._kept = dict(self._kept)
        return other

    def encode(self, reading: Reading) -> EncodedCorpus:
        """Return all texts as words, read in one way.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.

        Returns
        -------
        EncodedCorpus
            Sharing this corpus's vocabulary.
        """
        return self.once(reading, lambda: self._encode(reading, 0, self.test_set.n_segments))

    def blocks(self, reading: Reading, beside: Sequence[Reading] = ()) -> Iterator[tuple[slice, EncodedCorpus]]:
        """Yield the texts in blocks of segments, so that the words of a large test set are never all in memory.

        Parameters
        ----------
        reading : Reading
            Tokenizer, casing and so on.
        beside : sequence of Reading, default ()
            Others whose blocks are taken side by side with these, so that all have the same segments.

        Yields
        ------
        segments : slice
            Which segments these are.
        encoded : EncodedCorpus
            Only theirs; a small test set, or one that several metrics read so, is one block, which is kept.
        """
        n = self.test_set.n_segments
        size = max(1, _LARGEST_BLOCK // max(1, len(self.test_set.systems)))
        if n <= size or all(one in self._shared or one in self._kept for one in (reading, *beside)):
            yield slice(0, n), self.encode(reading)
            return
        for first in range(0, n, size):
            last = min(first + size, n)
            yield slice(first, last), self._encode(reading, first, last)

    def _encode(self, reading: Reading, first: int, last: int) -> EncodedCorpus:
        tokenizer = self.once(("tokenizer", reading.tokenize), lambda: get_tokenizer(reading.tokenize))
        view = self.once(("view", reading.view), lambda: parse_view(reading.view))
        data = self.test_set
        is_whole = (first, last) == (0, data.n_segments)

        def encode(keys: Sequence[str], texts: Sequence[Sequence[str | None]]) -> Tokens:
            def name_of(i: int) -> str:
                text, segment = divmod(i, last - first)
                return f"{data.names.get(keys[text], keys[text])}, segment {first + segment + 1}"

            every = chain.from_iterable(texts if is_whole else [text[first:last] for text in texts])
            lines = [line or "" for line in every] if self._has_gaps else cast(list[str], list(every))
            return view.encode(prepare(view.pick(lines, name_of), reading), tokenizer, self.vocabulary)

        references = encode([f"reference {r + 1}" for r in range(len(data.references))], data.references)
        hypotheses = encode([f"system {name}" for name in data.systems], list(data.systems.values()))
        is_present = np.ones((len(data.references), last - first), dtype=np.bool_)
        if self._has_gaps:
            is_present[...] = [[line is not None for line in text[first:last]] for text in data.references]
        return EncodedCorpus(hypotheses, references, is_present)
