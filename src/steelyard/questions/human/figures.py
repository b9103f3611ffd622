"""Figures of systems that people rated."""

from collections.abc import Sequence

from steelyard.plot.pairs import chosen_pairs
from steelyard.plot.systems import null_figures, ranking_figures, tables_of
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.results.figure import Figure, named_apart
from steelyard.results.null_row import NullRow

__all__ = ["draw"]


def draw(analysis: RatingsAnalysis, *, nulls: Sequence[NullRow] = ()) -> tuple[Figure, ...]:
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
        the last. With null distributions ``null-SCALE-SYSTEM-AGAINST``, of all pairs where they are at most five,
        else of the first five neighbours in the ranking.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> analysis = sy.analyse_ratings("examples/ratings.tsv", n_resamples=99)
    >>> [figure.name for figure in figures_of(analysis)]
    ['intervals-score', 'differences-score', 'ranks-score']
    """
    figures: list[Figure] = []
    for table in tables_of(analysis.scores, analysis.pairs):
        figures += ranking_figures(table, analysis.method)
        chosen = chosen_pairs(table.pairs, [row.system for row in table.scores], ())
        figures += null_figures(table, chosen, nulls, is_two_sided=True)
    return named_apart(figures)
