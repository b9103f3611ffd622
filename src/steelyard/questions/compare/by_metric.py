"""Numbers in the unit of a score, such as margins: by metric, as one number means another thing on each."""

from collections.abc import Mapping, Sequence

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics import fitted_spellings
from steelyard.questions.compare.question import ByMetric
from steelyard.types import Measurement

__all__ = ["by_metric"]


def by_metric(given: ByMetric, measurements: Sequence[Measurement], what: str, flag: str) -> dict[str, float]:
    """Give each metric its number, by spelling; metrics without one are left out.

    Numbers are given by the metrics' spellings, their labels, or the names of outside scores; one number alone is for
    all, which must then be on one known scale. For errors, `what` says what the number is, such as ``"margin of
    equivalence"``, and `flag` where it was given.
    """
    if not isinstance(given, Mapping):
        scales = {measurement.scale for measurement in measurements}
        if len(measurements) > 1 and (len(scales) > 1 or None in scales):
            names = ", ".join(measurement.label for measurement in measurements)
            first, *others = [f"{measurement.metric}=" for measurement in measurements]
            each = " ".join([f"{first}{given:g}", *(f"{other}..." for other in others)])
            raise SpecError(
                f"{names} are not on one known scale, so they cannot share one {what} ({given:g}): give each metric "
                f"its own ({flag} {each}; in Python a dict). A metric that you leave out has none."
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
    for exact in (name, *_spellings(name)):
        for as_given in (str, str.casefold):
            for names in ([m.metric for m in measurements], [m.label for m in measurements]):
                found = [i for i, known in enumerate(names) if as_given(known) == as_given(exact)]
                if len(found) == 1:
                    return measurements[found[0]].metric
                if found:
                    which = ", ".join(measurements[i].metric for i in found)
                    raise SpecError(f"The name {name!r} fits several metrics: {which}. Give one of these spellings.")
    raise unknown_name("metric", name, [measurement.metric for measurement in measurements])


def _spellings(name: str) -> list[str]:
    """Spell a metric as results may do; not at all where the name is none."""
    try:
        return fitted_spellings(name)
    except SpecError:
        return []
