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
    """Which errors metrics detect."""

    description: ClassVar[str] = (
        "Test which errors metrics detect, on pairs of a good and a wrong translation (a challenge set). Show accuracy "
        "by phenomenon with intervals, corrected tests between metrics, the ACES score, and examples."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab contrasts aces.tsv -m bleu chrf",
        "steelyard lab contrasts demetr.json -m chrf ter --report page.html",
        "steelyard lab contrasts aces.tsv -m chrf --scores COMET=good-and-wrong.tsv",
    )

    ties: str = option(
        "wrong",
        "count equal scores of both translations as wrong, as in ACES, or as half right",
        choices=CONTRAST_TIES,
        is_first=True,
    )
    examples: int = option(1, "show N wrong decisions for each phenomenon and metric", metavar="N", check=not_negative)
    keep_all: bool = option(
        False, "include items with equal translations, or with the reference as the wrong one, as in ACES's script"
    )
    phenomena: tuple[str, ...] = option((), "use only these phenomena", metavar="NAME", shown="all")
    leave_out: tuple[str, ...] = option(
        (), "leave out these phenomena", flags=("--leave-out-phenomena",), metavar="NAME", shown="none"
    )
    pairs: str | tuple[str, ...] = pairs_option("compare all, baseline (the first metric), or A:B ... (labels)")
    unit: str | None = option(
        None,
        "resample these units: group (a column of the file), source, reference, or item",
        choices=CONTRAST_UNITS,
        shown="group, where there is one, else source, else reference",
    )
    alpha: float = option(
        0.05, "set the family-wise error rate", metavar="X", check=between_0_and_1,
        more="Phenomena are one family, and means over them are another. Intervals have level 1 - alpha.",
    )  # fmt: skip
    n_resamples: int = resamples_option(10_000, "make N draws for the tests over several phenomena")
    rng: Any = seed_option()
