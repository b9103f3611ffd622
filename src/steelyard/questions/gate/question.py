"""What may be asked: whether a system is certainly worse than the first, or its score too low."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from steelyard.asking.question import option, pairs_option
from steelyard.errors import SpecError
from steelyard.questions.compare.question import ByMetric, CompareQuestion, read_by_metric

__all__ = ["GateQuestion"]


def _drop(name: str, value: ByMetric) -> None:
    """Refuse drops that are none."""
    for number in _numbers(name, value):
        if number < 0:
            raise SpecError(f"{name} (--max-drop) says how much worse a system may be: write {-number:g}, above 0.")


def _score(name: str, value: ByMetric) -> None:
    """Refuse scores that are none."""
    _numbers(name, value)


def _numbers(name: str, value: ByMetric) -> list[float]:
    numbers = list(value.values()) if isinstance(value, Mapping) else [value]
    if not numbers or not all(map(math.isfinite, numbers)):
        raise SpecError(f"{name} must be a number, or one for each metric, not {value!r}.")
    return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class GateQuestion(CompareQuestion):
    """Whether a system may take the place of the first."""

    description: ClassVar[str] = (
        "Pass or fail, and status 0 or 1: is a system certainly worse than the first by more than is allowed, or does "
        "it score less than is asked? Then the comparison, as `steelyard compare` has it."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard gate ref.txt -i baseline.txt ours.txt",
        "steelyard gate ref.txt -i baseline.txt ours.txt --documents docs.txt --max-drop 0.5",
        "steelyard gate ref.txt -i ours.txt -m bleu ter --min-score bleu=30 ter=60",
        "steelyard gate ref.txt -i baseline.txt ours.txt --anchor theirs.txt --max-drop 0.5",
    )

    pairs: str | Sequence[str] = pairs_option(
        default="baseline", more="``'baseline'`` is each system with the first.", is_first=True
    )
    max_drop: ByMetric | None = option(
        None,
        "fail if a system is certainly worse than the first by more than X, in the unit of the score; X above 0 alone "
        "for metrics of one scale",
        shown="0: fail if it is significantly worse",
        is_list=True,
        adds_up=False,
        is_first=True,
        metavar="[METRIC=]X",
        read=partial(read_by_metric, flag="--max-drop"),
        check=_drop,
        more="Worse is less of BLEU, and more of TER. A metric that is not named may drop. Without this and "
        "`min_score`, nothing may be lost.",
        python="float or mapping of str to float",
    )
    min_score: ByMetric | None = option(
        None,
        "fail if a score is worse than X: below it, or above it where lower is better; of every system but the first, "
        "or of one alone",
        is_list=True,
        adds_up=False,
        is_first=True,
        metavar="[METRIC=]X",
        read=partial(read_by_metric, flag="--min-score"),
        check=_score,
        more="The score itself is looked at, not its interval.",
        python="float or mapping of str to float",
    )

    anchor: str | None = option(
        None,
        "an old release that stays the same: every new system is compared with it, too, within the same limits",
        is_first=True,
        metavar="FILE",
        on_command_line="; the name of a system, where this is in a table or among the others",
        more="The name of a system. Small losses in many releases add up, and here their sum is tested.",
    )

    ledger: str | None = option(
        None,
        "a text file that counts the looks at a test set: all gates together fail wrongly with a chance of at most "
        "alpha, and each tells its verdict alone",
        is_first=True,
        metavar="FILE",
        more="Made where it is missing; each look adds a line, which `verify` reads.",
        python="path-like",
    )
    show_scores: bool = option(
        False, "with --ledger: show scores and p, too; for the looks after this one the level no longer holds"
    )

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        super(GateQuestion, self).__post_init__()  # slots make another class of this one
        if self.anchor is not None and self.pairs not in ("baseline", ("baseline",)):
            raise SpecError(
                "With an anchor every new system is compared with the first and with the anchor: leave out pairs "
                "(--pairs), or the anchor (--anchor)."
            )
        if self.show_scores and self.ledger is None:
            raise SpecError("Scores are always shown without a ledger: leave show_scores (--show-scores) out.")
        if self.alternative == "better":
            raise SpecError(
                "A gate asks whether a system is worse, which a test with the alternative 'better' never finds "
                "(alternative, --alternative)."
            )

    @property
    def drop(self) -> ByMetric | None:
        """How much worse a system may be; None where scores alone are limited."""
        return 0.0 if self.max_drop is None and self.min_score is None else self.max_drop
