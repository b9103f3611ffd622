"""Where two systems differ."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, Term, column, documented, row, verdict_text
from steelyard.results.excerpt import Excerpt
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import p_text
from steelyard.results.table import clean

__all__ = ["BucketRow", "ChangedRow", "Difference", "DifferenceMethod", "ExampleRow", "NgramRow", "WordRow"]

BucketVerdict = Literal["better", "worse", "equivalent", "cannot tell", "not tested"]

_LONGEST_NAME = 40
_ADJUSTED = Term(
    "p-value corrected by the Benjamini-Hochberg method over all tested rows of the kind; None without a test",
    ">adjusted p",
    p_text,
    "p-value corrected for the false discovery rate of all tests of this kind of rows",
)
_VERDICT = Term(
    "of the system against the other one. Equivalent: equal statistics in every unit",
    "verdict",
    verdict_text,
    "of the system, from the adjusted p",
)


def short(text: str) -> str:
    """Show a name, a long one cut."""
    cleaned = clean(text)
    return cleaned if len(cleaned) <= _LONGEST_NAME else f"{cleaned[: _LONGEST_NAME - 3]}..."


@row
class BucketRow(MetricRow):
    """A kind of segment under one metric."""

    level: str = column("how segments are grouped")
    name: str = column("range of lengths, id of the document, or label", "", short)
    n_segments: int = column("number of segments", ">segments", ",")
    n_units: int = column("number of units that the test exchanges")
    score: float | None = column("score of the system on these segments alone; None if it has none", ">score", "score")
    score_against: float | None = column("score of the other system on these segments alone", ">against", "score")
    difference: float | None = column(terms.DIFFERENCE)
    p_value: float | None = column("p-value of these segments alone; None if they are too few for a test", ">p", p_text)
    p_adjusted: float | None = column(_ADJUSTED)
    verdict: BucketVerdict = column(_VERDICT)


@row
class WordRow:
    """A class of words: how well each system gets them."""

    level: str = column("how words are grouped: by count in the references, number of letters, or part of speech")
    name: str = column("name of the class", "", lambda name: clean(name) or "(none)")
    n_units: int = column("units in which the class occurs")
    n_reference: int = column(
        "words of the references; with several references, the largest count of each word", ">words", ","
    )
    n_words: int = column("words of the system's outputs")
    n_words_against: int = column("words of the other system's outputs")
    matched: int = column("words of the system's outputs that are in a reference of the same segment")
    matched_against: int = column("words of the other system's outputs that are in a reference of the same segment")
    recall: float = column("`matched` divided by `n_reference`", ">recall", ".3f")
    recall_against: float = column("`matched_against` divided by `n_reference`", ">against", ".3f")
    precision: float | None = column("`matched` divided by `n_words`; None without words", ">precision", ".3f")
    precision_against: float | None = column(
        "`matched_against` divided by `n_words_against`; None without words", ">against", ".3f"
    )
    f1: float = column(
        "F1: twice `matched` divided by the sum of `n_reference` and `n_words`. The test compares F1",
        ">F1",
        ".3f",
        "harmonic mean of precision and recall of words; the p-value compares F1",
    )
    f1_against: float = column("F1 of the other system", ">against", ".3f")
    p_value: float | None = column(
        "p-value of this class of words alone; None if it is in too few units for a test", ">p", p_text
    )
    p_adjusted: float | None = column(_ADJUSTED)
    verdict: BucketVerdict = column(_VERDICT)


@row
class NgramRow:
    """Words in a row that one system has more often than the other."""

    kind: Literal["matched", "extra"] = column(
        "matched: a reference of the same segment has the n-gram. Extra: more often than in any reference of the "
        "segment"
    )
    ngram: str = column("words, separated by spaces", "n-gram", short)
    order: int = column("number of words")
    n_reference: int = column(
        "its count in the references; with several references, the largest count in each segment", ">references", ","
    )
    count: int = column("how many times it is matched, or extra, in the system's outputs", ">times", ",")
    count_against: int = column(
        "how many times it is matched, or extra, in the other system's outputs", ">against", ","
    )
    units_more: int = column("units in which the system has it more often than the other system")
    units_fewer: int = column("units in which the system has it less often", ">fewer", ",")
    more: Literal["system", "against", ""] = column("the system with more units")
    p_value: float = column("exact binomial test of `units_more` against `units_fewer`, two-sided", ">p", p_text)
    p_adjusted: float | None = column(_ADJUSTED)


@row
class ChangedRow(MetricRow):
    """The segments whose outputs differ, under one metric."""

    n_segments: int = column("segments of the test set")
    n_changed: int = column("segments whose outputs differ by at least one character")
    changed: float | None = column("score of the system on the segments that differ; None if there is none")
    changed_against: float | None = column(
        "score of the other system on the segments that differ; None if there is none"
    )
    same: float | None = column(
        "score of both systems on the segments with equal outputs; None if there is none, or if given scores differ"
    )
    score: float | None = column("score of the system on all segments")
    score_against: float | None = column("score of the other system on all segments")
    difference: float | None = column(terms.DIFFERENCE._replace(about="difference of the two scores on all segments"))
    p_value: float | None = column(
        "p-value of the randomization test on all units; None if these are too few", ">p", p_text
    )


@row
class ExampleRow(MetricRow):
    """A segment on which the systems' scores are far apart."""

    segment: int = column("its number, from 1")
    score: float = column("score of the system on this segment")
    score_against: float = column("score of the other system on this segment")
    difference: float = column(terms.DIFFERENCE)
    speaks_for: Literal["system", "against"] = column("the better system on this segment")
    excerpt: Excerpt = column("texts")


