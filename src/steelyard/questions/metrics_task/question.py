"""What may be asked of metrics over several language pairs."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, between_0_and_1, option, resamples_option, seed_option

__all__ = ["MetricsTaskQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsTaskQuestion(Question):
    """Which metrics agree best with people over several language pairs, and which differ significantly."""

    description: ClassVar[str] = (
        "Rank metrics over several language pairs as in WMT's metrics task, with tests of all pairs of metrics. Scores "
        "are averages of soft pairwise accuracy and tie-calibrated accuracy."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard meta tasks metrics.toml",)

    is_published: bool = option(
        False, "use the rules of WMT24's metrics task", flags=("--as-published",),
        more="Ties in the randomization of soft accuracy count in full. Single decisions are exchanged, not those of a "
        "segment together.",
    )  # fmt: skip
    alpha: float = option(
        0.05, "set the family-wise error rate of all pairs of metrics", metavar="X", check=between_0_and_1
    )
    n_draws: int = resamples_option(1000, "make N draws for the tests of metrics")
    rng: Any = seed_option()
