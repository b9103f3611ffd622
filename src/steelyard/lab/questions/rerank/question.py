"""What may be asked: which model chooses best among the candidates of lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, option
from steelyard.errors import SpecError

__all__ = ["RerankTrainQuestion"]


def _shares(_: str, gammas: Sequence[float]) -> None:
    if not gammas or not all(0 < share < 1 for share in gammas):
        raise SpecError(
            f"Each of --gammas must lie between 0 and 1, not {', '.join(f'{share:g}' for share in gammas) or 'none'}."
        )


def _from(least: int, flag: str) -> "object":
    def check(_: str, value: int) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise SpecError(f"{flag} must be {least} or more, not {value!r}.")

    return check


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankTrainQuestion(Question):
    """Which model chooses best among the candidates of lists."""

    description: ClassVar[str] = (
        "Fit a log-linear model that reranks n-best lists, with an l1 penalty chosen by cross-validation. Use the "
        "model with `lab rerank apply`."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard lab rerank lists.txt --references ref.txt -o model.json",)

    gold: str = option("bleu", "find the best candidate of each list with this metric", metavar="METRIC", is_first=True)
    gammas: tuple[float, ...] = option(
        (0.5, 0.2, 0.1, 0.05, 0.02),
            "try these penalties, as shares of the smallest penalty with no feature", metavar="X",
        check=_shares,
    )  # fmt: skip
    n_add: int | None = option(
        None, "add N features at each step", flags=("--add",), kind=int, metavar="N", check=_from(1, "--add"),
        shown="as many as are in the model, 50 at least", more="It changes only the time: fewer take longer.",
    )  # fmt: skip
    ngrams: int = option(
        2,
        "use n-grams up to this length as features; 0 for none",
        metavar="N",
        check=_from(0, "--ngrams"),
        is_first=True,
    )
    chains: int = option(
        2, "use chains of a parse (a word, its head, ...) up to this length as features; 0 for none", metavar="N",
        check=_from(0, "--chains"),
    )  # fmt: skip
    fewest_lists: int = option(
        2, "ignore n-grams and chains in fewer than N lists", metavar="N", check=_from(1, "--fewest-lists")
    )
    unscaled: bool = option(
        False, "do not divide features by their standard deviation for the penalty",
        more="Weights are always of unscaled features.",
    )  # fmt: skip
    n_folds: int | None = option(
        None, "use N folds for cross-validation; documents stay whole", flags=("--folds",),
        kind=int, metavar="N", shown="5, or as many as there are documents or segments", check=_from(2, "--folds"),
    )  # fmt: skip
