"""What may be asked: how good word alignments are, and which of them differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    option,
    pairs_option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.choices import ALIGNMENT_MEASURES
from steelyard.errors import SpecError

__all__ = ["AlignmentsQuestion"]

_LONGEST = 20


def _weight(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise SpecError(f"{name} (--f-weight) must be from 0 to 1, not {value}.")


def _lengths(name: str, value: Sequence[int]) -> None:
    if not value or not all(1 <= one <= _LONGEST for one in value) or len(set(value)) < len(value):
        raise SpecError(f"{name} (--longest) must be different numbers of words from 1 to {_LONGEST}, not {[*value]}.")


def _some(name: str, value: Any) -> None:
    if not value or len(set(value)) < len(value):
        raise SpecError(f"Name each measure once ({name}, -m): {', '.join(ALIGNMENT_MEASURES)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentsQuestion(Question):
    """How good word alignments are, and which of them differ."""

    description: ClassVar[str] = (
        "Score word alignments against gold links: alignment error rate, precision, recall, and phrase pairs, with "
        "tests of all pairs of alignments."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab alignments gold.align -i giza.align fast.align",
        "steelyard lab alignments gold.align -i giza.align fast.align --sources src.txt --targets ref.txt",
        "steelyard lab alignments gold.align --forward st.align --reverse ts.align",
        "steelyard lab alignments --forward st.align --reverse ts.align --symmetrise grow-diag-final-and -o both.align",
    )

    metrics: tuple[str, ...] = option(
        ("aer", "precision", "recall", "cper"),
        "compute these: alignment error rate, precision, recall, their F, phrase error rate",
        flags=("-m", "--metrics"),
        metavar="METRIC",
        choices=ALIGNMENT_MEASURES,
        adds_up=False,
        check=_some,
        python="sequence of str",
        is_first=True,
    )
    f_weight: float = option(0.5, "set the weight of precision in F", metavar="X", check=_weight)
    longest: tuple[int, ...] = option(
        (3, 7), "compute the phrase error rate for phrases of at most N words", metavar="N", check=_lengths
    )
    tight: bool = option(False, "use only phrases whose first and last words are linked")
    sure_phrases: bool = option(False, "use only sure links for gold phrases")
    pairs: str | tuple[str, ...] = pairs_option()
    unit: str | None = unit_option("Units are exchanged and resampled.")
    alpha: float = option(
        0.05, "set the family-wise error rate of each measure", metavar="X", check=between_0_and_1,
        more="Intervals have level 1 - alpha.",
    )  # fmt: skip
    n_resamples: int | None = resamples_option(
        None, "make N draws for the test and the bootstrap", shown="10000; 1000 where one alignment is scored"
    )
    rng: int = seed_option()
