"""Segment scores that other tools wrote: TSV with a header of system names, or COMET's JSON."""

import math
import os
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from steelyard.computable import is_computable
from steelyard.errors import AlignmentError, AskError, DataError
from steelyard.files.names import some_of
from steelyard.files.opening import unpacked_name
from steelyard.files.parsing import parse_json
from steelyard.files.reading import TextFile, decode_lines, read_content
from steelyard.files.separators import folded_name, plain_numbers, quoted_rows, separator_of
from steelyard.files.sheets import is_spreadsheet, sheet_lines
from steelyard.files.told import Taken, columns_said, tell
from steelyard.reading.directions import no_score
from steelyard.reading.growing_columns import COLUMN_NAMES, ratings_of_columns
from steelyard.reading.joined_judgements import join_ratings
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.numbers import NUMBER, is_index
from steelyard.reading.resemblance import also_resembles
from steelyard.reading.roles import COLUMN_ROLES, find_column, is_summary, plain_name

__all__ = ["RESEMBLES", "judgements", "read_segment_scores"]

RESEMBLES = ()  # what no other format fits
_ROLES = frozenset(name for names in COLUMN_NAMES.values() for name in names) | {"score", "index", "mean", "z"}

_MOST_WORDS = 3  # of a name of a system
_MOST_NAMES = 8  # columns that a message shows

_MISSING = ("", "na", "nan")
_SCALES = frozenset(  # what people are asked to rate
    (
        *("accuracy", "adequacy", "clarity", "coherence", "consistency", "correctness", "factuality", "factualness"),
        *("faithfulness", "fluency", "grammaticality", "helpfulness", "informativeness", "naturalness", "overall"),
        *("quality", "readability", "relevance", "style", "succinctness", "terminology", "understandability"),
    )
)


def read_segment_scores(
    path: str | os.PathLike[str], *, may_miss: bool = False, systems: Collection[str] | None = None
) -> tuple[dict[str, list[float]], TextFile]:
    """Read one number per system and segment.

    A ``.json`` file holds what ``comet-score --to_json`` writes: an object from each system to a list with one object a
    segment, whose ``COMET`` (or only other numeric) entry is the score; plain lists of numbers work too. Any other file
    is a TSV whose first line names the systems and each further line holds a segment's scores.

    `may_miss`: an empty cell, ``NA``, ``NaN`` or JSON's null is no score and becomes NaN, as few segments are rated by
    people.
    `systems`: those to read, of what the file has; by default all.
    """
    file = _table_lines(path)
    start = next((line.lstrip() for line in file.lines if line.strip()), "")
    is_json = start.startswith(("{", "[")) or (not start and unpacked_name(path).endswith(".json"))
    return (_from_json if is_json else _from_tsv)(file, may_miss, systems), file


def _table_lines(path: str | os.PathLike[str]) -> TextFile:
    """Read lines, or the rows of a sheet as lines of cells separated by tabs."""
    file = read_content(path)
    is_sheet = is_spreadsheet(file.content)
    lines = sheet_lines(file.content, file.path) if is_sheet else decode_lines(file.content, file.path)
    return TextFile(file.path, tuple(lines), file.sha256, file.content_sha256)


def _from_tsv(file: TextFile, may_miss: bool, systems: Collection[str] | None) -> dict[str, list[float]]:
    if not file.lines:
        raise DataError(f"{file.path} is empty: its first line should name the systems.")
    rows, separator = _split(file)
    names = rows[0]
    if len(set(names)) != len(names) or not all(names[1:]):
        raise _not_named(file.path, names)
    if all(_is_number(name) for name in names):
        raise DataError(f"{file.path} has no header: its first line should name the systems, separated by tabs.")
    if separator == "\t":
        _refuse_other_separators(file)
    scores: dict[str, list[float]] = {name: [] for name in names if systems is None or name in systems}
    for number, cells in enumerate(rows[1:], 2):
        if len(cells) != len(names):
            raise AlignmentError(
                f"{file.path}, line {number} has {len(cells)} scores, but line 1 names {len(names)} systems."
            )
        for name, cell in zip(names, cells, strict=True):
            if name in scores:
                scores[name].append(_number(cell, file.path, name, f"line {number}", may_miss))
    if "" in scores and not _counts(scores.pop("")):
        raise _not_named(file.path, names)
    return scores


