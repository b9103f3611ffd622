"""What values show of themselves at a prompt: one line, whatever they hold."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

__all__ = ["n_of", "listed", "short_repr", "describe"]

_LONGEST = 280  # characters of a line
_TEXT = 60  # of one text
_DIGITS = 8
_ROOM = 90  # of one field
_FEW = 3  # names that are said, and parts that are shown


def short_repr(value: Any) -> str:
    """Write a data class as its fields that are not at their defaults, each in short: the `__repr__` of values.

    Parameters
    ----------
    value : object
        Of a data class.

    Returns
    -------
    str
        One line of at most 300 characters; arrays and longer sequences are said by their sizes.

    Examples
    --------
    >>> from steelyard.results import Series
    >>> Series("harbour", (1.0, 2.0), (0.25, 0.5), low=(0.0,) * 557)
    Series(name='harbour', x=(1.0, 2.0), y=(0.25, 0.5), low=(557 items))
    """
    shown = [f"{field.name}={_short(own)}" for field, own in _own_fields(value)]
    return describe(value, *shown)


def describe(value: object, *parts: str) -> str:
    """Join what is said of a value behind the name of its class; parts that do not fit are counted."""
    name = type(value).__qualname__
    given = [part for part in parts if part]
    room = _LONGEST - len(name)
    kept: list[str] = []
    for part in given:
        room -= len(part) + 2
        if room < 0:
            break
        kept.append(part)
    left = len(given) - len(kept)
    return f"{name}({', '.join([*kept, f'... {left} more'] if left else kept)})"


def n_of(number: int, noun: str, plural: str = "") -> str:
    """Say how many there are: ``"1 segment"``, ``"1,997 segments"``; nothing of none."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}" if number else ""


def listed(noun: str, names: Iterable[str]) -> str:
    """Name the first, and count the rest: ``"systems: a, b, c and 9 more"``; nothing of none."""
    given = list(dict.fromkeys(names))
    first = ", ".join(_cut(name, _TEXT // 2) for name in given[:_FEW])
    more = f" and {len(given) - _FEW} more" if len(given) > _FEW else ""
    return f"{noun if len(given) > 1 else noun.removesuffix('s')}: {first}{more}" if given else ""


def _own_fields(value: Any) -> Iterable[tuple[Any, Any]]:
    """Yield the fields that say something: not private, and not what the class has by itself."""
    for field in fields(value):
        own = getattr(value, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        is_default = type(own) is type(default) and not hasattr(own, "shape") and bool(own == default)
        if field.repr and not field.name.startswith("_") and not is_default:
            yield field, own


def _short(value: Any) -> str:
    if isinstance(value, str):
        return repr(_cut(value, _TEXT))
    if isinstance(value, float):
        whole = repr(value)
        return whole if len(whole) <= _DIGITS else f"{value:.6g}"
    if value is None or isinstance(value, bool | int):
        return repr(value)
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return _array(value)
    if isinstance(value, Mapping | Set | tuple | list):
        return _parts(value)
    if is_dataclass(value) and not isinstance(value, type):
        whole = repr(value)
        return whole if len(whole) <= _ROOM else f"{type(value).__qualname__}(...)"
    return str(getattr(value, "__qualname__", f"<{type(value).__qualname__}>"))


def _array(value: Any) -> str:
    if value.ndim == 1 and value.size <= _FEW:
        return f"[{', '.join(map(_short, value.tolist()))}]"
    return f"<{value.dtype} {' x '.join(map(str, value.shape)) or 'scalar'}>"


def _parts(values: Mapping[Any, Any] | Set[Any] | tuple[Any, ...] | list[Any]) -> str:
    """Show few parts, count many; brackets say what holds them."""
    opening, closing = "[]" if isinstance(values, list) else "()" if isinstance(values, tuple) else "{}"
    if len(values) <= _FEW:
        items = values.items() if isinstance(values, Mapping) else values
        shown = [": ".join(map(_short, item)) if isinstance(values, Mapping) else _short(item) for item in items]
        whole = ", ".join(shown) + ("," if isinstance(values, tuple) and len(values) == 1 else "")
        if len(whole) <= _ROOM:
            return f"{opening}{whole}{closing}"
    return f"{opening}{n_of(len(values), 'item')}{closing}"


def _cut(text: str, length: int) -> str:
    """Shorten a text in its middle: both ends of a name or a signature tell it from others."""
    return text if len(text) <= length else f"{text[: length // 2]}...{text[-(length - length // 2 - 3) :]}"
