"""What may be asked: in which other words the references could say the same."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Lines, Question, option
from steelyard.errors import SpecError

__all__ = ["ParaphraseQuestion"]


def _one_or_more(name: str, value: int) -> None:
    if value < 1:
        raise SpecError(f"{name} must be at least 1, not {value}.")


def _not_negative(name: str, value: int) -> None:
    if value < 0:
        raise SpecError(f"{name} must be 0 or more, not {value}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParaphraseQuestion(Question):
    """In which other words the references could say the same."""

    description: ClassVar[str] = (
        "Learn paraphrases from word alignments, and write new references with one phrase replaced. They are files in "
        "a folder; empty lines are missing references, so score with --empty-reference missing."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab paraphrase ref.txt --sources src.txt --alignments ref.align -o more",
    )

    max_phrase_length: int = option(3, "use phrases of at most N words", metavar="N", check=_one_or_more)
    min_count: int = option(1, "use phrase pairs with at least N translations", metavar="N", check=_one_or_more)
    min_probability: float = option(
        0.0, "use paraphrases with at least this probability", metavar="P",
        more="`steelyard.text.learn_paraphrases` defines it; the paper sets no limit.", is_first=True)  # fmt: skip
    stop_words: Collection[str] | Lines = option(
        (),
            "do not replace phrases of only these words, such as "
            "prepositions", is_list=False, metavar="FILE", file="stop words",
        python="collection of str or TextFile",
    )  # fmt: skip
    keep_length: bool = option(
        True, "also replace phrases by longer or shorter ones, as the paper does", flags=("--any-length",),
        more="That is False; True takes phrases of as many words only: brevity penalties and mean lengths then still "
        "come from what people wrote.", is_first=True)  # fmt: skip
    first_only: bool = option(False, "replace a phrase at its first place only", more="Not at each by itself.")
    max_paraphrases: int = option(
        50, "write at most N new texts for a segment", metavar="N", check=_not_negative,
        more="The most probable replacements of a reference come first.", is_first=True)  # fmt: skip
