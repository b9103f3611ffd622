"""Where two systems differ."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.excerpt import Excerpt
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["BucketRow", "ChangedRow", "Difference", "DifferenceMethod", "ExampleRow", "NgramRow", "WordRow"]

BucketVerdict = Literal["better", "worse", "equivalent", "cannot tell", "not tested"]


@dataclass(frozen=True, slots=True)
class BucketRow:
    """A kind of segment under one metric.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    level : {"length", "source length", "document", "label"}
        By what segments are parted.
    name : str
        Range of lengths, id of the document, or label.
    n_segments, n_units : int
        Its size: segments, and the units that are exchanged.
    score_a, score_b : float or None
        Of the bucket alone; None where it has none.
    delta : float or None
        Score A minus score B.
    p_value : float or None
        Of the bucket alone; None where it is too small to be tested.
    p_adjusted : float or None
        After Benjamini and Hochberg over all tested buckets and metrics.
    verdict : {"better", "worse", "equivalent", "cannot tell", "not tested"}
        About A, in the metric's direction. Equivalent: equal statistics in every unit.

    Examples
    --------
    >>> from steelyard.results import BucketRow
    >>> BucketRow("ter", "TER", "length", "0-10", 40, 40, 50.0, 60.0, -10.0, 0.01, 0.02, "better").verdict
    'better'
    """

    metric: str
    label: str
    level: str
    name: str
    n_segments: int
    n_units: int
    score_a: float | None
    score_b: float | None
    delta: float | None
    p_value: float | None
    p_adjusted: float | None
    verdict: BucketVerdict

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class WordRow:
    """A class of words: how well each system gets them.

    Attributes
    ----------
    level : {"frequency", "length", "tag"}
        By what words are classed: how often references have them, letters, or part of speech.
    name : str
        Of the class.
    n_units : int
        Units in which the class occurs.
    n_reference, n_a, n_b : int
        Words of the references and of the outputs; of several references as many of a word as the one with most has.
    matched_a, matched_b : int
        Words of the outputs that the references of the same segment have.
    recall_a, recall_b : float
        Matched over `n_reference`.
    precision_a, precision_b : float or None
        Matched over `n_a` and `n_b`; None without words.
    f_a, f_b : float
        F1: twice matched over `n_reference` plus `n_a` or `n_b`. The test is about these.
    p_value, p_adjusted, verdict
        As in `BucketRow`; the family is all classes of words.

    Examples
    --------
    >>> from steelyard.results import WordRow
    >>> row = WordRow("length", "1-3", 9, 20, 18, 22, 9, 11, 0.45, 0.55, 0.5, 0.5, 18 / 38, 22 / 42, 0.5, 0.5, "worse")
    >>> round(row.f_b, 4)
    0.5238
    """

    level: str
    name: str
    n_units: int
    n_reference: int
    n_a: int
    n_b: int
    matched_a: int
    matched_b: int
    recall_a: float
    recall_b: float
    precision_a: float | None
    precision_b: float | None
    f_a: float
    f_b: float
    p_value: float | None
    p_adjusted: float | None
    verdict: BucketVerdict

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class NgramRow:
    """Words in a row that one system has more often than the other.

    Attributes
    ----------
    kind : {"matched", "extra"}
        Matched: with a reference of the same segment. Extra: beyond what any reference of it has.
    ngram : str
        Words, a space between two.
    order : int
        Number of words.
    n_reference : int
        How often the references have it; of several, the one with most, segment by segment.
    count_a, count_b : int
        Times that it is matched, or extra, in all.
    units_a, units_b : int
        Units in which A has more such than B, and B more than A.
    more : {"A", "B", ""}
        The system with more units.
    p_value : float
        Exact binomial test of `units_a` against `units_b`, two-sided.
    p_adjusted : float or None
        After Benjamini and Hochberg over all n-grams that could have been significant; None for others.

    Examples
    --------
    >>> from steelyard.results import NgramRow
    >>> NgramRow("matched", "the ferry", 2, 9, 8, 1, 7, 0, "A", 0.015625, 0.03).more
    'A'
    """

    kind: Literal["matched", "extra"]
    ngram: str
    order: int
    n_reference: int
    count_a: int
    count_b: int
    units_a: int
    units_b: int
    more: Literal["A", "B", ""]
    p_value: float
    p_adjusted: float | None


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """The segments whose outputs differ, under one metric.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    n_segments, n_changed : int
        Of the test set, and those whose outputs differ by at least one character.
    changed_a, changed_b : float or None
        Scores on the changed segments; None where there is none.
    same : float or None
        Score on the others, which is that of both systems; None where there is none, or it is not, as scores from
        outside may differ on equal texts.
    score_a, score_b : float or None
        Scores on all.
    delta : float or None
        Score A minus score B on all.
    p_value : float or None
        Of randomization over all units; None where these are too few to be tested.

    Examples
    --------
    >>> from steelyard.results import ChangedRow
    >>> ChangedRow("ter", "TER", 100, 25, 40.0, 60.0, 10.0, 17.5, 22.5, -5.0, 0.002).n_changed
    25
    """

    metric: str
    label: str
    n_segments: int
    n_changed: int
    changed_a: float | None
    changed_b: float | None
    same: float | None
    score_a: float | None
    score_b: float | None
    delta: float | None
    p_value: float | None


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """A segment on which the systems' scores are far apart.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric of single segments.
    segment : int
        From 1.
    score_a, score_b : float
        Of this segment.
    delta : float
        Score A minus score B.
    speaks_for : {"A", "B"}
        The better one here, in the metric's direction.
    excerpt : Excerpt
        Texts.

    Examples
    --------
    >>> from steelyard.results import ExampleRow, Excerpt
    >>> ExampleRow("ter", "TER", 17, 0.0, 50.0, -50.0, "A", Excerpt("a b", "a b", "b", None)).speaks_for
    'A'
    """

    metric: str
    label: str
    segment: int
    score_a: float
    score_b: float
    delta: float
    speaks_for: Literal["A", "B"]
    excerpt: Excerpt

    __repr__ = short_repr


class DifferenceMethod(Provenance, MethodOfUnits, Told):
    """How two systems were held against each other.

    Attributes
    ----------
    system_a, system_b : str
        The later system, and the earlier one.
    alpha : float
        False discovery rate of each family of tests.
    n_resamples, seed : int
        Draws of each test, and of what seed.
    tokenize : str
        Tokenizer that made words and n-grams.
    n_changed : int
        Segments whose outputs differ.
    has_word_counts : bool
        Whether words are classed by given counts.
    n_bucket_tests, n_word_tests, n_ngram_tests : int
        Sizes of the families.
    n_ngrams_found : int
        N-grams with an adjusted p up to alpha.
    scales : dict
        By metric, 1 or 100, or None where it has no largest score.
    higher_is_better : dict of str to bool
        By metric.
    by, by_signature : str
        Metric of single segments, which chose the examples.
    by_scale : int or None
        Its scale.
    sentence : str
        The same for the paper.
    """

    system_a: str
    system_b: str
    alpha: float
    n_resamples: int
    seed: int
    tokenize: str
    n_changed: int
    has_word_counts: bool
    n_bucket_tests: int
    n_word_tests: int
    n_ngram_tests: int
    n_ngrams_found: int
    scales: dict[str, int | None]
    higher_is_better: dict[str, bool]
    by: str
    by_signature: str
    by_scale: int | None
    sentence: str


@dataclass(frozen=True)
class Difference(Result):
    """Where two systems differ: kinds of segments, classes of words, n-grams, single segments.

    Attributes
    ----------
    buckets : tuple of BucketRow
        Metric by metric, level by level. Empty where the outputs are identical, as are all other tables.
    words : tuple of WordRow
        Level by level.
    ngrams : tuple of NgramRow
        By kind and system, the clearest first.
    changed : tuple of ChangedRow
        Metric by metric.
    examples : tuple of ExampleRow
        Those for A, then those for B, the clearest first.
    method : mapping
        Systems, unit, number of tests, versions and the SHA-256 of every input.

    Examples
    --------
    >>> import steelyard as sy
    >>> systems = {"x": ["a", "d", "g"], "y": ["a b", "d e", "g"]}
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems=systems)
    >>> found = sy.evaluate(data, metrics=["wer"]).diff()
    >>> [(row.ngram, row.units_a, row.units_b) for row in found.ngrams if row.kind == "matched"]
    [('a b', 1, 0), ('d e', 1, 0), ('b', 1, 0), ('e', 1, 0)]
    """

    schema: ClassVar[str] = "steelyard.difference/1"
    tables: ClassVar[tuple[str, ...]] = ("buckets", "words", "ngrams", "changed", "examples")

    buckets: tuple[BucketRow, ...]
    words: tuple[WordRow, ...]
    ngrams: tuple[NgramRow, ...]
    changed: tuple[ChangedRow, ...]
    examples: tuple[ExampleRow, ...]
    method: DifferenceMethod

    def __str__(self) -> str:
        """Return which systems, and in how many segments their outputs differ."""
        a, b, n = self.method["system_a"], self.method["system_b"], self.method["n_segments"]
        return f"Difference: {a} (A) and {b} (B), {self.method['n_changed']} of {n} segments differ"
