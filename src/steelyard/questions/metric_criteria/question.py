"""What may be asked: how good metrics are by criteria other than correlation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from steelyard.asking.question import Question, between_0_and_1, option
from steelyard.errors import SpecError

__all__ = ["CRITERIA", "OF_RATINGS", "OF_TEXTS", "MetricCriteriaQuestion", "Normalisation"]

Normalisation = Literal["none", "min-max", "z"]
OF_TEXTS = ("queen", "king", "jack")
OF_RATINGS = ("ulc", "weights", "significance", "extremes", "decrease", "choice")
CRITERIA = (*OF_TEXTS, *OF_RATINGS)


def _at_least_one(_: str, criteria: Sequence[str]) -> None:
    if isinstance(criteria, str) or not criteria:
        raise SpecError(f"Name one criterion or more (criteria, --criteria): {', '.join(CRITERIA)}.")


def _folds(_: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 2:
        raise SpecError(f"The folds (n_folds, --folds) must be a whole number from 2, not {value!r}.")


def _places(_: str, value: Sequence[float]) -> None:
    if len(value) not in (0, 4):
        raise SpecError("The extremes (--extremes) are four ratings: low, not low, high, not high.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricCriteriaQuestion(Question):
    """How good metrics and sets of metrics are by criteria other than correlation."""

    description: ClassVar[str] = (
        "Evaluate metrics by criteria other than correlation: separation of human references from outputs (QUEEN, "
        "KING, JACK), and agreement with ratings (ULC and others). Find the best set of metrics."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta criteria ref.1.txt ref.2.txt ref.3.txt ref.4.txt -i a.txt b.txt -m bleu rouge-w "
        "--criteria queen king",
    )

    criteria: tuple[str, ...] = option(
        ("king",),
        "compute these criteria; from texts: queen, king, jack; from ratings: ulc, weights (of the best sum), "
        "significance (of pairs), extremes (low and high scores), decrease (from the aided system), choice (of the "
        "best output)",
        choices=CRITERIA, metavar="CRITERION", is_first=True, adds_up=False, check=_at_least_one,
    )  # fmt: skip
    normalise: Normalisation = option(
        "z", "normalise scores before ULC averages them", choices=get_args(Normalisation),
        more="The paper's ULC has none.",
    )  # fmt: skip
    n_folds: int = option(
        5, "use N folds of the segments to evaluate sets of metrics", flags=("--folds",),
        metavar="N", check=_folds,
    )  # fmt: skip
    aided: str | None = option(None, "name the system that people helped, for decrease", metavar="SYSTEM")
    extremes: tuple[float, ...] = option(
        (), "set the four ratings for extremes: highest low, lowest not low, lowest high, highest not high", kind=float,
        metavar="X", shown="quantiles 1/8, 3/8, 5/8, 1/4 of the ratings, as 3, 5, 7, 4 from 2 to 10", check=_places,
    )  # fmt: skip
    pair_alpha: float = option(
        0.025, "set the one-sided significance level of each pair of systems", metavar="X", check=between_0_and_1
    )
    confidence_level: float = option(0.95, "of the intervals", flags=(), check=between_0_and_1)
