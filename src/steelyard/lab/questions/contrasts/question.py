"""What may be asked: which errors metrics see, and which they miss."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    not_negative,
    option,
    pairs_option,
    resamples_option,
    seed_option,
)
from steelyard.choices import CONTRAST_TIES, CONTRAST_UNITS

__all__ = ["ContrastsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastsQuestion(Question):
    """Which errors metrics see, and which they miss."""

    description: ClassVar[str] = (
        "Ask metrics of every item of a challenge set whether the good translation is better than the wrong one: "
        "accuracy and Kendall-like tau by phenomenon with intervals, corrected tests between metrics, the ACES score, "
        "and items that metrics get wrong."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab contrasts aces.tsv -m bleu chrf",
        "steelyard lab contrasts demetr.json -m chrf ter --report page.html",
        "steelyard lab contrasts aces.tsv -m chrf --scores COMET=good-and-wrong.tsv",
    )

    ties: str = option(
        "wrong",
        "what the same score for both translations counts as: wrong, as in ACES, or half right",
        choices=CONTRAST_TIES,
        is_first=True,
    )
    examples: int = option(1, "items for each phenomenon and metric that misses some", metavar="N", check=not_negative)
    keep_all: bool = option(
        False, "also items whose translations are the same, or whose wrong one is the reference, as ACES's script does"
    )
    phenomena: tuple[str, ...] = option((), "only these", metavar="NAME", shown="all")
    leave_out: tuple[str, ...] = option(
        (), "phenomena to leave out", flags=("--leave-out-phenomena",), metavar="NAME", shown="none"
    )
    pairs: str | tuple[str, ...] = pairs_option("all, baseline (the first metric), or A:B ... with labels of metrics")
    unit: str | None = option(
        None,
        "what hangs together: group (a column of the file), source, reference, or item, where each stands alone",
        choices=CONTRAST_UNITS,
        shown="group, where there is one, else source, else reference",
    )
    alpha: float = option(
        0.05, "family-wise error rate", metavar="X", check=between_0_and_1,
        more="Phenomena are a family, and what is made of several another one. Intervals have level 1 - alpha.",
    )  # fmt: skip
    n_resamples: int = resamples_option(10_000, "draws of the tests over several phenomena")
    rng: Any = seed_option()
