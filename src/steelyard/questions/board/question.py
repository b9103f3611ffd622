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
    """How many systems rank on the same items."""

    description: ClassVar[str] = (
        "Rank many systems on the same items, with confidence sets for the ranks. Show the systems that may be the "
        "best, corrected tests against the leader or a baseline, and items that do not separate systems."
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
        "compare each system with the leader, with all others, or with a baseline (its name)",
        flags=("--baseline",),
        metavar="NAME",
        is_first=True,
        more="The leader is picked from the same scores, so tests against it are corrected for all pairs. A baseline "
        "needs fewer tests, which detect smaller differences, but gives no ranges of ranks.",
    )
    test: str = option(
        JOINT,
        f"choose the test for verdicts and ranks: one of `compare`, with its correction ({', '.join(TESTS)})",
        metavar="NAME",
        more="`steelyard.inference.registered_tests` describes them. `joint` tests all differences together by normal "
        "draws. For scores of 0 and 1, `sign` is McNemar's exact test, and `mid-p` its mid-p version.",
    )
    alpha: float = option(
        0.05, "set the family-wise error rate: 0.05 for 95 % confidence", metavar="X", check=between_0_and_1
    )
    top: int = option(25, "count the items that separate the first N systems", flags=("--n-leading",), metavar="N")
    auto_rank: str | None = auto_rank_option()
    raters: str | None = raters_option()
    n_resamples: int = resamples_option(10_000, "set the number of draws")
    unit: str | None = unit_option("Scores of one unit are resampled together.")
    rng: int = seed_option()

    @classmethod
    def of_recipe(cls, stored: Mapping[str, Any], file: Callable[[str], Any]) -> Self:
        """Ask a stored question again; the test `sign` was once called after McNemar."""
        again = {"test": "sign"} if stored.get("test") == "mcnemar" else {}
        return super(BoardQuestion, cls).of_recipe({**stored, **again}, file)
