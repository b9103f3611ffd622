"""Scores of systems and of segments: rows that several answers have."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.results import terms
from steelyard.results.columns import MetricRow, column, row
from steelyard.results.numbers import ranks_text
from steelyard.results.plurals import word_for_segment

__all__ = ["ScoreRow", "SegmentScores", "is_higher_better"]


@row
class ScoreRow(MetricRow):
    """One system under one metric."""

    system: str = column(terms.SYSTEM)
    score: float = column("in the metric's unit, unrounded", ">score", "score")
    interval: tuple[float, float] | None = column("confidence interval, if requested", show="score")
    rank: int = column("1 + systems with a strictly better score")
    rank_low: int | None = column(
        "1 + systems significantly better; None without a test, or without a family-wise level"
    )
    rank_high: int | None = column("S - systems significantly worse; None as for `rank_low`")
    cluster: int | None = column(
        "from 1; None if not every pair was tested, or the correction does not control the family-wise error rate "
        "(``none``, ``bh``, ``by``)",
        ">cluster",
    )
    signature: str = column("what was done to the text, in sacreBLEU's form")
    details: Mapping[str, float] = column("parts of the score, such as ``bp`` and ``ratio``", default_factory=dict)
    verbose: str = column("the same as sacreBLEU prints it", default="")
    scale: int | None = column("100 for percentages, 1 for fractions, None if unknown", default=None)
    share_best: float | None = column(
        "share of the bootstrap resamples in which the system is first, ties split (this is not the probability of"
        " being the best). None without a comparison or resamples",
        ">first in %",
        lambda share: f"{100 * share:.1f}",
        default=None,
    )
    interval_rank: tuple[int, int] | None = column(
        "range of possible ranks from the simultaneous intervals of differences, simultaneous for all systems. "
        "None without a comparison",
        ">ranks, simultaneous",
        ranks_text,
        default=None,
    )
    higher_is_better: bool | None = column(
        "the metric's direction; None in results stored before it was kept", default=None
    )
    interval_by_range: tuple[float, float] | None = column(
        "valid for any scores in the declared range; None without a declared range, or if units differ in size",
        "by range",
        "score",
        default=None,
    )


@row
class SegmentScores(MetricRow):
    """Scores of one system's segments under one metric."""

    system: str = column(terms.SYSTEM)
    signature: str = column("under which options; single segments may need others than the whole text")
    scores: tuple[float, ...] = column("one per segment")
    verbose: tuple[str, ...] = column("what explains each, as sacreBLEU prints it; for a single system", default=())
    scale: int | None = column("as for `ScoreRow`", default=None)


def is_higher_better(rows: Sequence[ScoreRow]) -> bool | None:
    """Tell whether a higher score is better.

    Parameters
    ----------
    rows : sequence of ScoreRow
        All systems under one metric.

    Returns
    -------
    bool or None
        The metric's direction; of results stored without it as the ranks show it, None where all systems are tied.

    Examples
    --------
    >>> from steelyard.results import ScoreRow, is_higher_better
    >>> rows = [ScoreRow("m", "M", name, score, None, rank, None, None, None, "") for name, score, rank in
    ...         [("x", 0.5, 2), ("y", 0.25, 1)]]
    >>> is_higher_better(rows)
    False
    """
    if rows[0].higher_is_better is not None:
        return rows[0].higher_is_better
    best, worst = (choose(rows, key=lambda row: row.rank).score for choose in (min, max))
    return None if best == worst else best > worst


def describe_size(scores: tuple[ScoreRow, ...], method: Mapping[str, Any]) -> str:
    """Say how many systems, metrics and segments there are."""
    counts = [
        (len({row.system for row in scores}), "system"),
        (len({row.metric for row in scores}), "metric"),
        (method["n_segments"], word_for_segment(method)),
    ]
    return ", ".join(f"{count} {noun}{'s' if count != 1 else ''}" for count, noun in counts)
