"""Scores of systems and of segments: rows that several answers have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.results.plurals import word_for_segment
from steelyard.short_repr import short_repr

__all__ = ["ScoreRow", "SegmentScores", "is_higher_better"]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One system under one metric.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        Name.
    score : float
        In the metric's unit, unrounded.
    interval : (float, float) or None
        Confidence interval, where one was asked for.
    rank : int
        1 + systems with a strictly better score.
    rank_low, rank_high : int or None
        1 + systems significantly better, S - systems significantly worse; None where nothing was tested, or without a
        family-wise level.
    cluster : int or None
        From 1; None where not every pair was tested, or the correction keeps no family-wise level (``none``, ``bh``,
        ``by``).
    signature : str
        What was done to the text, in sacreBLEU's form.
    details : mapping of str to float
        Parts of the score, such as ``bp`` and ``ratio``.
    verbose : str
        The same as sacreBLEU prints it.
    scale : int or None
        100 for percentages, 1 for what is printed as a fraction, None where nobody said.
    share_best : float or None
        Share of the bootstrap resamples in which the system is first, ties split: not a probability of being best. None
        where nothing was compared or resampled.
    interval_rank : (int, int) or None
        Ranks that the system may have, from the simultaneous intervals of differences: all systems' ranges hold
        together. None where nothing was compared.
    higher_is_better : bool or None
        The metric's direction; None in results stored before it was kept.
    interval_by_range : (float, float) or None
        Holds for any scores between the declared ends of the scale; None where none were declared, or units differ in
        size.

    Examples
    --------
    >>> from steelyard.results import ScoreRow
    >>> ScoreRow("bleu", "BLEU", "mine", 31.4, (30.2, 32.5), 1, None, None, None, "nrefs:1").interval
    (30.2, 32.5)
    """

    metric: str
    label: str
    system: str
    score: float
    interval: tuple[float, float] | None
    rank: int
    rank_low: int | None
    rank_high: int | None
    cluster: int | None
    signature: str
    details: Mapping[str, float] = field(default_factory=dict)
    verbose: str = ""
    scale: int | None = None
    share_best: float | None = None
    interval_rank: tuple[int, int] | None = None
    higher_is_better: bool | None = None
    interval_by_range: tuple[float, float] | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SegmentScores:
    """Scores of one system's segments under one metric.

    Attributes
    ----------
    metric, label, system, signature : str
        Of what and under what options; single segments may need others than the whole text.
    scores : tuple of float
        One per segment.
    verbose : tuple of str
        What explains each, as sacreBLEU prints it; for a single system.
    scale : int or None
        As for `ScoreRow`.

    Examples
    --------
    >>> from steelyard.results import SegmentScores
    >>> SegmentScores("bleu", "BLEU", "mine", "nrefs:1", (12.0, 30.5)).scores[1]
    30.5
    """

    metric: str
    label: str
    system: str
    signature: str
    scores: tuple[float, ...]
    verbose: tuple[str, ...] = ()
    scale: int | None = None

    __repr__ = short_repr


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
