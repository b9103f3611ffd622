"""SSCN: n-gram precision where matching words must stand for the same words of the source."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import alignments_of, equal_items, text_lengths, word_reader, words_of
from steelyard.metrics.parts.similarity import SimilarityTable, read_similarities
from steelyard.metrics.registry import register
from steelyard.text import Corpus, check_table_size
from steelyard.types import Statistics, TestSet
from steelyard.types.checks import BACKWARD
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Sscn"]

_LONGEST_NGRAM = 9
_SUFFIXES = {"none": "0", "forward": "1", "backward": "2", "either": "_u", "both": "_i"}


class _Text(NamedTuple):
    """A segment's words, and by direction the source words that each is linked to."""

    words: list[str]
    links: tuple[list[frozenset[int]], ...]


@register
@dataclass(frozen=True)
class Sscn(Metric):
    """SSCN: the n-gram precision of words that are linked to the same words of the source.

    What it measures
        How many n-grams of the output a reference has too, where a match counts only if both words translate the same
        source words. A word that was added to the output, and is right only by chance, gets no credit.

    When it misleads
        Where the alignment errs: a word without a link never matches. An n-gram of a reference may be used many times.

    Range and direction
        0 to 1, higher is better; with n-grams longer than one word a copy of the reference does not reach 1.

    Statistics
        hits (of every n-gram of the output, the share of its words that match at the best place of any reference),
        hyp_len, ref_len (words, mean over the references).

        The score is hits / hyp_len, times hyp_len / ref_len where the output is the shorter one. Words are what blanks
        separate, as in the alignment; `view` has no effect. Two empty texts score 1. Time and memory grow with the
        product of the numbers of words.

    Parameters
    ----------
    n : int, default 1
        Words of an n-gram.
    constraint : {"forward", "backward", "either", "both", "none"}, default "forward"
        Which alignments must agree: those from source to text (the paper's SSCN1), the backward ones from text to
        source (SSCN2), one of the two (SSCN_u), both (SSCN_i), or none. Two words agree where the sets of source words
        they are linked to are equal, and not empty.
    per_word : bool, default False
        Ask this of every word of an n-gram; in the paper, of the first one only.
    similarity : str, default "none"
        Path of a table of similar words, lines of output word, reference word and similarity; a match of words that are
        not equal is worth their similarity (the paper's prefix p).

    Raises
    ------
    SpecError
        `n` is out of range.
    DataError
        A text has no alignment with the source, or links go beyond its words.

    References
    ----------
    Liu and Gildea 2007, "Source-language features and maximum correlation training for machine translation evaluation",
      N07-1006.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["I must not do this"]],
    ...     systems={"x": ["I must hardly not do this"]},
    ...     alignments={
    ...         "reference 1": [[(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (4, 3), (3, 4)]],
    ...         "system x": [[(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (4, 4), (3, 5)]],
    ...     },
    ... )
    >>> round(sy.evaluate(data, metrics=["sscn"]).scores().scores[0].score, 4)
    0.6667
    """

    name: ClassVar[str] = "sscn"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "alignments"
    cites: ClassVar[tuple[str, ...]] = ("liu2007source",)

    n: int = 1
    constraint: Literal["forward", "backward", "either", "both", "none"] = "forward"
    per_word: bool = False
    similarity: str = "none"
    lowercase: bool = True

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if not 1 <= self.n <= _LONGEST_NGRAM:
            raise SpecError(f"n must be from 1 to {_LONGEST_NGRAM}, not {self.n}.")

    @property
    def label(self) -> str:
        """``SSCN1(1)``, with the constraint and length in force, as in the paper."""
        return f"{'p' if self.similarity != 'none' else ''}SSCN{_SUFFIXES[self.constraint]}({self.n})"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 statistics."""
        return ("hits", "hyp_len", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, length and constraint, and what is not as in the paper."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "n": str(self.n), "constraint": self.constraint}
        if self.per_word:
            pairs["per_word"] = "yes"
        if (table := self._table()) is not None:
            pairs["similarity"] = table.signature
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Match every n-gram: shape (S, N, 3)."""
        data, table = corpus.test_set, self._table()
        lengths = text_lengths(data, lambda text: list(map(len, words_of(data, text, str))))
        check_table_size(self.label, *lengths, data.system_names, bytes_per_cell=32)
        references = self._references(data)
        values = np.empty((len(data.systems), data.n_segments, 3))
        for s, name in enumerate(data.system_names):
            for i, text in enumerate(self._texts(data, f"system {name}")):
                values[s, i] = self._count(text, [reference for _, reference in references[i]], table)
        return Statistics.from_values(values, data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide, and punish short output: shape (..., 3) -> (...)."""
        hits, hyp_len, ref_len = stats[..., 0], stats[..., 1], stats[..., 2]
        nothing = np.where((hyp_len == 0) & (ref_len == 0), 1.0, 0.0)
        # hits / hyp_len times min(1, hyp_len / ref_len).
        return np.divide(hits, np.maximum(hyp_len, ref_len), out=nothing, where=hyp_len > 0)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show where each n-gram of the output found its best match."""
        data, table = corpus.test_set, self._table()
        [name] = data.system_names
        [text], [references] = self._texts(data, f"system {name}"), self._references(data)
        values = [self._values(text, reference, table) for _, reference in references]
        notes, links = [], []
        for i in range(max(len(text.words) - self.n + 1, 0)):
            best = int(np.argmax([found[i].max(initial=0.0) for found in values]))
            worth = float(values[best][i].max(initial=0.0))
            if not worth:
                continue
            j, (number, reference) = int(values[best][i].argmax()), references[best]
            ours, theirs = (" ".join(side.words[k : k + self.n]) for side, k in ((text, i), (reference, j)))
            notes.append(f"{ours} with {theirs} (reference {number}, from word {j + 1}): {worth:g}")
            if len(references) == 1:
                links.append(Link((i, i + self.n), (j, j + self.n), "exact" if worth == 1 else "partial"))
        counts = np.array(self._count(text, [reference for _, reference in references], table))
        return SegmentExplanation(
            score=float(self.score(counts)),
            hypothesis=tuple(text.words),
            reference=tuple(references[0][1].words),
            reference_number=references[0][0] if len(references) == 1 else 0,
            links=tuple(links),
            parts=dict(zip(self.stat_names, counts.tolist(), strict=True)),
            notes=tuple(notes),
        )

    def _table(self) -> SimilarityTable | None:
        return None if self.similarity == "none" else read_similarities(self.similarity)

    def _texts(self, data: TestSet, text: str) -> list[_Text]:
        word = word_reader(self.text_reading)
        wanted = {"forward": [""], "backward": [BACKWARD], "none": []}.get(self.constraint, ["", BACKWARD])
        links = [alignments_of(data, f"{prefix}{text}", self.name) for prefix in wanted]
        found = []
        for i, words in enumerate(words_of(data, text, word)):
            sets: list[list[set[int]]] = [[set() for _ in words] for _ in links]
            for direction, rows in zip(sets, links, strict=True):
                for source, place in rows[i]:
                    direction[place].add(source)
            found.append(_Text(words, tuple([frozenset(one) for one in direction] for direction in sets)))
        return found

    def _references(self, data: TestSet) -> list[list[tuple[int, _Text]]]:
        """Return the references of each segment that are there, with their numbers."""
        texts = [self._texts(data, f"reference {r + 1}") for r in range(len(data.references))]
        return [
            [(r + 1, texts[r][i]) for r, reference in enumerate(data.references) if reference[i] is not None]
            for i in range(data.n_segments)
        ]

    def _count(
        self, text: _Text, references: Sequence[_Text], table: SimilarityTable | None
    ) -> tuple[float, float, float]:
        n_words = sum(map(bool, text.words))
        ref_len = sum(sum(map(bool, reference.words)) for reference in references) / len(references)
        best = np.zeros(max(len(text.words) - self.n + 1, 0))
        for reference in references:
            values = self._values(text, reference, table)
            if values.size:
                best = np.maximum(best, values.max(axis=1))
        return float(best.sum()), float(n_words), ref_len

    def _values(self, text: _Text, reference: _Text, table: SimilarityTable | None) -> NDArray[np.float64]:
        """Return what each n-gram of the output is worth at each n-gram of the reference."""
        is_allowed = self._agreement(text, reference)
        worth = _similarities(text.words, reference.words, table)
        if self.per_word:
            worth = worth * is_allowed
        rows, columns = (max(len(side.words) - self.n + 1, 0) for side in (text, reference))
        values = np.zeros((rows, columns))
        for k in range(self.n):
            values += worth[k : k + rows, k : k + columns]
        return values / self.n if self.per_word else np.where(is_allowed[:rows, :columns], values / self.n, 0.0)

    def _agreement(self, text: _Text, reference: _Text) -> NDArray[np.bool_]:
        """Say which words are linked to the same source words."""
        agreements = [equal_items(ours, theirs) for ours, theirs in zip(text.links, reference.links, strict=True)]
        shape = len(text.words), len(reference.words)
        is_allowed = np.full(shape, self.constraint in ("none", "both"))
        for agrees in agreements:
            is_allowed = is_allowed & agrees if self.constraint == "both" else is_allowed | agrees
        return is_allowed


def _similarities(left: Sequence[str], right: Sequence[str], table: SimilarityTable | None) -> NDArray[np.float64]:
    """Return 1 for equal words, what the table says for others; words of which nothing is left match none."""
    found = equal_items(left, right).astype(np.float64)
    if table is None:
        return found
    places: dict[str, list[int]] = {}
    for j, word in enumerate(right):
        places.setdefault(word, []).append(j)
    for i, word in enumerate(left):
        for other, similarity in table.similarities.get(word, {}).items():
            found[i, places.get(other, [])] = similarity
    return found
