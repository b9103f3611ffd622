"""Options of metrics: what fits their types, and how they are spelled."""

import re
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from steelyard.errors import SpecError, unknown_name

__all__ = ["check_option", "spell"]


def check_option(name: str, value: object, hint: Any) -> None:
    """Refuse a value that does not fit the type of an option.

    Types are ``bool``, ``int``, ``float``, ``str``, a literal, a tuple of one of these, or one of them or None.

    Examples
    --------
    >>> from steelyard.metrics.parts.options import check_option
    >>> check_option("lowercase", True, bool)
    """
    choices = [choice for arm in _arms(hint) if get_origin(arm) is Literal for choice in get_args(arm)]
    if any(_fits(value, arm) for arm in _arms(hint)):
        return
    if choices and isinstance(value, str):
        raise unknown_name(name, value, choices)
    wanted = " or ".join(getattr(arm, "__name__", str(arm)).replace("NoneType", "None") for arm in _arms(hint))
    raise SpecError(f"{name} must be {wanted}, not {value!r}.")


def _arms(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)


def _fits(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(item, get_args(hint)[0]) for item in value)
    if hint is float:
        return isinstance(value, float | int) and not isinstance(value, bool)
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))


def spell(value: object) -> str:
    """Write a value so that `steelyard.metrics.parse` reads it back: bare where that is safe, else quoted.

    It is a string, number, bool, None or a tuple of these.

    Examples
    --------
    >>> from steelyard.metrics.parts.options import spell
    >>> spell("13a"), spell("a b"), spell((0.5, 0.5))
    ('13a', "'a b'", '(0.5, 0.5)')
    """
    if isinstance(value, tuple):
        return f"({', '.join(spell(item) for item in value)})"
    if isinstance(value, str):
        is_bare = re.fullmatch(r"[\w.:/+-]+", value) and value not in ("True", "False", "None")
        return value if is_bare else repr(value)
    if isinstance(value, float):
        return repr(float(value))  # NumPy's would spell their type
    return repr(value)
