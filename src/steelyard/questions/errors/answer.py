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
    "OTHER_FORM",
    "ErrorExampleRow",
    "ErrorRow",
    "Errors",
    "ErrorsMethod",
    "ErrorWordsRow",
    "HumanLabelRow",
    "MarkedSegmentRow",
    "RepairRow",
    "TagRow",
    "WrongWordsRow",
]

OTHER_FORM = "other form"  # of an inflection error whose words differ in no feature that both have


@row
class WrongWordsRow:
    """How much of a system's output is wrong."""

    system: str = column(terms.SYSTEM)
    n_reference: int = column("words of the references that were used", ">reference", ",")
    n_words: int = column("words of the output", ">words", ",")
    wer: float = column("word error rate", ">WER %", "100*.2f")
    per: float = column(
        "that without order: the larger number of words without a counterpart, of the reference's", ">PER %", "100*.2f"
    )
    rper: float = column(
        "words of the reference that the output lacks wherever they stand, of all words of the reference",
        ">RPER %",
        "100*.2f",
        "words of the reference that the output lacks wherever they stand; HPER: the reverse, of the output's words",
    )
    hper: float = column(
        "words of the output that the reference lacks, of all words of the output", ">HPER %", "100*.2f"
    )
    fper: float = column("both, of the words of both")
    scores: Mapping[str, float] = column("by label, under the metrics that were asked for")


@row
class ErrorRow:
    """Errors of a class, of words of a tag, or in a feature, in the output of a system."""

    level: str = column(
        "what the name is: a class of errors; a tag, of whose words WER counts so many errors; a tag, if texts had its "
        "words alone; a feature that the words of inflection errors differ in; a class, of whose words people call so "
        "many wrong"
    )
    name: str = column("name of the class, tag or feature")
    metric: str = column("the spelling under which `pairs` has it")
    system: str = column(terms.SYSTEM)
    n_errors: int = column("words: of the reference, for extra words of the output; of a tag both, as WER counts them")
    n_blocks: int | None = column("runs of words of this class in a row; None for others")
    rate: float = column(
        "what was counted, of the words of the reference; of a tag alone, of its words of this tag; of "
        "people, of the output's words of this class that people saw"
    )
    interval: tuple[float, float] | None = column("around the rate; None for a single unit")


@row
class TagRow:
    """Words of one tag in the output of a system."""

    tag: str = column("the tag", "tag")
    system: str = column(terms.SYSTEM)
    n_reference: int = column("words of this tag in the references that were used", ">reference", ",")
    n_words: int = column("words of this tag in the output", ">words", ",")
    n_inflection: int = column("words of the reference that are inflected wrongly", ">inflected", ",", spare=1)
    n_missing: int = column("words of the reference that are missing", ">missing", ",", spare=1)
    n_extra: int = column("extra words of the output", ">extra", ",", spare=1)
    rper: float = column("words of this tag that the output lacks, of all words of the reference")
    hper: float = column("words of this tag that the reference lacks, of all words of the output")
    fper: float = column("both, of all words of both")
    ifper: float = column("those of them that are inflected wrongly, likewise")
    alone_wer: float | None = column(
        "WER if texts had the words of this tag alone; None where the references have none", ">WER %", "100*.1f"
    )
    alone_per: float | None = column("PER likewise", ">PER %", "100*.1f")
    alone_base_per: float | None = column(
        "PER of base forms likewise",
        ">base PER %",
        "100*.1f",
        "PER with base forms in place of words; WER, PER: if texts had the words of this tag alone",
        spare=2,
    )
    order_share: float | None = column(
        "1 - PER / WER of these words alone: the share of errors of order",
        ">order %",
        "100*.1f",
        "1 - PER / WER: the share of these errors that is order",
        spare=2,
    )
    inflection_share: float | None = column(
        "1 - PER of base forms / PER of these words alone: the share of errors of inflection",
        ">inflection %",
        "100*.1f",
        "1 - PER of base forms / PER: the share that is inflection",
        spare=2,
    )