def _not_named(path: str, names: Sequence[str]) -> DataError:
    hint = also_resembles(path, "read_segment_scores")
    return DataError(f"{path}, line 1 should name each system once, separated by tabs: {names}.{hint}")


def _split(file: TextFile) -> tuple[list[list[str]], str]:
    """Split rows at tabs; at commas, semicolons or bars where numbers stand between them."""
    separator = separator_of(file.lines[0])
    if separator != "\t" and separator in file.lines[0] and len(file.lines) > 1:
        rows = [row for _, row in quoted_rows("\n".join(file.lines), file.path, separator)]
        if len(rows) > 1 and len(rows[0]) == len(rows[1]) and all(map(_may_be_number, rows[1])):
            if len(set(map(len, rows))) == 1:
                cells = dict(zip(rows[0], map(list, zip(*rows[1:], strict=True)), strict=True))
                columns = [plain_numbers(column, separator, file.path, name) for name, column in cells.items()]
                rows[1:] = map(list, zip(*columns, strict=True))
            return rows, separator
    return [line.split("\t") for line in file.lines], "\t"


def _may_be_number(cell: str) -> bool:
    return NUMBER.fullmatch(cell.strip().replace(",", ".")) is not None or cell.strip().lower() in _MISSING


def _refuse_other_separators(file: TextFile) -> None:
    """Say of a table with commas or semicolons which columns it has: as one column it is nobody's."""
    first = file.lines[:2]
    separator = next((one for one in ",;" if all(one in line for line in first)), "")
    names = [name.strip().strip('"') for name in first[0].split(separator or None)]
    has_tabs, is_sentence = "\t" in first[0], any(len(name.split()) > _MOST_WORDS for name in names)
    if not separator or len(first) < 2 or has_tabs or is_sentence:
        return
    folded = set(map(folded_name, names))
    roles = {"system": "the system", "line": "the item (segment, line)"}
    lacking = [what for role, what in roles.items() if folded.isdisjoint(map(folded_name, COLUMN_NAMES[role]))]
    source = find_column(names, "source")
    if lacking == [roles["line"]] and source is not None:
        _ask_for_items(file, separator, source)
    what = " or ".join(lacking) or "the score"
    shown = some_of(list(map(repr, names)), _MOST_NAMES)
    raise DataError(
        f"{file.path} has columns separated by {separator!r}, and none of them is known to hold {what} ({shown}): name "
        "those that do (of ratings by --columns ROLE=COLUMN), or separate a column of scores per system by tabs."
    )


def _ask_for_items(file: TextFile, separator: str, source: str) -> None:
    """Ask whether rows of one source are one item, where systems are named and no column numbers the items."""
    rows = [row for _, row in islice(quoted_rows("\n".join(file.lines), file.path, separator), 2)]
    names, cells = rows[0], rows[-1]  # one row where quotes hold all lines together
    scales = [
        name
        for name, cell in zip(names, cells, strict=False)
        if NUMBER.fullmatch(cell.strip()) and plain_name(name) not in COLUMN_ROLES["item"] and not no_score(name)
    ]
    if scales:
        raise AskError(
            f"{file.path} names systems and no items: rows of the same {source!r} may be one item, and {len(scales)} "
            f"column{'s hold' if len(scales) > 1 else ' holds'} numbers.",
            [("--rating-columns", f"line={source}", "--scale", scale) for scale in scales],
        )


def _from_json(file: TextFile, may_miss: bool, systems: Collection[str] | None) -> dict[str, list[float]]:
    try:
        stored = parse_json("\n".join(file.lines), object_pairs_hook=_without_doubles)
    except DataError as error:
        raise DataError(f"{file.path}: {error}") from error
    except ValueError as error:
        raise DataError(f"{file.path} is not JSON that can be read: {error}.") from error
    if not isinstance(stored, dict) or not all(isinstance(rows, list) for rows in stored.values()):
        raise DataError(
            f"{file.path} should map each system to a list with one entry per segment, as comet-score writes it."
        )
    return {
        name: [
            _number(_score_of(row), file.path, name, f"segment {number}", may_miss)
            for number, row in enumerate(rows, 1)
        ]
        for name, rows in stored.items()
        if systems is None or name in systems
    }


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise DataError(f"{key!r} stands twice in one object.")
        found[key] = value
    return found


