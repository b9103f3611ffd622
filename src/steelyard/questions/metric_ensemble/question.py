"""What may be asked: which weighted sum of metrics agrees best with people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    from_2,
    not_negative,
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
        "Find the weighted sum of metrics that agrees best with people's ratings, and hold it against the best single "
        "metric and against equal weights on documents that the weights have not seen."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta ensemble ref.txt -i a.txt b.txt c.txt -m bleu chrf ter --ratings ratings.tsv",
    )

    by: tuple[str, ...] = option(
        ("segment:pearson:none",),
        "what decides: the agreement with people that is made high",
        flags=("--decide-by",),
        metavar="LEVEL:STATISTIC[:AVERAGE]",
        is_first=True,
        check=_one,
        more="Of systems or segments; one that needs no ties to be fitted, such as a correlation, is found fastest.",
    )
    n_folds: int | None = option(
        None, "parts of the documents, each scored by weights of the others", flags=("--folds",), kind=int,
        metavar="N", shown="5, or as many as there are documents or segments", check=from_2,
    )  # fmt: skip
    n_restarts: int = option(
        2, "further climbs from random weights", flags=("--restarts",), metavar="N", check=not_negative
    )
    may_be_negative: bool = option(
        False, "let a weight turn a metric round, too", flags=("--negative-weights",),
        more="By default a metric that hurts is left out.",
    )  # fmt: skip
    confidence_level: float = option(0.95, "of the intervals", flags=(), check=between_0_and_1)
    alpha: float = option(0.05, "family-wise level of the comparisons", metavar="X", check=between_0_and_1)
    n_resamples: int = resamples_option(1000, "draws of intervals and tests")
    rng: Any = seed_option()
