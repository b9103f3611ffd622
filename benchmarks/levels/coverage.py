"""How often each kind of interval holds the truth: the score, or the difference, of the whole pool."""

from collections.abc import Iterator

from levels.data_sets import SIZES, draw
from levels.pool import METRICS, PAIRS, Pool
from steelyard.errors import SpecError
from steelyard.inference import bootstrap_draws, bootstrap_scores
from steelyard.scored.intervals import interval_of, rows_of_units
from steelyard.scored.units import INTERVALS, Interval
from steelyard.types import Measurement

__all__ = ["DOCUMENTS", "LEVEL", "cells", "run_cell"]

DOCUMENTS = (6, 12, 25, 60)
LEVEL = 0.95
_N_RESAMPLES = 1000


def cells() -> Iterator[dict[str, object]]:
    """List what is measured; documents are also taken apart into segments, to show what that costs."""
    for metric in METRICS:
        for size in SIZES:
            yield {"metric": metric, "drawn": "segment", "unit": "segment", "size": size}
        for unit in ("document", "segment"):
            for size in DOCUMENTS:
                yield {"metric": metric, "drawn": "document", "unit": unit, "size": size}


def run_cell(pool: Pool, cell: dict[str, object], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Count for every kind how often it misses the truth on either side."""
    pair = pool.of(str(cell["metric"]), PAIRS["alike"])
    [a, b] = pair.scores(pair.statistics.totals()).tolist()
    truths = {"score": a, "difference": a - b}
    drawn, size = str(cell["drawn"]), int(str(cell["size"]))
    n_segments, n_documents = (size, 0) if drawn == "segment" else (0, size)
    sets = draw(pool, pair, drawn, n_repetitions, n_segments=n_segments, n_documents=n_documents, seed=seed)
    misses: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(sets):
        unit = str(cell["unit"])
        for (kind, what), found in intervals(one.of(unit), one.n_effective(unit), seed + number).items():
            misses.setdefault((kind, what), [0, 0])
            misses[kind, what][0] += found is not None and truths[what] < found[0]
            misses[kind, what][1] += found is not None and truths[what] > found[1]
    return [
        {**cell, "kind": kind, "of": what, "n": n_repetitions, "too_high": high, "too_low": low}
        for (kind, what), (high, low) in misses.items()
    ]


def intervals(measurement: Measurement, n_effective: float, seed: int) -> dict[tuple[str, str], Interval]:
    """Put every kind of interval that fits around the score of the first system, and around both's difference."""
    a, b = measurement.scores(measurement.statistics.totals()).tolist()
    draws = bootstrap_draws(measurement.statistics.n_units, _N_RESAMPLES, rng=seed)
    [resampled] = bootstrap_scores([measurement], draws)
    found = {}
    for kind in INTERVALS:
        try:
            rows = rows_of_units([measurement], kind)
        except SpecError:  # Student's is for means of segments
            continue
        row, change = (None, None) if rows is None else (rows[0][0], rows[0][0] - rows[0][1])
        found[kind, "score"] = interval_of(kind, a, row, resampled[0], LEVEL, n_effective)
        resampled_change = resampled[0] - resampled[1]
        found[kind, "difference"] = interval_of(kind, a - b, change, resampled_change, LEVEL, n_effective)
    return found
