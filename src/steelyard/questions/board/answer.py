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
    "MISSING", "N_LEVELS", "Board", "BoardMethod", "BoardRow", "HeatMap", "ItemRow", "SubsetRow", "SubsetSystemRow",
]  # fmt: skip

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
    "whether the system may be the best: with confidence ``1 - alpha`` the best system is among such systems",
    "may lead",
    _yes,
    "the best system is among these ({level} confidence)",
    spare=2,
)


@row
class BoardRow(MetricRow):
    """A system under one metric."""

    system: str = column(terms.SYSTEM)
    score: float = column(_SCORE)
    standard_error: float | None = column("of the score, over units; None for a single unit")
    interval: tuple[float, float] | None = column(
        "of the score alone: by Student's t, for rates the exact interval", show="score"
    )
    rank: int = column("1 + systems with a strictly better score")
    rank_low: int | None = column("first possible rank; ranges are simultaneous for all systems. None with a baseline")
    rank_high: int | None = column("last possible rank; None with a baseline")
    tier: int | None = column(
        "from 1: each system is worse than every system of the tiers before",
        ">tier",
        legend="each system is worse than every system of the tiers before it",
    )
    may_lead: bool | None = column(_MAY_LEAD)
    p_best: float | None = column('p-value of "no system is better than this one", for `may_lead`')
    share_best: float | None = column(
        "share of draws in which the system is first (not the probability of being the best)",
        ">first in %",
        "100*.1f",
        "of random draws of the whole board (this is not the probability of being the best)",
        spare=3,
    )
    minimum_detectable: float | None = column(
        "minimum detectable difference from the leader or the baseline at 80 % power; None for these "
        "themselves, and if no difference is detectable",
        ">detectable",
        "score",
        "{detectable}",
        spare=3,
    )
    higher_is_better: bool = column("the metric's direction")
    scale: int | None = column("100 for percentages, 1 for fractions, None if unknown", default=None)
    n_samples: float | None = column("scores per item, if several were averaged", default=None)
    sampling_error: float | None = column(
        "the part of the standard error that comes from sampling outputs", default=None
    )
    errors_by_raters: tuple[float, float] | None = column(
        "if raters were sampled: standard errors of the difference from the leader or the baseline "
        "on new items, judged by these raters, and by new raters like these",
        default=None,
    )


@row
class ItemRow(MetricRow):
    """An item under one metric: how hard it is, and whether it separates systems."""

    item: str = column("its id, or its number")
    mean: float = column("of all systems' scores")
    discrimination: float | None = column(
        "correlation over systems of their scores on this item with those on the other items; None if it does not vary"
    )
    is_same: bool = column("all systems have the same score on it")
    is_same_at_top: bool = column("the leading systems do (their number is `top` of the method)")


@row
class SubsetRow(MetricRow):
    """A subset of the items under one metric; results are simultaneous for all subsets."""

    subset: str = column("what its items have in common", "subset")
    n_items: int = column("items of it", show=",")
    n_units: int = column("documents or other units of them")
    system: str = column("the system with the best score on it", "first")
    score: float = column("its score", ">score", "score")
    lead: float = column("by how much it is better than the next one", ">ahead by", "score")
    rank_overall: int = column("its rank on all items", ">rank on all")
    may_lead: tuple[str, ...] = column(
        "systems that may be the best on it; empty with a baseline", "may lead", _named, default=()
    )
    better: tuple[str, ...] = column(
        "systems better on it than the baseline, if there is one", "better", _named, default=()
    )
    worse: tuple[str, ...] = column(
        "systems worse on it than the baseline, if there is one", "worse", _named, default=()
    )


@row
class SubsetSystemRow(MetricRow):
    """A system on a subset of the items; results are simultaneous for all subsets."""

    subset: str = column("what the items have in common")
    system: str = column(terms.SYSTEM)
    score: float = column(_SCORE._replace(about="on these items"))
    rank: int = column("on these items")
    rank_low: int | None = column("first possible rank on these items; None with a baseline")
    rank_high: int | None = column("last possible rank; None with a baseline")
    may_lead: bool | None = column(_MAY_LEAD._replace(about="whether the system may be the best on these items"))
    against: str = column("the system that it is compared with: the leader on these items, or the baseline")
    difference: float | None = column("score minus that of the other system; None for that system itself")
    interval_simultaneous: tuple[float, float] | None = column(
        "of this difference; simultaneous for all differences on all subsets"
    )
    verdict: Verdict | None = column(terms.VERDICT.about)


@row
class HeatMap(MetricRow):
    """Scores of systems on items in 32 levels: systems from the best down, items from the easiest to the hardest."""

    subset: str = column("which items; empty for all")
    worst: float = column("the score of the lowest level; worse scores have this level, too")
    best: float = column("the score of the highest level; better scores have this level, too")
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

    against: Annotated[str, 'what each system was compared with: ``"leader"``, ``"all"``, or a name']
    opponents: Annotated[dict[str, str], "by metric, the system that it was"]
    test: Annotated[str, "the test for verdicts and ranks: a registered test"]
    correction: Annotated[str, "the correction of its p-values"]
    family_size: Annotated[int, "differences that are corrected together, by metric"]
    n_better: Annotated[dict[str, int], "by metric, how many of these are significant"]
    n_draws: Annotated[int, "number of normal draws"]
    seed: Annotated[int, "of the normal draws"]
    n_effective: Annotated[float, "effective number of units"]
    detectable_range: Annotated[
        list[float] | None, "95 % range of the minimum detectable difference, as multiples of the estimate"
    ]
    alpha: Annotated[float, "family-wise error rate"]
    confidence_level: Annotated[float, "1 - alpha"]
    critical: Annotated[
        dict[str, float | None],
        "by metric, the critical number of standard errors for simultaneous intervals; None if there is none",
    ]
    top: Annotated[int, "number of leading systems for `is_same_at_top`"]
    sampling_share: Annotated[
        dict[str, float | None],
        "by metric, the median share of the variance of a difference from the leader or the baseline that comes from "
        "sampling outputs; None if unknown",
    ]
    auto_rank: Annotated[str | None, "how metrics were scaled for `auto_ranks`"]
    raters: NotRequired[
        Annotated[
            dict[str, str],
            'by metric of which several raters gave the scores: ``"sampled"`` or ``"fixed"``; else absent',
        ]
    ]
    n_raters: NotRequired[Annotated[dict[str, int], "by the same metrics, the number of raters"]]
    warning: Annotated[str, "warning; empty if there is none"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Board(Result):
    """Systems ranked on the same items, with confidence sets for the ranks.

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
        "adjusted p-values are simultaneous for all pairs of the metric",
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