def _score_of(row: Any) -> Any:
    if not isinstance(row, dict):
        return row
    if "COMET" in row:
        return row["COMET"]
    numbers = [value for value in row.values() if isinstance(value, int | float) and not isinstance(value, bool)]
    return numbers[0] if len(numbers) == 1 else None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(value: Any, path: str, system: str, place: str, may_miss: bool) -> float:
    if may_miss and (value is None or value != value or str(value).strip().lower() in _MISSING):  # NaN is not itself
        return math.nan
    try:
        is_odd = isinstance(value, bool) or (isinstance(value, str) and not NUMBER.fullmatch(value.strip()))
        number = math.nan if is_odd else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not is_computable(number):
        shown = "no score" if value in (None, "") else f"{value!r} where a finite number (1e60 at most) should be"
        # The first cell of a table, and in a file of another kind no number: a number is wrong in itself.
        is_first = place == "line 2" and isinstance(value, str) and any(map(str.isalpha, value))
        hint = also_resembles(path, "read_segment_scores") if is_first else ""
        if is_first and not hint and min(len(system.split()), len(str(value).split())) > _MOST_WORDS:
            raise DataError(f"{path} is text, not scores or ratings: its lines are sentences.")
        raise DataError(f"{path}: system {system!r} has {shown} at {place}. Every segment needs a score.{hint}")
    return number


def judgements(path: str, options: HowRead) -> Judgements:
    """Read a column per system."""
    scores, _ = read_segment_scores(path, may_miss=True)
    why = {name: _why_no_system(name, scores) for name in scores}
    if not all(why.values()):
        scores = {name: column for name, column in scores.items() if not why[name]}
    if all(name.strip().lower() in _ROLES for name in scores):
        raise DataError(f"{path}, line 1: no column names the system; the file has {', '.join(map(repr, scores))}.")
    lengths = {len(column) for column in scores.values()}
    if len(lengths) > 1:
        raise AlignmentError(f"{path}: systems have scores of {', '.join(map(str, sorted(lengths)))} segments.")
    not_used = {name: what for name, what in why.items() if name not in scores}
    arrays = {system: np.asarray(column, np.float64) for system, column in scores.items()}
    crossed = _crossed(list(arrays))
    systems = list(dict.fromkeys(system for of_scale in crossed.values() for system in of_scale)) or list(scores)
    roles = {"systems": systems, **({"scales": list(crossed)} if crossed else {})}
    parts = [f"{role} = {some_of(names, _MOST_NAMES)}" for role, names in roles.items()]
    tell(Taken(columns_said(parts, not_used), path, roles, not_used))
    ratings = [
        ratings_of_columns(path, {system: arrays[name] for system, name in of_scale.items()}, scale)
        for scale, of_scale in (crossed or {"score": dict(zip(arrays, arrays, strict=True))}).items()
    ]
    return Judgements("columns", ratings=join_ratings(ratings) if crossed else ratings[0])


def _crossed(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the column of each system by scale, where names are ``SCALE_SYSTEM`` or ``SYSTEM_SCALE``, all of them."""
    for is_first in (True, False):
        pairs = [name.partition("_")[::2] if is_first else name.rpartition("_")[::-2] for name in names]
        found: dict[str, dict[str, str]] = {}
        for name, (scale, system) in zip(names, pairs, strict=True):
            found.setdefault(scale, {})[system] = name
        systems = {tuple(sorted(of_scale)) for of_scale in found.values()}
        is_known = len(found) > 1 and 2 * len(_SCALES.intersection(map(str.lower, found))) >= len(found)
        if is_known and len(systems) == 1 and len(systems.pop()) > 1 and all(map(all, pairs)):
            return found
    return {}


def _why_no_system(name: str, scores: Mapping[str, Sequence[float]]) -> str:
    """Say what a column is that is no system; "" of a system."""
    if _counts(scores[name]):
        return "an index"
    return no_score(name, scores, may_be_system=True) or ("sums the others up" if is_summary(name) else "")


def _counts(column: Sequence[float]) -> bool:
    return is_index(list(map(str, column)))
