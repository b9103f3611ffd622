"""A paper's tables and figures as text for a terminal or a pipe."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from steelyard.lab.questions.replicate.answer import PaperTable, Replication
from steelyard.page.blocks import Block, MethodText, Page, Paragraph, Titled, Verbatim
from steelyard.page.cautions import cautions
from steelyard.results.figure import Figure, Mark, Series
from steelyard.results.table import Table, clean

__all__ = ["figure_lines", "figure_title", "to_page"]

_LINE = 100
_DIGITS = 4  # significant ones, where a table does not say how many decimals it shows


def to_page(replication: Replication) -> Page:
    """Lay out the tables in the paper's form, what each figure says in a line or two, and how it all came about."""
    method = replication.method
    blocks: list[Block] = [Paragraph(f"{method['protocol']}: {method['source']}")]
    blocks += [_table(table) for table in replication.paper_tables]
    blocks += [Verbatim("\n".join(_figure(figure))) for figure in replication.figures]
    if method.get("sentence"):
        blocks.append(MethodText(method["sentence"]))
    return Page((*blocks, *cautions(method)))


def _table(table: PaperTable) -> Titled:
    decimals = table.decimals or (None,) * len(table.columns)
    cells = [tuple(_cell(value, places) for value, places in zip(row, decimals, strict=True)) for row in table.rows]
    headers = tuple(
        f">{clean(column)}" if _is_number_column(i, [row[i] for row in table.rows]) else clean(column)
        for i, column in enumerate(table.columns)
    )
    return Titled(_filled(f"{table.name}: {table.title}"), Table(headers, cells), table.note)


def _is_number_column(place: int, values: Sequence[Any]) -> bool:
    """Say whether a column is set to the right: numbers, and beyond the first also text like 12%/1%."""
    shown = [value for value in values if value is not None and value != ""]
    return bool(shown) and all(
        isinstance(value, int | float) or (place and str(value).lstrip("+-[").startswith(tuple("0123456789")))
        for value in shown
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
    """Yield the caption, a line per series, and the note."""
    yield _filled(figure_title(figure))
    for line in figure_lines(figure):
        yield _filled(line, indent="  ")


def figure_title(figure: Figure) -> str:
    """Head a figure with its number in the paper."""
    return f"{figure.name.replace('-', ' ').capitalize()}: {figure.title}"


def figure_lines(figure: Figure) -> list[str]:
    """Say what each series shows, and what to know when reading it."""
    lines = [clean("; ".join(_series(figure, series))) for series in figure.series]
    return lines + ([figure.note] if figure.note else [])


def _series(figure: Figure, series: Series) -> Iterator[str]:
    """Yield what a reader would take from the picture: how many, from where to where, and what lies beyond marks."""
    name = f"{series.name}: " if series.name else ""
    if figure.kind == "cells":
        n_cells = len(figure.row_names) * (len(figure.row_names) - 1)
        yield f"{name}{len(series.x):,} of {n_cells:,} ordered pairs"
        return
    if not series.y:
        yield f"{name}no points"
        return
    n = len(series.y)
    noun = {"intervals": "interval", "bars": "bar"}.get(figure.kind, "point")
    count = f"{n:,} {noun}{'s' if n != 1 else ''}"
    yield f"{name}{count}, {figure.y_label} {min(series.low or series.y):#.4g} to {max(series.high or series.y):#.4g}"
    marks = sorted((mark for mark in figure.marks if mark.axis == "y"), key=lambda mark: -mark.value)
    if series.low:
        yield from (_holding(series, mark) for mark in marks)
    elif marks:
        yield _between(series, marks)


def _holding(series: Series, mark: Mark) -> str:
    """Say how many intervals hold a mark."""
    ends = list(zip(series.low, series.high, strict=True))
    above, below = sum(low > mark.value for low, _ in ends), sum(high < mark.value for _, high in ends)
    n_holding = len(ends) - above - below
    return f"{n_holding:,} of {len(ends):,} hold {_named(mark)}, {above:,} lie above and {below:,} below"


def _between(series: Series, marks: Sequence[Mark]) -> str:
    """Say how many points lie above, between and below marks, the highest first."""
    parts = [f"{sum(y > marks[0].value for y in series.y):,} above {_named(marks[0])}"]
    for upper, lower in pairwise(marks):
        parts.append(f"{sum(lower.value < y < upper.value for y in series.y):,} between")
        if lower is not marks[-1]:
            parts.append(_named(lower))
    n_below = sum(y < marks[-1].value for y in series.y)
    parts.append(f"{n_below:,} below" + (f" {_named(marks[-1])}" if len(marks) > 1 else ""))
    n_on = sum(y == mark.value for y in series.y for mark in marks)
    return ", ".join(parts + ([f"{n_on:,} on {'a' if len(marks) > 1 else 'the'} mark"] if n_on else []))


def _named(mark: Mark) -> str:
    return f"{mark.name} ({mark.value:.{_DIGITS}g})"


def _filled(text: str, *, bullet: str = "", indent: str = "") -> str:
    return textwrap.fill(
        clean(text), _LINE, break_on_hyphens=False, initial_indent=indent + bullet,
        subsequent_indent=indent + " " * len(bullet),
    )  # fmt: skip
