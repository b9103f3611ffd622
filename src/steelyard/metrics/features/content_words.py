"""Content words: nouns, verbs and their like, and whole noun phrases, that output and reference share."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import parses_of, word_reader
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Parse, Statistics, TestSet, Word

__all__ = ["ContentWords"]

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "PRON", "NUM"})
_BEFORE = frozenset({"ADJ", "NUM"})
_NOUNS = frozenset({"NOUN", "PROPN"})

Bag = Counter[str]


@register
@dataclass(frozen=True)
class ContentWords(Metric):
    """Content words: the lemmas of content words, or whole noun phrases, that output and reference share.

    What it measures
        Whether the words with meaning were translated: nouns, names, verbs, adjectives, adverbs, pronouns and numbers,
        each by its lemma; or noun phrases, each as a whole and in any casing. Of several references the one with the
        best F counts. Precision and recall of both are four of the six features of Sun, Chen and Li.

    When it misleads
        Where the tagger errs. Synonyms get no credit, and the order of words does not count.

    Range and direction
        0 to 1, higher is better. 0 where neither text has such a unit.

    Statistics
        match, n_hyp, n_ref (units).

    Parameters
    ----------
    units : {"words", "phrases"}, default "words"
        What is compared. Phrases are those of the column ``CHUNK=`` (``B-NP``, ``I-NP``) where the parse has it, else
        the runs of a determiner, adjectives and numbers before nouns.
    measure : {"f", "precision", "recall"}, default "f"
        The score.

    Raises
    ------
    DataError
        A text has no parses.

    References
    ----------
    Sun, Chen and Li 2008, "A re-examination on features in regression based approach to automatic MT evaluation",
      P08-3005.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> the, dogs = Word("the", "the", "DET"), Word("dogs", "dog", "NOUN")
    >>> output, reference = (Parse((the, dogs, Word(form, form, "VERB"))) for form in ("bark", "ran"))
    >>> data = sy.TestSet(
    ...     references=[["the dogs ran"]],
    ...     systems={"x": ["the dogs bark"]},
    ...     parses={"reference 1": [[reference]], "system x": [[output]]},
    ... )
    >>> [row.score for row in sy.evaluate(data, ["content-words", "content-words(units=phrases)"]).scores().scores]
    [0.5, 1.0]
    """

    name: ClassVar[str] = "content-words"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    cites: ClassVar[tuple[str, ...]] = ("sun2008reexamination",)

    units: Literal["words", "phrases"] = "words"
    measure: Literal["f", "precision", "recall"] = "f"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 statistics."""
        return ("match", "n_hyp", "n_ref")

    def signature_fields(self) -> dict[str, str]:
        """Return the units and the measure."""
        return {"units": self.units, "measure": self.measure}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count units that both have: shape (S, N, 3)."""
        data = corpus.test_set
        references = [self._bags(data, f"reference {r + 1}") for r in range(len(data.references))]
        counts = np.zeros((len(data.systems), data.n_segments, 3), np.int64)
        for s, name in enumerate(data.system_names):
            for i, bag in enumerate(self._bags(data, f"system {name}")):
                present = [references[r][i] for r, lines in enumerate(data.references) if lines[i] is not None]
                rows = [((bag & other).total(), bag.total(), other.total()) for other in present]
                counts[s, i] = max(rows, key=lambda row: (2 * row[0] / max(1, row[1] + row[2]), -row[2]))
        return Statistics.from_values(counts, data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return F, precision or recall of sums: shape (..., 3) -> (...)."""
        match, n_hyp, n_ref = stats[..., 0], stats[..., 1], stats[..., 2]
        if self.measure == "f":
            return ratio(2 * match, n_hyp + n_ref)
        return ratio(match, n_hyp if self.measure == "precision" else n_ref)

    def _bags(self, data: TestSet, text: str) -> list[Bag]:
        read = word_reader(self.reading("none", lowercase=True))

        def bag_of(parse: Parse) -> Bag:
            if self.units == "phrases":
                return Counter(" ".join(read(word.form) for word in phrase) for phrase in noun_phrases(parse))
            return Counter(read(word.lemma or word.form) for word in parse.words if word.upos in _CONTENT)

        return [bag_of(best) for best, *_ in parses_of(data, text, self.name)]


def noun_phrases(parse: Parse) -> list[tuple[Word, ...]]:
    """Return noun phrases as they are chunked, else runs of a determiner, adjectives and numbers before nouns.

    Examples
    --------
    >>> from steelyard.metrics.features.content_words import noun_phrases
    >>> from steelyard.types import Parse, Word
    >>> words = [("the", "DET"), ("old", "ADJ"), ("town", "NOUN"), ("hall", "NOUN"), ("is", "AUX"), ("red", "ADJ")]
    >>> [[word.form for word in phrase] for phrase in noun_phrases(Parse(tuple(Word(f, upos=t) for f, t in words)))]
    [['the', 'old', 'town', 'hall']]
    """
    chunks = [dict(word.misc).get("CHUNK", "") for word in parse.words]
    if any(chunks):
        return _chunked(parse, chunks)
    found: list[tuple[Word, ...]] = []
    run: list[Word] = []
    for word in parse.words:
        has_noun = bool(run) and run[-1].upos in _NOUNS
        if word.upos in _NOUNS or (word.upos in _BEFORE and not has_noun):
            run.append(word)
            continue
        if has_noun:
            found.append(tuple(run))
        run = [word] if word.upos == "DET" or word.upos in _BEFORE else []
    return [*found, tuple(run)] if run and run[-1].upos in _NOUNS else found


def _chunked(parse: Parse, chunks: list[str]) -> list[tuple[Word, ...]]:
    found: list[list[Word]] = []
    for word, chunk in zip(parse.words, chunks, strict=True):
        if chunk == "B-NP":
            found.append([word])
        elif chunk == "I-NP" and found:
            found[-1].append(word)
    return [tuple(phrase) for phrase in found]
