"""What may be asked of metrics over several language pairs."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, between_0_and_1, option, resamples_option, seed_option

__all__ = ["MetricsTaskQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsTaskQuestion(Question):
    """Which metrics agree best with people over several language pairs, and which cannot be told apart."""

    description: ClassVar[str] = (
        "Rank metrics by the average of soft pairwise accuracy and tie-calibrated accuracy over language pairs, as the "
        "metrics task of WMT does, with one test of all pairs of metrics on that average."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard meta tasks metrics.toml",)

    is_published: bool = option(
        False, "as the metrics task of WMT24 did", flags=("--as-published",),
        more="Ties of the exchange behind soft accuracy count in full, and single decisions change sides, not those on "
        "a segment together.",
    )  # fmt: skip
    alpha: float = option(0.05, "family-wise level of all pairs of metrics", metavar="X", check=between_0_and_1)
    n_draws: int = resamples_option(1000, "draws of the tests of metrics")
    rng: Any = seed_option()
