"""The texts of a test set as integers, encoded once for all metrics that read them the same way."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steelyard.text.tokenizers import get_tokenizer
from steelyard.types import TestSet, Tokens, Vocabulary

__all__ = ["Corpus", "EncodedCorpus"]


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
    >>> from steelyard.text import Corpus
    >>> data = sy.TestSet(references=[["a b", None], ["b", "c"]], systems={"x": ["a", "c c"]})
    >>> encoded = Corpus(data).encode("none", lowercase=False)
    >>> encoded.hypotheses.lengths.tolist(), encoded.is_present.tolist()
    ([1, 2], [[True, False], [True, True]])
    """

    hypotheses: Tokens
    references: Tokens
    is_present: NDArray[np.bool_]

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


class Corpus:
    """Encodes a test set on demand and keeps what it encoded.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import Corpus
    >>> corpus = Corpus(sy.TestSet(references=[["A b."]], systems={"x": ["a B."]}))
    >>> corpus.encode("13a", lowercase=True).hypotheses[0].tolist()
    [0, 1, 2]
    >>> corpus.encode("13a", lowercase=True) is corpus.encode("13a", lowercase=True)
    True
    """

    def __init__(self, test_set: TestSet, n_threads: int = 1) -> None:
        self.test_set = test_set
        self.n_threads = n_threads
        self.vocabulary = Vocabulary()
        self._has_gaps = any(None in reference for reference in test_set.references)
        self._encoded: dict[tuple[str, bool], EncodedCorpus] = {}

    @property
    def reference_count(self) -> str:
        """References a segment, as signatures print it: a number, or ``"var"`` where it varies."""
        if not self._has_gaps:
            return str(len(self.test_set.references))
        counts = {sum(ref is not None for ref in segment) for segment in zip(*self.test_set.references, strict=True)}
        return str(counts.pop()) if len(counts) == 1 else "var"

    def encode(self, tokenize: str, *, lowercase: bool) -> EncodedCorpus:
        """Return all texts under one tokenizer and casing.

        Parameters
        ----------
        tokenize : str
            Name of a tokenizer.
        lowercase : bool
            Whether to apply Python's `str.lower` first.

        Returns
        -------
        EncodedCorpus
            Sharing this corpus's vocabulary.
        """
        key = (tokenize, lowercase)
        if key not in self._encoded:
            tokenizer = get_tokenizer(tokenize)
            data = self.test_set

            def encode(texts: Sequence[Sequence[str | None]]) -> Tokens:
                every = chain.from_iterable(texts)
                lines = [line or "" for line in every] if self._has_gaps else cast(list[str], list(every))
                return tokenizer.encode([line.lower() for line in lines] if lowercase else lines, self.vocabulary)

            references, hypotheses = encode(data.references), encode(list(data.systems.values()))
            is_present = np.ones((len(data.references), data.n_segments), dtype=np.bool_)
            if self._has_gaps:
                is_present[...] = [[line is not None for line in text] for text in data.references]
            self._encoded[key] = EncodedCorpus(hypotheses, references, is_present)
        return self._encoded[key]
