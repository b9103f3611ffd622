"""Scores as text for a terminal or a pipe."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.page.rows import by_metric, choose_decimals, metric_names, ranked_table, signature_text, title_text
from steelyard.questions.score.answer import ScoreTable
from steelyard.results.numbers import interval_text
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

if TYPE_CHECKING:
    from steelyard.page.blocks import Block, Page
    from steelyard.results.shown import FirstLook

__all__ = ["as_latex", "as_text", "to_page", "segment_text"]


def as_text(
    table: ScoreTable,
    *,
    width: int | None = None,
    short: bool = False,
    score_only: bool = False,
    console: Any = None,
    first: "FirstLook | None" = None,
) -> str:
    """Render scores: of one system a line per metric in sacreBLEU's form, ``NAME|SIGNATURE = SCORE DETAILS``.

    Of several systems, a table, and the signatures under it. By default scores that are percentages have one decimal in
    lines and two in tables (as sacreBLEU's), fractions four. With `score_only` there are numbers alone, one per line,
    metric by metric.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions.score.page import as_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e f"]})
    >>> print(as_text(sy.evaluate(data).scores(), short=True))
    BLEU|#:1|c:mixed|e:no|tok:13a|s:exp|v:sy.0.1.0 = 100.0 100.0/100.0/100.0/100.0 (BP = 1.000 ratio = 1.000 \
hyp_len = 6 ref_len = 6)
    """
    if score_only:
        return "\n".join(_number(row, width) for row in table.scores)
    if len({row.system for row in table.scores}) == 1:
        lines = _lines(table.scores, width, short)
        return f"{lines}\n{clean(missing)}" if (missing := _missing(table)) else lines
    from steelyard.page.blocks import page_text  # not needed for lines

    page = to_page(table, width=width, short=short)
    return page_text(page if first else replace(page, blocks=page.blocks[:-1]), console, first)


def to_page(table: ScoreTable, *, width: int | None = None, short: bool = False) -> "Page":
    """Lay out a ranked table per metric, and how the scores came about."""
    from steelyard.page.blocks import MethodText, Page, Titled  # not needed for lines
    from steelyard.page.cautions import cautions

    blocks: list[Block] = []
    names = metric_names(table.scores)
    for metric, rows in by_metric(table.scores):
        ranked = ranked_table(rows, choose_decimals(rows, width), table.method)
        blocks.append(Titled(title_text(names[metric], rows, short), ranked))
    return Page((*blocks, *cautions(table.method), MethodText(table.method["sentence"])))


def _missing(table: ScoreTable) -> str:
    """Say what was missing of scores alone; empty where nothing was."""
    if "missing" not in table.method:
        return ""
    from steelyard.results.missing import missing_text  # rare

    return missing_text(table.method)


def as_latex(table: ScoreTable, *, width: int | None = None) -> str:
    """Write scores as one table for a paper."""
    from steelyard.page.paper import paper_latex

    return paper_latex(table.scores, (), table.method, label="scores", width=width)


def segment_text(table: ScoreTable, *, width: int | None = None, short: bool = False, score_only: bool = False) -> str:
    """Render one line per segment in sacreBLEU's form; with several metrics or systems, tab-separated columns.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions.score.page import segment_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e g"]})
    >>> print(segment_text(sy.evaluate(data).scores(segments=True), score_only=True))
    100.0
    50.0
    """
    columns = table.segments
    places = [width if width is not None else 1 if column.scale == 100 else 4 for column in columns]
    if len(columns) == 1 and not score_only:
        [column] = columns
        start = f"{clean(column.label)}|{signature_text(column.signature, short)} = "
        details = column.verbose or ("",) * len(column.scores)
        return "\n".join(
            f"{start}{score:.{places[0]}f} {detail}".rstrip()
            for score, detail in zip(column.scores, details, strict=True)
        )
    lines = [
        "\t".join(f"{score:.{decimals}f}" for score, decimals in zip(row, places, strict=True))
        for row in zip(*(column.scores for column in columns), strict=True)
    ]
    if len(columns) > 1:
        lines.insert(0, "\t".join(clean(f"{column.system}:{column.metric}") for column in columns))
    return "\n".join(lines)


def _lines(rows: Sequence[ScoreRow], width: int | None, short: bool) -> str:
    """Show one system as sacreBLEU does: a line per metric, the equal signs under each other."""
    starts = [f"{clean(row.label)}|{signature_text(row.signature, short)}" for row in rows]
    longest = max(map(len, starts))
    return "\n".join(
        f"{start:>{longest}} = {_number(row, width)} {row.verbose}".rstrip()
        for start, row in zip(starts, rows, strict=True)
    )


def _number(row: ScoreRow, width: int | None) -> str:
    """Show a score and its interval as sacreBLEU's line does: percentages with 1 decimal."""
    decimals = 1 if width is None and row.scale == 100 else choose_decimals([row], width)
    return f"{row.score:.{decimals}f} {interval_text(row.interval, decimals)}".rstrip()
