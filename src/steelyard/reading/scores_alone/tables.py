"""Scores of items in one table: its cells as numbers, names and reasons, and what each column was taken for."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steelyard.errors import DataError, SpecError
from steelyard.files.records import Records, read_records
from steelyard.reading.numbers import holds_numbers, is_missing_score, is_outcome, numbers, told_outcomes
from steelyard.reading.roles import CLUSTERS, TASKS, TEST_SETS, find_column, is_summary, plain_name
from steelyard.reading.scores_alone.score_columns import ITEM_ROLES, Chosen, ScoreColumns, choose_scores, only_names
from steelyard.types.table_columns import labels

__all__ = ["ItemTable", "of_one_metric", "parts_by_metric", "read_item_table"]

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

    @property
    def path(self) -> str:
        """The file."""
        return self.records.path


def read_item_table(
    given: str | os.PathLike[str] | Records,
    columns: ScoreColumns,
    *,
    systems: Sequence[str] = (),
    metrics: Sequence[str] = (),
    items_in_columns: bool = False,
    encoding: str = "utf-8",
) -> ItemTable:
    """Read a table with a row per item, or per item and system; the columns `systems` or `metrics` are scores.

    With `items_in_columns` a row is a system, and every column of numbers an item.
    """
    table = given if isinstance(given, Records) else read_records(given, encoding)
    if not len(table):
        raise DataError(f"{table.path} has no rows below its header: there is nothing to compare.")
    if items_in_columns:
        return _read_board(table, columns)
    roles = {role: name for role in ITEM_ROLES if (name := columns.find(table, role)) is not None}
    if "item" not in roles and (name := only_names(table, set(roles.values()), systems)) is not None:
        roles["item"] = name
    not_used = _misfits(table, columns, roles)
    roles = {role: name for role, name in roles.items() if name not in not_used}
    not_used = {name: why for name, why in not_used.items() if why}  # without a reason it may be a score
    table, note = _without_averages(table, roles)
    roles.pop("score", None)
    asked = [name for name in metrics if name not in roles.values() and name in table.columns]
    if "system" in roles and asked and "score" not in columns.given:
        chosen = Chosen(asked, {})
    else:
        chosen = choose_scores(table, columns, set(roles.values()), systems, is_long="system" in roles)
    return _made(table, roles, chosen, not_used, (*note, *_told_judges(table)))


def _made(
    table: Records, roles: dict[str, str], chosen: Chosen, not_used: dict[str, str], notes: Sequence[str], **more: bool
) -> ItemTable:
    cells = {role: labels(table, roles[role]) for role in ("item", "system", "document", "subset") if role in roles}
    return ItemTable(
        table, cells.get("item"), cells.get("system"), cells.get("document"),
        [_text(cell) for cell in table.column(roles["reason"])] if "reason" in roles else None,
        {name: numbers(table, name) for name in chosen.scores},
        (*notes, *told_outcomes(table.path, {name: table.column(name) for name in chosen.scores})),
        subsets=cells.get("subset"), are_metrics=chosen.are_metrics, roles=roles,
        not_used=not_used | chosen.not_used, **more,
    )  # fmt: skip


def _told_judges(table: Records) -> list[str]:
    """Say that scores are by several judges, of whom nothing is said beyond these."""
    column = find_column(table.columns, "rater")
    n_judges = 0 if column is None else len({text for cell in table.column(column) if (text := _text(cell))})
    said = (
        f"{table.path} has scores by {n_judges:,} judges ({column}), and what is said of systems holds for these: "
        "`steelyard human` takes judges, too, for a sample"
    )
    return [said] if n_judges > 1 else []


def _misfits(table: Records, columns: ScoreColumns, roles: Mapping[str, str]) -> dict[str, str]:
    """Say which columns do not hold what their names promise, unless somebody said that they do."""
    found = {}
    reason, document, item = (roles.get(role) for role in ("reason", "document", "item"))
    if reason is not None and "reason" not in columns.given:
        is_result = plain_name(reason) == "status" and is_outcome(table.column(reason))  # resolved is no reason
        if is_result or holds_numbers(table.column(reason)):
            found[reason] = ""
    if document is not None and "document" not in columns.given and plain_name(document) in CLUSTERS:
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
    n = len(averages)
    said = f"{table.path}: {n:,} row{'s' if n > 1 else ''} ({called}) sum{'' if n > 1 else 's'} others up, and "
    return left, (f"{said}{'are' if n > 1 else 'is'} left out",)


def _rows(table: Records, kept: Sequence[int]) -> Records:
    cells = {name: [column[row] for row in kept] for name, column in table.columns.items()}
    return Records(table.path, table.sha256, cells, [table.places[row] for row in kept], table.kind)


def parts_by_metric(table: ItemTable) -> dict[str, Records]:
    """Return the rows of each metric, where a column names the metric of each row, so that an item has several."""
    name = find_column(table.records.columns, "metric")
    if name is None or name in table.scores or table.systems is None or table.items is None:
        return {}
    rows: dict[str, list[int]] = {}
    for row, cell in enumerate(table.records.column(name)):
        rows.setdefault(str(cell), []).append(row)
    n_cells = len(set(zip(table.systems, table.items, strict=True)))
    if len(rows) < 2 or n_cells == len(table.systems):
        return {}
    return {metric: _rows(table.records, kept) for metric, kept in rows.items()}


def of_one_metric(table: ItemTable) -> ItemTable:
    """Say of the rows of one metric which column names it."""
    return replace(table, roles={**table.roles, "metric": find_column(table.records.columns, "metric") or ""})


def _read_board(table: Records, columns: ScoreColumns) -> ItemTable:
    """Read a row per system and a column per item; a column that sums others up is none."""
    other = next((role for role in columns.given if role != "system"), None)
    if other is not None:
        raise SpecError(
            f"Where items are columns, there is no column for {other}: --columns takes system=COLUMN alone."
        )
    name = columns.find(table, "system") or only_names(table, set(), ())
    if name is None:
        raise DataError(
            f"{table.path} has no column that names the system of each row. It has {table.names()}. Name it by "
            "--columns system=COLUMN."
        )
    if plain_name(name) in (*TASKS, *TEST_SETS) and "system" not in columns.given:
        raise DataError(
            f"{table.path} has a row for each {name}, and --items-in-columns is for a row for each system. Leave the "
            f"flag out, if its columns are systems; if {name!r} names systems, say --columns system={name}."
        )
    table, note = _without_averages(table, {"system": name})
    return _made(table, {"system": name}, choose_scores(table, columns, {name}, is_board=True), {}, note, is_board=True)


def _text(cell: Any) -> str:
    return "" if is_missing_score(cell) else str(cell).strip()
