"""Any metric on references that were rewritten with synonyms from the output."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from steelyard.errors import SpecError
from steelyard.files.reading import TextFile, read_lines
from steelyard.metrics.registry import register
from steelyard.metrics.rewritten.wrapping import WrappingMetric
from steelyard.text import (
    ContextClassifier,
    Corpus,
    Reading,
    Rewriting,
    Synonyms,
    SynonymSets,
    learn_contexts,
    read_synonyms,
    rewrite_towards,
    split_words,
    substitution_candidates,
)
from steelyard.types import TestSet

__all__ = ["Paraphrased"]

Rewritten = list[list[Rewriting | None]]  # [reference][segment] of one system


@register
@dataclass(frozen=True)
class Paraphrased(WrappingMetric):
    """Paraphrased: another metric, with references that use the output's words where these are synonyms that fit.

    What it measures
        What `metric` measures, without punishing a right word that the reference happens not to use. Where the output
        has a synonym of a word of the reference, and neither text has the other's word, the reference is rewritten with
        it, if it fits there: a classifier for each word, learned from a large text, decides by the context. Each system
        is compared with references of its own.

    When it misleads
        Without `contexts` every synonym is put in, whatever the sense ("the paper's WordNet baseline"). A dictionary
        has only the common words of some languages, and base forms may replace inflected ones. Rewriting can only help
        an output, so scores are higher than those of `metric` and not to be mixed with them.

    Range and direction
        Those of `metric`.

    Statistics
        Those of `metric`. Words are runs of letters and digits; all replacements are judged in the reference as it was,
        the best of several words is taken, and each word is used once. Learning takes about a second for each word that
        is a candidate, and the memory of the text.

    Parameters
    ----------
    metric : str, default "bleu"
        Which metric; one with options in quotes: ``paraphrased(metric='chrf(word_order=2)')``.
    synonyms : str, default "none"
        A dictionary, as `steelyard.text.read_synonyms` takes it. Without, references stay as they are.
    contexts : str, default "none"
        A large text in the references' language, one sentence per line. Without, every synonym fits.
    min_occurrences : int, default 10000
        Words that are rarer in `contexts` are never put in.
    max_examples : int, default 5000
        Most sentences with a word, and as many without, that its classifier learns from.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The dictionary or text cannot be read.

    References
    ----------
    Kauchak and Barzilay 2006, "Paraphrasing for automatic evaluation", N06-1058.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.Paraphrased(metric="wer")
    >>> metric.sentence_score("a dog ran", ["the dog ran"]).score == sy.metrics.Wer().sentence_score(
    ...     "a dog ran", ["the dog ran"]
    ... ).score
    True
    """

    name: ClassVar[str] = "paraphrased"
    cites: ClassVar[tuple[str, ...]] = ("kauchak2006paraphrasing",)

    synonyms: str = "none"
    contexts: str = "none"
    min_occurrences: int = 10_000
    max_examples: int = 5_000

    def __post_init__(self) -> None:
        """Refuse options that do not fit, and read the files."""
        super().__post_init__()
        for option in ("min_occurrences", "max_examples"):
            if getattr(self, option) < 1:
                raise SpecError(f"{option} must be at least 1, not {getattr(self, option)}.")
        if self.contexts != "none" and self.synonyms == "none":
            raise SpecError("contexts judges synonyms: it needs synonyms=FILE.")
        dictionary = None if self.synonyms == "none" else read_synonyms(self.synonyms)
        object.__setattr__(self, "_synonyms", dictionary)
        object.__setattr__(self, "_text", None if self.contexts == "none" else read_lines(self.contexts))

    @property
    def dictionary(self) -> Synonyms | None:
        """The synonyms, if there are any."""
        dictionary: Synonyms | None = self.__dict__["_synonyms"]
        return dictionary

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """Those of the metric, and words between spaces, where some of them are exchanged."""
        return (*super().word_readings, *([Reading()] if self.dictionary else []))

    @property
    def label(self) -> str:
        """The metric's, marked."""
        return f"{self.inner.label}-para"

    def signature_fields(self) -> dict[str, str]:
        """Return the metric with its fields, and what references were rewritten with."""
        text: TextFile | None = self.__dict__["_text"]
        pairs = super().signature_fields()
        pairs["syn"] = "none" if self.dictionary is None else self.dictionary.signature
        if text is not None:
            pairs["contexts"] = f"{text.content_sha256[:12]},{self.min_occurrences},{self.max_examples}"
        return pairs

    def changed(self, corpus: Corpus) -> dict[str, TestSet] | None:
        """Rewrite the references for each system."""
        if self.dictionary is None:
            return None
        rewritten = self._rewrite(corpus, self.dictionary)
        return {name: _with_references(corpus.test_set, name, made) for name, made in rewritten.items()}

    def change_notes(self, corpus: Corpus) -> tuple[str, ...]:
        """Say what was put where."""
        if self.dictionary is None:
            return ()
        [rewritten] = self._rewrite(corpus, self.dictionary).values()
        return tuple(
            f"reference {r}: {put.replacement} for {put.word}"
            for r, [rewriting] in enumerate(rewritten, 1)
            if rewriting is not None
            for put in rewriting.substitutions
        )

    def _rewrite(self, corpus: Corpus, dictionary: Synonyms) -> dict[str, Rewritten]:
        key = (Paraphrased, self.synonyms, self.contexts, self.min_occurrences, self.max_examples)
        return corpus.once(key, lambda: self._rewrite_anew(corpus.test_set, dictionary))

    def _rewrite_anew(self, data: TestSet, dictionary: Synonyms) -> dict[str, Rewritten]:
        """Rewrite every reference for every system."""
        remembered = _Remembered(dictionary)
        classifiers = self._learn(data, remembered)

        def judge(word: str, words: Sequence[str], place: int) -> float | None:
            if classifiers is None:
                return 1.0
            return classifiers[word].decide(words, place) if word in classifiers else None

        return {
            name: [
                [
                    None if line is None else rewrite_towards(line, hypothesis, remembered, judge)
                    for line, hypothesis in zip(reference, hypotheses, strict=True)
                ]
                for reference in data.references
            ]
            for name, hypotheses in data.systems.items()
        }

    def _learn(self, data: TestSet, dictionary: SynonymSets) -> dict[str, ContextClassifier] | None:
        """Learn where the words that any output offers can stand; None where every place is fine."""
        text: TextFile | None = self.__dict__["_text"]
        if text is None:
            return None
        offered = {
            word
            for hypotheses in data.systems.values()
            for reference in data.references
            for line, hypothesis in zip(reference, hypotheses, strict=True)
            if line is not None
            for _, word in substitution_candidates(split_words(line), split_words(hypothesis), dictionary)
        }
        return learn_contexts(
            [split_words(line) for line in text.lines],
            offered,
            min_occurrences=self.min_occurrences,
            max_examples=self.max_examples,
        )


class _Remembered:
    """A dictionary that looks up each word once."""

    def __init__(self, synonyms: Synonyms) -> None:
        self._synonyms = synonyms
        self._sets: dict[str, frozenset[int]] = {}

    def sets_of(self, word: str) -> frozenset[int]:
        """Return the sets of a lower-case word."""
        if word not in self._sets:
            self._sets[word] = self._synonyms.sets_of(word)
        return self._sets[word]


def _with_references(data: TestSet, system: str, rewritten: Rewritten) -> TestSet:
    """Return a test set of one system and its own references."""
    return replace(
        data,
        systems={system: data.systems[system]},
        references=[[None if made is None else made.text for made in reference] for reference in rewritten],
        hashes={},
    )