@documented
class DifferenceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How two systems were held against each other."""

    system: Annotated[str, "the system that is compared, given later"]
    against: Annotated[str, "the baseline, given earlier"]
    alpha: Annotated[float, "false discovery rate of each family of tests"]
    n_resamples: Annotated[int, "number of draws of each test"]
    seed: Annotated[int, "seed of the draws"]
    tokenize: Annotated[str, "tokenizer that made words and n-grams"]
    n_changed: Annotated[int, "segments whose outputs differ"]
    has_word_counts: Annotated[bool, "whether words are grouped by given counts"]
    n_bucket_tests: Annotated[int, "number of tests of buckets, one family"]
    n_word_tests: Annotated[int, "number of tests of classes of words, one family"]
    n_ngram_tests: Annotated[int, "number of tests of n-grams, one family"]
    n_ngrams_found: Annotated[int, "n-grams with an adjusted p up to alpha"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100; None if scores have no maximum"]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    by: Annotated[str, "segment metric that chose the examples"]
    by_signature: Annotated[str, "its signature"]
    by_scale: Annotated[int | None, "its scale"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Difference(Result):
    """Where two systems differ: kinds of segments, classes of words, n-grams, single segments.

    Examples
    --------
    >>> import steelyard as sy
    >>> systems = {"x": ["a", "d", "g"], "y": ["a b", "d e", "g"]}
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems=systems)
    >>> found = sy.evaluate(data, metrics=["wer"]).diff()
    >>> [(row.ngram, row.units_more, row.units_fewer) for row in found.ngrams if row.kind == "matched"]
    [('a b', 1, 0), ('d e', 1, 0), ('b', 1, 0), ('e', 1, 0)]
    """

    schema: ClassVar[str] = "steelyard.difference/1"
    tables: ClassVar[tuple[str, ...]] = ("buckets", "words", "ngrams", "changed", "examples")

    buckets: Annotated[
        tuple[BucketRow, ...], "metric by metric, level by level; all tables are empty if the outputs are identical"
    ]
    words: Annotated[tuple[WordRow, ...], "level by level"]
    ngrams: Annotated[tuple[NgramRow, ...], "by kind and system, the smallest p-value first"]
    changed: Annotated[tuple[ChangedRow, ...], "metric by metric"]
    examples: Annotated[
        tuple[ExampleRow, ...],
        "segments where the system is better, then segments where it is worse, the largest differences first",
    ]
    method: Annotated[DifferenceMethod, "systems, unit, number of tests, versions and the SHA-256 of every input"]

    def __str__(self) -> str:
        """Return which systems, and in how many segments their outputs differ."""
        a, b, n = self.method["system"], self.method["against"], self.method["n_segments"]
        return f"Difference: {a} and {b}, {self.method['n_changed']} of {n} segments differ"
