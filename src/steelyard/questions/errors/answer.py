"""Which words are wrong, and in what way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.results.pair_rows import PairRow
from steelyard.short_repr import short_repr

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


@dataclass(frozen=True, slots=True)
class WrongWordsRow:
    """How much of a system's output is wrong.

    Attributes
    ----------
    system : str
        Name.
    n_reference, n_words : int
        Words of the references that were taken, and of the output.
    wer, per : float
        Word error rate, and that without order: the larger number of words without a counterpart.
    rper, hper, fper : float
        Words of the reference that the output lacks, wherever they stand, of all of its words; words of the output
        that the reference lacks; both, of the words of both.
    scores : mapping of str to float
        By label, under the metrics that were asked for.

    Examples
    --------
    >>> from steelyard.results import WrongWordsRow
    >>> WrongWordsRow("ours", 100, 98, 0.42, 0.31, 0.31, 0.29, 0.3, {"BLEU": 31.0}).wer
    0.42
    """

    system: str
    n_reference: int
    n_words: int
    wer: float
    per: float
    rper: float
    hper: float
    fper: float
    scores: Mapping[str, float]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """Errors of a class, of words of a tag, or in a feature, in the output of a system.

    Attributes
    ----------
    level : {"class", "tag", "alone", "feature", "people"}
        What the name is: a class of errors; a tag, of whose words WER counts so many errors; a tag, if texts had its
        words alone; a feature that the words of inflection errors differ in; a class, of whose words people call so
        many wrong.
    name, metric : str
        Of the class, tag or feature, and the spelling under which `pairs` has it.
    system : str
        Name.
    n_errors : int
        Words: of the reference, for extra words of the output; of a tag both, as WER counts them.
    n_blocks : int or None
        Runs of words of this class in a row; None for others.
    rate : float
        What was counted, of the words of the reference; of a tag alone, of its words of this tag; of people, of
        the output's words of this class that people saw.
    interval : (float, float) or None
        Around the rate; None for a single unit.

    Examples
    --------
    >>> from steelyard.results import ErrorRow
    >>> ErrorRow("class", "missing", "errors(missing)", "ours", 12, 9, 0.12, (0.09, 0.15)).n_blocks
    9
    """

    level: str
    name: str
    metric: str
    system: str
    n_errors: int
    n_blocks: int | None
    rate: float
    interval: tuple[float, float] | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class TagRow:
    """Words of one tag in the output of a system.

    Attributes
    ----------
    tag, system : str
        Names.
    n_reference, n_words : int
        Words of this tag in the references that were taken, and in the output.
    n_inflection, n_missing, n_extra : int
        Of them, inflected wrongly and missing in the reference's count, and extra in the output's.
    rper, hper : float
        Words of this tag that the other text lacks, of all words of the reference, and of the output.
    fper, ifper : float
        Both, of all words of both; and those of them that are inflected wrongly.
    alone_wer, alone_per, alone_base_per : float or None
        Rates if texts had the words of this tag alone, the last one of base forms; None where the references have none.
    order_share : float or None
        1 - PER / WER of these words alone: how much of the errors is a matter of order.
    inflection_share : float or None
        1 - PER of base forms / PER of these words alone: how much is a matter of inflection.

    Examples
    --------
    >>> from steelyard.results import TagRow
    >>> TagRow("VERB", "ours", 40, 38, 3, 5, 2, 0.05, 0.04, 0.045, 0.03, 0.5, 0.4, 0.3, 0.2, 0.25).alone_wer
    0.5
    """

    tag: str
    system: str
    n_reference: int
    n_words: int
    n_inflection: int
    n_missing: int
    n_extra: int
    rper: float
    hper: float
    fper: float
    ifper: float
    alone_wer: float | None
    alone_per: float | None
    alone_base_per: float | None
    order_share: float | None
    inflection_share: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ErrorWordsRow:
    """The words that a class of errors is made of.

    Attributes
    ----------
    name, tag, system : str
        Class, tag and system; the tag is empty where words have none.
    n_errors : int
        Words of this class and tag.
    words : tuple of (str, int)
        The most frequent ones, and how often they are wrong.
    segments : tuple of int
        The first ones that have such an error, from 1.

    Examples
    --------
    >>> from steelyard.results import ErrorWordsRow
    >>> ErrorWordsRow("missing", "DET", "ours", 4, (("the", 3), ("a", 1)), (2, 7)).words[0]
    ('the', 3)
    """

    name: str
    tag: str
    system: str
    n_errors: int
    words: tuple[tuple[str, int], ...]
    segments: tuple[int, ...]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class RepairRow:
    """What a system would score without the errors of a class: an upper bound, as the reference repairs them.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    name, system : str
        Class and system.
    n_repaired : int
        Words.
    score, repaired : float
        Of the words as they are, with spaces between, and of the repaired ones.
    gain : float
        Their difference.
    interval : (float, float) or None
        Around it; None for a single unit.

    Examples
    --------
    >>> from steelyard.results import RepairRow
    >>> RepairRow("bleu", "BLEU", "order", "ours", 130, 47.6, 53.1, 5.5, (4.0, 7.0)).gain
    5.5
    """

    metric: str
    label: str
    name: str
    system: str
    n_repaired: int
    score: float
    repaired: float
    gain: float
    interval: tuple[float, float] | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ErrorExampleRow:
    """A segment with errors of a class.

    Attributes
    ----------
    name, system : str
        Class and system.
    segment : int
        From 1.
    n_errors : int
        Words of the class in it.
    reference, output : str
        Its words, those of the class between ``{+`` and ``+}``.

    Examples
    --------
    >>> from steelyard.results import ErrorExampleRow
    >>> ErrorExampleRow("missing", "ours", 3, 1, "the {+red+} ferry", "the ferry").segment
    3
    """

    name: str
    system: str
    segment: int
    n_errors: int
    reference: str
    output: str

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class MarkedSegmentRow:
    """A segment of a system with all that is wrong in it: one of those that have an example of some system.

    Attributes
    ----------
    segment : int
        From 1.
    system : str
        Name.
    reference, output : str
        Their words, with blanks between.
    in_reference, in_output : tuple of (int, int, str)
        Runs of words of a class: first letter, the one after the last, and the class.

    Examples
    --------
    >>> from steelyard.results import MarkedSegmentRow
    >>> row = MarkedSegmentRow(3, "ours", "the red ferry", "the ferry", ((4, 7, "missing"),), ())
    >>> row.reference[slice(*row.in_reference[0][:2])]
    'red'
    """

    segment: int
    system: str
    reference: str
    output: str
    in_reference: tuple[tuple[int, int, str], ...]
    in_output: tuple[tuple[int, int, str], ...]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class HumanLabelRow:
    """Words of outputs to which people gave a label.

    Attributes
    ----------
    label : str
        As they wrote it.
    n_words : int
        Of all systems together.
    classes : mapping of str to int
        How many of them are of each class; ``"no class"`` for words that were found right.

    Examples
    --------
    >>> from steelyard.results import HumanLabelRow
    >>> HumanLabelRow("GENDER", 10, {"inflection": 6, "lexical": 1, "no class": 3}).classes["inflection"]
    6
    """

    label: str
    n_words: int
    classes: Mapping[str, int]

    __repr__ = short_repr


class ErrorsMethod(MethodOfUnits, Provenance, Told):
    """How errors were classed and tested.

    Attributes
    ----------
    alpha : float
        Family-wise error rate.
    n_resamples, seed : int
        Of the tests.
    n_effective : float
        As many units of equal size as there are in effect.
    count : str
        Whether rates and tests of classes count words or blocks.
    words, bases : str
        Where words and their base forms come from.
    has_tags : bool
        Whether words have tags.
    n_class_tests, n_tag_tests, n_alone_tests, n_feature_tests : int
        Sizes of the families.
    warning : str
        What units cannot show of scores that are no rates, such as those of repaired texts; empty if nothing.
    sentence : str
        The same for the paper.
    """

    alpha: float
    n_resamples: int
    seed: int
    n_effective: float
    count: str
    words: str
    bases: str
    has_tags: bool
    n_class_tests: int
    n_tag_tests: int
    n_alone_tests: int
    n_feature_tests: int
    warning: str
    sentence: str


@dataclass(frozen=True)
class Errors(Result):
    """Which words are wrong, and in what way.

    Attributes
    ----------
    rates : tuple of ErrorRow
        Classes, then tags, words of one tag alone, and features; each with a row per system.
    pairs : tuple of PairRow
        Which systems differ in which rate; fewer errors are better.
    systems : tuple of WrongWordsRow
        In the given order.
    tags : tuple of TagRow
        Tag by tag; empty where words have none.
    words : tuple of ErrorWordsRow
        By class, tag and system.
    examples : tuple of ErrorExampleRow
        By class and system.
    people : tuple of HumanLabelRow
        By label that people gave to words.
    segments : tuple of MarkedSegmentRow
        Of every segment with an example all systems.
    method : mapping
        How it was done, versions and the SHA-256 of every input.
    repairs : tuple of RepairRow
        By metric, class and system; empty where nothing was to be repaired.
    repaired_pairs : tuple of PairRow
        Differences of the systems as they are, and with the errors of a class repaired in both.

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

    rates: tuple[ErrorRow, ...]
    pairs: tuple[PairRow, ...]
    systems: tuple[WrongWordsRow, ...]
    tags: tuple[TagRow, ...]
    words: tuple[ErrorWordsRow, ...]
    examples: tuple[ErrorExampleRow, ...]
    method: ErrorsMethod
    repairs: tuple[RepairRow, ...] = ()
    repaired_pairs: tuple[PairRow, ...] = ()
    people: tuple[HumanLabelRow, ...] = ()
    segments: tuple[MarkedSegmentRow, ...] = ()
