"""What may be asked: which words are wrong, and in what way."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Lines,
    Question,
    between_0_and_1,
    not_negative,
    option,
    pairs_option,
    resamples_option,
    seed_option,
    show_option,
    unit_option,
    words_option,
)

__all__ = ["ErrorsQuestion"]

REPAIRS = ("inflection", "order", "missing", "extra", "lexical")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorsQuestion(Question):
    """Which words are wrong, and in what way."""

    description: ClassVar[str] = (
        "Class the wrong words of every system: inflected wrongly, misplaced, missing, extra, or another word; with "
        "parses or tags by part of speech too. Rates with intervals, corrected tests between systems, words and "
        "segments behind them."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain errors ref.txt -i baseline.txt ours.txt",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --repair all",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --tags ref.pos baseline.pos ours.pos",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --parses ref.conllu baseline.conllu ours.conllu "
        "--tag-by upos VERB:Tense+Person",
    )
    takes: ClassVar[tuple[str, ...]] = ("report",)

    examples: int = option(1, "segments for each class and system", metavar="N", check=not_negative, is_first=True)
    top: int = show_option(5, "words for each class and system")
    count: str = option(
        "words",
        "what rates and tests of classes count: words, or blocks of words in a row",
        choices=("words", "blocks"),
    )
    base: str = option(
        "",
        "view that gives the base form of a word without a lemma: stem:en, lemma:de, ...",
        flags=("--base-form",),
        metavar="VIEW",
        shown="the first four letters",
    )
    tokenize: str = words_option("makes words where texts have neither parses nor tags: zh, none, ...")
    repair: tuple[str, ...] = option(
        (),
        "also score outputs without the errors of these classes, repaired by the reference",
        metavar="CLASS",
        choices=("all", *REPAIRS),
        is_first=True,
    )
    repair_edits: int | None = option(
        None,
        "repair inflections that are at most so many edits away: of morphemes in words cut at +, else of letters",
        kind=int,
        metavar="N",
        check=not_negative,
    )
    by: tuple[str, ...] = option(
        (),
        "what tags are: upos, xpos, a feature of CoNLL-U such as Tense, or features of some parts of speech, "
        "VERB:Tense+Person",
        flags=("--tag-by",),
        metavar="TAG",
        shown="upos, or xpos where words have none",
        more="Several are put together; words without a feature keep the rest.",
        python="sequence of str",
    )
    factors: str = option(
        "",
        "columns of factored text, such as 'form|lemma|tag': they make words, base forms and tags",
        metavar="COLUMNS",
        shown="texts are plain",
    )
    people: Lines | None = option(
        None,
        "labels that people gave to words of outputs, which say how far classes can be trusted; columns system, "
        "segment, and a label for each word, OK for one that is right",
        file="labels",
    )
    pairs: str | tuple[str, ...] = pairs_option()
    alpha: float = option(
        0.05,
        "family-wise error rate",
        metavar="X",
        check=between_0_and_1,
        more="Classes are a family; so are tags, words of one tag alone, and features. Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "draws of the tests")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
