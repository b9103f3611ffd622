"""What may be asked of many tasks at once."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    auto_rank_option,
    between_0_and_1,
    option,
    pairs_option,
    raters_option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.errors import SpecError

__all__ = ["CampaignQuestion"]


def _some(name: str, value: Any) -> None:
    if len(set(value)) < len(value):
        raise SpecError(f"Name each metric once ({name}, -m): {', '.join(value)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignQuestion(Question):
    """How systems differ over many tasks."""

    description: ClassVar[str] = (
        "Compare systems over many tasks (language pairs, domains, test sets): average differences with corrected "
        "tests, results by task, and what to expect on new tasks."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard board tasks campaign.toml",
        "steelyard board tasks en-de.parquet en-cs.parquet",
    )

    metrics: tuple[str, ...] = option(
        (),
        "use these metrics, for tasks that name none",
        flags=("-m", "--metrics"),
        metavar="METRIC",
        adds_up=False,
        check=_some,
        python="sequence of str",
        is_first=True,
        shown="bleu for texts; all of statistics and scores",
    )
    pairs: str | tuple[str, ...] = pairs_option()
    alpha: float = option(
        0.05,
        "set the family-wise error rate of averages, and of single tasks",
        metavar="X",
        check=between_0_and_1,
        more="Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "make N draws for the tests")
    unit: str | None = unit_option("Units are exchanged.")
    auto_rank: str | None = auto_rank_option()
    is_published: bool = option(
        False,
        "also rank by the method of WMT24's general task",
        flags=("--as-published",),
        more="It combines two-sided p-values of Wilcoxon's signed-rank test on each task by Stouffer's method, without "
        "correction.",
    )
    raters: str | None = raters_option("Raters of the same name on several tasks are the same rater.")
    rng: int = seed_option()
