"""What may be asked of a board: whom systems are compared with, and how sure answers are to be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from steelyard.asking.question import (
    Question,
    auto_rank_option,
    between_0_and_1,
    option,
    raters_option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.choices import JOINT, TESTS

__all__ = ["ALL", "JOINT", "LEADER", "BoardQuestion"]

LEADER, ALL = "leader", "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardQuestion(Question):
    """What the scores of many systems on the same items say of their ranks."""

    description: ClassVar[str] = (
        "Rank many systems on the same items: ranges of ranks that hold together, which systems may be the best, "
        "differences from the leader or a baseline corrected for their number, what could have been detected, and "
        "items that tell nothing."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard board scores.jsonl",
        "steelyard board scores.jsonl --baseline ours --report board.html",
        "steelyard board scores.jsonl --clusters repo --subset-by topic",
        "steelyard board leaderboard.csv --items-in-columns",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "width", "report", "plots", "bounds", "github")

    against: str = option(
        LEADER,
        "whom each system is compared with: leader, all (every pair), or the name of a baseline",
        flags=("--baseline",),
        metavar="NAME",
        is_first=True,
        more="The leader is picked from the same scores, so that what is said of it is corrected for all pairs; a "
        "baseline is not, and fewer differences are easier to find, but then nothing is said of ranks.",
    )
    test: str = option(
        JOINT,
        f"what verdicts and ranks rest on: a test of `compare`, with its correction there ({', '.join(TESTS)})",
        metavar="NAME",
        more="`steelyard.inference.registered_tests` describes them. `joint` tests all differences at once against "
        "normal draws; of scores of 0 and 1, `sign` is McNemar's exact test, and `mid-p` its mid-p.",
    )
    alpha: float = option(0.05, "how often a statement may be wrong: 0.05 for 95 %", metavar="X", check=between_0_and_1)
    top: int = option(
        25,
        "leading systems among which items are looked at: which still tell them apart",
        flags=("--n-leading",),
        metavar="N",
    )
    auto_rank: str | None = auto_rank_option()
    raters: str | None = raters_option()
    n_resamples: int = resamples_option(10_000, "draws")
    unit: str | None = unit_option("Units are drawn, and scores of one unit count as one.")
    rng: int = seed_option()

    @classmethod
    def of_recipe(cls, stored: Mapping[str, Any], file: Callable[[str], Any]) -> Self:
        """Ask a stored question again; the test `sign` was once called after McNemar."""
        again = {"test": "sign"} if stored.get("test") == "mcnemar" else {}
        return super(BoardQuestion, cls).of_recipe({**stored, **again}, file)
