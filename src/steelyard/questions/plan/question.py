"""What may be asked: how large a test set must be to find a difference."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import inf
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    option,
    repetitions_option,
    resamples_option,
    seed_option,
    shares_option,
    unit_option,
)
from steelyard.errors import SpecError

__all__ = ["PlanQuestion"]

_MOST_UNITS = 1_000_000


def _sizes(name: str, value: Sequence[int]) -> None:
    if not value or not all(1 <= size <= _MOST_UNITS for size in value):
        raise SpecError(f"{name.capitalize()} of the test set must be from 1 to {_MOST_UNITS:,}, not {list(value)}.")


def _differences(name: str, value: Sequence[float]) -> None:
    if not all(0 < difference < inf for difference in value):
        raise SpecError(f"{name.capitalize()} must be finite numbers above 0, not {list(value)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(Question):
    """How often a test finds differences of several sizes in test sets of several sizes."""

    description: ClassVar[str] = (
        "Measure the power of a significance test for several differences and sizes of the test set. Outputs of two "
        "systems are needed; with several systems it is that of every pair (corrected for all pairs)."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard plan texts ref.txt -i ours.txt theirs.txt --differences 0.5 1",
        "steelyard plan texts ref.txt -i ours.txt theirs.txt -m bleu --shares 0.5 1 --sizes 1000 3000",
    )
    takes: ClassVar[tuple[str, ...]] = ("plots", "stats")

    test: str = option("randomization", "choose the significance test", metavar="TEST", more="A registered test.")
    sizes: tuple[int, ...] = option(
        (100, 300, 1000, 3000),
        "set the sizes of the test sets, in segments or documents",
        metavar="N",
        check=_sizes,
        more="They may be larger than your test set.",
        is_first=True,
    )
    differences: tuple[float, ...] = option(
        (),
        "set the differences to detect, in the metric's points",
        kind=float,
        metavar="X",
        check=_differences,
        shown="by --shares",
        more="The contributions of the second system's units are shifted. For a test that counts units, such as the "
        "sign "
        "test, units are exchanged instead, and no difference may be larger than that of the systems.",
        is_first=True,
    )
    shares: tuple[float, ...] = shares_option(
        "set the differences as shares of the two systems' difference",
        more="More than two systems need differences.",
        is_first=True,
    )
    alpha: float = option(
        0.05,
        "set the level of the test",
        metavar="X",
        check=between_0_and_1,
        more="With more than two systems, the family-wise error rate of all pairs, by max-T (or Bonferroni, if the "
        "test "
        "has no joint null distribution).",
    )
    n_repetitions: int = repetitions_option(500, is_first=True)
    n_resamples: int = resamples_option(1000, "set the number of draws of each test")
    unit: str | None = unit_option("The test exchanges units, and test sets are drawn by units.")
    rng: Any = seed_option()

    def __post_init__(self) -> None:
        """Refuse sizes of differences in two units at once."""
        super(PlanQuestion, self).__post_init__()
        [shares] = (one for one in fields(self) if one.name == "shares")
        if self.differences and self.shares != shares.default:
            raise SpecError("Give either differences (--differences) or shares (--shares), not both.")
