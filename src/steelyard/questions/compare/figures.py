"""Figures of compared systems, by metrics or by people."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.figures_pairs import chosen_pairs, null_figure, segment_figure
from steelyard.questions.compare.figures_ranking import MOST_ROWS, Ranked, difference_heat, interval_rows, partial_order
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.report_page.answer import NullRow
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow, SegmentScores, is_higher_better

__all__ = ["comparison_figures", "ratings_figures"]


@dataclass(frozen=True, slots=True)
class _Table:
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


def comparison_figures(
    comparison: Comparison,
    *,
    nulls: Sequence[NullRow] = (),
    segments: Sequence[SegmentScores] = (),
    pairs: Sequence[tuple[str, str]] = (),
) -> tuple[Figure, ...]:
    """Show ranked systems with their intervals, the differences of all pairs, and the partial order; single pairs, too.

    Parameters
    ----------
    comparison : Comparison
        Fresh or stored.
    nulls : sequence of NullRow, default ()
        Null distributions of its differences: `Evaluation.null_distributions`, or those of a `ReportPage`.
    segments : sequence of SegmentScores, default ()
        Scores of single segments, metric by metric in the order of the comparison: those of
        ``Evaluation.scores(segments=True)``, or of the `ShownSegments` of a `ReportPage`.
    pairs : sequence of (str, str), default ()
        Pairs of systems to draw null distributions and segments of. By default all where they are at most five, else
        the first five pairs of neighbours in the ranking.

    Returns
    -------
    tuple of Figure
        A metric at a time: ``intervals-METRIC``, ``differences-METRIC``, ``ranks-METRIC`` (where all pairs were
        compared), and for each pair ``null-METRIC-A-B`` and ``segments-METRIC-A-B``. Of more than 30 systems the 30
        best are shown, and differences of the 20 best.

    Notes
    -----
    Where not all pairs were compared, ``differences-METRIC`` shows intervals of the differences in place of a map.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import comparison_figures
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> evaluation = sy.evaluate(data, metrics=["wer"])
    >>> comparison = evaluation.compare(n_resamples=99)
    >>> figures = comparison_figures(comparison, nulls=evaluation.null_distributions(comparison))
    >>> [figure.name for figure in figures]
    ['intervals-wer', 'differences-wer', 'ranks-wer', 'null-wer-y-x']
    """
    is_two_sided = comparison.method.get("alternative", "two-sided") == "two-sided"
    tables = _tables(comparison)
    segment_scores = [
        {row.system: row.scores for row in rows} for _, rows in groupby(segments, key=lambda row: row.metric)
    ]
    figures: list[Figure] = []
    for number, table in enumerate(tables):
        figures += _of_ranking(table, comparison.method)
        chosen = chosen_pairs(table.pairs, [row.system for row in table.scores], pairs)
        figures += _of_nulls(table, chosen, nulls, is_two_sided=is_two_sided)
        scores = segment_scores[number] if number < len(segment_scores) else {}
        figures += [
            segment_figure(table.metric, table.label, row, scores)
            for row in chosen
            if row.system_a in scores and row.system_b in scores
        ]
    return named_apart(figures)


def ratings_figures(analysis: RatingsAnalysis, *, nulls: Sequence[NullRow] = ()) -> tuple[Figure, ...]:
    """Show the systems that people rated: with intervals, the differences of all pairs, and the partial order.

    Parameters
    ----------
    analysis : RatingsAnalysis
        Fresh or stored.
    nulls : sequence of NullRow, default ()
        Null distributions of its differences: those of the `ReportPage` that `steelyard.ratings_page` makes.

    Returns
    -------
    tuple of Figure
        A scale at a time: ``intervals-SCALE``, ``differences-SCALE`` and ``ranks-SCALE``; of rankings, the first and
        the last. With null distributions ``null-SCALE-A-B``, of all pairs where they are at most five, else of the
        first five neighbours in the ranking.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import ratings_figures
    >>> analysis = sy.analyse_ratings("examples/ratings.tsv", n_resamples=99)
    >>> [figure.name for figure in ratings_figures(analysis)]
    ['intervals-score', 'differences-score', 'ranks-score']
    """
    figures: list[Figure] = []
    for table in _tables(analysis):
        figures += _of_ranking(table, analysis.method)
        chosen = chosen_pairs(table.pairs, [row.system for row in table.scores], ())
        figures += _of_nulls(table, chosen, nulls, is_two_sided=True)
    return named_apart(figures)


def _of_nulls(
    table: _Table, chosen: Sequence[PairRow], nulls: Sequence[NullRow], *, is_two_sided: bool
) -> Iterator[Figure]:
    """Draw what was held against the differences of these pairs, where it is known."""
    found = {(null.system_a, null.system_b): null for null in nulls if null.metric == table.metric}
    for row in chosen:
        if (row.system_a, row.system_b) in found:
            null = found[row.system_a, row.system_b]
            yield null_figure(table.metric, table.label, null, row, is_two_sided=is_two_sided)


def _tables(result: Comparison | RatingsAnalysis) -> list[_Table]:
    tables = []
    labels = {row.metric: row.label for row in result.scores}
    for metric, rows in groupby(result.scores, key=lambda row: row.metric):
        label = labels[metric]
        is_shared = "(" in metric and list(labels.values()).count(label) > 1
        ordered = sorted(rows, key=lambda row: (row.rank, row.rank_low or 0))
        pairs = tuple(pair for pair in result.pairs if pair.metric == metric)
        tables.append(_Table(metric, metric if is_shared else label, tuple(ordered), pairs))
    return tables


def _of_ranking(table: _Table, method: Any) -> Iterator[Figure]:
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
    differences = {(row.system_a, row.system_b): sign * row.delta for row in table.pairs}
    better = {(row.system_a, row.system_b) for row in table.pairs if row.verdict == "better"}
    better |= {(row.system_b, row.system_a) for row in table.pairs if row.verdict == "worse"}
    yield difference_heat(
        figure_name("differences", table.metric),
        f"{label}: differences of all pairs",
        f"{label} in favour of the row",
        ranked,
        differences,
        better,
    )
    yield partial_order(*ranks, ranked, better)


def _difference_rows(table: _Table, level: str) -> Figure:
    """Show the pairs that were asked for, where they are not all."""
    rows = table.pairs[:MOST_ROWS]
    baselines = {row.system_b for row in rows}
    names = [row.system_a if len(baselines) == 1 else f"{row.system_a} − {row.system_b}" for row in rows]
    less = f" less that of {rows[0].system_b}" if len(baselines) == 1 else ", A less B"
    ends = [_finite(row.interval_simultaneous or row.interval) for row in rows]
    which = "for all pairs together" if all(row.interval_simultaneous for row in rows) else "for each pair alone"
    has_intervals = any(ends)
    pairs = [end or (row.delta, row.delta) for end, row in zip(ends, rows, strict=True)]
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
                tuple(row.delta for row in rows),
                tuple(low for low, _ in pairs) if has_intervals else (),
                tuple(high for _, high in pairs) if has_intervals else (),
            ),
        ),
        marks=(Mark("y", 0.0, "no difference"),),
        row_names=tuple(names),
    )


def _finite(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return interval if interval is not None and all(map(math.isfinite, interval)) else None
