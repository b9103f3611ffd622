"""A board: systems with the ranks that they may have, differences, and items."""

from dataclasses import dataclass
from typing import Any, ClassVar, NotRequired

from steelyard.questions.board.answer_page import HeatMap, SubsetSystemRow
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.results.pair_rows import PairRow
from steelyard.short_repr import short_repr

__all__ = ["Board", "BoardMethod", "BoardRow", "HeatMap", "ItemRow", "SubsetRow", "SubsetSystemRow"]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A system under one metric.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        Name.
    score : float
        In the metric's unit, unrounded.
    standard_error : float or None
        Of the score, over units; None for a single one.
    interval : (float, float) or None
        Of the score alone: by Student's t, of a rate the exact binomial one.
    rank : int
        1 + systems with a strictly better score.
    rank_low, rank_high : int or None
        Ranks that the system may have; all systems' ranges hold together. None where one system alone was compared
        with.
    tier : int or None
        From 1: every system of a tier is worse than every system of the tiers before.
    may_lead : bool or None
        Whether the system may be the best one: such systems hold the best with probability ``1 - alpha`` at least.
    p_best : float or None
        What that rests on: the p-value of "no system is better than this one".
    share_best : float or None
        Share of draws in which the system is first: not a probability of being best.
    minimum_detectable : float or None
        A true difference from the leader or the baseline that would be found four times out of five; None for these
        themselves, and where none could be found.
    higher_is_better : bool
        The metric's direction.
    scale : int or None
        100 for percentages, 1 for fractions, None where nobody said.
    n_samples : float or None
        Scores per item, where there were several and their means were taken.
    sampling_error : float or None
        The part of the standard error that comes from which samples were drawn.
    errors_by_raters : (float, float) or None
        Where raters were sampled: standard errors of the difference from the leader or the baseline with other items,
        judged by these raters, and by any like them.

    Examples
    --------
    >>> from steelyard.results import BoardRow
    >>> row = BoardRow("solved", "solved", "x", 0.7, 0.02, (0.66, 0.74), 1, 1, 2, 1, True, 0.6, 0.8, 0.1, True, None)
    >>> row.rank_low, row.rank_high, row.may_lead
    (1, 2, True)
    """

    metric: str
    label: str
    system: str
    score: float
    standard_error: float | None
    interval: tuple[float, float] | None
    rank: int
    rank_low: int | None
    rank_high: int | None
    tier: int | None
    may_lead: bool | None
    p_best: float | None
    share_best: float | None
    minimum_detectable: float | None
    higher_is_better: bool
    scale: int | None = None
    n_samples: float | None = None
    sampling_error: float | None = None
    errors_by_raters: tuple[float, float] | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item under one metric: how hard it is, and whether it tells systems apart.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    item : str
        Its id, or its number.
    mean : float
        Of all systems' scores.
    discrimination : float or None
        Correlation over systems of their scores on this item with those on the rest; None where it does not vary.
    is_same : bool
        All systems have one score on it.
    is_same_at_top : bool
        The leading systems have (as many as `top` of the method says).

    Examples
    --------
    >>> from steelyard.results import ItemRow
    >>> ItemRow("solved", "solved", "q1", 1.0, None, True, True).is_same
    True
    """

    metric: str
    label: str
    item: str
    mean: float
    discrimination: float | None
    is_same: bool
    is_same_at_top: bool

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SubsetRow:
    """A subset of the items under one metric; what is said of systems holds for all subsets together.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    subset : str
        What its items have in common.
    n_items, n_units : int
        Items, and documents or other units of them.
    system : str
        The one with the best score on it.
    score, lead : float
        Its score, and by how much it is better than the next one.
    rank_overall : int
        Its rank on all items.
    may_lead : tuple of str
        Systems that may be the best on it; empty where one system alone was compared with.
    better, worse : tuple of str
        Systems that are better and worse on it than the baseline, where one was named.

    Examples
    --------
    >>> from steelyard.results import SubsetRow
    >>> SubsetRow("solved", "solved", "maths", 40, 40, "x", 0.7, 0.1, 2, ("x", "y")).may_lead
    ('x', 'y')
    """

    metric: str
    label: str
    subset: str
    n_items: int
    n_units: int
    system: str
    score: float
    lead: float
    rank_overall: int
    may_lead: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()

    __repr__ = short_repr


