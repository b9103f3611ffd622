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
            "Each gamma is a share above 0 and below 1 of the penalty that leaves no feature (--gammas), not "
            f"{', '.join(f'{share:g}' for share in gammas) or 'none'}."
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
        "Fit a log-linear model that chooses among the candidates of n-best lists; `lab rerank apply` lets it choose. "
        "An l1 penalty keeps most features out; how strong it is, is decided on lists that the model has not seen."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard lab rerank lists.txt --references ref.txt -o model.json",)

    gold: str = option("bleu", "finds the best of each list, by single segments", metavar="METRIC", is_first=True)
    gammas: tuple[float, ...] = option(
        (0.5, 0.2, 0.1, 0.05, 0.02), "penalties to try, as shares of that which leaves no feature", metavar="X",
        check=_shares,
    )  # fmt: skip
    n_add: int | None = option(
        None, "features let in at each step", flags=("--add",), kind=int, metavar="N", check=_from(1, "--add"),
        shown="as many as are in the model, 50 at least", more="The models are the same; fewer take longer.",
    )  # fmt: skip
    ngrams: int = option(
        2, "longest n-grams that are features; 0 for none", metavar="N", check=_from(0, "--ngrams"), is_first=True
    )
    chains: int = option(
        2, "longest chains of a parse that are features: a word, its head, and so on; 0 for none", metavar="N",
        check=_from(0, "--chains"),
    )  # fmt: skip
    fewest_lists: int = option(
        2, "lists that an n-gram or a chain must stand in", metavar="N", check=_from(1, "--fewest-lists")
    )
    unscaled: bool = option(
        False, "penalise weights of features as they are; else of features divided by their standard deviation",
        more="Weights are given for the features as they are, either way.",
    )  # fmt: skip
    n_folds: int | None = option(
        None, "parts of the lists, documents whole, each reranked by models of the others", flags=("--folds",),
        kind=int, metavar="N", shown="5, or as many as there are documents or segments", check=_from(2, "--folds"),
    )  # fmt: skip
