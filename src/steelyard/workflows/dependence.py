"""What taking single segments for independent would have got wrong, for the method of a comparison."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.inference import design_effects, real_level
from steelyard.types import Measurement
from steelyard.workflows.pairs import Pair
from steelyard.workflows.units import Units

__all__ = ["describe_dependence"]


def describe_dependence(
    units: Units, measurements: Sequence[Measurement], pairs: Sequence[Pair], alpha: float, *, two_sided: bool
) -> dict[str, Any]:
    """Give the design effect of documents or blocks on the differences, and what level a test of segments has by it.

    Parameters
    ----------
    units : Units
        What was resampled.
    measurements : sequence of Measurement
        The same over segments.
    pairs : sequence of (int, int)
        The differences, of every metric.
    alpha : float
        Nominal level.
    two_sided : bool
        Whether the test is.

    Returns
    -------
    dict
        ``design_effect``: median, smallest, largest, number of differences that vary, and ``segment_level``, the
        false-alarm rate at the median. Empty where the unit is the segment or nothing varies.
    """
    if units.name == "segment":
        return {}
    effects = np.concatenate(
        [design_effects(over_segments, over_units, pairs)
         for over_segments, over_units in zip(measurements, units.measurements, strict=True)]
    )  # fmt: skip
    known = effects[np.isfinite(effects)]
    if not known.size:
        return {}
    median = float(np.median(known))
    sides = 1 if two_sided else 2
    level = real_level(median, min(sides * alpha, 1 - 1e-9)) / sides if median > 0 else 0.0
    return {
        "design_effect": {
            "median": median,
            "low": float(known.min()),
            "high": float(known.max()),
            "n_differences": int(known.size),
            "segment_level": level,
        }
    }
