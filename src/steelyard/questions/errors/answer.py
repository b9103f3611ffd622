"""Which words are wrong, and in what way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import clean

__all__ = [
    "OTHER_FORM", "ErrorExampleRow", "ErrorRow", "Errors", "ErrorsMethod", "ErrorWordsRow", "HumanLabelRow",
    "MarkedSegmentRow", "RepairRow", "TagRow", "WrongWordsRow",
]  # fmt: skip

OTHER_FORM = "other form"  # of an inflection error whose words differ in no feature that both have


@row
class WrongWordsRow:
    """How much of a system's output is wrong."""

    system: str = column(terms.SYSTEM)
    n_reference: int = column("words of the references that were used", ">reference", ",")
    n_words: int = column("words of the output", ">words", ",")
    wer: float = column("word error rate", ">WER %", "100*.2f")
    per: float = column("position-independent word error rate: WER without word order", ">PER %", "100*.2f")
    rper: float = column(
        "share of the reference's words that are nowhere in the output",
        ">RPER %",
        "100*.2f",
        "share of the reference's words that are nowhere in the output; HPER: the reverse, of the output's words",
    )
    hper: float = column("share of the output's words that are nowhere in the reference", ">HPER %", "100*.2f")
    fper: float = column("RPER and HPER together: share of all words of both")
    scores: Mapping[str, float] = column("scores by the label of each metric")


@row
class ErrorRow:
    """Errors of a class, of words of a tag, or in a feature, in the output of a system."""

    level: str = column(
        "kind of the row: errors by class, WER errors by tag, WER of the words of one tag alone, inflection errors by "
        "feature, or words that people labelled as wrong by class"
    )
    name: str = column("name of the class, tag or feature")
    metric: str = column("its spelling in `pairs`")
    system: str = column(terms.SYSTEM)
    n_errors: int = column("number of wrong words: of the reference; of the output for extra words; of both for a tag")
    n_blocks: int | None = column("number of blocks of consecutive words of this class; None for other rows")
    rate: float = column(
        "errors divided by words of the reference; of a tag alone, by its words of this tag; of people, by the "
        "output's words of this class that have labels"
    )
    interval: tuple[float, float] | None = column("confidence interval of the rate; None for a single unit")


@row
class TagRow:
    """Words of one tag in the output of a system."""

    tag: str = column("part-of-speech tag", "tag")
    system: str = column(terms.SYSTEM)
    n_reference: int = column("words of this tag in the references that were used", ">reference", ",")
    n_words: int = column("words of this tag in the output", ">words", ",")
    n_inflection: int = column("words of the reference with a wrong form in the output", ">inflected", ",", spare=1)
    n_missing: int = column("words of the reference that are missing", ">missing", ",", spare=1)
    n_extra: int = column("extra words of the output", ">extra", ",", spare=1)
    rper: float = column("missing words of this tag, as a share of all words of the reference")
    hper: float = column("extra words of this tag, as a share of all words of the output")
    fper: float = column("missing and extra words of this tag, as a share of all words of both")
    ifper: float = column("those of them with a wrong form, as a share of all words of both")
    alone_wer: float | None = column(
        "WER of the words of this tag alone; None if the references have none", ">WER %", "100*.1f"
    )
    alone_per: float | None = column("PER of the words of this tag alone", ">PER %", "100*.1f")
    alone_base_per: float | None = column(
        "PER of the base forms of the words of this tag alone",
        ">base PER %",
        "100*.1f",
        "PER of base forms in place of words; all three rates are of the words of this tag alone",
        spare=2,
    )
    order_share: float | None = column(
        "1 - PER / WER of these words: share of order errors",
        ">order %",
        "100*.1f",
        "1 - PER / WER: share of order errors",
        spare=2,
    )
    inflection_share: float | None = column(
        "1 - base PER / PER of these words: share of inflection errors",
        ">inflection %",
        "100*.1f",
        "1 - base PER / PER: share of inflection errors",
        spare=2,
    )


@row
class ErrorWordsRow:
    """The words that a class of errors is made of."""

    name: str = column("name of the class", "class")
    tag: str = column("part-of-speech tag; empty if words have none", "tag")
    system: str = column(terms.SYSTEM)
    n_errors: int = column("words of this class and tag", ">words", ",")
    words: tuple[tuple[str, int], ...] = column(
        "most frequent words, and how often each is wrong",
        "most frequent",
        lambda words: ", ".join(f"{clean(word)} ({n})" for word, n in words),
    )
    segments: tuple[int, ...] = column(
        "numbers of the first segments with such an error, from 1",
        "segments",
        lambda segments: ", ".join(map(str, segments)),
    )


