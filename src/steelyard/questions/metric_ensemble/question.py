"""What may be asked: which weighted sum of metrics agrees best with people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    from_2,
    of_search,
    option,
    resamples_option,
    seed_option,
)
from steelyard.errors import SpecError

__all__ = ["MetricEnsembleQuestion"]


def _one(_: str, by: Sequence[str]) -> None:
    if isinstance(by, str) or len(by) != 1:
        raise SpecError(
            "An ensemble is fitted by one statistic: name one with --decide-by, such as segment:kendall:item."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricEnsembleQuestion(Question):
    """Which weighted sum of metrics agrees best with people, and whether it agrees better than one metric."""

    description: ClassVar[str] = (
        "Find the weighted sum of metrics that agrees best with people's ratings. Compare it with the best single "
        "metric and with equal weights on unseen documents."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta ensemble ref.txt -i a.txt b.txt c.txt -m bleu chrf ter --ratings ratings.tsv",
    )

    by: tuple[str, ...] = option(
        ("segment:pearson:none",),
        "choose the agreement with people to maximise",
        flags=("--decide-by",),
        metavar="LEVEL:STATISTIC[:AVERAGE]",
        is_first=True,
        check=_one,
        more="Of systems or segments; correlations are the fastest.",
    )
    n_folds: int | None = option(
        None, "set the number of folds; each is scored by weights from the others", flags=("--folds",), kind=int,
        metavar="N", shown="5, or as many as there are documents or segments", check=from_2,
    )  # fmt: skip
    n_restarts: int = option(
        2, "set the number of further starts from random weights", flags=("--restarts",), metavar="N", check=of_search
    )
    may_be_negative: bool = option(
        False, "allow negative weights", flags=("--negative-weights",),
        more="By default, a metric that lowers the agreement gets weight 0.",
    )  # fmt: skip
    confidence_level: float = option(0.95, "level of the intervals", flags=(), check=between_0_and_1)
    alpha: float = option(0.05, "set the family-wise error rate of the comparisons", metavar="X", check=between_0_and_1)
    n_resamples: int = resamples_option(1000, "set the number of draws of intervals and tests")
    rng: Any = seed_option()
