"""What may be asked: which parameters of a metric agree best with people's ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from steelyard.asking.question import (
    REQUIRED,
    Question,
    between_0_and_1,
    of_search,
    option,
    read_bounds,
    resamples_option,
    seed_option,
)
from steelyard.choices import CLIMB_STEPS, CORRELATIONS, Coefficient

__all__ = ["LEAVING", "LEVELS", "LeaveOut", "Level", "TuneQuestion"]

Level = Literal["segment", "sentence", "system"]
LEVELS = {
    "segment": "over all segments of all systems together",
    "sentence": "over the systems within each segment, on average",
    "system": "over systems",
}
LeaveOut = Literal["system", "segments", "none"]
LEAVING = {"system": "leaving one system out", "segments": "leaving a part of the segments out", "none": ""}

_LEVEL = (
    "``sentence``: over the systems within each segment, and the mean over segments; those whose ratings do not differ "
    "are skipped, and where only the scores do not differ the correlation is 0. ``system``: between the scores of "
    "systems on the segments that were rated and their mean ratings."
)
_LEFT_OUT = (
    "Documents stay whole. By default a system is left out at the level of segments, as W07-0734 does, else segments, "
    "as W08-0312 does."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TuneQuestion(Question):
    """Which parameters of a metric agree best with people's ratings."""

    description: ClassVar[str] = (
        "Find the parameters of a metric that agree best with ratings, and test them on held-out ratings."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab tune 'meteor-2007(without=synonym)' ref.txt -i ours.txt theirs.txt --ratings human.tsv",
        "steelyard lab tune ribes ref.txt -i ours.txt theirs.txt --ratings human.tsv -p alpha beta",
    )

    metric: Any = option(
        REQUIRED, "metric with its start parameters, such as "
                  "'meteor-2007(alpha=0.9)'", flags=("metric",), metavar="METRIC",
        python="str or Metric",
    )  # fmt: skip
    parameters: tuple[str, ...] | None = option(
        None, "tune these options, such as alpha; weights.2 is the second of weights", flags=("-p", "--parameters"),
        is_list=True, metavar="NAME", shown="all single numbers", is_first=True)  # fmt: skip
    bounds: Mapping[str, tuple[float, float]] | None = option(
        None,
            "set the lowest and highest value", is_list=True, metavar="NAME=LOW:HIGH", shown="the limits of the metric",
        more="They must lie within the limits of the metric.", python="mapping of str to (float, float)",
        read=read_bounds,
    )  # fmt: skip
    objective: Coefficient = option(
        "pearson", "maximise this correlation", choices=tuple(CORRELATIONS),
        more="`steelyard.meta.correlate` has the details.", is_first=True)  # fmt: skip
    level: Level = option(
        "segment", "correlate over all segments, over systems within each segment, or scores of systems",
        choices=tuple(LEVELS), more=_LEVEL, is_first=True)  # fmt: skip
    leave_out: LeaveOut | None = option(
        None, "leave this out of each climb", choices=tuple(LEAVING),
        shown="a system at the level of segments, else a part of the segments", more=_LEFT_OUT,
    )  # fmt: skip
    steps: tuple[float, ...] = option(
        CLIMB_STEPS, "set the step sizes of the climb, largest first", metavar="X", shown="0.32 0.16 ... 0.01",
        more="Each is a multiple of the last. The mean is rounded to two decimals more than these.",
    )  # fmt: skip
    n_restarts: int = option(
        0,
        "climb N more times from random points",
        flags=("--restarts",),
        metavar="N",
        more="They are near the start.",
        check=of_search,
    )
    n_folds: int = option(3, "use N folds of the segments", flags=("--folds",), metavar="N")
    lower_is_better: bool = option(
        False, "read ratings as penalties: lower is better", flags=("--penalties",), dest="penalties", is_first=True
    )  # fmt: skip
    confidence_level: float = option(0.95, "set the level of the intervals", check=between_0_and_1)
    alpha: float = option(
        0.05, "set the significance level of the test on held-out data", metavar="X", check=between_0_and_1
    )
    n_resamples: int = resamples_option(1000, "make N draws for intervals and for the test")
    rng: Any = seed_option()
