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
        "Fail (exit status 1) if a system is significantly worse than the baseline by more than an allowed drop, or "
        "scores below a limit. Else pass (exit status 0). Then show the comparison, as `steelyard compare` does."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard gate ref.txt -i baseline.txt ours.txt",
        "steelyard gate ref.txt -i baseline.txt ours.txt --documents docs.txt --max-drop 0.5",
        "steelyard gate ref.txt -i ours.txt -m bleu ter --min-score bleu=30 ter=60",
        "steelyard gate ref.txt -i baseline.txt ours.txt --anchor theirs.txt --max-drop 0.5",
        "steelyard gate --stats old.jsonl new.jsonl --max-drop 0.5",
    )

    pairs: str | Sequence[str] = pairs_option(
        default="baseline", more="``'baseline'`` compares each system with the first.", is_first=True
    )
    max_drop: ByMetric | None = option(
        None,
        "fail if a system is significantly worse than the first by more than X (unit of the score); name the metric "
        "if scales differ",
        shown="0",
        is_list=True,
        adds_up=False,
        is_first=True,
        metavar="[METRIC=]X",
        read=partial(read_by_metric, flag="--max-drop"),
        check=_drop,
        more="Worse is lower for BLEU, and higher for TER. A metric that you do not name has no limit. Without this "
        "and "
        "`min_score`, no significant loss is allowed.",
        python="float or mapping of str to float",
    )
    min_score: ByMetric | None = option(
        None,
        "fail if a score is below X (above X if lower is better); for every system except the first, or for a single "
        "system",
        is_list=True,
        adds_up=False,
        is_first=True,
        metavar="[METRIC=]X",
        read=partial(read_by_metric, flag="--min-score"),
        check=_score,
        more="The score itself is compared with X, not its interval.",
        python="float or mapping of str to float",
    )

    anchor: str | None = option(
        None,
        "compare every new system with an old release, too, within the same limits",
        is_first=True,
        metavar="FILE",
        on_command_line="; or the name of a system",
        more="The name of a system. Small losses in many releases add up, and here their sum is tested.",
    )

    ledger: str | None = option(
        None,
        "count the gates on a test set in this file, so that the error rate of all together is alpha; scores are "
        "hidden",
        is_first=True,
        metavar="FILE",
        more="The file is made if it is missing; each gate adds a line, which `verify` reads.",
        python="path-like",
    )
    show_scores: bool = option(False, "show scores and p with --ledger, too; later gates then have no guaranteed level")

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        super(GateQuestion, self).__post_init__()  # slots make another class of this one
        if self.anchor is not None and self.pairs not in ("baseline", ("baseline",)):
            raise SpecError(
                "An anchor needs the pairs of the baseline: leave out pairs (--pairs), or the anchor (--anchor)."
            )
        if self.show_scores and self.ledger is None:
            raise SpecError("Scores are always shown without a ledger: leave out show_scores (--show-scores).")
        if self.alternative == "better":
            raise SpecError(
                "A gate tests whether a system is worse: leave out the alternative 'better' (alternative, "
                "--alternative)."
            )

    @property
    def drop(self) -> ByMetric | None:
        """How much worse a system may be; None where scores alone are limited."""
        return 0.0 if self.max_drop is None and self.min_score is None else self.max_drop
