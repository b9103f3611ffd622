"""What a test that takes segments for independent gets wrong, by the design effects of documents or blocks."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import design_effects, real_level
from steelyard.results.method import DesignEffects
from steelyard.scored.pairs import Pair
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["describe_dependence", "level_of_segments", "median_and_range"]


def describe_dependence(
    units: Units, measurements: Sequence[Measurement], pairs: Sequence[Pair], alpha: float, *, two_sided: bool
) -> DesignEffects:
    """Give the design effect of documents or blocks on the differences, and what level a test of segments has by it.

    The measurements are over segments. Nothing where the unit is the segment or nothing varies.
    """
    if units.is_single:
        return {}
    both = zip(measurements, units.measurements, strict=True)
    effects = np.concatenate([design_effects(of_segments, of_units, pairs) for of_segments, of_units in both])
    found = median_and_range(effects)
    if found is None:
        return {}
    median, low, high = found
    return {
        "design_effect": {
            "median": median,
            "low": low,
            "high": high,
            "n_differences": int(np.isfinite(effects).sum()),
            "segment_level": level_of_segments(median, alpha, two_sided=two_sided),
        }
    }


def median_and_range(effects: NDArray[np.float64]) -> tuple[float, float, float] | None:
    """Return median, smallest and largest of the effects on differences that vary; None where none does."""
    known = effects[np.isfinite(effects)]
    return (float(np.median(known)), float(known.min()), float(known.max())) if known.size else None


def level_of_segments(design_effect: float, alpha: float, *, two_sided: bool = True) -> float:
    """Return the false-alarm rate of a test of independent segments; 0 where units do not vary at all."""
    sides = 1 if two_sided else 2
    return real_level(design_effect, min(sides * alpha, 1 - 1e-9)) / sides if design_effect > 0 else 0.0
