"""Numbers in the unit of a score, such as margins: by metric, as one number means another thing on each."""

import math
from collections.abc import Mapping, Sequence

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics import parse
from steelyard.types import Measurement

__all__ = ["ByMetric", "by_metric", "read_by_metric"]

ByMetric = float | Mapping[str, float]


def read_by_metric(texts: Sequence[str], flag: str) -> ByMetric:
    """Read a number, or one for each metric.

    Parameters
    ----------
    texts : sequence of str
        ``X``, or ``METRIC=X`` each.
    flag : str
        What they were given to, for errors.

    Returns
    -------
    float or dict of str to float
        Finite numbers; names as they were given.

    Raises
    ------
    SpecError
        One is written otherwise, or a metric stands twice.
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or text.startswith("="):
            raise SpecError(f"Cannot read {text!r} ({flag}): write a number, or METRIC=NUMBER for each metric.")
        if name in found or (found and not name) or "" in found:
            raise SpecError(f"{flag} takes one number, or one METRIC=NUMBER a metric, not {' '.join(texts)!r}.")
        found[name] = value
    return found.get("", found)


def by_metric(
    given: ByMetric, measurements: Sequence[Measurement], what: str, flag: str, prefix: str = ""
) -> dict[str, float]:
    """Give each metric its number.

    Parameters
    ----------
    given : float or mapping of str to float
        One number for all, or by the metrics' spellings, their labels, or the names of outside scores.
    measurements : sequence of Measurement
        For names and scales.
    what : str
        What the number is, such as ``"margin of equivalence"``.
    flag : str
        Of the command, such as ``"--equivalence-margin"``.
    prefix : str, default ""
        What stands before a metric's name there.

    Returns
    -------
    dict of str to float
        By spelling, in the order of the metrics; those without a number are left out.

    Raises
    ------
    SpecError
        One number was given for metrics of different or unknown scales, or a name is none, several or twice the same
        metric.
    """
    if not isinstance(given, Mapping):
        scales = {measurement.scale for measurement in measurements}
        if len(measurements) > 1 and (len(scales) > 1 or None in scales):
            names = ", ".join(measurement.label for measurement in measurements)
            first, *others = [f"{prefix}{measurement.metric}=" for measurement in measurements]
            each = " ".join([f"{first}{given:g}", *(f"{other}..." for other in others)])
            raise SpecError(
                f"One {what} ({given:g}) cannot hold for {names}, which are not on one known scale: give each metric "
                f"its own ({flag} {each}; in Python a dict). A metric left out has none."
            )
        return {measurement.metric: float(given) for measurement in measurements}
    found: dict[str, float] = {}
    for name, value in given.items():
        metric = _named(name, measurements)
        if metric in found:
            raise SpecError(f"The {what} names {metric!r} twice.")
        found[metric] = float(value)
    return {m.metric: found[m.metric] for m in measurements if m.metric in found}


def _named(name: str, measurements: Sequence[Measurement]) -> str:
    """Find the metric that a name means: exactly, else without regard to case, else by what the name is short for."""
    for exact in (name, _canonical(name)):
        for as_given in (str, str.casefold):
            for names in ([m.metric for m in measurements], [m.label for m in measurements]):
                found = [i for i, known in enumerate(names) if as_given(known) == as_given(exact)]
                if len(found) == 1:
                    return measurements[found[0]].metric
                if found:
                    which = ", ".join(measurements[i].metric for i in found)
                    raise SpecError(f"The name {name!r} fits several metrics: {which}. Give one of these spellings.")
    raise unknown_name("metric", name, [measurement.metric for measurement in measurements])


def _canonical(name: str) -> str:
    """Spell a metric as results do; a name that is none stays."""
    try:
        return str(parse(name))
    except SpecError:
        return name
