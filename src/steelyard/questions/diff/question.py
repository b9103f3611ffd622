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
        "Hold two systems against each other part by part: kinds of segments and classes of words with corrected "
        "tests, n-grams that one gets and the other does not, changed segments, examples."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain diff ref.txt -i baseline.txt ours.txt",
        "steelyard explain diff ref.txt -i baseline.txt ours.txt --labels genre.txt --report page.html",
    )
    takes: ClassVar[tuple[str, ...]] = ("report", "segments", "threads", "width")

    top: int = show_option(5, "n-grams of each kind for each system")
    examples: int = option(3, "segments for each system", metavar="N", check=not_negative, is_first=True)
    by: str = option(
        "chrf",
        "scores segments, for the examples",
        flags=("--examples-by",),
        metavar="METRIC",
        more="Any metric.",
        python="str or Metric",
    )
    lengths: tuple[int, ...] = option(
        (10, 20, 30, 40),
        "words of the reference, and of the source, at which ranges of lengths end",
        metavar="N",
        more="The last range is open.",
    )
    labels: Lines | None = option(
        None, "buckets by label too: one per line, such as the genre", file="labels", is_first=True
    )
    tokenize: str = words_option("makes words and n-grams: zh, char, none, ...")
    word_counts: FileOrNone = option(
        None,
        "lines of a word, a tab and its count in training data: class words by these",
        file="word counts",
        shown="by the references",
        python="TextFile",
    )
    alpha: float = option(
        0.05,
        "false discovery rate",
        metavar="X",
        check=between_0_and_1,
        more="Buckets, classes of words and n-grams are a family each.",
    )
    n_resamples: int = resamples_option(10_000, "draws of each test of a bucket", more="Of a class of words, too.")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
