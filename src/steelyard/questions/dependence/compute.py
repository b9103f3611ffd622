"""What taking single segments for independent gets wrong: for the method of a comparison, and by itself."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.method import describe_metrics
from steelyard.counted.pairs import Pair, choose_pairs
from steelyard.counted.recipe import pairs_given
from steelyard.counted.units import Units
from steelyard.errors import SpecError
from steelyard.inference import broad_and_blocks, design_effects, real_level
from steelyard.metrics import package_version
from steelyard.questions.dependence.answer import Dependence, EffectRow, PairEffect, SpreadRow
from steelyard.results.words import counted
from steelyard.types import Measurement

__all__ = ["dependence", "describe_dependence"]

_SIZES = (2, 5, 10, 20, 50, 100)
_FEWEST_BLOCKS = 10  # of a size that nobody asked for


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
    return {
        "design_effect": {
            "median": median,
            "low": float(known.min()),
            "high": float(known.max()),
            "n_differences": int(known.size),
            "segment_level": _level(median, alpha, two_sided=two_sided),
        }
    }


def _level(design_effect: float, alpha: float, *, two_sided: bool = True) -> float:
    """Return the false-alarm rate of a test of independent segments; 0 where units do not vary at all."""
    sides = 1 if two_sided else 2
    return real_level(design_effect, min(sides * alpha, 1 - 1e-9)) / sides if design_effect > 0 else 0.0


def dependence(
    counted: Counted,
    *,
    sizes: Sequence[int],
    pairs: str | Sequence[str],
    alpha: float,
) -> Dependence:
    """Take the variance over documents and blocks; `Evaluation.dependence` describes the parameters."""
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    test_set, measurements = counted.test_set, counted.measurements
    n = test_set.n_segments
    chosen = _choose_sizes(sizes, n)
    asked = choose_pairs(test_set.system_names, pairs) if len(test_set.system_names) > 1 else []
    kinds = [counted.units(f"block:{size}") for size in chosen] if asked else []
    if asked and test_set.documents is not None:
        kinds = [counted.units("document"), *kinds]
    effects: list[EffectRow] = []
    by_pair: list[PairEffect] = []
    spreads: list[SpreadRow] = []
    for m, measurement in enumerate(measurements):
        for units in kinds:
            found = design_effects(measurement, units.measurements[m], asked)
            effects.append(_effect_row(measurement, units, found, alpha))
            by_pair += _pair_effects(measurement, units, asked, found, alpha)
        for size in chosen:
            spreads += _spread_rows(measurement, size)
    method = counted.provenance() | {
        "alpha": alpha,
        "sizes": chosen,
        "n_pairs": len(asked),
        "scales": {measurement.metric: measurement.scale for measurement in measurements},
    }
    method["sentence"] = _sentence(measurements, method)
    given = {"sizes": chosen, "pairs": pairs_given(pairs), "alpha": alpha}
    method |= counted.recipe("dependence", given)
    return Dependence(tuple(effects), tuple(by_pair), tuple(spreads), method)


def _choose_sizes(sizes: Sequence[int], n_segments: int) -> list[int]:
    """Take the wanted numbers of segments of a block, or those that leave enough blocks."""
    if not sizes:
        chosen = [size for size in _SIZES if n_segments // size >= _FEWEST_BLOCKS]
        if not chosen:
            raise SpecError(
                f"The test set has {n_segments} segment{'s' if n_segments != 1 else ''}, too few for "
                f"{_FEWEST_BLOCKS} blocks of 2: give sizes (--sizes) of which there are at least two."
            )
        return chosen
    for size in sizes:
        if not (size >= 1 and n_segments // size >= 2):
            raise SpecError(
                f"Cannot take blocks of {size} (--sizes): of {n_segments} segments there must be at least two, of a "
                "segment or more each."
            )
    return sorted(set(sizes))


def _effect_row(measurement: Measurement, units: Units, effects: NDArray[np.float64], alpha: float) -> EffectRow:
    known = effects[np.isfinite(effects)]
    median, low, high = (
        (float(np.median(known)), float(known.min()), float(known.max())) if known.size else (None, None, None)
    )
    return EffectRow(
        metric=measurement.metric,
        label=measurement.label,
        unit="document" if units.name == "document" else "block",
        size=units.block_size,
        n_units=units.n,
        n_differences=int(known.size),
        median=median,
        low=low,
        high=high,
        relative_error=float(np.sqrt(2 / (units.n - 1))) if units.n > 1 else None,
        segment_level=None if median is None else _level(median, alpha),
    )


def _pair_effects(
    measurement: Measurement, units: Units, pairs: Sequence[Pair], effects: NDArray[np.float64], alpha: float
) -> list[PairEffect]:
    return [
        PairEffect(
            metric=measurement.metric,
            label=measurement.label,
            unit="document" if units.name == "document" else "block",
            size=units.block_size,
            system_a=measurement.systems[a],
            system_b=measurement.systems[b],
            design_effect=float(effect) if np.isfinite(effect) else None,
            segment_level=_level(float(effect), alpha) if np.isfinite(effect) else None,
        )
        for (a, b), effect in zip(pairs, effects, strict=True)
    ]


def _spread_rows(measurement: Measurement, size: int) -> list[SpreadRow]:
    sets = broad_and_blocks(measurement, size, drop_tail=True)
    effects = sets.design_effect
    return [
        SpreadRow(
            metric=measurement.metric,
            label=measurement.label,
            system=system,
            size=size,
            n_sets=sets.broad.scores.shape[1],
            n_dropped=sets.n_dropped,
            broad_sd=float(sets.broad.sd[i]),
            block_sd=float(sets.blocks.sd[i]),
            broad_range=(float(sets.broad.low[i]), float(sets.broad.high[i])),
            block_range=(float(sets.blocks.low[i]), float(sets.blocks.high[i])),
            design_effect=float(effects[i]) if np.isfinite(effects[i]) else None,
        )
        for i, system in enumerate(measurement.systems)
    ]


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how dependence was measured."""
    metrics = describe_metrics(measurements)
    effects = (
        f"The design effect is the jackknife variance of a difference of systems over documents or blocks, divided by "
        f"that over segments (Kish 1965; {counted(method['n_pairs'], 'difference')} a metric); the real level is that "
        f"of a two-sided test of segments at {method['alpha']:g} with the median effect, by normal theory. "
        if method["n_pairs"]
        else ""
    )
    return (
        f"We measured how {counted(method['n_segments'], 'segment')} hang together with Steelyard {package_version()}: "
        f"{metrics}. {effects}Broad sets take every g-th segment, blocks take neighbours (Koehn 2004), "
        "and their scores are those of single systems."
    )
