"""What may be asked of the items of a board: how hard they are, whether they tell systems apart, how many would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import FileOrNone, Question, between_0_and_1, option, seed_option, show_option
from steelyard.errors import SpecError

__all__ = ["AUTO", "CLASSICAL", "CURVES", "ItemsQuestion"]

AUTO, CLASSICAL, CURVES = MODELS = ("auto", "classical", "curves")


def _low_and_high(_: str, ends: Sequence[float]) -> None:
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise SpecError(f"The range of scores (--score-range) is its lowest and its highest, not {list(ends)}.")


def _lengths(_: str, lengths: Sequence[Any]) -> None:
    if any(isinstance(n, bool) or not isinstance(n, int) or n < 1 for n in lengths):
        raise SpecError(f"Numbers of items to keep (shorten, --shorten) must be 1 or more, not {list(lengths)}.")


def _splits(_: str, n: int) -> None:
    if not 1 <= n <= 10_000:
        raise SpecError(f"The number of splits (n_splits, --splits) must be from 1 to 10,000, not {n}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsQuestion(Question):
    """What the items of a board tell of its systems, and what fewer of them would."""

    description: ClassVar[str] = (
        "Look at the items of a board: how hard they are, how well they tell systems apart, which tell nothing or the "
        "wrong thing, and what a board of fewer items would get wrong."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard board items scores.jsonl",
        "steelyard board items scores.jsonl --shorten 3 6",
        "steelyard board items scores.jsonl --model curves --format csv",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "report", "plots", "bounds")

    shorten: tuple[int, ...] = option(
        (),
        "also say what boards of so many items would get wrong",
        kind=int,
        metavar="N",
        is_first=True,
        check=_lengths,
        more="Items are chosen in four ways by half of the systems, and judged by the other half.",
    )
    model: str = option(
        AUTO,
        "classical figures alone, or curves of items over ability too (2-parameter logistic); auto has curves where "
        "there are 30 systems and scores lie in the range",
        choices=MODELS,
        is_first=True,
    )
    link: FileOrNone = option(
        None,
        "scores of an older version of the board: systems of both on one scale, by the items that both have",
        file="older version",
        python="TextFile",
        more='Fits curves (`model` "curves"); columns are those of the board itself.',
    )
    score_range: tuple[float, ...] = option(
        (0.0, 1.0), "lowest and highest score that there can be, for curves", metavar="X", check=_low_and_high
    )
    n_splits: int = option(20, "halves of the systems, for --shorten", flags=("--splits",), metavar="N", check=_splits)
    top: int = show_option(5, "items of each kind")
    alpha: float = option(
        0.05,
        "level of intervals, and share of false ones among items that tell the wrong thing",
        metavar="X",
        check=between_0_and_1,
    )
    rng: int = seed_option()
