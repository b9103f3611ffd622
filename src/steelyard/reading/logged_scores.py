"""Scores of items that other programs logged: what counts as a number, and how rows become scores of outputs."""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from steelyard.computable import is_computable
from steelyard.errors import DataError
from steelyard.files.parsing import parse_json
from steelyard.files.reading import Content, decode_lines, read_content
from steelyard.reading.directions import direction_of
from steelyard.reading.numbers import NUMBER, OUTCOMES
from steelyard.reading.roles import ITEM_TEXTS, plain_name
from steelyard.types import OutputScores

__all__ = [
    "HowScored", "ItemRow", "NothingScoredError", "as_score", "as_text", "json_lines", "plain_json",
    "scores_of_rows", "texts_in",
]  # fmt: skip

_WORDS = {**OUTCOMES, **{"C": 1.0, "I": 0.0, "P": 0.5, "partial": 0.5, "N": 0.0, "noanswer": 0.0, "no answer": 0.0}}
_MISSING = ("", "na", "nan", "none", "null")


class NothingScoredError(DataError):
    """A log is whole and has no score: of several logs in a folder the others may have."""


@dataclass(frozen=True, slots=True)
class HowScored:
    """What a reader of scores is told."""

    name: str = ""
    unnamed: str = ""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A score of a system on an item by a metric; NaN where the log says that there is none.

    `texts` is what the log says of the item: see `steelyard.reading.score_matrix.same_items`.
    """

    metric: str
    system: str
    item: str
    value: float
    texts: Mapping[str, str] = field(default_factory=dict)


def as_score(value: Any, place: str) -> float | None:
    """Return a value as a number, NaN for what is missing; None for what is none, as text and lists.

    C and words such as correct and pass are 1; I and words such as fail are 0; P and partial are 0.5; N, no answer, is
    0, as Inspect counts them.
    """
    if value is None:
        return math.nan
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, int | float):
        number = _float_of(value)
        if not (is_computable(number) or math.isnan(number)):
            raise DataError(f"{place}: {value!r} where a finite number (1e60 at most) should be.")
        return number
    if not isinstance(value, str):
        return None
    text = value.strip()
    if text.lower() in _MISSING:
        return math.nan
    if NUMBER.fullmatch(text):
        return as_score(float(text), place)
    return _WORDS.get(text, _WORDS.get(text.lower()) if len(text) > 1 else None)


def _float_of(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def scores_of_rows(
    rows: Iterable[ItemRow],
    files: Sequence[tuple[str, str]],
    *,
    lower_is_better: Collection[str] = (),
    may_repeat: bool = False,
    all_items: Collection[str] = (),
    notes: Sequence[str] = (),
    of_tasks: bool = False,
) -> list[OutputScores]:
    """Make scores of rows: one for each metric, systems and items in the order in which they stand.

    Rows that repeat a system's item are averaged where they may, and counted; a missing one is left out of the mean.
    Of `all_items`, those without a row have no score.
    """
    systems: dict[str, int] = {}
    cells: dict[str, dict[tuple[int, str], list[float]]] = {}
    texts: dict[str, dict[str, str]] = {}
    for row in rows:
        place = systems.setdefault(row.system, len(systems)), row.item
        for kind, text in row.texts.items():
            texts.setdefault(kind, {}).setdefault(row.item, text)
        found = cells.setdefault(row.metric, {}).setdefault(place, [])
        if found and not may_repeat:
            raise DataError(
                f"{files[0][0]}: {row.system!r} has two scores of {row.metric or 'one metric'} on {row.item!r}."
            )
        found.append(row.value)
    made = []
    for metric, of_metric in cells.items():
        there_are = [*(item for _, item in of_metric), *all_items]
        items = {item: i for i, item in enumerate(dict.fromkeys(there_are))}
        scored = {system: i for i, system in enumerate(dict.fromkeys(system for system, _ in of_metric))}
        values = np.full((len(scored), len(items)), np.nan)
        counts = np.zeros(values.shape, np.int64)
        for (system, item), found in of_metric.items():
            there = [value for value in found if not math.isnan(value)]
            if there:
                values[scored[system], items[item]] = math.fsum(there) / len(there)
            counts[scored[system], items[item]] = len(there)
        names = tuple(systems)
        made.append(
            OutputScores(
                metric,
                tuple(names[system] for system in scored),
                values,
                higher_is_better=metric not in lower_is_better and direction_of(metric, values.flat) is not False,
                counts=counts if counts.max(initial=0) > 1 else None,
                files=tuple(files),
                items=tuple(items),
                notes=tuple(notes),
                of_tasks=of_tasks,
                texts=texts,
            )
        )
    return made


def plain_json(path: str) -> tuple[Any, Content]:
    """Read a file that is one JSON value."""
    file = read_content(path)
    try:
        return parse_json("\n".join(decode_lines(file.content, file.path))), file
    except ValueError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{file.path} is not JSON that can be read: {error}.") from error


def json_lines(path: str) -> tuple[list[tuple[int, dict[str, Any]]], Content]:
    """Read a file with a JSON object per line, or a list of them, with its number; empty lines are left out."""
    file = read_content(path)
    rows = []
    if file.content.lstrip()[:1] == b"[":
        entries, file = plain_json(path)
        odd = next((i for i, row in enumerate(entries, 1) if not isinstance(row, dict)), None)
        if odd is not None:
            raise DataError(f"{file.path}, record {odd}: an object is expected.")
        return list(enumerate(entries, 1)), file
    for number, line in enumerate(decode_lines(file.content, file.path), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except ValueError as error:
            raise DataError(f"{file.path}, line {number}: no JSON object that can be read: {error}.") from error
        if not isinstance(row, dict):
            raise DataError(f"{file.path}, line {number}: an object is expected.")
        rows.append((number, row))
    return rows, file


def texts_in(row: Mapping[str, Any], *kinds: str) -> dict[str, str]:
    """Return what an object says of its item, under the names that columns of tables have for it."""
    by_name = {plain_name(key): value for key, value in row.items() if value not in (None, "", [])}
    found = {kind: next((by_name[name] for name in ITEM_TEXTS[kind] if name in by_name), None) for kind in kinds}
    return {kind: as_text(value) for kind, value in found.items() if value is not None}


def as_text(value: Any) -> str:
    """Write what a log says of an item as one text, however it is nested; "" for nothing."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
