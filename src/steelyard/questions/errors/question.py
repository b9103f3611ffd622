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
        "Classify the wrong words of every system: wrong inflection, wrong order, missing, extra, or another word; "
        "with parses or tags also by part of speech. Show error rates with intervals, corrected tests between systems, "
        "and example words and segments."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain errors ref.txt -i baseline.txt ours.txt",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --repair all",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --tags ref.pos baseline.pos ours.pos",
        "steelyard explain errors ref.txt -i baseline.txt ours.txt --parses ref.conllu baseline.conllu ours.conllu "
        "--tag-by upos VERB:Tense+Person",
    )
    takes: ClassVar[tuple[str, ...]] = ("report",)

    examples: int = option(
        1, "show N example segments for each class and system", metavar="N", check=not_negative, is_first=True
    )
    top: int = show_option(5, "words for each class and system")
    count: str = option("words", "count wrong words, or blocks of consecutive wrong words", choices=("words", "blocks"))
    base: str = option(
        "",
        "use this view to get base forms of words without a lemma: stem:en, lemma:de, ...",
        flags=("--base-form",),
        metavar="VIEW",
        shown="the first four letters",
    )
    tokenize: str = words_option("split texts without parses or tags into words with this tokenizer: zh, none, ...")
    repair: tuple[str, ...] = option(
        (),
        "also score outputs after repair of these error classes by the reference",
        metavar="CLASS",
        choices=("all", *REPAIRS),
        is_first=True,
    )
    repair_edits: int | None = option(
        None,
        "repair only inflections with at most N edits: of morphemes in words split at +, else of letters",
        kind=int,
        metavar="N",
        check=not_negative,
    )
    by: tuple[str, ...] = option(
        (),
        "make tags from these: upos, xpos, a CoNLL-U feature (Tense), or features of a part of speech "
        "(VERB:Tense+Person)",
        flags=("--tag-by",),
        metavar="TAG",
        shown="upos, or xpos where words have none",
        more="Several are joined; words without a feature have the others.",
        python="sequence of str",
    )
    factors: str = option(
        "",
        "read texts as factored text with these columns, such as 'form|lemma|tag'",
        metavar="COLUMNS",
        shown="texts are plain",
    )
    people: Lines | None = option(
        None,
        "compare classes with labels that people gave to words; columns system, segment, and a label for each word, "
        "OK for a right word",
        file="labels",
    )
    pairs: str | tuple[str, ...] = pairs_option()
    alpha: float = option(
        0.05,
        "set the family-wise error rate",
        metavar="X",
        check=between_0_and_1,
        more="Classes, tags, words of one tag alone, and features are one family each. Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "make N draws for the tests")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
