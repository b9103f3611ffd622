"""A paper's tables over several conditions, such as language pairs: averages of what was found on each."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.errors import DataError, SpecError
from steelyard.files.names import default_names
from steelyard.lab.papers.registry import PAPERS
from steelyard.lab.questions.replicate.answer import PaperTable, Replication
from steelyard.metrics import package_version
from steelyard.results.base import load

__all__ = ["average", "read_conditions"]

_LABELS = ("metric", "parameters")  # first columns of tables of correlations
_COUNTS = re.compile(r"(?<=of )[\d,]+ (?=systems')")  # differ by condition
_OF_ALL = "Avg."
_TOTAL = "Total Avg."
_OVERALL = "Overall"
_TYPES = "by type"


def read_conditions(paths: Sequence[str], protocol: str) -> dict[str, tuple[Replication, dict[str, str]]]:
    """Read results of a protocol, each called as its file is, with what identifies the file."""
    from steelyard.files.reading import read_content

    _check(protocol)
    found: dict[str, tuple[Replication, dict[str, str]]] = {}
    for path, name in zip(paths, default_names(list(paths)), strict=True):
        if name in found:
            raise SpecError(f"The result {path} is given twice (--conditions).")
        result = load(path)
        if not isinstance(result, Replication) or result.method.get("protocol") != protocol:
            raise DataError(f"{path} is no result of `steelyard lab replicate {protocol} ... -f json`.")
        if result.method.get("conditions"):
            raise DataError(f"{path} is an average over conditions already: give the results of each.")
        content = read_content(path)
        found[name] = (result, {"role": f"condition {name}", "name": path, "sha256": content.sha256})
    return found


def _check(protocol: str) -> None:
    if protocol not in PAPERS or not PAPERS[protocol].is_averaged:
        those = " and ".join(name for name, paper in PAPERS.items() if paper.is_averaged)
        raise SpecError(f"Averages over conditions (--conditions) are of {those}, not of {protocol}.")


def average(
    protocol: str, conditions: Mapping[str, Replication], inputs: Sequence[Mapping[str, str]] = ()
) -> Replication:
    """Average a paper's tables of correlations over two or more conditions, each counting the same.

    There is a table for each that all conditions have.
    """
    _check(protocol)
    if len(conditions) < 2:
        raise SpecError("An average over conditions takes two results or more (--conditions).")
    by_name = [{table.name: table for table in one.paper_tables} for one in conditions.values()]
    shared = [
        name
        for name, table in by_name[0].items()
        if table.columns[0] in _LABELS and all(name in one for one in by_name)
    ]
    if not shared:
        raise DataError("The results have no table of correlations in common: name the same metrics in all (-m).")
    tables: list[PaperTable] = []
    for name in shared:
        tables += _averaged(name, {place: one[name] for place, one in zip(conditions, by_name, strict=True)})
    method = _method(protocol, conditions, inputs)
    return Replication(tuple(tables), (), method)


def _averaged(name: str, tables: Mapping[str, PaperTable]) -> list[PaperTable]:
    """Put conditions beside each other with their average; by type of judgement too, where all have several."""
    first = next(iter(tables.values()))
    rows = _shared_rows(tables)
    by_condition = {place: _column(table, rows) for place, table in tables.items()}
    columns = [*tables, _OF_ALL]
    cells = [[by_condition[place][i] for place in tables] for i in range(len(rows))]
    shown = [[*row, _mean(row)] for row in cells]
    if all(table.columns[-1] == _TOTAL for table in tables.values()):
        columns.append(_TOTAL)
        totals = {place: _column(table, rows, _TOTAL) for place, table in tables.items()}
        shown = [[*row, _mean([totals[place][i] for place in tables])] for i, row in enumerate(shown)]
    title = _COUNTS.sub("", first.title).split(":")[0].split(", over ")[0]
    found = [_table(name, f"{title}; {len(tables)} conditions", first.columns[0], columns, rows, shown)]
    types = _types(first)
    if len(types) > 1 and all(_types(table) == types for table in tables.values()):
        means = [
            [_mean([_column(table, rows, kind)[i] for table in tables.values()]) for kind in types]
            for i in range(len(rows))
        ]
        overall = [[*row, _mean(row)] for row in means]
        title = f"the same by type of judgement, averaged over {len(tables)} conditions"
        found.append(_table(f"{name}, {_TYPES}", title, first.columns[0], [*types, _OVERALL], rows, overall))
    return found


def _types(table: PaperTable) -> tuple[str, ...]:
    """Return the columns that are types of judgement."""
    return tuple(column for column in table.columns[1:] if column not in (_OF_ALL, _TOTAL))


def _shared_rows(tables: Mapping[str, PaperTable]) -> list[str]:
    """Return the metrics, or parameters, that every condition has, in the order of the first."""
    of_all = [[str(row[0]) for row in table.rows] for table in tables.values()]
    rows = [name for name in of_all[0] if all(name in others for others in of_all[1:])]
    if not rows:
        raise DataError("The results have no metric in common: name the same ones in all (-m).")
    return rows


def _column(table: PaperTable, rows: Sequence[str], name: str | None = None) -> list[float | None]:
    """Return a column of a table by the names of rows; by default the average over types, or the only type."""
    wanted = name or (_OF_ALL if _OF_ALL in table.columns else _types(table)[0])
    place = table.columns.index(wanted)
    by_row = {str(row[0]): row[place] for row in table.rows}
    return [by_row[row] for row in rows]


def _mean(values: Sequence[float | None]) -> float | None:
    """Average, if all are there."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known and len(known) == len(values) else None


def _table(
    name: str, title: str, label: str, columns: Sequence[str], rows: Sequence[str], cells: Sequence[Sequence[Any]]
) -> PaperTable:
    return PaperTable(
        name,
        title,
        (label, *columns),
        tuple((row, *values) for row, values in zip(rows, cells, strict=True)),
        decimals=(None, *[4] * len(columns)),
    )


def _method(protocol: str, conditions: Mapping[str, Replication], inputs: Sequence[Mapping[str, str]]) -> Any:
    """Say what was averaged; names of systems, raters and scales stay with the single results."""
    methods = [one.method for one in conditions.values()]
    notes = ["Each condition counts the same, whatever its systems, segments and ratings; there are no intervals."]
    uneven = _uneven(conditions)
    if uneven:
        notes.append(uneven)
    return {
        "protocol": protocol,
        "source": PAPERS[protocol].source,
        "conditions": list(conditions),
        "n_segments": sum(method["n_segments"] for method in methods),
        "n_systems": sum(method["n_systems"] for method in methods),
        "n_documents": None,
        "versions": {**methods[0]["versions"], "steelyard": package_version()},
        "inputs": [dict(one) for one in inputs],
        "notes": notes,
        "sentence": f"We averaged correlations over {len(conditions)} conditions ({', '.join(conditions)}) with "
        f"Steelyard {package_version()}.",
        "recipe": {
            "command": "lab replicate",
            "reading": {"of": "conditions", "files": {one["role"]: one["name"] for one in inputs}},
            "arguments": {"protocol": protocol},
        },
    }


def _uneven(conditions: Mapping[str, Replication]) -> str:
    """Name the metrics that not every condition has."""
    of_all: list[set[str]] = [
        {str(row[0]) for table in one.paper_tables if table.columns[0] == "metric" for row in table.rows}
        for one in conditions.values()
    ]
    missing = sorted(set[str]().union(*of_all) - of_all[0].intersection(*of_all))
    return f"Left out, as not all conditions have them: {', '.join(missing)}." if missing else ""
