"""Where numbers stand in a plot, in per cent of its width or height, so that it fits any screen."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.page.html.text import with_minus
from steelyard.results.score_rows import ScoreRow

__all__ = ["Axis", "axis_of", "log_axis", "value_axis"]

_MARGIN = 0.04
_MOST_TICKS = 6
_APART = 7.0  # per cent of the width, between labels that must not meet
_ALIKE = 1e-9  # of the largest value: a smaller spread is rounding, and its labels would differ in no digit shown
_NOTHING = 1e-300  # below it steps are lost: a tenth of 5e-324 is 0


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale of scores."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    is_log: bool = False  # whether equal factors, not equal differences, are equally far apart

    def place(self, value: float) -> float:
        """Return where a value stands, in per cent."""
        at, low, high = (math.log(x) for x in (value, self.low, self.high)) if self.is_log else (
            value, self.low, self.high
        )  # fmt: skip
        return round(100 * (at - low) / (high - low), 3)

    def from_top(self, value: float) -> float:
        """Return where a value stands on an axis that points up, in per cent from the top."""
        return round(100 - self.place(value), 3)


def axis_of(rows: Sequence[ScoreRow]) -> Axis:
    """Make the scale that scores and their intervals fit into."""
    return value_axis([row.score for row in rows] + [end for row in rows for end in row.interval or ()])


def value_axis(values: Sequence[float], *, margin: float = _MARGIN, from_zero: bool = False) -> Axis:
    """Make the scale that values fit into, with a share of room at its ends; none below a zero that it starts from."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    size = max(abs(low), abs(high))
    is_spread = high - low > max(_ALIKE * size, _NOTHING)
    spread = high - low if is_spread else size if size > _NOTHING else 1.0
    margin = margin if is_spread else max(margin, _MARGIN)
    low, high = (0.0 if from_zero else low - margin * spread), high + margin * spread
    step = _step((high - low) / _MOST_TICKS)
    decimals = max(0, -math.floor(math.log10(step)))
    first, last = math.ceil(low / step), math.floor(high / step)
    return Axis(low, high, tuple((k * step, with_minus(f"{k * step:,.{decimals}f}")) for k in range(first, last + 1)))


def log_axis(values: Sequence[float], *, margin: float = _MARGIN) -> Axis:
    """Make the logarithmic scale that values above 0 fit into; its ticks are the values themselves, where they fit."""
    given = sorted(set(values)) or [1.0]
    room = math.exp(margin * (math.log(given[-1]) - math.log(given[0]))) if given[-1] > given[0] else 2.0
    low = max(given[0] / room, math.nextafter(0.0, 1.0))
    axis = Axis(low, min(given[-1] * room, sys.float_info.max), (), is_log=True)
    shown: list[float] = []
    for value in given:
        if not shown or axis.place(value) - axis.place(shown[-1]) >= _APART:
            shown.append(value)
    return Axis(axis.low, axis.high, tuple((value, f"{value:,.6g}") for value in shown), is_log=True)


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, ... times a power of ten that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
