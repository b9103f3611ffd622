"""The parses of a whole test set as arrays, made once for all metrics that look at them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parts.annotations import parses_of
from steelyard.text import Corpus
from steelyard.types import Parse, TestSet, Word

__all__ = ["ParsedTexts", "number_rows", "parsed_texts"]

Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ParsedTexts:
    """The best parses of all references and systems, one after the other.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.parsed_texts import parsed_texts
    >>> from steelyard.text import Corpus
    >>> from steelyard.types import Parse, Word
    >>> dogs = Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))
    >>> data = sy.TestSet(
    ...     references=[["dogs bark"]],
    ...     systems={"x": ["dogs bark"]},
    ...     parses={"reference 1": [[dogs]], "system x": [[dogs]]},
    ... )
    >>> parsed_texts(Corpus(data), "head-chain", heads=True).heads.tolist()
    [1, -1, 3, -1]
    """

    keys: tuple[str, ...]  # texts in order: ``"reference 1"`` ..., ``"system x"`` ..
    n_segments: int
    # Shape (T * N + 1,): segment i of text t is row ``t * N + i``, and has the words ``offsets[row]`` to ``offsets[row
    # + 1]``.
    offsets: Codes
    kinds: Codes  # shape (n_words,): which of `words` each is; the same word may be there several times
    heads: Codes  # shape (n_words,): place of the head among all words; -1 for a root, and for a word without a head
    words: tuple[Word, ...]  # all there are
    parses: tuple[Parse, ...]

    @property
    def rows(self) -> Codes:
        """The row of each word."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def column(self, read: Callable[[Word], str]) -> tuple[Codes, tuple[str, ...]]:
        """Return a code for each word, -1 where the column is empty, and what the codes stand for."""
        codes: dict[str, int] = {"": -1}
        of_kinds = np.array([codes.setdefault(read(word), len(codes) - 1) for word in self.words], dtype=np.int64)
        return of_kinds[self.kinds], tuple(codes)[1:]


def parsed_texts(corpus: Corpus, metric: str, *, heads: bool = False) -> ParsedTexts:
    """Take the parses of all texts; for messages, `metric` is who asks. With `heads` the words must have heads."""
    data = corpus.test_set
    keys = (
        *(f"reference {r + 1}" for r in range(len(data.references))),
        *(f"system {name}" for name in data.system_names),
    )
    found = [parses_of(data, key, metric, heads=heads) for key in keys]
    return corpus.once("parsed texts", lambda: _read(data, keys, tuple(best for text in found for best, *_ in text)))


def _read(data: TestSet, keys: tuple[str, ...], parses: tuple[Parse, ...]) -> ParsedTexts:
    lengths = np.array([len(parse.words) for parse in parses], dtype=np.int64)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    words = list(chain.from_iterable(parse.words for parse in parses))
    # By identity: readers give the same word the same object, and comparing objects is quicker than comparing columns.
    places: dict[int, int] = {}
    kinds = np.array([places.setdefault(id(word), len(places)) for word in words], dtype=np.int64)
    first = np.unique(kinds, return_index=True)[1]
    distinct = tuple(words[place] for place in first.tolist())
    of_kinds = np.array([word.head or 0 for word in distinct], dtype=np.int64)
    numbers = of_kinds[kinds] if len(words) else np.zeros(0, dtype=np.int64)
    heads = np.where(numbers > 0, numbers - 1 + np.repeat(offsets[:-1], lengths), -1)
    return ParsedTexts(keys, data.n_segments, offsets, kinds, heads, distinct, parses)


def number_rows(values: Codes, offsets: Codes) -> Codes:
    """Give equal rows equal numbers, from 0 in the order in which they first come.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.parsed_texts import number_rows
    >>> number_rows(np.array([1, 2, 2, 1, 2]), np.array([0, 2, 3, 5])).tolist()
    [0, 1, 0]
    """
    packed = np.ascontiguousarray(values, dtype=np.int32).tobytes()
    ends = (offsets * 4).tolist()
    known: dict[bytes, int] = {}
    return np.array([known.setdefault(packed[begin:end], len(known)) for begin, end in pairwise(ends)], dtype=np.int64)
