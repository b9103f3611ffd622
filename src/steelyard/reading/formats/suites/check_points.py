"""Check-points as JSON Lines: a unit of the source with its translations on every line, made to be read and edited."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import DataError
from steelyard.files import write_file
from steelyard.files.json_rows import without_doubles
from steelyard.files.parsing import parse_json
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.resemblance import also_resembles
from steelyard.reprs import describe, n_of
from steelyard.types import ANYTHING, CheckPoint

__all__ = ["CheckPointFile", "read_check_points", "write_check_points"]

_LARGEST_WEIGHT = 1e9
_KEYS = ("segment", "category", "group", "source", "references", "weight")
_NEEDED = ("segment", "category", "references")


@dataclass(frozen=True, slots=True)
class CheckPointFile:
    """The check-points of a file.

    Examples
    --------
    >>> from steelyard.reading.formats import CheckPointFile
    >>> CheckPointFile("points.jsonl", (), "").points
    ()
    """

    path: str  # where they stand
    points: tuple[CheckPoint, ...]  # in the file's order
    sha256: str  # of the file

    def __repr__(self) -> str:
        return describe(self, repr(self.path), n_of(len(self.points), "point"))


def read_check_points(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> CheckPointFile:
    """Read check-points: an object on each line, empty lines between them as one likes.

    ``segment``
        Its number, from 1.
    ``category``
        Such as ``"noun"``.
    ``references``
        A list of translations, each of them good. Words are parted by spaces; a ``*`` of its own between words stands
        for any words or none. An empty list: nothing is known that would be right.
    ``group``, optional
        Of the category, such as ``"word"``.
    ``source``, optional
        Words of the source.
    ``weight``, optional
        How much the references are trusted, above 0: a number, or a list with one for each; 1 by default.
    """
    file = read_lines(path, encoding)
    points, groups = [], dict[str, tuple[str, str]]()
    for entry, place in _entries(file):
        point = _point(_checked(entry, place), place)
        group, first = groups.setdefault(point.category, (point.group, place))
        if group != point.group:
            raise DataError(
                f"{place}: the category {point.category!r} has the group {point.group!r}, but {group!r} in {first}."
            )
        points.append(point)
    if not points:
        raise DataError(f"{file.path} has no check-point: write one on each line.")
    return CheckPointFile(file.path, tuple(points), file.sha256)


def _entries(file: TextFile) -> Iterator[tuple[Any, str]]:
    """Yield each point and where it stands: an object a line, or a list of them."""
    filled = [(number, line) for number, line in enumerate(file.lines, 1) if line.strip()]
    if filled and filled[0][1].lstrip().startswith("["):
        points = _parsed("\n".join(file.lines), file.path)
        yield from ((point, f"{file.path}, point {number}") for number, point in enumerate(points, 1))
        return
    for number, line in filled:
        place = f"{file.path}, line {number}"
        yield _parsed(line, place), place


def _parsed(text: str, place: str) -> Any:
    try:
        return parse_json(text, object_pairs_hook=without_doubles)
    except json.JSONDecodeError as error:
        hint = also_resembles(place, "read_check_points")
        raise DataError(f"{place}, column {error.colno}: {error.msg}; a check-point is a JSON object.{hint}") from error
    except ValueError as error:
        raise DataError(f"{place}: {error}.") from error


def _checked(found: Any, place: str) -> dict[str, Any]:
    missing = [key for key in _NEEDED if not isinstance(found, dict) or key not in found]
    if missing:
        hint = also_resembles(place, "read_check_points")
        raise DataError(f"{place}: a check-point needs {' and '.join(map(repr, missing))}.{hint}")
    unknown = next((key for key in found if key not in _KEYS), None)
    if unknown is not None:
        raise DataError(f"{place}: a check-point has no {unknown!r}; it may have {', '.join(_KEYS)}.")
    return dict(found)


def _point(entry: dict[str, Any], place: str) -> CheckPoint:
    segment, references = entry["segment"], entry["references"]
    if isinstance(segment, bool) or not isinstance(segment, int) or segment < 1:
        raise DataError(f"{place}: 'segment' is {segment!r}, but a whole number from 1 is expected.")
    for key in ("category", "group", "source"):
        if not isinstance(entry.get(key, ""), str) or (key == "category" and not entry[key].strip()):
            raise DataError(f"{place}: {key!r} is {entry[key]!r}, but a text is expected.")
    if not isinstance(references, list):
        raise DataError(f"{place}: 'references' is {references!r}, but a list of texts is expected.")
    for text in references:
        words = text.split() if isinstance(text, str) else []
        if not words or ANYTHING in (words[0], words[-1]):
            raise DataError(
                f"{place}: the reference {text!r} is no text that begins and ends with a word; {ANYTHING} stands "
                "between words."
            )
    weights = _weights(entry.get("weight", 1.0), len(references), place)
    group, source = entry.get("group", ""), entry.get("source", "")
    return CheckPoint(segment, entry["category"], tuple(references), group, source, weights, place)


def _weights(given: Any, n: int, place: str) -> tuple[float, ...]:
    weights = given if isinstance(given, list) else [given] * n
    if len(weights) != n:
        raise DataError(f"{place}: 'weight' has {len(weights)} numbers for {n} references.")
    for weight in (given,) if not isinstance(given, list) else given:
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not (is_number and 0 < weight <= _LARGEST_WEIGHT):
            raise DataError(f"{place}: 'weight' has {weight!r:.60}, but numbers above 0 are expected.")
    return tuple(map(float, weights))


def write_check_points(path: str | os.PathLike[str], points: Sequence[CheckPoint], inputs: Sequence[Any] = ()) -> None:
    """Write check-points as `read_check_points` reads them.

    `path`: written anew, whole or not at all.
    `inputs`: files that must not be written over, as for `steelyard.files.write_file`.
    """
    text = "".join(json.dumps(_entry(point), ensure_ascii=False) + "\n" for point in points)
    write_file(path, text.encode("utf-8", "backslashreplace"), inputs)


def _entry(point: CheckPoint) -> dict[str, Any]:
    weights = [int(weight) if weight == int(weight) else float(f"{weight:.4g}") for weight in point.weights]
    entry: dict[str, Any] = {"segment": point.segment, "category": point.category}
    entry |= {"group": point.group} if point.group else {}
    entry |= {"source": point.source} if point.source else {}
    entry["references"] = list(point.references)
    if weights:
        entry["weight"] = weights[0] if len(set(weights)) == 1 else weights
    return entry
