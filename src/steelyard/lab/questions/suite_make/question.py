"""What may be asked: which units a text has, and how its references translate them."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, option, words_option

__all__ = ["MakeCheckPointsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeCheckPointsQuestion(Question):
    """Which units a text has, and how its references translate them."""

    description: ClassVar[str] = "Make check-points from parses, word alignments and lists."
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab suite make ref.txt --source-parses src.conllu --alignments ref.align -o points.jsonl",
    )

    categories: tuple[str, ...] = option((), "categories or groups to take", metavar="NAME", shown="all there are")
    side: str | None = option(
        None,
        "whose units are made; of the other, a parse says what its words are",
        choices=("source", "reference", "both"),
        shown="source where it is parsed or lists are given",
    )
    tokenize: str = words_option("makes words of all texts: zh, none, ...")
