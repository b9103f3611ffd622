"""A paper's tables and figures as text for a terminal or a pipe."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.report.table import Table, clean, render
from steelyard.results import Figure, Mark, PaperTable, Replication, Series

__all__ = ["replication_text"]

_LINE = 100
_DIGITS = 4  # significant ones, where a table does not say how many decimals it shows


def replication_text(replication: Replication, *, console: Any = None) -> str:
    """Show the tables in the paper's form, what each figure says in a line or two, and how it all came about.

    Parameters
    ----------
    replication : Replication
        Stored or fresh. Its JSON holds every point of the figures.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> from steelyard.report import replication_text
    >>> from steelyard.results import PaperTable, Replication
    >>> table = PaperTable("Table 2", "t", ("n", "t"), ((100, 1.98397),), decimals=(None, 4))
    >>> method = {"protocol": "koehn2004", "source": "Koehn 2004", "n_segments": 100, "notes": []}
    >>> print(replication_text(Replication((table,), (), method)))
    koehn2004: Koehn 2004
    <BLANKLINE>
    Table 2: t
      n       t
    100  1.9840
    """
    method = replication.method
    parts = [_filled(f"{method['protocol']}: {method['source']}")]
    parts += [_table(table, console) for table in replication.paper_tables]
    parts += ["\n".join(_figure(figure)) for figure in replication.figures]
    if method.get("sentence"):
        parts.append(_filled(method["sentence"]))
    if method.get("notes"):
        parts.append("\n".join(_filled(note, bullet="- ") for note in method["notes"]))
    return "\n\n".join(parts)


def _table(table: PaperTable, console: Any) -> str:
    decimals = table.decimals or (None,) * len(table.columns)
    cells = [tuple(_cell(value, places) for value, places in zip(row, decimals, strict=True)) for row in table.rows]
    headers = tuple(
        f">{clean(column)}" if _is_number_column([row[i] for row in table.rows]) else clean(column)
        for i, column in enumerate(table.columns)
    )
    lines = [_filled(f"{table.name}: {table.title}"), render(Table(headers, cells), console)]
    return "\n".join(lines + ([_filled(table.note)] if table.note else []))


def _is_number_column(values: Sequence[Any]) -> bool:
    """Say whether a column is set to the right: numbers, and text that starts with one, as in 12%/1%."""
    shown = [value for value in values if value is not None and value != ""]
    return bool(shown) and all(
        isinstance(value, int | float) or str(value).lstrip("+-[").startswith(tuple("0123456789")) for value in shown
    )


def _cell(value: Any, decimals: int | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return clean(str(value))
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.{_DIGITS}g}" if decimals is None else f"{value:,.{decimals}f}"


def _figure(figure: Figure) -> Iterator[str]:
    """Yield the caption, a line a series, and the note."""
    yield _filled(f"{figure.name.replace('-', ' ').capitalize()}: {figure.title}")
    for series in figure.series:
        yield _filled(clean("; ".join(_series(figure, series))), indent="  ")
    if figure.note:
        yield _filled(figure.note, indent="  ")


def _series(figure: Figure, series: Series) -> Iterator[str]:
    """Yield what a reader would take from the picture: how many, from where to where, and what lies beyond marks."""
    name = f"{series.name}: " if series.name else ""
    if not series.y:
        yield f"{name}no {figure.kind}"
        return
    n = len(series.y)
    noun = {"points": "point", "intervals": "interval", "lines": "point", "bars": "bar"}[figure.kind]
    count = f"{n:,} {noun}{'s' if n != 1 else ''}"
    yield f"{name}{count}, {figure.y_label} {_number(min(series.y))} to {_number(max(series.y))}"
    for mark in figure.marks:
        if mark.axis == "y":
            yield _mark(series, mark)


def _mark(series: Series, mark: Mark) -> str:
    where = f"{mark.name} ({_number(mark.value)})"
    if series.low:
        inside = sum(low <= mark.value <= high for low, high in zip(series.low, series.high, strict=True))
        below = sum(high < mark.value for high in series.high)
        above = len(series.low) - inside - below
        return f"{inside:,} of {len(series.low):,} hold {where}, {below:,} lie below and {above:,} above"
    above, below = sum(y > mark.value for y in series.y), sum(y < mark.value for y in series.y)
    return f"{above:,} above {where}, {below:,} below"


def _number(value: float) -> str:
    return f"{value:.{_DIGITS}g}"


def _filled(text: str, *, bullet: str = "", indent: str = "") -> str:
    return textwrap.fill(
        clean(text), _LINE, break_on_hyphens=False, initial_indent=indent + bullet,
        subsequent_indent=indent + " " * len(bullet),
    )  # fmt: skip
