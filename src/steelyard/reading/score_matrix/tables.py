"""Scores of items in one table: which columns hold scores, which other roles there are, and their cells."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from steelyard.errors import AskError, DataError, SpecError
from steelyard.files.json_rows import Numeral
from steelyard.files.records import Records, read_records
from steelyard.reading.directions import direction_of, is_metric, no_score
from steelyard.reading.numbers import (
    check_words,
    holds_numbers,
    holds_texts,
    is_index,
    is_missing_score,
    is_outcome,
    numbers,
    outcome_words,
    told_outcomes,
)
from steelyard.reading.roles import CLUSTERS, COLUMN_ROLES, TASKS, TEST_SETS, find_column, is_summary, plain_name
from steelyard.reading.score_matrix.inputs import ITEM_ROLES, HowScores
from steelyard.reprs import n_of
from steelyard.types.table_columns import labels

__all__ = ["ItemTable", "by_metric", "read_item_table"]

_MOST_ASKED = 6  # columns that may be chosen, each with a line of its own
_OF_MEASURES = ("metric", "measure", "statistic")  # columns whose cells say that a row is an average
_MAY_SUM = re.compile("average|avg|mean|overall|total|sum", re.IGNORECASE)  # soon said of most of a million labels


@dataclass(frozen=True, slots=True, eq=False)
class ItemTable:
    """The rows of a table; what no column names of each row is None."""

    records: Records
    items: list[str] | None
    systems: list[str] | None
    documents: list[str] | None
    reasons: list[str] | None  # why a score is missing, or ""
    scores: dict[str, list[float]]  # columns of numbers that have no other role; NaN where there is none
    notes: tuple[str, ...] = ()  # what one should know, a sentence each without its full stop
    is_board: bool = False  # columns are items, and each row a system
    subsets: list[str] | None = None
    are_metrics: bool = False  # columns are metrics of one system
    roles: Mapping[str, str] = field(default_factory=dict)  # column by role
    not_used: Mapping[str, str] = field(default_factory=dict)  # why
    name: str = ""  # of its metric, where it was given
    raters: list[str] | None = None  # who gave each score, where there are several

    @property
    def path(self) -> str:
        """The file."""
        return self.records.path


class Chosen(NamedTuple):
    """The columns of scores, what other columns of numbers are, and whether each is a metric of one system."""

    scores: list[str]
    not_used: dict[str, str]
    are_metrics: bool = False


def read_item_table(given: str | os.PathLike[str] | Records, how: HowScores, name: str = "") -> ItemTable:
    """Read a table with a row per item, or per item and system; or with a row per system, if items are in columns."""
    table = given if isinstance(given, Records) else read_records(given, how.encoding)
    if not len(table):
        raise DataError(f"{table.path} has no rows below its header: there is nothing to compare.")
    is_board = how.items_in_columns
    roles = {"system": _systems_of_board(table, how.columns)} if is_board else _roles(table, how)
    misfits = _misfits(table, how.columns, roles)
    roles = {role: column for role, column in roles.items() if column not in misfits}
    table, notes = _without_averages(table, roles)
    roles.pop("score", None)
    chosen = _choose_scores(table, how, roles)
    cells = {role: labels(table, roles[role]) for role in ("item", "system", "document", "subset") if role in roles}
    raters, of_raters = (None, ()) if is_board else _raters(table)
    return ItemTable(
        table, cells.get("item"), cells.get("system"), cells.get("document"),
        [_text(cell) for cell in table.column(roles["reason"])] if "reason" in roles else None,
        {column: numbers(table, column) for column in chosen.scores},
        (*notes, *of_raters, *told_outcomes(table.path, {column: table.column(column) for column in chosen.scores})),
        is_board, cells.get("subset"), chosen.are_metrics, roles,
        {column: why for column, why in misfits.items() if why} | chosen.not_used,  # without a reason it may be a score
        name, raters,
    )  # fmt: skip


def _roles(table: Records, how: HowScores) -> dict[str, str]:
    """Return the columns by their roles, where rows are of items."""
    found = {role: find_column(table.columns, role, how.columns) for role in ITEM_ROLES}
    roles = {role: column for role, column in found.items() if column is not None}
    for column in roles.values():
        table.column(column)  # raises where there is none
    systems = how.systems or how.names or ()
    if "item" not in roles and (ids := _only_names(table, {*roles.values(), *systems})) is not None:
        roles["item"] = ids
    return roles


def _raters(table: Records) -> tuple[list[str] | None, tuple[str, ...]]:
    """Say who gave each score, where several raters are named; and what that means."""
    column = find_column(table.columns, "rater")
    raters = [] if column is None else list(map(_text, table.column(column)))
    if (n := len({*raters} - {""})) < 2:
        return None, ()
    said = "raters: `human`, `board` and `board tasks` take raters for a sample; what other commands say of systems"
    return raters, (f"{table.path} has scores by {n:,} {said} holds for these raters",)


def _misfits(table: Records, given: Mapping[str, str], roles: Mapping[str, str]) -> dict[str, str]:
    """Say which columns do not hold what their names promise, unless somebody said that they do."""
    found = {}
    reason, document, item = (roles.get(role) for role in ("reason", "document", "item"))
    if reason is not None and "reason" not in given:
        is_result = plain_name(reason) == "status" and is_outcome(table.column(reason))  # resolved is no reason
        if is_result or holds_numbers(table.column(reason)):
            found[reason] = ""
    if document is not None and "document" not in given and plain_name(document) in CLUSTERS:
        cells = list(map(str, table.column(document)))
        ids = range(len(cells)) if item is None else table.column(item)
        of_item: dict[Any, str] = {}
        if len(set(cells)) == 1:
            found[document] = "the same in all rows"
        elif any(of_item.setdefault(one, cell) != cell for one, cell in zip(ids, cells, strict=True)):
            found[document] = "differs within an item"
        elif len(set(cells)) == len(of_item):
            found[document] = "another one for each item"
    return found


def _without_averages(table: Records, roles: Mapping[str, str]) -> tuple[Records, tuple[str, ...]]:
    """Leave out rows that sum others up, as their labels say, and tell which."""
    names = {roles[role]: role == "item" for role in ("system", "item") if role in roles}
    names |= {name: True for name in table.columns if plain_name(name) in _OF_MEASURES}
    averages: dict[int, str] = {}
    for name, of_tasks in names.items():
        cells = table.column(name)
        words = {cell for cell in cells if isinstance(cell, str)}
        sums = {word for word in words if _MAY_SUM.search(word) and is_summary(word, of_tasks=of_tasks)}
        if sums:
            averages |= {row: str(cell) for row, cell in enumerate(cells) if isinstance(cell, str) and cell in sums}
    if not averages or len(averages) == len(table):
        return table, ()
    left = _rows(table, [row for row in range(len(table)) if row not in averages])
    called = ", ".join(map(repr, dict.fromkeys(averages.values())))
    said = n_of(len(averages), f"row ({called}) sums others up, and is", f"rows ({called}) sum others up, and are")
    return left, (f"{table.path}: {said} left out",)


def _rows(table: Records, kept: Sequence[int]) -> Records:
    cells = {name: [column[row] for row in kept] for name, column in table.columns.items()}
    return Records(table.path, table.sha256, cells, [table.places[row] for row in kept], table.kind)


def by_metric(table: ItemTable, how: HowScores) -> list[ItemTable]:
    """Read the rows of each metric by themselves, where a column names it and an item has several; else all are one."""
    name = find_column(table.records.columns, "metric")
    if name is None or table.name or name in table.scores or table.systems is None or table.items is None:
        return [table]
    rows: dict[str, list[int]] = {}
    for row, cell in enumerate(table.records.column(name)):
        rows.setdefault(str(cell), []).append(row)
    n_cells = len(set(zip(table.systems, table.items, strict=True)))
    if len(rows) < 2 or n_cells == len(table.systems):
        return [table]
    parts = [read_item_table(_rows(table.records, kept), how, metric) for metric, kept in rows.items()]
    return [replace(part, roles={**part.roles, "metric": name}) for part in parts]


def _systems_of_board(table: Records, given: Mapping[str, str]) -> str:
    """Return the column that names the system of each row, where all others are items."""
    if other := next((role for role in given if role != "system"), ""):
        raise SpecError(
            f"Where items are columns, there is no column for {other}: --columns takes system=COLUMN alone."
        )
    name = find_column(table.columns, "system", given)
    name = _only_names(table, ()) if name is None else name
    if name is None:
        raise DataError(
            f"{table.path} has no column that names the system of each row. It has {table.names()}. Name it by "
            "--columns system=COLUMN."
        )
    if plain_name(name) in (*TASKS, *TEST_SETS) and "system" not in given:
        raise DataError(
            f"{table.path} has a row for each {name}, and --items-in-columns is for a row for each system. Leave the "
            f"flag out, if its columns are systems; if {name!r} names systems, say --columns system={name}."
        )
    table.column(name)  # raises where there is none
    return name


def _choose_scores(table: Records, how: HowScores, roles: Mapping[str, str]) -> Chosen:
    """Choose the columns that were asked for, those of the systems, or all that hold numbers and may be scores."""
    is_board, is_long = how.items_in_columns, "system" in roles
    others = {name: cells for name, cells in table.columns.items() if name not in roles.values()}
    if "score" in how.columns:
        return Chosen([how.columns["score"]], {})
    asked = [metric for metric in how.metrics or () if metric in others]
    if asked and is_long and not is_board:
        return Chosen(asked, {})
    systems = how.systems or how.names
    if systems and not is_long and all(system in table.columns for system in systems):
        return Chosen(list(systems), {})
    of_numbers = [name for name, cells in others.items() if holds_numbers(cells)]
    not_used = {name: why for name in of_numbers if (why := _why_none(table, name, is_wide=is_board or not is_long))}
    found = [name for name in of_numbers if name not in not_used]
    own = [name for name in found if plain_name(name) in COLUMN_ROLES["score"]]
    if is_board:
        parts = [name for name in found if is_summary(name, of_tasks=True)]
        if len(parts) < len(found):  # where a board has averages of parts alone, they are its tasks
            not_used |= dict.fromkeys(parts, "sums some of the others up")
        kept = [name for name in found if name not in not_used]
        not_used |= dict.fromkeys(_sums(table, kept), "sums the others up")
    elif len(own) == 1 < len(found):
        not_used |= {name: f"beside {own[0]!r}" for name in found if name not in own}
    found = [name for name in found if name not in not_used]
    found = found or [name for name, cells in others.items() if is_outcome(cells)]
    if not found:
        _refuse_no_scores(table, not_used, is_board=is_board)
    return Chosen(found, not_used, not is_long and _are_metrics(table, found))


def _why_none(table: Records, name: str, *, is_wide: bool) -> str:
    """Say what a column of numbers is that is no score, by its name and by what it holds."""
    why = no_score(name, table.columns, may_be_system=is_wide)
    why = why or ("sums the others up" if is_wide and is_summary(name) else "")
    return why or ("an index" if direction_of(name) is None and is_index(table.columns[name]) else "")


def _sums(table: Records, names: Sequence[str]) -> list[str]:
    """Return the columns of a board that are the mean or the sum of the others, as far as their digits go.

    A mean without decimals would be near many columns, and of passes and fails one is often the sum of two.
    """
    values = np.array([numbers(table, name) for name in names]).T  # a row for each system
    decimals = np.array([max(map(_decimals, table.columns[name])) for name in names])
    found: list[int] = []
    while (n := len(names) - len(found) - 1) > 2:
        kept = np.setdiff1d(np.arange(len(names)), found)
        x, digits = values[:, kept], 10.0 ** -decimals[kept]
        others = x.sum(axis=1, keepdims=True) - x  # NaN is near nothing
        is_mean = (decimals[kept] > 0) & (np.abs(x - others / n) <= 0.51 * digits).all(axis=0) & (len(x) > 1)
        room = np.where(decimals[kept] > 0, 0.51 * n * digits, 1e-9)
        second, highest = np.split(np.sort(x, axis=1)[:, -2:], 2, axis=1)
        is_highest = (x == highest) & (second < x)
        is_sum = ((np.abs(x - others) <= room) & is_highest).all(axis=0) & (len(x) > 2)
        at = np.flatnonzero(is_mean | is_sum)
        if not len(at):
            break
        found.append(int(kept[at[0]]))
    return [names[i] for i in found]


def _decimals(cell: Any) -> int:
    text = str(cell).strip()
    return len(text.partition(".")[2]) if "e" not in text.lower() else 0


def _are_metrics(table: Records, names: Sequence[str]) -> bool:
    """Whether columns are metrics of one system: most are called so, or stand beside the one output that they score."""
    named = [name for name in names if is_metric(name) or plain_name(name) in COLUMN_ROLES["score"]]
    if len(named) == len(names) or (len(named) > 1 and 2 * len(named) >= len(names)):
        return True
    output = find_column(table.columns, "output")
    return output is not None and output not in names and holds_texts(table.columns[output])


def _refuse_no_scores(table: Records, not_used: Mapping[str, str], *, is_board: bool) -> None:
    """Ask where a column of numbers may be one all the same; else say what comes nearest to scores."""
    if not_used and not is_board:
        said = ", ".join(f"{name!r}: {why}" for name, why in not_used.items())
        ways = [(name, f"--{way}-is-better") for name in not_used for way in ("lower", "higher") if name]
        raise AskError(
            f"{table.path}: no column is a score for sure, as far as names say ({said}).",
            [("--columns", f"score={name}", way, name) for name, way in ways],
        )
    for name, cells in table.columns.items():
        check_words(table.path, name, outcome_words(cells))
    if is_board:
        raise DataError(f"{table.path} has no column of scores of an item. It has {table.names()}.")
    if inside := [path for name in table.columns for path in _paths_inside(table, name)]:
        raise AskError(
            f"{table.path}: no column holds scores, but there are numbers inside of objects.",
            [("--columns", f"score={path}") for path in inside[:_MOST_ASKED]],
        )
    raise DataError(
        f"{table.path}: no column holds scores. It has {table.names()}. Name one by --columns score=COLUMN."
    )


def _paths_inside(table: Records, name: str) -> list[str]:
    """Name the numbers in a column of objects, as dots lead to them; what is no score by its name is none."""
    first = next((cell for cell in table.columns[name] if isinstance(cell, dict)), {})
    found, waiting = [], [(name, first)]
    while waiting:
        path, one = waiting.pop(0)
        waiting += [(f"{path}.{key}", value) for key, value in one.items() if isinstance(value, dict)]
        numbers = [key for key, value in one.items() if isinstance(value, int | float | Numeral)]
        found += [f"{path}.{key}" for key in numbers if "." not in key and not no_score(key)]
    return found


def _only_names(table: Records, taken: Collection[str]) -> str | None:
    """Return the first column that names every row otherwise, and holds neither numbers nor nothing."""
    columns = ((name, cells) for name, cells in table.columns.items() if plain_name(name) or not is_index(cells))
    name, cells = next(columns, ("", []))
    is_named = all(isinstance(cell, str) and not is_missing_score(cell) for cell in cells)
    is_free = is_named and name not in taken and not holds_numbers(cells)
    return name if is_free and len(set(cells)) == len(cells) > 1 else None


def _text(cell: Any) -> str:
    return "" if is_missing_score(cell) else str(cell).strip()