@row
class ErrorWordsRow:
    """The words that a class of errors is made of."""

    name: str = column("name of the class", "class")
    tag: str = column("the tag; empty where words have none", "tag")
    system: str = column(terms.SYSTEM)
    n_errors: int = column("words of this class and tag", ">words", ",")
    words: tuple[tuple[str, int], ...] = column(
        "the most frequent ones, and how often they are wrong",
        "most often",
        lambda words: ", ".join(f"{clean(word)} ({n})" for word, n in words),
    )
    segments: tuple[int, ...] = column(
        "the first ones that have such an error, from 1", "segments", lambda segments: ", ".join(map(str, segments))
    )


@row
class RepairRow(MetricRow):
    """What a system would score without the errors of a class: an upper bound, as the reference repairs them."""

    name: str = column("name of the class")
    system: str = column(terms.SYSTEM)
    n_repaired: int = column("words that were repaired")
    score: float = column("score of the words as they are, with spaces between")
    repaired: float = column("score of the repaired ones")
    gain: float = column("their difference")
    interval: tuple[float, float] | None = column("confidence interval of the gain; None for a single unit")


@row
class ErrorExampleRow:
    """A segment with errors of a class."""

    name: str = column("name of the class")
    system: str = column(terms.SYSTEM)
    segment: int = column("its number, from 1")
    n_errors: int = column("words of the class in it")
    reference: str = column("words of the reference, those of the class between ``{+`` and ``+}``")
    output: str = column("words of the output, marked likewise")


@row
class MarkedSegmentRow:
    """A segment of a system with all that is wrong in it: one of those that have an example of some system."""

    segment: int = column("its number, from 1")
    system: str = column(terms.SYSTEM)
    reference: str = column("words of the reference, with blanks between")
    output: str = column("words of the output, with blanks between")
    in_reference: tuple[tuple[int, int, str], ...] = column(
        "runs of words of a class in the reference: first letter, the one after the last, and the class"
    )
    in_output: tuple[tuple[int, int, str], ...] = column("such runs in the output")


@row
class HumanLabelRow:
    """Words of outputs to which people gave a label."""

    label: str = column("as they wrote it")
    n_words: int = column("of all systems together")
    classes: Mapping[str, int] = column(
        'how many of them are of each class; ``"no class"`` for words that were found right'
    )


@documented
class ErrorsMethod(MethodOfUnits, Provenance, WithRecipe):
    """How errors were classed and tested."""

    alpha: Annotated[float, "family-wise error rate"]
    n_resamples: Annotated[int, "draws of the tests"]
    seed: Annotated[int, "of these draws"]
    n_effective: Annotated[float, "as many units of equal size as there are in effect"]
    count: Annotated[str, "whether rates and tests of classes count words or blocks"]
    words: Annotated[str, "where words come from"]
    bases: Annotated[str, "where their base forms come from"]
    has_tags: Annotated[bool, "whether words have tags"]
    n_class_tests: Annotated[int, "tests of classes, a family"]
    n_tag_tests: Annotated[int, "tests of tags, a family"]
    n_alone_tests: Annotated[int, "tests of words of one tag alone, a family"]
    n_feature_tests: Annotated[int, "tests of features, a family"]
    warning: Annotated[
        str, "what units cannot show of scores that are no rates, such as those of repaired texts; empty if nothing"
    ]
    sentence: Annotated[str, "the same for the paper"]


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
    method: Annotated[ErrorsMethod, "how it was done, versions and the SHA-256 of every input"]
    repairs: Annotated[
        tuple[RepairRow, ...], "by metric, class and system; empty where nothing was to be repaired"
    ] = ()
    repaired_pairs: Annotated[
        tuple[PairRow, ...], "differences of the systems as they are, and with the errors of a class repaired in both"
    ] = ()
    people: Annotated[tuple[HumanLabelRow, ...], "by label that people gave to words"] = ()
    segments: Annotated[tuple[MarkedSegmentRow, ...], "of every segment with an example all systems"] = ()
