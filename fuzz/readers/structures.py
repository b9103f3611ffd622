"""Damage done to what a file says: values of other types and sizes, columns gone or twice, members of an archive."""

import io
import json
import math
import random
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["damage_structure"]

_DEEP: Any = [0]
for _ in range(300):
    _DEEP = [_DEEP]
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 0.5, -0.0, 1e308, -1e308, 5e-324, 1e16, math.nan, math.inf, -math.inf, 10**400,
    -(10**400), 2**31, 2**63, "", " ", "a", "nan", "1e400", "1", "\ud800", "a\udfffb", "\0", "\n", "x" * 2000, [],
    {}, [[]], [{}], {"": {}}, ["a"], [1, "a", None], [[1, 2], [3]], {"a": 1}, {"a": []}, _DEEP,
)  # fmt: skip
_CELLS = (
    "", " ", "0", "-1", "1", "0.5", "1e308", "-1e308", "1e400", "5e-324", "nan", "inf", "-inf", "NA", "None",
    "true", "pass", "a", "9" * 400, "-" + "9" * 400, "0." + "9" * 400, "9223372036854775808", "1,5", "1_000",
    "\u0663", "\0", '"', '"a', 'a"b', "'", "x" * 2000, "{}", "[]", '{"a": 1}', "=1+1", "<b>", "\ufeff",
)  # fmt: skip
_TOML = (
    "1", "-1", "0", "1.5", "1e308", "nan", "inf", "9" * 400, "true", '""', '"a"', '"*"', '"**"', '"/*"', '"../*"',
    '"a=b"', "[]", "[[]]", '["a"]', "[1, 2]", '["a", 1]', "{}", "{a = 1}", '{a = "b"}', "{a = {}}", "1979-05-27",
    "07:32:00", '"\\u0000"', "'(a+)+$'", "'['",
)  # fmt: skip
_SETTING = re.compile(r"^([\w\"'.-]+\s*=\s*)(.+)$", re.MULTILINE)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def damage_structure(content: bytes, rng: random.Random) -> bytes:
    """Damage a file in one way that its kind has: JSON, TOML, a zip, Parquet, rows of cells; others stay what they are.

    Parameters
    ----------
    content : bytes
        Of the file.
    rng : random.Random
        What is drawn from.

    Returns
    -------
    bytes
        Of the damaged one.
    """
    if content.startswith(b"PK"):
        return _zip(content, rng)
    if content.startswith(b"PAR1"):
        return _parquet(content, rng)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return content
    start = text.lstrip()[:1]
    changed = _json(text, rng) if start in ("{", "[") else None
    if changed is None:
        changed = _toml(text, rng) if _SETTING.search(text) else _table(text, rng)
    return changed.encode()


def _json(text: str, rng: random.Random) -> str | None:
    """Change a value of a whole document, or of one of its lines; None where it is no JSON."""
    lines, at = [text], 0
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        try:
            value = json.loads(lines[at])
        except (ValueError, RecursionError):
            return None
    try:
        lines[at] = json.dumps(_changed(value, rng))
    except RecursionError:
        return None
    if rng.randrange(12) == 0:
        lines[at] = re.sub(r'("\w+": )', r"\1 1, \1", lines[at], count=1)  # a name that stands twice
    return "\n".join(lines)


