"""Figures of single pairs of systems: what a test held their difference against, and their segments."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from steelyard.plot.drawing.labels import signed
from steelyard.results.figure import Figure, Mark, Series, figure_name
from steelyard.results.null_row import NullRow
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted

__all__ = ["MOST_PAIRS", "chosen_pairs", "null_figure", "segment_figure", "thinned"]

MOST_PAIRS = 5
_MOST_POINTS = 2000

Pair = tuple[str, str]
Point = tuple[float, float]


def chosen_pairs(rows: Sequence[PairRow], ranking: Sequence[str], asked: Sequence[Pair]) -> list[PairRow]:
    """Return the pairs to draw one by one: those asked for; else all of a few; else neighbours from the top."""
    if asked:
        wanted = {frozenset(pair) for pair in asked}
        return [row for row in rows if frozenset((row.system, row.against)) in wanted]
    if len(rows) <= MOST_PAIRS:
        return list(rows)
    found = {frozenset((row.system, row.against)): row for row in rows}
    neighbours = (frozenset(pair) for pair in pairwise(ranking))
    return [found[pair] for pair in neighbours if pair in found][:MOST_PAIRS]


def null_figure(metric: str, label: str, null: NullRow, row: PairRow, *, is_two_sided: bool) -> Figure:
    """Show the draws of a null difference, and the difference found: as figures 5 and 6 of Graham et al. 2014."""
    middles = tuple(null.start + null.width * (i + 0.5) for i in range(len(null.counts)))
    marks = [Mark("x", null.observed, f"observed: {signed(null.observed)} (p = {row.p_value:.2g})")]
    if is_two_sided and null.observed:
        marks.append(Mark("x", -null.observed, "as far the other way"))
    return Figure(
        name=figure_name("null", metric, null.system, null.against),
        title=f"{null.system} minus {null.against} under the null hypothesis",
        kind="bars",
        x_label=f"difference ({label})",
        y_label="share of draws (%)",
        series=(Series("", middles, tuple(100 * count / null.n_draws for count in null.counts)),),
        marks=tuple(marks),
        note=f"{null.n_draws:,} draws; p before correction.",
    )


def segment_figure(metric: str, label: str, row: PairRow, scores: Mapping[str, Sequence[float]]) -> Figure:
    """Show the score of every segment of one system over that of the other."""
    a, b = row.system, row.against
    points = [(x, y) for x, y in zip(scores[b], scores[a], strict=True) if math.isfinite(x) and math.isfinite(y)]
    n, above = len(points), sum(y > x for x, y in points)
    below = sum(y < x for x, y in points)
    shown = thinned(points)
    rest = "" if len(shown) == n else f"; {len(shown):,} shown"
    return Figure(
        name=figure_name("segments", metric, a, b),
        title=f"{label}: {a} higher in {above:,}, {b} in {below:,} of {counted(n, 'segment')}{rest}",
        kind="scatter",
        x_label=f"{b} ({label})",
        y_label=f"{a} ({label})",
        series=(Series("", *(tuple(point[i] for point in shown) for i in (0, 1))),),
        marks=(Mark("xy", 0.0, "equal"),),
        note="Scores of single segments are rough.",
    )


def thinned(points: Sequence[Point]) -> list[Point]:
    """Return the points; of more than `_MOST_POINTS` so many, evenly from the first to the last."""
    n = len(points)
    return list(points) if n <= _MOST_POINTS else [points[i * n // _MOST_POINTS] for i in range(_MOST_POINTS)]
