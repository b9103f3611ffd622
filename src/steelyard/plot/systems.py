"""Figures of systems under one metric, or on one scale that people rated on: ranking, differences, nulls."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from steelyard.plot.pairs import null_figure
from steelyard.plot.ranking import MOST_ROWS, Ranked, difference_heat, interval_rows, partial_order
from steelyard.results.figure import Figure, Mark, Series, figure_name
from steelyard.results.null_row import NullRow
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow, is_higher_better

__all__ = ["SystemsOfMetric", "null_figures", "ranking_figures", "tables_of"]


@dataclass(frozen=True, slots=True)
class SystemsOfMetric:
    """One metric, or one scale that people rated on: systems best first, and their pairs."""

    metric: str
    label: str
    scores: tuple[ScoreRow, ...]
    pairs: tuple[PairRow, ...]

    @property
    def is_higher_better(self) -> bool:
        """The metric's direction; higher where a stored result does not say, and all systems are tied."""
        return is_higher_better(self.scores) is not False

    @property
    def has_all_pairs(self) -> bool:
        """Whether every system was held against every other."""
        n = len(self.scores)
        return n > 1 and len(self.pairs) == n * (n - 1) // 2


def null_figures(
    table: SystemsOfMetric, chosen: Sequence[PairRow], nulls: Sequence[NullRow], *, is_two_sided: bool
) -> Iterator[Figure]:
    """Draw what was held against the differences of these pairs, where it is known."""
    found = {(null.system, null.against): null for null in nulls if null.metric == table.metric}
    for row in chosen:
        if (row.system, row.against) in found:
            null = found[row.system, row.against]
            yield null_figure(table.metric, table.label, null, row, is_two_sided=is_two_sided)


def tables_of(scores: Sequence[ScoreRow], pairs: Sequence[PairRow]) -> list[SystemsOfMetric]:
    """Gather scores and pairs by metric."""
    tables = []
    labels = {row.metric: row.label for row in scores}
    for metric, rows in groupby(scores, key=lambda row: row.metric):
        label = labels[metric]
        is_shared = "(" in metric and list(labels.values()).count(label) > 1
        ordered = sorted(rows, key=lambda row: (row.rank, row.rank_low or 0))
        of_metric = tuple(pair for pair in pairs if pair.metric == metric)
        tables.append(SystemsOfMetric(metric, metric if is_shared else label, tuple(ordered), of_metric))
    return tables


def ranking_figures(table: SystemsOfMetric, method: Any) -> Iterator[Figure]:
    """Draw what the scores and pairs of one metric say."""
    ranked = [
        Ranked(row.system, row.score, _finite(row.interval), row.rank, row.rank_low, row.rank_high, row.cluster)
        for row in table.scores
    ]
    label, sign = table.label, 1.0 if table.is_higher_better else -1.0
    level = f"{round(100 * method['confidence_level'], 6):g} % intervals" if "confidence_level" in method else ""
    has_intervals = any(one.interval for one in ranked)
    yield interval_rows(
        figure_name("intervals", table.metric),
        f"{label}, {level}" if level and has_intervals else label,
        label if table.is_higher_better else f"{label} (lower is better)",
        ranked,
    )
    ranks = (figure_name("ranks", table.metric), f"{label}: ranks")
    if not table.pairs:
        if len(ranked) > 1 and all(one.rank_low for one in ranked):
            yield partial_order(*ranks, ranked, None)
        return
    if not table.has_all_pairs:
        yield _difference_rows(table, level)
        return
    differences = {(row.system, row.against): sign * row.difference for row in table.pairs}
    better = {(row.system, row.against) for row in table.pairs if row.verdict == "better"}
    better |= {(row.against, row.system) for row in table.pairs if row.verdict == "worse"}
    yield difference_heat(
        figure_name("differences", table.metric),
        f"{label}: differences of all pairs",
        f"{label} in favour of the row",
        ranked,
        differences,
        better,
    )
    yield partial_order(*ranks, ranked, better)


def _difference_rows(table: SystemsOfMetric, level: str) -> Figure:
    """Show the pairs that were asked for, where they are not all."""
    rows = table.pairs[:MOST_ROWS]
    baselines = {row.against for row in rows}
    names = [row.system if len(baselines) == 1 else f"{row.system} − {row.against}" for row in rows]
    less = f" minus that of {rows[0].against}" if len(baselines) == 1 else ", differences"
    ends = [_finite(row.interval_simultaneous or row.interval) for row in rows]
    which = "for all pairs together" if all(row.interval_simultaneous for row in rows) else "for each pair alone"
    has_intervals = any(ends)
    pairs = [end or (row.difference, row.difference) for end, row in zip(ends, rows, strict=True)]
    of = "" if len(rows) == len(table.pairs) else f"; the first {len(rows)} of {len(table.pairs)}"
    title = f"{table.label}: differences" + (f", {level} {which}" if level and has_intervals else "") + of
    return Figure(
        name=figure_name("differences", table.metric),
        title=title,
        kind="rows",
        x_label="",
        y_label=f"{table.label}{less}" + ("" if table.is_higher_better else " (lower is better)"),
        series=(
            Series(
                "",
                tuple(float(i) for i in range(len(rows))),
                tuple(row.difference for row in rows),
                tuple(low for low, _ in pairs) if has_intervals else (),
                tuple(high for _, high in pairs) if has_intervals else (),
            ),
        ),
        marks=(Mark("y", 0.0, "no difference"),),
        row_names=tuple(names),
    )


def _finite(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return interval if interval is not None and all(map(math.isfinite, interval)) else None
