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

    categories: tuple[str, ...] = option((), "use only these categories or groups", metavar="NAME", shown="all")
    side: str | None = option(
        None, "make units of this side", choices=("source", "reference", "both"), shown="source with parses or lists"
    )
    tokenize: str = words_option("split texts into words with this tokenizer: zh, none, ...")
