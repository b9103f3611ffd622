"""Every text of one list against every text of another, each of them encoded once."""

from collections.abc import Iterator, Sequence

import numpy as np

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

    def _encode(self, reading: Reading, first: int, last: int) -> EncodedCorpus:
        candidates, evidence = self._pool.encode(reading)
        rows = np.repeat(self._candidates, last - first)
        is_present = np.ones((1, last - first), dtype=np.bool_)
        return EncodedCorpus(candidates.take(rows), evidence.take(np.arange(first, last)), is_present)


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
