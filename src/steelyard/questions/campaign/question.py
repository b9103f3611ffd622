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
    """What differences on many tasks say together."""

    description: ClassVar[str] = (
        "Put many tasks together: language pairs, domains, test sets. Averages with one correction over all pairs of "
        "systems and metrics, on which tasks and on how many a system is better, tests of wins that exchange related "
        "tasks together, and what may be expected of tasks like these."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard board tasks campaign.toml",
        "steelyard board tasks en-de.parquet en-cs.parquet",
    )

    metrics: tuple[str, ...] = option(
        (),
        "metrics of tasks that name none; of statistics and scores, those to take",
        flags=("-m", "--metrics"),
        metavar="METRIC",
        adds_up=False,
        check=_some,
        python="sequence of str",
        is_first=True,
        shown="bleu for texts; all that files hold",
    )
    pairs: str | tuple[str, ...] = pairs_option()
    alpha: float = option(
        0.05,
        "family-wise error rate: of the averages, and again of all tasks together",
        metavar="X",
        check=between_0_and_1,
        more="Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "draws of the tests")
    unit: str | None = unit_option("Units are exchanged.")
    auto_rank: str | None = auto_rank_option()
    is_published: bool = option(
        False,
        "as the human ranking of WMT24's general task",
        flags=("--as-published",),
        more="Wilcoxon's signed-rank test of segments on each task, two-sided p-values put together by "
        "Stouffer's method, and ranks and clusters from these without correction, beside our own.",
    )
    raters: str | None = raters_option("A rater of the same name on several tasks is one.")
    rng: int = seed_option()
