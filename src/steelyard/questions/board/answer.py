"""A board: systems with the ranks that they may have, differences, and items."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NotRequired

from steelyard.results import terms
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, Term, column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.results.table import clean

__all__ = [
    "MISSING",
    "N_LEVELS",
    "Board",
    "BoardMethod",
    "BoardRow",
    "HeatMap",
    "ItemRow",
    "SubsetRow",
    "SubsetSystemRow",
]

N_LEVELS = 32
MISSING = "."
_LISTED = 3  # systems in a cell
_SCORE = Term("in the metric's unit, unrounded", ">score", "score")


def _yes(value: bool) -> str:
    return "yes" if value else ""


def _named(systems: tuple[str, ...]) -> str:
    """Name a few systems, or count them."""
    if len(systems) <= _LISTED:
        return ", ".join(map(clean, systems)) or "none"
    return f"{', '.join(map(clean, systems[: _LISTED - 1]))} and {len(systems) - _LISTED + 1} more"


_MAY_LEAD = Term(
    "whether the system may be the best one: such systems hold the best with probability ``1 - alpha`` at least",
    "may lead",
    _yes,
    "these systems hold the best one with a probability of {level} or more",
    spare=2,
)


@row
class BoardRow(MetricRow):
    """A system under one metric."""

    system: str = column(terms.SYSTEM)
    score: float = column(_SCORE)
    standard_error: float | None = column("of the score, over units; None for a single one")
    interval: tuple[float, float] | None = column(
        "of the score alone: by Student's t, of a rate the exact one", show="score"
    )
    rank: int = column("1 + systems with a strictly better score")
    rank_low: int | None = column(
        "the first rank that the system may have; all systems' ranges hold together. None where one system alone was "
        "compared with"
    )
    rank_high: int | None = column("the last rank that it may have; likewise")
    tier: int | None = column(
        "from 1: every system of a tier is worse than every system of the tiers before",
        ">tier",
        legend="every system of it is worse than every system of the tiers before",
    )
    may_lead: bool | None = column(_MAY_LEAD)
    p_best: float | None = column('what that rests on: the p-value of "no system is better than this one"')
    share_best: float | None = column(
        "share of draws in which the system is first: not a probability of being best",
        ">first in %",
        "100*.1f",
        "of draws of the whole board; not the probability that the system is the best",
        spare=3,
    )
    minimum_detectable: float | None = column(
        "a true difference from the leader or the baseline that would be found four times out of five; "
        "None for these themselves, and where none could be found",
        ">detectable",
        "score",
        "{detectable}",
        spare=3,
    )
    higher_is_better: bool = column("the metric's direction")
    scale: int | None = column("100 for percentages, 1 for fractions, None where nobody said", default=None)
    n_samples: float | None = column(
        "scores per item, where there were several and their means were taken", default=None
    )
    sampling_error: float | None = column(
        "the part of the standard error that comes from which samples were drawn", default=None
    )
    errors_by_raters: tuple[float, float] | None = column(
        "where raters were sampled: standard errors of the difference from the leader or the baseline "
        "with other items, judged by these raters, and by any like them",
        default=None,
    )


@row
class ItemRow(MetricRow):
    """An item under one metric: how hard it is, and whether it tells systems apart."""

    item: str = column("its id, or its number")
    mean: float = column("of all systems' scores")
    discrimination: float | None = column(
        "correlation over systems of their scores on this item with those on the rest; None where it does not vary"
    )
    is_same: bool = column("all systems have one score on it")
    is_same_at_top: bool = column("the leading systems have (as many as `top` of the method says)")


@row
class SubsetRow(MetricRow):
    """A subset of the items under one metric; what is said of systems holds for all subsets together."""

    subset: str = column("what its items have in common", "subset")
    n_items: int = column("items of it", show=",")
    n_units: int = column("documents or other units of them")
    system: str = column("the one with the best score on it", "first")
    score: float = column("its score", ">score", "score")
    lead: float = column("by how much it is better than the next one", ">ahead by", "score")
    rank_overall: int = column("its rank on all items", ">rank on all")
    may_lead: tuple[str, ...] = column(
        "systems that may be the best on it; empty where one system alone was compared with",
        "may lead",
        _named,
        default=(),
    )
    better: tuple[str, ...] = column(
        "systems better on it than the baseline, where one was named", "better", _named, default=()
    )
    worse: tuple[str, ...] = column(
        "systems worse on it than the baseline, where one was named", "worse", _named, default=()
    )


@row
class SubsetSystemRow(MetricRow):
    """A system on a subset of the items; all that is said holds for all subsets together."""

    subset: str = column("what the items have in common")
    system: str = column(terms.SYSTEM)
    score: float = column(_SCORE._replace(about="on these items"))
    rank: int = column("on these items")
    rank_low: int | None = column(
        "the first rank that the system may have on these items; None where one system alone was compared with"
    )
    rank_high: int | None = column("the last rank that it may have; likewise")
    may_lead: bool | None = column(_MAY_LEAD._replace(about="whether the system may be the best on these items"))
    against: str = column("what it is compared with: the leader on these items, or the baseline")
    difference: float | None = column("score minus that of the one it is compared with; None for that one itself")
    interval_simultaneous: tuple[float, float] | None = column(
        "of this difference; holds for all differences on all subsets at once"
    )
    verdict: Verdict | None = column(terms.VERDICT.about)


@row
class HeatMap(MetricRow):
    """Scores of systems on items in 32 levels: systems from the best down, items from the easiest to the hardest."""

    subset: str = column("which items; empty for all")
    worst: float = column("the score that the lowest level stands for; worse ones have it, too")
    best: float = column("the score that the highest level stands for; better ones have it, too")
    systems: tuple[int, ...] = column(
        "places of the systems among the rows of the metric, from 0, in the order of the map"
    )
    items: tuple[int, ...] = column("places of the items among the items of the metric, likewise")
    n_systems_a_row: int = column(
        "how many neighbouring systems share a field, which shows their mean; the last field may have fewer"
    )
    n_items_a_column: int = column("the same of items")
    cells: tuple[str, ...] = column(
        "a string for each row, a character for each field: a level from ``0`` to ``v``, which are the digits of base "
        "32, or a dot where no score is known"
    )


@documented
class BoardMethod(Provenance, MethodOfUnits, WithRecipe):
    """How a board was made."""

    against: Annotated[str, 'whom each system was compared with: ``"leader"``, ``"all"``, or a name']
    opponents: Annotated[dict[str, str], "by metric, the system that it was"]
    test: Annotated[str, "what verdicts and ranks rest on: a registered test"]
    correction: Annotated[str, "by which its p-values are corrected"]
    family_size: Annotated[int, "differences that are corrected together, by metric"]
    n_better: Annotated[dict[str, int], "by metric, how many of these are told apart"]
    n_draws: Annotated[int, "number of normal draws"]
    seed: Annotated[int, "of the normal draws"]
    n_effective: Annotated[float, "as many units of equal size as there are in effect"]
    detectable_range: Annotated[
        list[float] | None,
        "multiples of what is given as detectable between which it lies, with 95 %: it rests on an estimate",
    ]
    alpha: Annotated[float, "of all statements"]
    confidence_level: Annotated[float, "one less that"]
    critical: Annotated[
        dict[str, float | None],
        "by metric, standard errors that cover all differences at once; None where no number of them does",
    ]
    top: Annotated[int, "leading systems among which items were looked at"]
    sampling_share: Annotated[
        dict[str, float | None],
        "by metric, the share of the variance of a difference from the leader or the baseline that comes from which "
        "samples were drawn, in the median; None where it is not known",
    ]
    auto_rank: Annotated[str | None, "how metrics were scaled for `auto_ranks`"]
    raters: NotRequired[
        Annotated[
            dict[str, str],
            'by metric of which several raters gave the scores: ``"sampled"`` or ``"fixed"``; else absent',
        ]
    ]
    n_raters: NotRequired[Annotated[dict[str, int], "by the same metrics, the number of raters"]]
    warning: Annotated[str, "what must not be overlooked; empty if nothing"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Board(Result):
    """Systems ranked on the same items, with what their ranks are worth.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0] * 20, "theirs": [1, 0, 0, 0] * 20, "old": [0, 1, 0, 0] * 20}
    >>> [(row.system, row.rank_low, row.rank_high) for row in sy.evaluate_scores({"solved": solved}).board().rows]
    [('ours', 1, 1), ('theirs', 2, 3), ('old', 2, 3)]
    """

    schema: ClassVar[str] = "steelyard.board/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "pairs", "subsets", "items", "subset_systems")

    rows: Annotated[tuple[BoardRow, ...], "metric by metric, systems in the given order"]
    pairs: Annotated[
        tuple[PairRow, ...],
        "each system against the leader or the baseline, or all pairs, the later against the earlier. Intervals and "
        "adjusted p-values hold for all pairs of the metric at once",
    ]
    method: Annotated[BoardMethod, "how it was done: units, draws, level, versions, SHA-256 of every input"]
    items: Annotated[
        tuple[ItemRow, ...], "metric by metric; empty for metrics of text, whose segments are scored in other ways"
    ] = ()
    subsets: Annotated[tuple[SubsetRow, ...], "metric by metric, where subsets of the items are known"] = ()
    subset_systems: Annotated[tuple[SubsetSystemRow, ...], "every system on every subset, likewise"] = ()
    heat: Annotated[
        tuple[HeatMap, ...],
        "scores of systems on items, of all items of a metric and of each subset, as a page draws them; empty for "
        "metrics of text",
    ] = ()
    auto_ranks: Annotated[tuple[AutoRankRow, ...], "systems by all metrics at once, where that was asked for"] = ()

    def of_metric(self, metric: str) -> tuple[list[BoardRow], dict[tuple[str, str], PairRow]]:
        """Return the systems of a metric, the best first, and its differences by the names of both systems.

        Examples
        --------
        >>> import steelyard as sy
        >>> board = sy.evaluate_scores({"solved": {"x": [1, 0, 0], "y": [1, 1, 0]}}).board()
        >>> rows, pairs = board.of_metric("solved")
        >>> [row.system for row in rows], list(pairs)
        (['y', 'x'], [('x', 'y')])
        """
        rows = sorted((one for one in self.rows if one.metric == metric), key=lambda one: one.rank)
        return rows, {(pair.system, pair.against): pair for pair in self.pairs if pair.metric == metric}

    def __str__(self) -> str:
        """Return what was ranked, and which systems may lead."""
        found: list[str] = []
        metrics: Any = dict.fromkeys(one.metric for one in self.rows)
        for metric in metrics:
            rows, _ = self.of_metric(metric)
            n_may_lead = sum(bool(one.may_lead) for one in rows)
            lead = f"{n_may_lead} may lead" if n_may_lead else f"compared with {self.method['opponents'][metric]}"
            found.append(f"{rows[0].label}: {len(rows)} systems, {rows[0].system} first, {lead}")
        return "Board: " + "; ".join(found)