class BoardMethod(Provenance, MethodOfUnits, Told):
    """How a board was made.

    Attributes
    ----------
    against : str
        Whom each system was compared with: ``"leader"``, ``"all"``, or a name.
    opponents : dict
        By metric, the system that it was.
    test : str
        What verdicts and ranks rest on: a registered test.
    correction : str
        By which its p-values are corrected.
    family_size : int
        Differences that are corrected together, by metric.
    n_better : dict
        By metric, how many of these are told apart.
    n_draws, seed : int
        Of the normal draws.
    n_effective : float
        As many units of equal size as there are in effect.
    detectable_range : list of float or None
        Multiples of what is given as detectable between which it lies, with 95 %: it rests on an estimate.
    alpha, confidence_level : float
        Of all statements, and one less that.
    critical : dict
        By metric, standard errors that cover all differences at once; None where no number of them does.
    top : int
        Leading systems among which items were looked at.
    sampling_share : dict
        By metric, the share of the variance of a difference from the leader or the baseline that comes from which
        samples were drawn, in the median; None where it is not known.
    auto_rank : str or None
        How metrics were scaled for `auto_ranks`.
    raters, n_raters : dict
        By metric of which several raters gave the scores: ``"sampled"`` or ``"fixed"``, and their number; else absent.
    warning : str
        What must not be overlooked; empty if nothing.
    sentence : str
        The same for the paper.
    """

    against: str
    opponents: dict[str, str]
    test: str
    correction: str
    family_size: int
    n_better: dict[str, int]
    n_draws: int
    seed: int
    n_effective: float
    detectable_range: list[float] | None
    alpha: float
    confidence_level: float
    critical: dict[str, float | None]
    top: int
    sampling_share: dict[str, float | None]
    auto_rank: str | None
    raters: NotRequired[dict[str, str]]
    n_raters: NotRequired[dict[str, int]]
    warning: str
    sentence: str


@dataclass(frozen=True)
class Board(Result):
    """Systems ranked on the same items, with what their ranks are worth.

    Attributes
    ----------
    rows : tuple of BoardRow
        Metric by metric, systems in the given order.
    pairs : tuple of PairRow
        Each system (A) with the leader or the baseline (B), or all pairs, the later system being A. Intervals and
        adjusted p-values hold for all pairs of the metric at once.
    items : tuple of ItemRow
        Metric by metric; empty for metrics of text, whose segments are scored in other ways.
    subsets : tuple of SubsetRow
        Metric by metric, where subsets of the items are known.
    subset_systems : tuple of SubsetSystemRow
        Every system on every subset, likewise.
    auto_ranks : tuple of AutoRankRow
        Systems by all metrics at once, where that was asked for.
    heat : tuple of HeatMap
        Scores of systems on items, of all items of a metric and of each subset, as a page draws them; empty for metrics
        of text.
    method : mapping
        How it was done: units, draws, level, versions, SHA-256 of every input.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0] * 20, "theirs": [1, 0, 0, 0] * 20, "old": [0, 1, 0, 0] * 20}
    >>> [(row.system, row.rank_low, row.rank_high) for row in sy.evaluate_scores({"solved": solved}).board().rows]
    [('ours', 1, 1), ('theirs', 2, 3), ('old', 2, 3)]
    """

    schema: ClassVar[str] = "steelyard.board/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "pairs", "subsets", "items", "subset_systems")

    rows: tuple[BoardRow, ...]
    pairs: tuple[PairRow, ...]
    method: BoardMethod
    items: tuple[ItemRow, ...] = ()
    subsets: tuple[SubsetRow, ...] = ()
    subset_systems: tuple[SubsetSystemRow, ...] = ()
    heat: tuple[HeatMap, ...] = ()
    auto_ranks: tuple[AutoRankRow, ...] = ()

    def of_metric(self, metric: str) -> tuple[list[BoardRow], dict[tuple[str, str], PairRow]]:
        """Return the systems of a metric, the best first, and its differences by the names of A and B.

        Examples
        --------
        >>> import steelyard as sy
        >>> board = sy.evaluate_scores({"solved": {"x": [1, 0, 0], "y": [1, 1, 0]}}).board()
        >>> rows, pairs = board.of_metric("solved")
        >>> [row.system for row in rows], list(pairs)
        (['y', 'x'], [('x', 'y')])
        """
        rows = sorted((row for row in self.rows if row.metric == metric), key=lambda row: row.rank)
        return rows, {(pair.system_a, pair.system_b): pair for pair in self.pairs if pair.metric == metric}

    def __str__(self) -> str:
        """Return what was ranked, and which systems may lead."""
        found: list[str] = []
        metrics: Any = dict.fromkeys(row.metric for row in self.rows)
        for metric in metrics:
            rows, _ = self.of_metric(metric)
            n_may_lead = sum(bool(row.may_lead) for row in rows)
            lead = f"{n_may_lead} may lead" if n_may_lead else f"compared with {self.method['opponents'][metric]}"
            found.append(f"{rows[0].label}: {len(rows)} systems, {rows[0].system} first, {lead}")
        return "Board: " + "; ".join(found)
