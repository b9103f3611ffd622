"""Several measures of a few things as two tables: all scores side by side, and every difference."""

from collections.abc import Callable, Sequence
from typing import Any

from steelyard.page.blocks import Titled
from steelyard.page.pairs import verdict_text
from steelyard.page.rows import by_metric, choose_decimals, metric_names, percent_text
from steelyard.results import terms
from steelyard.results.columns import Shown, table
from steelyard.results.numbers import interval_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import Table, clean

__all__ = ["pair_table", "score_table"]


def score_table(scores: Sequence[ScoreRow], method: Any, head: str, width: int | None) -> Titled:
    """Set all measures in one table, the best by the first measure first; `head` says what is measured."""
    names = metric_names(scores)
    groups = [rows for _, rows in by_metric(scores)]
    order = [row.system for row in sorted(groups[0], key=lambda row: row.rank)]
    columns: dict[str, list[str]] = {head: [clean(name) for name in order]}
    for place, rows in enumerate(groups):
        decimals = choose_decimals(rows, width)
        known = {row.system: row for row in rows}
        columns[f">{clean(names[rows[0].metric])}"] = [f"{known[name].score:.{decimals}f}" for name in order]
        intervals = [interval_text(known[name].interval, decimals) for name in order]
        if any(intervals):
            columns[f"{percent_text(method)} interval{' ' * place}"] = intervals
    return Titled("Scores", Table(tuple(columns), list(zip(*columns.values(), strict=True))))


def pair_table(
    scores: Sequence[ScoreRow],
    pairs: Sequence[PairRow],
    method: Any,
    width: int | None,
    verdict: Callable[[PairRow, Any], str] = verdict_text,
) -> Titled:
    """Set every difference in one table, measure by measure."""
    names = metric_names(scores)
    by_name = dict(by_metric(scores))
    decimals = {metric: choose_decimals(rows, width) for metric, rows in by_name.items()}
    columns: tuple[Shown, ...] = (
        ("measure", lambda pair: names[pair.metric]),
        "system",
        "against",
        (">difference", lambda pair: f"{pair.difference:+.{decimals[pair.metric]}f}"),
        (
            f"{percent_text(method)} interval",
            lambda pair: interval_text(pair.interval_simultaneous, decimals[pair.metric], sign="+"),
        ),
        "p_value",
        (">adjusted p", "p_adjusted"),
        (terms.VERDICT, lambda pair: verdict(pair, method) + (f": {pair.reason}" if pair.reason else "")),
    )
    return Titled("Differences", table(pairs, columns))
