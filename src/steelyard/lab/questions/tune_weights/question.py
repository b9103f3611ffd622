"""What may be asked: which weights choose the candidates that score best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    of_search,
    option,
    read_bounds,
    resamples_option,
    seed_option,
)
from steelyard.errors import SpecError

__all__ = ["SEARCHES", "TuneWeightsQuestion"]

SEARCHES = ("line", "nelder-mead", "grid", "exhaustive", "random")


def _start(arguments: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for argument in arguments:
        name, equals, value = argument.rpartition("=")
        if not (name and equals) or name in found:
            raise SpecError(f"Cannot read --start {argument!r}: write NAME=X, once for each feature, or one file.")
        try:
            found[name] = float(value)
        except ValueError as error:
            raise SpecError(f"Cannot read --start {argument!r}: {value!r} should be a number.") from error
    return found


def _above_0(name: str, value: float) -> None:
    if not value > 0:
        raise SpecError(f"{name} must be above 0, not {value}.")


def _folds(_: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise SpecError(f"The folds (n_folds, --folds) must be a whole number from 1, not {value!r}.")


def _words(_: str, value: int | None) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise SpecError(f"The vocabulary must be a whole number from 1, not {value!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TuneWeightsQuestion(Question):
    """Which weights of the features choose the candidates that score best."""

    description: ClassVar[str] = (
        "Tune the feature weights of a decoder, a reranker or an ensemble on n-best lists, and test the result on "
        "held-out segments under several metrics."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab tune-weights --nbest lists.txt --references ref.txt -o weights.json",
        "steelyard lab tune-weights --nbest lists.txt --references ref.txt --objective ter -m bleu --cross-evaluate",
    )

    objective: str = option(
        "bleu", "maximise a metric, or a metric after expected-, expected-segment-, likelihood- "
                "or max-margin-; mle-ngram, expected-bleu-ngram; queen(METRIC, ...)", metavar="OBJECTIVE",
        more="A metric alone is its corpus score of what is chosen (minimum error rate training).", is_first=True,
    )  # fmt: skip
    search: str = option("line", "choose the search for a metric's corpus score; line is exact", choices=SEARCHES,
        more="Exhaustive tries all weightings in steps of a tenth, with the signs of the start.",
    )  # fmt: skip
    start: Mapping[str, float] | None = option(
        None, "start from these weights, and compare with them", is_list=True, metavar="NAME=X", shown="all equal",
        on_command_line=": NAME=X ..., or a file that -o wrote or that has a number a feature", read=_start,
        more="Features that it does not name begin at 0.", python="mapping of str to float", is_first=True,
    )  # fmt: skip
    fix_weights: tuple[str, ...] = option((), "keep the weights of these features at the start", metavar="NAME")
    bounds: Mapping[str, tuple[float, float]] | None = option(
        None,
            "set the lowest and highest weight", is_list=True, metavar="NAME=LOW:HIGH", shown="none", read=read_bounds,
        python="mapping of str to (float, float)",
        more="Without bounds and fixed weights, absolute values are rescaled to add up to 1.",
    )  # fmt: skip
    as_scores: tuple[str, ...] = option(
        (), "use these features as scores of a metric, not as features", metavar="NAME",
        more="The metric is the mean over segments, higher is better.",
    )  # fmt: skip
    n_restarts: int = option(
        20, "search N more times from random weights", flags=("--restarts",), metavar="N", check=of_search
    )
    n_directions: int = option(
        5, "also search N random directions in every round", flags=("--directions",), metavar="N", check=of_search
    )
    sharpness: float = option(
        1.0,
            "set the sharpness of the candidates' probabilities; a larger X favours the best candidate "
            "more", metavar="X",
        check=_above_0,
    )  # fmt: skip
    l2: float = option(
        0.01, "set the penalty on squared weights, for likelihood and max-margin", metavar="X", check=_above_0
    )
    vocabulary: int | None = option(
        None,
            "set the vocabulary size of the target language, for mle-ngram and "
            "expected-bleu-ngram", kind=int, metavar="N",
        shown="different words of lists and references", check=_words,
    )  # fmt: skip
    select: bool = option(False, "select features one by one, by their gain on held-out lists")
    cross: bool = option(
        False, "also tune to each of the other metrics, and evaluate with all", flags=("--cross-evaluate",)
    )
    also: tuple[str, ...] = option(
        (), "also tune to these objectives", flags=("--more-objectives",), metavar="OBJECTIVE"
    )
    mbr: str | None = option(
        None, "also choose by minimum Bayes risk: the highest expected METRIC in the list", kind=str,
        metavar="METRIC", more="Probabilities are from the weights and --sharpness.",
    )  # fmt: skip
    n_folds: int | None = option(
        None, "use N folds for held-out scores; 1: no held-out scores", flags=("--folds",),
        kind=int, metavar="N", shown="5, or as many as there are documents or segments", check=_folds,
    )  # fmt: skip
    n_resamples: int = resamples_option(10000, "make N draws for the test on held-out lists")
    alpha: float = option(0.05, "set the family-wise error rate of the verdicts", metavar="X", check=between_0_and_1)
    rng: Any = seed_option()
