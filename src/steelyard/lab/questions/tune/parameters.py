"""Numbers among the options of a metric: which there are, what they are, and the metric with others."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, get_args, get_origin

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics import Metric

__all__ = ["choose_parameters", "with_parameters"]


def choose_parameters(metric: Metric, names: Sequence[str] | None) -> dict[str, float]:
    """Return parameters to tune, and their values now; without names all options that are single numbers."""
    known = _values(metric)
    if not known:
        raise SpecError(f"{metric.name} has no option that is a number: there is nothing to tune.")
    if names is None:
        return {name: value for name, value in known.items() if "." not in name}
    if not names or len(set(names)) != len(names):
        raise SpecError(f"Name each parameter once, and one at least: {', '.join(known)}.")
    for name in names:
        if name not in known:
            raise unknown_name(f"parameter of {metric.name}:", name, known)
    return {name: known[name] for name in names}


def with_parameters(metric: Metric, values: Mapping[str, float]) -> Metric:
    """Return the metric with other numbers; SpecError where it refuses them."""
    changes: dict[str, Any] = {}
    for name, value in values.items():
        option, _, place = name.partition(".")
        if place:
            numbers = list(changes.get(option) or _in_use(metric, option))
            numbers[int(place) - 1] = value
            changes[option] = tuple(numbers)
        else:
            changes[option] = value
    return replace(metric, **changes)


def _values(metric: Metric) -> dict[str, float]:
    """Return all options that are numbers with fractions; entries of lists are called ``option.1`` and so on."""
    found: dict[str, float] = {}
    for field in fields(metric):
        arms = get_args(field.type) or (field.type,)
        value = _in_use(metric, field.name)
        if float in arms and isinstance(value, float | int):
            found[field.name] = float(value)
        is_list = any(get_origin(arm) is tuple and float in get_args(arm) for arm in (*arms, field.type))
        if is_list and isinstance(value, tuple):
            found |= {f"{field.name}.{place}": float(number) for place, number in enumerate(value, 1)}
    return found


def _in_use(metric: Metric, option: str) -> Any:
    """Return the value of an option; where it is None, what the metric takes from its published parameters."""
    value = getattr(metric, option)
    return getattr(getattr(metric, "parameters", None), option, None) if value is None else value
