"""Metrics, units and intervals in words, for the method sentences of all answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.results.method import MethodOfRates
from steelyard.results.plurals import SINGLE_UNITS, counted, word_for_segment
from steelyard.types import Measurement

__all__ = [
    "describe_degrees", "describe_ends", "describe_interval", "describe_metrics", "describe_rates",
    "describe_two_way", "describe_units", "describe_worth", "rates_told", "said_of_gold", "said_of_score_coverage",
    "show_percent",
]  # fmt: skip

_INTERVALS = {
    "percentile": "percentile bootstrap (Koehn 2004, {n_resamples:,} resamples, seed {seed})",
    "basic": "basic bootstrap (reverse percentiles; Davison and Hinkley 1997, {n_resamples:,} resamples, seed {seed})",
    "normal": "normal quantiles of the bootstrap's spread, corrected for its bias (Davison and Hinkley 1997, "
    "{n_resamples:,} resamples, seed {seed})",
    "bca": "BCa bootstrap (Efron 1987, {n_resamples:,} resamples, seed {seed})",
    "jackknife": "jackknife with Student's t ({degrees} degrees of freedom)",
    "delta": "delta method with Student's t ({degrees} degrees of freedom)",
    "student": "Student's t ({degrees} degrees of freedom)",
    "korn-graubard": "the exact binomial distribution with the effective number of trials (Korn and Graubard 1998)",
    "newcombe": "Newcombe's method (1998) from such intervals",
}
_MOST_NAMED = 3
# Documents; share of test sets in which a nominal 95 % interval held the score: the median over five WMT sets and four
# metrics (benchmarks/levels/measured/unequal-documents.json), and the least of these and of three metrics of a
# sixth, WMT23 Chinese-English (docs/explanation/intervals.md).
_OF_A_SCORE = ((8, 0.950, 0.802), (12, 0.948, 0.852), (20, 0.946, 0.906), (45, 0.943, 0.904), (100, 0.946, 0.916))
_MOST_MEASURED = 140  # documents: with more, nothing was measured that falls short
_ENOUGH_UNITS = 100  # in effect: with so many, degrees of freedom hardly matter


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
    return (
        f"{counted(method['n_units'], 'block')} of {counted(size, f'consecutive {word_for_segment(method)}')}{shorter}"
    )


def describe_worth(method: Mapping[str, Any]) -> str:
    """Say how many units of equal size there are in effect, where that is a small number."""
    n_effective = method["n_effective"]
    if n_effective >= _ENOUGH_UNITS or n_effective > 0.95 * method["n_units"]:
        return ""
    return f" (effective number {n_effective:.1f})"


def said_of_score_coverage(n_units: int, unit: str) -> str:
    """Say how often intervals of a score held it with as few documents or blocks; else nothing."""
    if unit in SINGLE_UNITS or not 1 < n_units <= _MOST_MEASURED:
        return ""
    n, median, worst = min(_OF_A_SCORE, key=lambda row: max(row[0], n_units) / min(row[0], n_units))
    return (
        f" With {n} documents, 95% jackknife intervals of a score had a coverage of {100 * median:.0f}% (median of six "
        f"WMT sets; worst {100 * worst:.0f}%)."
    )


def describe_interval(method: Mapping[str, Any], kind: str) -> str:
    """Say by what an interval of a kind was computed."""
    degrees = describe_degrees(method) if kind in ("jackknife", "delta") else method["n_units"] - 1
    return _INTERVALS[kind].format(**{**method, "degrees": degrees})


def rates_told(measurements: Sequence[Measurement], rates: Sequence[object]) -> MethodOfRates:
    """Name the metrics whose intervals are those of rates, for the method of a result."""
    labels = [one.label for one, rate in zip(measurements, rates, strict=bool(rates)) if rate is not None]
    return {"rates": labels} if labels else {}


def describe_rates(method: Mapping[str, Any], *, has_differences: bool = True) -> str:
    """Say how intervals of rates, and of their differences, came about; empty where there are none."""
    labels = method.get("rates")
    if not labels:
        return ""
    of = f"{', '.join(labels)}, {'a rate' if len(labels) == 1 else 'rates'}," if len(labels) <= _MOST_NAMED else "rates"
    differences = f". Those of differences are by {_INTERVALS['newcombe']}" if has_differences else ""
    return f"Intervals of {of} are by {_INTERVALS['korn-graubard']}{differences}. "


def describe_degrees(method: Mapping[str, Any]) -> str:
    """Show the degrees of freedom of as many equal units as these are worth."""
    degrees = max(method["n_effective"] - 1, 1)
    return f"{degrees:.0f}" if degrees >= _ENOUGH_UNITS else f"{round(degrees, 1):g}"


def describe_ends(method: Mapping[str, Any], *, of_scores: bool = False) -> str:
    """Say how intervals by range came about; empty where no ends were declared."""
    if not method.get("ends"):
        return ""
    told = ", ".join(f"{name} from {low:g} to {high:g}" for name, (low, high) in method["ends"].items())
    hold = "each for one score alone" if of_scores else "with Bonferroni's correction"
    return (
        f" Intervals by range use hedged betting (Waudby-Smith and Ramdas 2024), {hold}. They assume only that scores "
        f"lie in the declared range ({told}) and that {method['unit']}s are sampled independently."
    )


def describe_two_way(n_units: int, unit: str, n_raters: int) -> str:
    """Describe the variance where units and raters were both sampled, in the same words everywhere."""
    return (
        f"Results are for texts and raters like these: {unit}s and raters are both samples. The variance of a "
        f"difference is its variance over {counted(n_units, unit)} plus that over {counted(n_raters, 'rater')} minus "
        "that over both together (Cameron, Gelbach and Miller 2011). It is at least the larger of the first two."
    )


def said_of_gold(n_raters: int) -> str:
    """Say of metrics held against people's scores that the raters were not sampled."""
    return (
        f"People's scores are means over {counted(n_raters, 'rater')}. Agreement is with these raters: intervals do "
        "not include the variation between raters."
    )
