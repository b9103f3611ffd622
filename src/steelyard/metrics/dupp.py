"""DUPP: the unigram precision of one word class."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import parses_of, word_reader
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Statistics, TestSet, Word
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["Dupp"]


@register
@dataclass(frozen=True)
class Dupp(Metric):
    """DUPP, discriminative unigram precision: words of one class that a reference has too.

    What it measures
        How many words of the output are, for example, nouns that occur in a reference. Made as features: one for each
        class, with weights of their own that are trained on human scores (`steelyard.meta.fit_maximum_correlation`).

    When it misleads
        As a score by itself: its level depends on how frequent the class is. A word of a reference may be used many
        times, and short output is not punished.

    Range and direction
        0 to 1, higher is better; only without `pos` does a copy of the reference reach 1.

    Statistics
        match (words of the class that a reference has), hyp_len (all words of the output), ref_len (mean over the
        references).

        Two empty texts score 1.

    Parameters
    ----------
    pos : str, default ""
        How the tag of a word begins: N with xpos takes all nouns of the Penn Treebank, as in the paper; NOUN with upos.
        Without it, all words count.
    tags : {"upos", "xpos"}, default "upos"
        Universal tags, or those of the language.
    lowercase : bool, default True
        Apply Python's `str.lower` to words first.

    Raises
    ------
    DataError
        A text has no parses, or the output words without tags.

    References
    ----------
    Liu and Gildea 2007, "Source-language features and maximum correlation training for machine translation evaluation",
      N07-1006.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> dogs, bark, howl = Word("dogs", upos="NOUN"), Word("bark", upos="VERB"), Word("howl", upos="VERB")
    >>> data = sy.TestSet(
    ...     references=[["dogs bark"]],
    ...     systems={"x": ["dogs howl"]},
    ...     parses={"reference 1": [[Parse((dogs, bark))]], "system x": [[Parse((dogs, howl))]]},
    ... )
    >>> table = sy.evaluate(data, metrics=["dupp(pos=NOUN)", "dupp(pos=VERB)"]).scores()
    >>> [row.score for row in table.scores]
    [0.5, 0.0]
    """

    name: ClassVar[str] = "dupp"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    cites: ClassVar[tuple[str, ...]] = ("liu2007source",)

    pos: str = ""
    tags: Literal["upos", "xpos"] = "upos"
    lowercase: bool = True

    @property
    def label(self) -> str:
        """``DUPP``, with the class in force."""
        return f"DUPP({self.pos})" if self.pos else "DUPP"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 statistics."""
        return ("match", "hyp_len", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tags and class."""
        return {"case": "lc" if self.lowercase else "mixed", "tags": self.tags, "pos": self.pos or "all"}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count words: shape (S, N, 3)."""
        data = corpus.test_set
        references = self._references(data)
        values = np.empty((len(data.systems), data.n_segments, 3))
        for s, name in enumerate(data.system_names):
            for i, (words, (known, length)) in enumerate(
                zip(self._words(data, f"system {name}"), references, strict=True)
            ):
                values[s, i] = sum(is_in and text in known for text, is_in in words), len(words), length
        return Statistics.from_values(values, data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide: shape (..., 3) -> (...)."""
        match, hyp_len, ref_len = stats[..., 0], stats[..., 1], stats[..., 2]
        nothing = np.where((hyp_len == 0) & (ref_len == 0), 1.0, 0.0)
        return ratio(match, hyp_len, otherwise=nothing)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the words of the class, and which of them a reference has."""
        data = corpus.test_set
        [name] = data.system_names
        [words], [(known, length)] = self._words(data, f"system {name}"), self._references(data)
        counts = np.array([sum(is_in and text in known for text, is_in in words), len(words), length])
        present = [r for r, [line] in enumerate(data.references) if line is not None]
        first = self._words(data, f"reference {present[0] + 1}")[0]
        return SegmentExplanation(
            score=float(self.score(counts)),
            hypothesis=tuple(text for text, _ in words),
            reference=tuple(text for text, _ in first),
            reference_number=present[0] + 1 if len(present) == 1 else 0,
            parts=dict(zip(self.stat_names, counts.tolist(), strict=True)),
            notes=tuple(f"{'found' if text in known else 'not found'}: {text}" for text, is_in in words if is_in),
        )

    def _words(self, data: TestSet, text: str) -> list[list[tuple[str, bool]]]:
        """Return the words of each segment, and whether each is of the class."""
        word = word_reader(self.text_reading)
        segments = parses_of(data, text, self.name)
        return [
            [(form, self._is_in(w, text, i)) for w in best.words if (form := word(w.form))]
            for i, (best, *_) in enumerate(segments, 1)
        ]

    def _is_in(self, word: Word, text: str, number: int) -> bool:
        tag: str = getattr(word, self.tags)
        if self.pos and not tag and text.startswith("system"):
            raise DataError(
                f"dupp needs tags, but {text}, segment {number} has words without {self.tags.upper()}. Tag the text, "
                f"or use tags={'xpos' if self.tags == 'upos' else 'upos'}."
            )
        return tag.startswith(self.pos)

    def _references(self, data: TestSet) -> list[tuple[frozenset[str], float]]:
        """Return the words that some reference of a segment has, and the mean length of its references."""
        by_reference = [self._words(data, f"reference {r + 1}") for r in range(len(data.references))]
        found = []
        for i in range(data.n_segments):
            bags = [
                words[i] for words, lines in zip(by_reference, data.references, strict=True) if lines[i] is not None
            ]
            known = frozenset(form for words in bags for form, _ in words)
            found.append((known, sum(map(len, bags)) / len(bags)))
        return found
