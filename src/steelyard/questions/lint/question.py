"""What may be asked: what is wrong, or odd, with the texts of a test set."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, option

__all__ = ["LintQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LintQuestion(Question):
    """What is wrong, or odd, with the texts of a test set."""

    description: ClassVar[str] = (
        "Look at references, outputs, source text and document ids before they are scored: lines that are missing or "
        "shifted, copies, empty and cut-off outputs, tokenised text, wrong encodings, forms and scripts. Exits with "
        "status 1 if something is wrong."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check files ref.txt -i ours.txt theirs.txt",
        "steelyard check files ref.txt -i ours.txt theirs.txt --sources src.txt --documents docs.txt",
        "steelyard check files --list",
    )

    checks: tuple[str, ...] | None = option(
        None, "checks to run", flags=("--only",), is_list=True, metavar="NAME", shown="all", is_first=True
    )
    ignore: tuple[str, ...] = option((), "checks to leave out", metavar="NAME", is_first=True)
