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
    "after Benjamini and Hochberg over all tested rows of the kind; None where nothing was tested",
    ">adjusted p",
    p_text,
    "of all rows of a family with a p up to this one, at most this share is expected to be false",
)
_VERDICT = Term(
    "on the system, in the metric's direction. Equivalent: equal statistics in every unit",
    "verdict",
    verdict_text,
    "on the system, from the adjusted p",
)


def short(text: str) -> str:
    """Show a name, a long one cut."""
    cleaned = clean(text)
    return cleaned if len(cleaned) <= _LONGEST_NAME else f"{cleaned[: _LONGEST_NAME - 3]}..."


@row
class BucketRow(MetricRow):
    """A kind of segment under one metric."""

    level: str = column("by what segments are parted")
    name: str = column("range of lengths, id of the document, or label", "", short)
    n_segments: int = column("number of segments", ">segments", ",")
    n_units: int = column("number of units that are exchanged")
    score: float | None = column("score of the system on the bucket alone; None where it has none", ">score", "score")
    score_against: float | None = column("score of the other likewise", ">against", "score")
    difference: float | None = column(terms.DIFFERENCE)
    p_value: float | None = column("of the bucket alone; None where it is too small to be tested", ">p", p_text)
    p_adjusted: float | None = column(_ADJUSTED)
    verdict: BucketVerdict = column(_VERDICT)


@row
class WordRow:
    """A class of words: how well each system gets them."""

    level: str = column("by what words are classed: how often references have them, letters, or part of speech")
    name: str = column("name of the class", "", lambda name: clean(name) or "(none)")
    n_units: int = column("units in which the class occurs")
    n_reference: int = column(
        "words of the references; of several, as many of a word as the one with most has", ">words", ","
    )
    n_words: int = column("words of the system's outputs")
    n_words_against: int = column("words of the other's outputs")
    matched: int = column("words of the system's outputs that the references of the same segment have")
    matched_against: int = column("words of the other's outputs likewise")
    recall: float = column("`matched` over `n_reference`", ">recall", ".3f")
    recall_against: float = column("`matched_against` over `n_reference`", ">against", ".3f")
    precision: float | None = column("`matched` over `n_words`; None without words", ">precision", ".3f")
    precision_against: float | None = column(
        "`matched_against` over `n_words_against`; None without words", ">against", ".3f"
    )
    f1: float = column(
        "F1: twice `matched` over `n_reference` plus `n_words`. The test is about F1",
        ">F1",
        ".3f",
        "twice the words that match a reference, over all words of output and reference",
    )
    f1_against: float = column("F1 of the other likewise", ">against", ".3f")
    p_value: float | None = column("as in `BucketRow`; the family is all classes of words", ">p", p_text)
    p_adjusted: float | None = column(_ADJUSTED)
    verdict: BucketVerdict = column(_VERDICT)


@row
class NgramRow:
    """Words in a row that one system has more often than the other."""

    kind: Literal["matched", "extra"] = column(
        "matched: with a reference of the same segment. Extra: beyond what any reference of it has"
    )
    ngram: str = column("words, a space between two", "n-gram", short)
    order: int = column("number of words")
    n_reference: int = column(
        "how often the references have it; of several, the one with most, segment by segment", ">references", ","
    )
    count: int = column("times that it is matched, or extra, in the system's outputs", ">times", ",")
    count_against: int = column("times that it is matched, or extra, in the other's outputs", ">against", ",")
    units_more: int = column("units in which the system has more such than the other")
    units_fewer: int = column("units in which it has fewer", ">fewer", ",")
    more: Literal["system", "against", ""] = column("the system with more units")
    p_value: float = column("exact binomial test of `units_more` against `units_fewer`, two-sided", ">p", p_text)
    p_adjusted: float | None = column(_ADJUSTED)


@row
class ChangedRow(MetricRow):
    """The segments whose outputs differ, under one metric."""

    n_segments: int = column("segments of the test set")
    n_changed: int = column("those whose outputs differ by at least one character")
    changed: float | None = column("score of the system on the changed segments; None where there is none")
    changed_against: float | None = column("score of the other on the changed segments; None where there is none")
    same: float | None = column(
        "score of both systems on the others; None where there is none, or the two differ, as scores from outside may "
        "on equal texts"
    )
    score: float | None = column("score of the system on all segments")
    score_against: float | None = column("score of the other on all segments")
    difference: float | None = column(terms.DIFFERENCE._replace(about="their difference on all segments"))
    p_value: float | None = column(
        "of randomization over all units; None where these are too few to be tested", ">p", p_text
    )


@row
class ExampleRow(MetricRow):
    """A segment on which the systems' scores are far apart."""

    segment: int = column("its number, from 1")
    score: float = column("score of the system on this segment")
    score_against: float = column("score of the other on this segment")
    difference: float = column(terms.DIFFERENCE)
    speaks_for: Literal["system", "against"] = column("the better one here, in the metric's direction")
    excerpt: Excerpt = column("texts")


@documented
class DifferenceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How two systems were held against each other."""

    system: Annotated[str, "the later system"]
    against: Annotated[str, "the earlier one"]
    alpha: Annotated[float, "false discovery rate of each family of tests"]
    n_resamples: Annotated[int, "draws of each test"]
    seed: Annotated[int, "of the draws"]
    tokenize: Annotated[str, "tokenizer that made words and n-grams"]
    n_changed: Annotated[int, "segments whose outputs differ"]
    has_word_counts: Annotated[bool, "whether words are classed by given counts"]
    n_bucket_tests: Annotated[int, "tests of buckets, a family"]
    n_word_tests: Annotated[int, "tests of classes of words, a family"]
    n_ngram_tests: Annotated[int, "tests of n-grams, a family"]
    n_ngrams_found: Annotated[int, "n-grams with an adjusted p up to alpha"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100, or None where it has no largest score"]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    by: Annotated[str, "metric of single segments, which chose the examples"]
    by_signature: Annotated[str, "its signature"]
    by_scale: Annotated[int | None, "its scale"]
    sentence: Annotated[str, "the same for the paper"]


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
        tuple[BucketRow, ...],
        "metric by metric, level by level. Empty where the outputs are identical, as are all other tables",
    ]
    words: Annotated[tuple[WordRow, ...], "level by level"]
    ngrams: Annotated[tuple[NgramRow, ...], "by kind and system, the clearest first"]
    changed: Annotated[tuple[ChangedRow, ...], "metric by metric"]
    examples: Annotated[tuple[ExampleRow, ...], "those for the system, then those against it, the clearest first"]
    method: Annotated[DifferenceMethod, "systems, unit, number of tests, versions and the SHA-256 of every input"]

    def __str__(self) -> str:
        """Return which systems, and in how many segments their outputs differ."""
        a, b, n = self.method["system"], self.method["against"], self.method["n_segments"]
        return f"Difference: {a} and {b}, {self.method['n_changed']} of {n} segments differ"
