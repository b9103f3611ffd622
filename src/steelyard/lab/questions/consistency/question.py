"""What may be asked: how consistently repeated source words and terms are translated."""

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
from steelyard.errors import SpecError

__all__ = ["ConsistencyQuestion"]

_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV")


def _two(name: str, value: tuple[str, ...]) -> None:
    if len(value) not in (0, 2):
        raise SpecError(f"{name} takes two languages, that of the source and that of the targets, not {len(value)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistencyQuestion(Question):
    """How consistently repeated source words and terms are translated."""

    description: ClassVar[str] = (
        "Measure how consistently each text translates repeated source words (from word alignments). Or measure how "
        "often it has the terms of a glossary (without alignments). Tests over documents are corrected."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab consistency ref.txt -i a.txt b.txt --sources src.txt --documents docs.txt --glossary terms.tsv",
        "steelyard lab consistency ref.txt -i a.txt b.txt --sources src.txt --documents docs.txt "
        "--alignments ref.align a.align b.align",
    )
    takes: ClassVar[tuple[str, ...]] = ("report", "width", "no references")

    glossary: Lines | None = option(
        None,
        "find these terms: a line has a term, its targets (separated by a vertical bar), and forbidden ones if any, "
        "separated by tabs; or a termbase as TBX or CSV",
        file="glossary",
        is_first=True,
    )
    glossary_languages: tuple[str, ...] = option(
        (),
        "name the languages of the source and of the targets in a termbase of several languages",
        metavar="LANGUAGE",
        adds_up=False,
        check=_two,
    )
    top: int = show_option(10, "words or terms for each system")
    target_view: str = option(
        "",
        "compare forms as words, stem:de, lemma:de, prefix:4, ...",
        metavar="VIEW",
        shown="lemmas of parses, else words",
        is_first=True,
    )
    source_view: str = option(
        "", "compare source words by this view", metavar="VIEW", shown="lemmas, where parsed, else words"
    )
    enforce: tuple[str, ...] = option(
        (),
        "also score outputs in which each repeated word has one form in a document: the output's own most frequent "
        "one, or the first reference's",
        metavar="FORM",
        choices=("own", "reference"),
        is_first=True,
    )
    case: bool = option(False, "distinguish upper and lower case")
    stop_words: Lines | None = option(
        None,
        "leave out the source words in this file, one a line",
        file="stop words",
        more="With a glossary of no effect.",
    )
    target_stop_words: Lines | None = option(
        None, "leave out the words of references and outputs in this file, one a line", file="target stop words"
    )
    frequent: int | None = option(
        None,
        "leave out the N most frequent words of a side without stop words and parts of speech",
        kind=int,
        metavar="N",
        check=not_negative,
        shown="1 in 20 of the different words, and 100 at most",
    )
    tags: tuple[str, ...] = option(
        _CONTENT, "count words of these parts of speech only, if words have one", metavar="TAG",
        flags=("--content-tags",), shown=" ".join(_CONTENT), adds_up=False,
    )  # fmt: skip
    tokenize: str = words_option("split texts without parses and alignments with: zh, none, ...")
    pairs: str | tuple[str, ...] = pairs_option("compare all, baseline (each with the reference), or A:B ...")
    alpha: float = option(
        0.05,
        "set the family-wise error rate",
        metavar="X",
        check=between_0_and_1,
        more="Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "make N draws for the tests")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
