"""Where intervals stand in a plot: numbers in per cent of its width."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.results import ScoreRow

__all__ = ["Axis", "axis_of"]

_MARGIN = 0.04
_MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale of scores.

    Attributes
    ----------
    low, high : float
        Its ends.
    ticks : tuple of (float, str)
        Values with their labels.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def place(self, value: float) -> float:
        """Return where a value stands, in per cent."""
        return round(100 * (value - self.low) / (self.high - self.low), 3)


def axis_of(rows: Sequence[ScoreRow]) -> Axis:
    """Make the scale that scores and their intervals fit into."""
    values = [row.score for row in rows] + [end for row in rows for end in row.interval or ()]
    low, high = min(values), max(values)
    spread = (high - low) or abs(high) or 1.0
    low, high = low - _MARGIN * spread, high + _MARGIN * spread
    step = _step((high - low) / _MOST_TICKS)
    decimals = max(0, -math.floor(math.log10(step)))
    first, last = math.ceil(low / step), math.floor(high / step)
    return Axis(
        low, high, tuple((k * step, f"{k * step:.{decimals}f}".replace("-", "−")) for k in range(first, last + 1))
    )


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, ... times a power of ten that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