@row
class RepairRow(MetricRow):
    """What a system would score without the errors of a class: an upper bound, as the reference repairs them."""

    name: str = column("name of the class")
    system: str = column(terms.SYSTEM)
    n_repaired: int = column("number of repaired words")
    score: float = column("score before repair, of words separated by spaces")
    repaired: float = column("score after repair")
    gain: float = column("difference of the two scores")
    interval: tuple[float, float] | None = column("confidence interval of the gain; None for a single unit")


@row
class ErrorExampleRow:
    """A segment with errors of a class."""

    name: str = column("name of the class")
    system: str = column(terms.SYSTEM)
    segment: int = column("its number, from 1")
    n_errors: int = column("number of words of the class in the segment")
    reference: str = column("words of the reference; words of the class are between ``{+`` and ``+}``")
    output: str = column("words of the output, marked in the same way")


@row
class MarkedSegmentRow:
    """A segment of a system with all that is wrong in it: one of those that have an example of some system."""

    segment: int = column("its number, from 1")
    system: str = column(terms.SYSTEM)
    reference: str = column("words of the reference, separated by spaces")
    output: str = column("words of the output, separated by spaces")
    in_reference: tuple[tuple[int, int, str], ...] = column(
        "blocks of words of a class in the reference: first character, end, and class"
    )
    in_output: tuple[tuple[int, int, str], ...] = column("blocks of words of a class in the output")


@row
class HumanLabelRow:
    """Words of outputs to which people gave a label."""

    label: str = column("label as written in the file")
    n_words: int = column("number of words of all systems together")
    classes: Mapping[str, int] = column('number of these words by class; ``"no class"`` for words without an error')


@documented
class ErrorsMethod(MethodOfUnits, Provenance, WithRecipe):
    """How errors were classed and tested."""

    alpha: Annotated[float, "family-wise error rate"]
    n_resamples: Annotated[int, "number of draws of the tests"]
    seed: Annotated[int, "seed of these draws"]
    n_effective: Annotated[float, "effective number of units"]
    count: Annotated[str, "whether rates and tests of classes count words or blocks"]
    words: Annotated[str, "source of words"]
    bases: Annotated[str, "source of base forms"]
    has_tags: Annotated[bool, "whether words have tags"]
    n_class_tests: Annotated[int, "number of tests of classes, one family"]
    n_tag_tests: Annotated[int, "number of tests of tags, one family"]
    n_alone_tests: Annotated[int, "number of tests of words of one tag alone, one family"]
    n_feature_tests: Annotated[int, "number of tests of features, one family"]
    warning: Annotated[str, "caution about too few units for scores that are no rates; empty if none"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Errors(Result):
    """Which words are wrong, and in what way.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a red ferry"]], systems={"x": ["a ferry"], "y": ["a red boat"]})
    >>> found = sy.evaluate(data, metrics=["wer"]).errors(n_resamples=50)
    >>> [(row.name, row.system) for row in found.rates if row.n_errors]
    [('missing', 'x'), ('lexical', 'y')]
    """

    schema: ClassVar[str] = "steelyard.errors/1"
    tables: ClassVar[tuple[str, ...]] = ("rates", "pairs", "tags", "words", "people", "repairs")

    rates: Annotated[
        tuple[ErrorRow, ...], "classes, then tags, words of one tag alone, and features; each with a row per system"
    ]
    pairs: Annotated[tuple[PairRow, ...], "which systems differ in which rate; fewer errors are better"]
    systems: Annotated[tuple[WrongWordsRow, ...], "in the given order"]
    tags: Annotated[tuple[TagRow, ...], "tag by tag; empty where words have none"]
    words: Annotated[tuple[ErrorWordsRow, ...], "by class, tag and system"]
    examples: Annotated[tuple[ErrorExampleRow, ...], "by class and system"]
    method: Annotated[ErrorsMethod, "method, versions and the SHA-256 of every input"]
    repairs: Annotated[tuple[RepairRow, ...], "by metric, class and system; empty without repairs"] = ()
    repaired_pairs: Annotated[
        tuple[PairRow, ...], "differences of systems before repair, and after repair of a class in both"
    ] = ()
    people: Annotated[tuple[HumanLabelRow, ...], "words by the label that people gave them"] = ()
    segments: Annotated[tuple[MarkedSegmentRow, ...], "outputs of all systems for every segment with an example"] = ()
