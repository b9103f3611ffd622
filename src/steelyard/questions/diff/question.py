"""What may be asked: where two systems differ."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    FileOrNone,
    Lines,
    Question,
    between_0_and_1,
    not_negative,
    option,
    resamples_option,
    seed_option,
    show_option,
    unit_option,
    words_option,
)

__all__ = ["DiffQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffQuestion(Question):
    """Where two systems differ: kinds of segments, classes of words, n-grams, single segments."""

    description: ClassVar[str] = (
        "Show where two systems differ: in which kinds of segments, classes of words and n-grams, with corrected "
        "tests and examples."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain diff ref.txt -i baseline.txt ours.txt",
        "steelyard explain diff ref.txt -i baseline.txt ours.txt --labels genre.txt --report page.html",
    )
    takes: ClassVar[tuple[str, ...]] = ("report", "segments", "threads", "width")

    top: int = show_option(5, "n-grams of each kind for each system")
    examples: int = option(3, "show N example segments for each system", metavar="N", check=not_negative, is_first=True)
    by: str = option(
        "chrf",
        "choose example segments by this metric",
        flags=("--examples-by",),
        metavar="METRIC",
        more="Any metric.",
        python="str or Metric",
    )
    lengths: tuple[int, ...] = option(
        (10, 20, 30, 40),
        "group segments by length: the ends of the ranges, in words",
        metavar="N",
        more="Lengths of the reference, and of the source where there is one. The last range is open.",
    )
    labels: Lines | None = option(
        None,
        "also group segments by the labels in this file: one a line, such as the genre",
        file="labels",
        is_first=True,
    )
    tokenize: str = words_option("split texts into words with this tokenizer: zh, char, none, ...")
    word_counts: FileOrNone = option(
        None,
        "group words by their counts in this file: a word, a tab and a count a line",
        file="word counts",
        shown="by the references",
        python="TextFile",
    )
    alpha: float = option(
        0.05,
        "set the false discovery rate",
        metavar="X",
        check=between_0_and_1,
        more="Buckets, classes of words and n-grams are a family each.",
    )
    n_resamples: int = resamples_option(10_000, "make N draws for each test")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