def _changed(value: Any, rng: random.Random) -> Any:
    """Put another value in the place of one, leave it out, call it otherwise, or let it stand twice.

    Of a list the first and the last are taken for all: a table has hundreds of rows, and a head a few settings.
    """
    paths = list(_paths(value, ()))
    path = rng.choice(paths)
    kind = rng.randrange(10)
    if not path or kind < 5:
        return _put(value, path, rng.choice(_VALUES))
    if kind < 7:
        return _put(value, path, _at(value, rng.choice(paths)))
    inside, last = _at(value, path[:-1]), path[-1]
    if isinstance(inside, dict):
        name = last if kind == 7 else rng.choice(("", "\ud800", "a", "1", 0))
        changed: Any = {(name if key == last else key): one for key, one in inside.items() if kind != 7 or key != last}
    else:
        changed = [one for at, one in enumerate(inside) for _ in range((0, 2, 20)[kind - 7] if at == last else 1)]
    return _put(value, path[:-1], changed)


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    keys = value if isinstance(value, dict) else {0, len(value) - 1} if isinstance(value, list) and value else ()
    for key in keys:
        yield from _paths(value[key], (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a value with another one at a place inside it."""
    if not path:
        return new
    inside = _put(value[path[0]], path[1:], new)
    if isinstance(value, dict):
        return value | {path[0]: inside}
    return [*value[: path[0]], inside, *value[path[0] + 1 :]]


def _toml(text: str, rng: random.Random) -> str:
    found = list(_SETTING.finditer(text))
    match = rng.choice(found)
    if rng.randrange(8) == 0:
        return text[: match.start()] + text[match.end() :]
    return text[: match.start(2)] + rng.choice(_TOML) + text[match.end() :]


def _table(text: str, rng: random.Random) -> str:
    """Change a cell, or the same column of all rows."""
    rows = text.split("\n")
    separator = next((one for one in ("\t", ",", ";", " ||| ", " ") if one in rows[0]), " ")
    cells = [row.split(separator) for row in rows]
    at = rng.randrange(len(rows))
    column = rng.randrange(len(cells[at]))
    kind = rng.randrange(8)
    if kind < 4:
        cells[at][column] = rng.choice(_CELLS)
        return "\n".join(map(separator.join, cells))
    value = rng.choice(_CELLS)
    for number, row in enumerate(cells):
        if column >= len(row):
            continue
        if kind == 4:
            del row[column]
        elif kind == 5:
            row.insert(column, row[column])
        elif number:
            row[column] = value
    return "\n".join(map(separator.join, cells))


def _zip(content: bytes, rng: random.Random) -> bytes:
    """Pack it anew by another method, and leave a member out, put it there twice, or change what it says."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            members = [(name, packed.read(name)) for name in packed.namelist()]
    except (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, NotImplementedError):
        return content
    if not members:
        return content
    at = rng.randrange(len(members))
    name, held = members[at]
    changes: tuple[Callable[[], Any], ...] = (
        lambda: members.pop(at),
        lambda: members.append((name, held)),
        lambda: members.append((name, damage_structure(held, rng))),
        lambda: members.__setitem__(at, (rng.choice(("", "a", "../a", "samples/\udc00.json", "/a")), held)),
        *[lambda: members.__setitem__(at, (name, damage_structure(held, rng)))] * 3,
    )
    rng.choice(changes)()
    written, method = io.BytesIO(), rng.choice(_METHODS)
    with zipfile.ZipFile(written, "w", method) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that stands twice
        for name, held in members:
            told = zipfile.ZipInfo(
                name.encode("utf-8", "replace").decode()
            )  # all of 1980, so that a seed gives the same bytes
            told.compress_type = method
            packed.writestr(told, held)
    made = bytearray(written.getvalue())
    if rng.randrange(3) == 0:
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def _parquet(content: bytes, rng: random.Random) -> bytes:
    """Give a column other values, of another type."""
    import polars

    try:
        frame = polars.read_parquet(io.BytesIO(content))
    except Exception:  # noqa: BLE001 - it is damaged already
        return content
    column = rng.choice(frame.columns) if frame.columns else "a"
    kind = rng.randrange(6)
    if kind == 0:
        frame = frame.drop(column, strict=False)
    elif kind == 1:
        frame = frame.head(rng.choice((0, 1, 2)))
    else:
        values = (0, -1, 1e308, -1e308, 5e-324, math.nan, math.inf, None, "", "a", True, [1], [], {"a": 1}, 2**62)
        try:
            frame = frame.with_columns(polars.Series(column, [rng.choice(values)] * len(frame)))
        except (polars.exceptions.PolarsError, TypeError, OverflowError):
            return content
    written = io.BytesIO()
    frame.write_parquet(written)
    return written.getvalue()
