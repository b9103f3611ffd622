"""Which columns of a table hold scores, which other roles there are, and why the rest is not used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from steelyard.errors import AskError, DataError, unknown_name
from steelyard.files.json_rows import Numeral
from steelyard.files.records import Records
from steelyard.reading.directions import direction_of, is_metric, no_score
from steelyard.reading.numbers import (
    check_words,
    holds_numbers,
    is_missing_score,
    is_outcome,
    numbers,
    outcome_words,
    plain_numbers,
)
from steelyard.reading.roles import COLUMN_ROLES, find_column, is_summary, plain_name

__all__ = ["ITEM_ROLES", "Chosen", "ScoreColumns", "choose_scores", "holds_texts", "is_index", "only_names"]

ITEM_ROLES = ("item", "system", "document", "subset", "reason", "score")
_FEWEST = 4  # rows that count from 0 or 1 in order before that is taken for an index
_WORDS = 4  # of a text, at least
_MOST_ASKED = 6  # columns that may be chosen, each with a line of its own


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """Which column was given for a role of `ITEM_ROLES`, as names do not say it."""

    given: Mapping[str, str]

    def __post_init__(self) -> None:
        """Refuse roles that no table of scores has."""
        for role in self.given:
            if role not in ITEM_ROLES:
                raise unknown_name("role of a column of scores:", role, list(ITEM_ROLES))

    def find(self, table: Records, role: str) -> str | None:
        """Return the column of a role: the one that was given, or one whose name says so."""
        if role in self.given:
            table.column(self.given[role])  # raises where there is none
        return find_column(table.columns, role, self.given)


class Chosen(NamedTuple):
    """The columns of scores, what other columns of numbers are, and whether each is a metric of one system."""

    scores: list[str]
    not_used: dict[str, str]
    are_metrics: bool = False


def choose_scores(
    table: Records,
    columns: ScoreColumns,
    taken: set[str],
    systems: Sequence[str] = (),
    *,
    is_long: bool = False,
    is_board: bool = False,
) -> Chosen:
    """Choose the column that was given, those of the systems, or all that hold numbers and nothing says are none.

    `is_long` says that rows name their systems; `is_board` that every column is an item.
    """
    if "score" in columns.given:
        return Chosen([columns.given["score"]], {})
    if systems and not is_long and all(system in table.columns for system in systems):
        return Chosen(list(systems), {})
    of_numbers = [name for name, cells in table.columns.items() if name not in taken and holds_numbers(cells)]
    not_used = {name: why for name in of_numbers if (why := _why_none(table, name, is_wide=not is_long))}
    found = [name for name in of_numbers if name not in not_used]
    if is_board:
        parts = [name for name in found if is_summary(name, of_tasks=True)]
        if len(parts) < len(found):  # where a board has averages of parts alone, they are its tasks
            not_used |= dict.fromkeys(parts, "sums some of the others up")
        found = [name for name in found if name not in not_used]
        not_used |= dict.fromkeys(_sums(table, found), "sums the others up")
        found = [name for name in found if name not in not_used]
    own = [name for name in found if plain_name(name) in COLUMN_ROLES["score"]]
    if len(own) == 1 < len(found) and not is_board:
        not_used |= {name: f"beside {own[0]!r}" for name in found if name not in own}
        found = own
    found = found or [name for name, cells in table.columns.items() if name not in taken and is_outcome(cells)]
    if not found:
        _refuse_no_scores(table, not_used, is_board=is_board)
    return Chosen(found, not_used, not is_long and not is_board and _are_metrics(table, found))


def _why_none(table: Records, name: str, *, is_wide: bool) -> str:
    """Say what a column of numbers is that is no score, by its name and by what it holds."""
    why = no_score(name, table.columns, may_be_system=is_wide)
    if why:
        return why
    if is_wide and is_summary(name):
        return "sums the others up"
    return "an index" if direction_of(name) is None and is_index(table.columns[name]) else ""


def is_index(cells: Sequence[Any]) -> bool:
    """Whether a column counts its rows, from 0 or from 1; a look at the first is enough for most."""
    return len(cells) >= _FEWEST and all(map(_counts, (cells[:_FEWEST], cells)))


def _counts(cells: Sequence[Any]) -> bool:
    found = plain_numbers(cells)
    return found is not None and found[0] in (0, 1) and all(b - a == 1 for a, b in pairwise(found))


def _sums(table: Records, names: Sequence[str]) -> list[str]:
    """Return the columns of a board that are the mean or the sum of the others, as far as their digits go.

    A mean without decimals would be near many columns, and of passes and fails one is often the sum of two.
    """
    if len(names) < 4:
        return []
    values = np.array([numbers(table, name) for name in names]).T  # a row for each system
    decimals = np.array([max(map(_decimals, table.columns[name])) for name in names])
    found: list[int] = []
    while (n := len(names) - len(found) - 1) > 2:
        kept = np.setdiff1d(np.arange(len(names)), found)
        x, digits = values[:, kept], 10.0 ** -decimals[kept]
        others = x.sum(axis=1, keepdims=True) - x  # NaN is near nothing
        is_mean = (decimals[kept] > 0) & (np.abs(x - others / n) <= 0.51 * digits).all(axis=0) & (len(x) > 1)
        room = np.where(decimals[kept] > 0, 0.51 * n * digits, 1e-9)
        highest = np.sort(x, axis=1)[:, -2:]
        is_sum = ((np.abs(x - others) <= room) & (x == highest[:, 1:]) & (highest[:, :1] < x)).all(axis=0) & (
            len(x) > 2
        )
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


def holds_texts(cells: Sequence[Any]) -> bool:
    """Whether most cells of a column are texts of some words."""
    there = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
    return 2 * sum(len(cell.split()) >= _WORDS for cell in there) > len(cells)


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


def only_names(table: Records, taken: set[str], systems: Sequence[str]) -> str | None:
    """Return the first column that names every row otherwise, and holds neither numbers nor nothing."""
    for name, cells in table.columns.items():
        if plain_name(name) == "" and is_index(cells):
            continue
        if name in taken or name in systems or holds_numbers(cells):
            return None
        is_named = all(isinstance(cell, str) and not is_missing_score(cell) for cell in cells)
        return name if is_named and len(set(cells)) == len(cells) > 1 else None
    return None
