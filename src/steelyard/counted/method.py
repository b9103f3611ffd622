"""What every method says: what a result rests on, and its metrics, units and intervals in words."""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.lines import TextFile
from steelyard.metrics import package_version
from steelyard.results.method import Provenance
from steelyard.results.words import counted
from steelyard.types import Layout, Measurement

__all__ = [
    "describe_degrees",
    "describe_interval",
    "describe_metrics",
    "describe_units",
    "describe_worth",
    "provenance",
    "score_input",
    "show_percent",
]

_INTERVALS = {
    "percentile": "percentile bootstrap (Koehn 2004, {n_resamples:,} resamples, seed {seed})",
    "basic": "basic bootstrap (reverse percentiles; Davison and Hinkley 1997, {n_resamples:,} resamples, seed {seed})",
    "normal": "normal quantiles of the bootstrap's spread, corrected for its bias (Davison and Hinkley 1997, "
    "{n_resamples:,} resamples, seed {seed})",
    "bca": "BCa bootstrap (Efron 1987, {n_resamples:,} resamples, seed {seed})",
    "jackknife": "jackknife with Student's t ({degrees} degrees of freedom)",
    "delta": "delta method with Student's t ({degrees} degrees of freedom)",
    "student": "Student's t ({degrees} degrees of freedom)",
}
_ENOUGH_UNITS = 100  # in effect: with so many, degrees of freedom hardly matter


def score_input(
    name: str, scores: Mapping[str, Sequence[float]], file: TextFile | tuple[str, str] | None
) -> dict[str, str]:
    """Say which outside scores a result rests on: by their file, or by the numbers themselves."""
    if file is not None:
        path, sha256 = (file.path, file.sha256) if isinstance(file, TextFile) else file
        return {"role": f"scores {name}", "name": path, "sha256": sha256}
    numbers = json.dumps({system: [float(score) for score in row] for system, row in scores.items()})
    return {"role": f"scores {name}", "name": name, "sha256": hashlib.sha256(numbers.encode()).hexdigest()}


def provenance(test_set: Layout, score_inputs: Sequence[dict[str, str]] = ()) -> Provenance:
    """Say what a result rests on: sizes, versions, and the SHA-256 of every input."""
    return {
        "n_segments": test_set.n_segments,
        "n_systems": len(test_set.system_names),
        "n_documents": len(set(test_set.documents)) if test_set.documents is not None else None,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": sys.version.split()[0]},
        "inputs": [*test_set.inputs(), *score_inputs],
    }


def show_percent(share: float) -> str:
    """Show a share as a percentage without rounding it away: 0.999 is 99.9%."""
    return f"{round(100 * share, 6):g}%"


def describe_metrics(measurements: Sequence[Measurement]) -> str:
    """Name the metrics with their signatures."""
    return ", ".join(f"{measurement.label} ({measurement.signature})" for measurement in measurements)


def describe_units(method: Mapping[str, Any]) -> str:
    """Say how many units of which kind were resampled."""
    if "block_size" not in method:
        return counted(method["n_units"], method["unit"])
    size, last = method["block_size"], method["last_block_size"]
    shorter = f", the last of {last}" if last != size else ""
    return f"{counted(method['n_units'], 'block')} of {counted(size, 'consecutive segment')}{shorter}"


def describe_worth(method: Mapping[str, Any]) -> str:
    """Say how many units of equal size there are in effect, where that is a small number."""
    n_effective = method["n_effective"]
    if n_effective >= _ENOUGH_UNITS or n_effective > 0.95 * method["n_units"]:
        return ""
    return f", as good as {n_effective:.1f} of equal size"


def describe_interval(method: Mapping[str, Any], kind: str) -> str:
    """Say by what an interval of a kind was computed."""
    degrees = describe_degrees(method) if kind in ("jackknife", "delta") else method["n_units"] - 1
    return _INTERVALS[kind].format(**{**method, "degrees": degrees})


def describe_degrees(method: Mapping[str, Any]) -> str:
    """Show the degrees of freedom of as many equal units as these are worth."""
    degrees = max(method["n_effective"] - 1, 1)
    return f"{degrees:.0f}" if degrees >= _ENOUGH_UNITS else f"{round(degrees, 1):g}"
