"""What may be asked of Riezler and Maxwell 2005."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import option
from steelyard.errors import SpecError
from steelyard.lab.questions.replicate.question import ReplicateQuestion, protocol_option, ratings_option

__all__ = ["Riezler2005"]


def _levels(_: str, levels: Sequence[float]) -> None:
    if not levels or not all(0 < level < 1 for level in levels):
        raise SpecError(f"Levels must lie between 0 and 1, not {list(levels)}.")


def _data_sets(_: str, n: int) -> None:
    if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 10**6:
        raise SpecError(f"The data sets without a difference must be from 0 to 1,000,000, not {n!r}.")


def _share(_: str, gamma: float) -> None:
    if not 0 < gamma < 1:
        raise SpecError(f"gamma is a share above 0 and below 1 of the slope from which on nothing enters, not {gamma}.")


def _variants(_: str, adds: Sequence[int]) -> None:
    if len(adds) < 2 or min(adds) < 1:
        raise SpecError(
            f"Give two variants or more, each with the features that a step adds, from 1: not {list(adds)}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Riezler2005(ReplicateQuestion):
    """Two tests side by side, on equivalent systems, at levels for one and many comparisons.

    Attributes
    ----------
    of_reranking : tuple of str
        Options that go with n-best lists.
    """

    about: ClassVar[str] = "compare two tests on equally good systems, and levels for many comparisons"
    source: ClassVar[str] = (
        'Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", ACL '
        "workshop on intrinsic and extrinsic evaluation measures, pages 57-64, https://aclanthology.org/W05-0908"
    )
    metrics: ClassVar[tuple[str, ...]] = ("nist", "bleu", "gtm")
    has_figures: ClassVar[bool] = False
    of_reranking: ClassVar[tuple[str, ...]] = ("gold", "gamma", "adds", "features", "ngrams", "fewest_lists", "folds")

    protocol: str = protocol_option("riezler2005")
    ratings: Any = ratings_option("As for `test_accuracy`.")
    pairs: str | tuple[str, ...] = option(
        "baseline", "all, baseline, or A:B ...", is_list=True, metavar="PAIR", python="str or sequence of str",
        more="Of Table 2, as for `compare`.",
    )  # fmt: skip
    levels: tuple[float, ...] = option(
        (0.05, 0.015), "set the levels of each comparison", flags=("--alphas",), metavar="X", check=_levels
    )
    nulls: int = option(200, "make N data sets of each kind without a difference", metavar="N", check=_data_sets)
    nbest: Any = option(
        None, "n-best lists of Moses, all of the same segments: figure 1, or systems, are made from them",
        is_list=True, metavar="LIST", python="NBestLists", on_command_line=", in place of -i",
    )  # fmt: skip
    candidate_parses: Any = option(
        None, "CoNLL-U of the different candidates, for metrics of parses", metavar="FILE", python="CandidateParses",
        on_command_line="; --parses then names the references'",
    )  # fmt: skip
    gold: str = option("bleu", "find the best candidate of each list with this metric", metavar="METRIC")
    gamma: float = option(0.1, "set the penalty, as a share of that with no feature", metavar="X", check=_share)
    adds: tuple[int, ...] = option(
        (1, 2, 3, 4, 5, 6), "add N features per step, one variant for each N", metavar="N", check=_variants
    )
    features: int = option(20, "stop all variants at N features", flags=("--max-features",), metavar="N")
    ngrams: int = option(2, "use n-grams up to this length as features; 0: only the decoder's features", metavar="N")
    fewest_lists: int = option(2, "ignore n-grams in fewer than N lists", metavar="N")
    folds: int = option(5, "use N folds, each reranked by a model of the others; 1: by one model of all", metavar="N")
