"""What may be asked: what is wrong, or odd, with the texts of a test set."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, option

__all__ = ["LintQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LintQuestion(Question):
    """What is wrong, or odd, with the texts of a test set."""

    description: ClassVar[str] = (
        "Check references, outputs, source texts and document ids for errors before you score them. Missing or shifted "
        "lines, copies, empty or cut outputs, encodings and scripts are found. Exit status: 1 if there are errors."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check files ref.txt -i ours.txt theirs.txt",
        "steelyard check files ref.txt -i ours.txt theirs.txt --sources src.txt --documents docs.txt",
        "steelyard check files ref.txt -i ours.txt --fail-on warning",
        "steelyard check files --list",
    )

    checks: tuple[str, ...] | None = option(
        None, "run only these checks", flags=("--only",), is_list=True, metavar="NAME", shown="all", is_first=True
    )
    ignore: tuple[str, ...] = option((), "do not run these checks", metavar="NAME", is_first=True)
