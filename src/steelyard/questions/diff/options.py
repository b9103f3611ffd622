"""What a comparison part by part is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import DataError, SpecError
from steelyard.lines import TextFile

__all__ = ["DiffOptions", "read_word_counts"]


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """Choices of `Evaluation.diff`, which describes them.

    Raises
    ------
    SpecError
        A number is out of range.
    """

    top: int
    examples: int
    by: str
    lengths: tuple[int, ...]
    labels: "Sequence[str] | TextFile | None"
    tokenize: str
    word_counts: TextFile | None
    alpha: float
    n_resamples: int
    unit: str | None

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name, flag in (("top", "--top"), ("examples", "--examples")):
            if getattr(self, name) < 0:
                raise SpecError(f"{name} ({flag}) must be 0 or more, not {getattr(self, name)}.")
        if not 0 < self.alpha < 1:
            raise SpecError(f"alpha must lie between 0 and 1, not {self.alpha}.")

    def asked(self, unit: str, seed: int) -> dict[str, Any]:
        """Return what `Evaluation.diff` is to be told to give the same again, as JSON can hold it."""
        return {
            "top": self.top,
            "examples": self.examples,
            "by": self.by,
            "lengths": list(self.lengths),
            "labels": None if self.labels is None else "file" if isinstance(self.labels, TextFile) else "list",
            "tokenize": self.tokenize,
            "word_counts": None if self.word_counts is None else "file",
            "alpha": self.alpha,
            "n_resamples": self.n_resamples,
            "unit": unit,
            "rng": seed,
        }


def read_word_counts(file: TextFile) -> dict[str, int]:
    """Read lines of a word, a tab and its count.

    Raises
    ------
    DataError
        A line is something else, or a word stands twice.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(file.lines, 1):
        word, _, count = line.rpartition("\t")
        if not word or not (count.isascii() and count.isdigit()):
            raise DataError(f"{file.path}, line {number}: write a word, a tab and its count, not {line[:80]!r}.")
        if word in counts:
            raise DataError(f"{file.path}, line {number}: the word {word!r} stands twice. Give each word once.")
        counts[word] = int(count)
    return counts
