"""What a test held each difference against, drawn again with the same seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.inference import PROCEDURES, NullDistribution, get_test, null_histograms
from steelyard.results.null_row import NullRow
from steelyard.scored.pairs import Pair
from steelyard.scored.units import Units

__all__ = ["null_rows"]


def null_rows(units: Units, pairs: Sequence[Pair], method: Mapping[str, Any], n_threads: int) -> list[NullRow]:
    """Give the histogram of every difference.

    None where nothing was drawn, each run was exchanged by itself, or what was drawn are no differences of scores.
    """
    if method["correction"] in PROCEDURES or not method["n_draws"] or method.get("run_swap") == "independent":
        return []
    outcome = get_test(method["test"])(
        units.measurements, pairs, n_resamples=method["n_draws"], rng=method["seed"], n_threads=n_threads
    )
    if not isinstance(outcome, NullDistribution) or outcome.studentized is not None:
        return []
    rows = []
    for i, histogram in enumerate(null_histograms(outcome)):
        measurement = units.measurements[i // len(pairs)]
        a, b = pairs[i % len(pairs)]
        rows.append(
            NullRow(
                metric=measurement.metric,
                system=measurement.systems[a],
                against=measurement.systems[b],
                observed=float(outcome.observed[i]),
                start=histogram.start,
                width=histogram.width,
                counts=tuple(histogram.counts.tolist()),
            )
        )
    return rows
