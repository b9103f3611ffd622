"""Differences of systems with missing scores: of one at its worst from the other at its best, both ways."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference import JointDifferences, spread_quantile
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.scored.intervals import intervals_in_range
from steelyard.scored.pairs import Pair
from steelyard.scored.units import Interval
from steelyard.types import Measurement

__all__ = ["bounded_rows"]

_POWER = 0.8


def bounded_rows(
    measurement: Measurement, found: JointDifferences, pairs: Sequence[Pair], alpha: float, n_effective: float
) -> list[PairRow]:
    """Say what is known of each pair: the difference is the one nearer to 0, and intervals hold both ends."""
    sign = 1.0 if measurement.higher_is_better else -1.0
    rows = []
    for a, b in pairs:
        low, high = float(found.lead[a, b]), -float(found.lead[b, a])
        verdict: Verdict = "cannot tell"
        if found.p_adjusted[a, b] <= alpha:
            verdict = "better"
        elif found.p_adjusted[b, a] <= alpha:
            verdict = "worse"
        delta = sign * (low if low > 0 else high if high < 0 else 0.0)
        alone, together = (
            intervals_in_range(measurement, None, [(a, b)], [delta], [_interval(found, a, b, critical, sign)], level)[0]
            for critical, level in ((found.critical_alone, 1 - alpha), (found.critical, 1 - alpha / len(pairs)))
        )
        error = float(max(found.errors[a, b], found.errors[b, a]))
        detectable = (found.critical + spread_quantile(_POWER, n_effective)) * error
        rows.append(
            PairRow(
                metric=measurement.metric,
                label=measurement.label,
                system=measurement.systems[a],
                against=measurement.systems[b],
                difference=delta,
                interval=alone,
                interval_simultaneous=together,
                p_value=float(min(found.p_values[a, b], found.p_values[b, a])),
                p_adjusted=float(min(found.p_adjusted[a, b], found.p_adjusted[b, a])),
                monte_carlo_error=0.0,
                verdict=verdict,
                reason="",
                minimum_detectable=detectable if np.isfinite(detectable) and error > 0 else None,
            )
        )
    return rows


def _interval(found: JointDifferences, a: int, b: int, critical: float, sign: float) -> Interval:
    """Put standard errors on both sides; None where there are none, or no number of them is enough."""
    low = float(found.lead[a, b]) - critical * float(found.errors[a, b])
    high = -float(found.lead[b, a]) + critical * float(found.errors[b, a])
    if not (np.isfinite(low) and np.isfinite(high)):
        return None
    return (low, high) if sign > 0 else (-high, -low)
