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
    """How difficult the items of a board are, and how many are enough."""

    description: ClassVar[str] = (
        "Measure the difficulty and discrimination of the items of a board: which separate systems, which favour "
        "weaker systems, and how many items are enough."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard board items scores.jsonl",
        "steelyard board items scores.jsonl --shorten 3 6",
        "steelyard board items scores.jsonl --model curves --format csv",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "report", "plots", "bounds")

    shorten: tuple[int, ...] = option(
        (),
        "measure the errors of boards of N items",
        kind=int,
        metavar="N",
        is_first=True,
        check=_lengths,
        more="Items are chosen in four ways by half of the systems; errors are measured on the other half.",
    )
    model: str = option(
        AUTO,
        "compute classical item statistics alone, or item curves, too (2-parameter logistic); auto adds curves for 30 "
        "systems or more",
        choices=MODELS,
        is_first=True,
    )
    link: FileOrNone = option(
        None,
        "put the systems on the scale of an older version of the board (file of its scores), by shared items",
        file="older version",
        python="TextFile",
        more='Needs curves (`model` "curves"); columns are those of the board itself.',
    )
    score_range: tuple[float, ...] = option(
        (0.0, 1.0), "set the lowest and the highest possible score, for curves", metavar="X", check=_low_and_high
    )
    n_splits: int = option(
        20,
        "set the number of random halves of the systems, for --shorten",
        flags=("--splits",),
        metavar="N",
        check=_splits,
    )
    top: int = show_option(5, "items of each kind")
    alpha: float = option(
        0.05,
        "set the level of intervals, and the false discovery rate of items that favour weaker systems",
        metavar="X",
        check=between_0_and_1,
    )
    rng: int = seed_option()
