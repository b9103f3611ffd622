"""Texts with parts cut out: no n-gram crosses a gap."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.text.corpus import Corpus, EncodedCorpus
from steelyard.text.reading import Reading
from steelyard.types import Tokens

__all__ = ["GAP", "GappedCorpus", "cut_out"]

GAP = "\ue000"  # of Unicode's private use: no tokenizer joins it with letters
_OF_REFERENCES = "\ue001"  # another one, so that gaps never match

Ints = NDArray[np.int64]


def cut_out(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Put a gap in the place of parts of a text; parts that touch or overlap are one gap.

    Parameters
    ----------
    text : str
        Any.
    spans : iterable of (int, int)
        First character of each part, and the one past its last.

    Returns
    -------
    str
        With `GAP` between spaces.

    Examples
    --------
    >>> from steelyard.text import GAP, cut_out
    >>> cut_out("the old red ferry left", [(4, 7), (8, 11)]).replace(GAP, "_")
    'the _ ferry left'
    """
    merged: list[list[int]] = []
    for start, end in sorted(spans):
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    parts, at = [], 0
    for start, end in merged:
        parts += [text[at:start].strip(), GAP]
        at = end
    return " ".join([*parts, text[at:].strip()]).strip() if parts else text


class GappedCorpus(Corpus):
    """Texts with gaps, as `cut_out` makes them.

    Metrics that count n-grams through it (BLEU and its relatives but NIST and GRR, chrF, GLEU, ROUGE-N) count none that
    crosses a gap; for all others the words on both sides of a gap stand side by side.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import GAP, GappedCorpus, Reading
    >>> data = sy.TestSet(references=[[f"a {GAP} b c"]], systems={"x": [f"a b {GAP} c"]})
    >>> encoded = GappedCorpus(data).encode(Reading())
    >>> encoded.hypothesis_ngrams(2).tolist(), encoded.matches(2, 1).tolist()
    ([[1]], [[[3, 0]]])
    """

    def blocks(self, reading: Reading, beside: Sequence[Reading] = ()) -> Iterator[tuple[slice, EncodedCorpus]]:
        """Yield the texts as one block: they are a part of a test set.

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
        whole = super()._encode(reading, first, last)
        gap, other = (int(row[0]) for row in self.vocabulary.encode([GAP, _OF_REFERENCES]))
        n_gaps = sum(text.count(GAP) for output in self.test_set.systems.values() for text in output)
        if int((whole.hypotheses.values == gap).sum()) != n_gaps:
            raise DataError(f"The tokenizer {reading.tokenize!r} does not keep gaps apart: choose another one.")
        return _GappedTexts(whole, gap, other)


class _GappedTexts(EncodedCorpus):
    """Texts without their gaps; n-grams are counted with them."""

    __slots__ = ("_marked", "_of_hypotheses", "_of_references")
    _marked: EncodedCorpus
    _of_hypotheses: Ints
    _of_references: Ints

    def __init__(self, whole: EncodedCorpus, gap: int, other: int) -> None:
        references = Tokens(
            np.where(whole.references.values == gap, other, whole.references.values).astype(np.int32),
            whole.references.offsets,
        )
        pieces = [_pieces(whole.hypotheses, gap), _pieces(whole.references, gap)]
        own: dict[str, object] = {
            "hypotheses": _without(whole.hypotheses, gap),
            "references": _without(whole.references, gap),
            "is_present": whole.is_present,
            "_marked": EncodedCorpus(whole.hypotheses, references, whole.is_present),
            "_of_hypotheses": pieces[0],
            "_of_references": pieces[1],
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    def hypothesis_ngrams(self, n: int) -> Ints:
        return _ngrams(self._of_hypotheses, n, len(self.hypotheses)).reshape(self.n_systems, self.n_segments)

    def reference_ngrams(self, n: int) -> Ints:
        return _ngrams(self._of_references, n, len(self.references)).reshape(self.is_present.shape)

    def matches(self, order: int, n_threads: int) -> Ints:
        return self._marked.matches(order, n_threads)

    def overlaps(self, order: int, n_threads: int) -> Ints:
        return self._marked.overlaps(order, n_threads)


def _without(text: Tokens, gap: int) -> Tokens:
    """Drop gaps."""
    is_word = text.values != gap
    before = np.concatenate([[0], np.cumsum(is_word, dtype=np.int64)])
    return Tokens(text.values[is_word], before[text.offsets])


def _pieces(text: Tokens, gap: int) -> Ints:
    """Return row and length of every piece between gaps and ends of rows, shape (P, 2)."""
    edges = np.sort(np.concatenate([2 * np.flatnonzero(text.values == gap) + 1, 2 * text.offsets]))
    starts, ends = (edges[:-1] + 1) // 2, edges[1:] // 2  # a gap is odd: its piece begins behind it
    is_one = ends > starts
    rows = np.searchsorted(text.offsets, starts[is_one], side="right") - 1
    return np.stack([rows, (ends - starts)[is_one]], axis=1)


def _ngrams(pieces: Ints, n: int, n_rows: int) -> Ints:
    """Add up the n-grams of n tokens over the pieces of each row."""
    counts = np.zeros(n_rows, np.int64)
    np.add.at(counts, pieces[:, 0], np.maximum(pieces[:, 1] - (n - 1), 0))
    return counts
