"""What may be asked: what was counted, in a file without texts."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.questions.base import REQUIRED, Question, option

__all__ = ["StatsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsQuestion(Question):
    """What was counted, in a file without texts."""

    description: ClassVar[str] = (
        "Write the statistics of every system, segment and metric to a file, from which `score --stats`, `compare "
        "--stats` and other commands compute the same results bit for bit. The file holds segments, whatever the "
        "unit, and no text."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard stats ref.txt -i baseline.txt ours.txt -m bleu chrf -o run.parquet",
        "steelyard compare --stats run.parquet",
    )

    output: str = option(
        REQUIRED, ".parquet (extra `tables`), .jsonl.gz or .jsonl; written anew", flags=("-o", "--output"),
        metavar="FILE",
    )  # fmt: skip
