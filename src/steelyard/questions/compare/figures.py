"""Figures of compared systems."""

from collections.abc import Sequence
from itertools import groupby

from steelyard.plot.pairs import chosen_pairs, segment_figure
from steelyard.plot.systems import null_figures, ranking_figures, tables_of
from steelyard.questions.compare.answer import Comparison
from steelyard.results.figure import Figure, named_apart
from steelyard.results.null_row import NullRow
from steelyard.results.score_rows import SegmentScores

__all__ = ["draw"]


def draw(
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
        compared), and for each pair ``null-METRIC-SYSTEM-AGAINST`` and
        ``segments-METRIC-SYSTEM-AGAINST``. Of more than 30 systems the 30
        best are shown, and differences of the 20 best.

    Notes
    -----
    Where not all pairs were compared, ``differences-METRIC`` shows intervals of the differences in place of a map.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> evaluation = sy.evaluate(data, metrics=["wer"])
    >>> comparison = evaluation.compare(n_resamples=99)
    >>> figures = figures_of(comparison, nulls=evaluation.null_distributions(comparison))
    >>> [figure.name for figure in figures]
    ['intervals-wer', 'differences-wer', 'ranks-wer', 'null-wer-y-x']
    """
    is_two_sided = comparison.method.get("alternative", "two-sided") == "two-sided"
    tables = tables_of(comparison.scores, comparison.pairs)
    segment_scores = [
        {row.system: row.scores for row in rows} for _, rows in groupby(segments, key=lambda row: row.metric)
    ]
    figures: list[Figure] = []
    for number, table in enumerate(tables):
        figures += ranking_figures(table, comparison.method)
        chosen = chosen_pairs(table.pairs, [row.system for row in table.scores], pairs)
        figures += null_figures(table, chosen, nulls, is_two_sided=is_two_sided)
        scores = segment_scores[number] if number < len(segment_scores) else {}
        figures += [
            segment_figure(table.metric, table.label, row, scores)
            for row in chosen
            if row.system in scores and row.against in scores
        ]
    return named_apart(figures)
