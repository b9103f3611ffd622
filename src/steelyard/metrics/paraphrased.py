"""Any metric on references that were rewritten with synonyms from the output."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lines import TextFile, read_lines
from steelyard.metrics.base import Metric
from steelyard.metrics.registry import parse, register
from steelyard.results import SegmentExplanation
from steelyard.text import (
    ContextClassifier,
    Corpus,
    Rewriting,
    Synonyms,
    SynonymSets,
    learn_contexts,
    read_synonyms,
    rewrite_towards,
    split_words,
    substitution_candidates,
)
from steelyard.types import Statistics, TestSet

__all__ = ["Paraphrased"]

Rewritten = list[list[Rewriting | None]]  # [reference][segment] of one system


@register
@dataclass(frozen=True)
class Paraphrased(Metric):
    """Paraphrased: another metric, with references that use the output's words where these are synonyms that fit.

    What it measures
        What `metric` measures, without punishing a right word that the reference happens not to use. Where the output
        has a synonym of a word of the reference, and neither text has the other's word, the reference is rewritten with
        it, if it fits there: a classifier for each word, learned from a large text, judges the context. Each system is
        compared with references of its own.

    When it misleads
        Without `contexts` every synonym is put in, whatever the sense ("the paper's WordNet baseline"). A dictionary
        knows the common words of some languages only, and base forms may take the place of inflected ones. Rewriting
        can only help an output, so scores are higher than those of `metric` and not to be mixed with them.

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
        A dictionary: WordNet's folder, METEOR's, or a TSV. Without, references stay as they are.
    contexts : str, default "none"
        A large text in the references' language, one sentence a line. Without, every synonym fits.
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
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)

    metric: str = "bleu"
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
        inner = parse(self.metric)
        if isinstance(inner, Paraphrased):
            raise SpecError("paraphrased wraps another metric, not itself: name that one.")
        own: dict[str, Any] = {
            "unicode_form": self.unicode_form,
            "remove_punctuation": self.remove_punctuation,
            "view": self.view,
        }
        usual = {"unicode_form": "none", "remove_punctuation": False, "view": "words"}
        inner = replace(inner, **{key: value for key, value in own.items() if value != usual[key]})
        facts = {
            "_inner": inner,
            "_synonyms": None if self.synonyms == "none" else read_synonyms(self.synonyms),
            "_text": None if self.contexts == "none" else read_lines(self.contexts),
            "higher_is_better": inner.higher_is_better,
            "bounds": inner.bounds,
            "scale": inner.scale,
            "is_mean": inner.is_mean,
            "is_corpus_bound": inner.is_corpus_bound,
            "needs": inner.needs,
        }
        for key, value in facts.items():
            object.__setattr__(self, key, value)

    @property
    def inner(self) -> Metric:
        """The metric that scores."""
        inner: Metric = self.__dict__["_inner"]
        return inner

    @property
    def dictionary(self) -> Synonyms | None:
        """The synonyms, if there are any."""
        dictionary: Synonyms | None = self.__dict__["_synonyms"]
        return dictionary

    @property
    def label(self) -> str:
        """The metric's, marked."""
        return f"{self.inner.label}-para"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Those of the metric."""
        return self.inner.stat_names

    def signature_fields(self) -> dict[str, str]:
        """Return the metric with its fields, and what references were rewritten with."""
        text: TextFile | None = self.__dict__["_text"]
        pairs = {"of": str(parse(self.metric)), **self.inner.signature_fields()}
        pairs["syn"] = "none" if self.dictionary is None else self.dictionary.signature
        if text is not None:
            pairs["contexts"] = f"{text.sha256[:12]},{self.min_occurrences},{self.max_examples}"
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count as the metric does, each system with its own references: shape (S, N, K)."""
        if self.dictionary is None:
            return self.inner.statistics(corpus)
        counted = []
        for name, rewritten in self._rewrite(corpus, self.dictionary).items():
            counts = self.inner.statistics(Corpus(_with_references(corpus.test_set, name, rewritten), corpus.n_threads))
            counted.append(counts.scaled(counts.values.astype(np.float64)))
        return Statistics.from_values(np.concatenate(counted), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score as the metric does: shape (..., K) -> (...)."""
        return self.inner.score(stats)

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the parts of the metric's score."""
        return self.inner.explain(stats)

    def segment_metric(self) -> Metric:
        """Return this around the variant of the metric for single segments."""
        return replace(self, metric=str(parse(self.metric).segment_metric()))

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show what the metric made of the rewritten references, and what was put where."""
        if self.dictionary is None:
            return self.inner.explain_segment(corpus)
        [(name, rewritten)] = self._rewrite(corpus, self.dictionary).items()
        shown = self.inner.explain_segment(Corpus(_with_references(corpus.test_set, name, rewritten)))
        notes = [
            f"reference {r}: {put.replacement} for {put.word}"
            for r, [rewriting] in enumerate(rewritten, 1)
            if rewriting is not None
            for put in rewriting.substitutions
        ]
        return replace(shown, notes=(*shown.notes, *notes))

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
