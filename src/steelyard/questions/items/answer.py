"""Items of a board: figures of each, abilities of systems, and boards of fewer items."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, Term, column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = [
    "AbilityRow",
    "ItemAnalysis",
    "ItemAnalysisMethod",
    "ItemFigures",
    "KeptItem",
    "LinkRow",
    "LinkedRow",
    "ShortBoardRow",
]


DISCRIMINATION = Term(
    "correlation over systems of their scores on the item with those on the other items; None if it does not vary",
    ">discrimination",
    "+.2f",
    "correlation over systems of their scores on the item and on all other items",
)
SLOPE = Term(
    "slope of its curve over ability",
    ">slope",
    ".2f",
    "slope of the item's curve over ability, per standard deviation of systems",
)


@row
class ItemFigures(MetricRow):
    """An item under one metric; intervals are about other systems of the same kind."""

    item: str = column("its id, or its number", "item")
    n_systems: int = column("systems with a score on it")
    mean: float = column(
        "mean of their scores; with scores of 0 and 1 the share of correct answers",
        ">mean",
        ".3f",
        "mean score of all systems on the item; with scores of 0 and 1 the share of correct answers",
    )
    mean_interval: tuple[float, float] | None = column(
        "its confidence interval: Clopper and Pearson's if all scores are 0 or 1, else Student's t", "interval", ".3f"
    )
    discrimination: float | None = column(DISCRIMINATION)
    discrimination_interval: tuple[float, float] | None = column(
        "its confidence interval, Fisher's", "interval", "+.2f"
    )
    is_dead: bool = column("all systems have the same score on it")
    is_backwards: bool = column("weaker systems score significantly higher on it, corrected for the number of items")
    slope: float | None = column(SLOPE, default=None)
    slope_interval: tuple[float, float] | None = column(
        "confidence interval of the slope, from the observed information", "interval", ".2f", default=None
    )
    difficulty: float | None = column(
        "ability at which half of the score is expected; None if the slope may be 0", default=None
    )
    difficulty_interval: tuple[float, float] | None = column("the same of the difficulty", default=None)


@row
class AbilityRow(MetricRow):
    """A system's ability under the curves of the items."""

    system: str = column(terms.SYSTEM)
    ability: float = column("in standard deviations over systems; 0 is the mean of the population")
    interval: tuple[float, float] = column("its confidence interval, for these items")


@row
class ShortBoardRow(MetricRow):
    """A board of fewer items, compared with all items on systems that did not choose them."""

    choice: str = column("how items are chosen")
    n_items: int = column("how many items there are", ">items", ",")
    score_error: float = column(
        "root mean square error of the score of a system, in the metric's unit",
        ">score error",
        ".4f",
        "root mean square error of scores, for systems that did not choose the items",
    )
    score_interval: tuple[float, float] | None = column("its confidence interval, over systems", "interval", ".4f")
    pairs_turned: float = column(
        "share of pairs of systems in a different order than on all items",
        ">pairs reversed",
        ".1%",
        "pairs of such systems in a different order than on all items",
    )
    pairs_interval: tuple[float, float] | None = column("its confidence interval, over systems")


@row
class KeptItem(MetricRow):
    """An item of a shorter board, as all systems choose it."""

    choice: str = column("how items are chosen")
    n_items: int = column("how many items are kept")
    item: str = column("one of them")


@row
class LinkRow(MetricRow):
    """How abilities convert to the scale of an older version of the board: ``scale * ability + shift``."""

    n_shared: int = column("items of both versions that separate systems in both")
    scale: float = column("factor of the line")
    scale_interval: tuple[float, float] = column(
        "confidence interval of the factor, for other systems from the same populations"
    )
    shift: float = column("constant of the line")
    shift_interval: tuple[float, float] = column("the same of the constant")


@row
class LinkedRow(MetricRow):
    """A system of one of two versions of a board, on the scale of the older one."""

    system: str = column(terms.SYSTEM)
    version: str = column("whose scores these are", "version")
    ability: float = column("in standard deviations over the systems of the older version", ">ability", "+.2f")


@documented
class ItemAnalysisMethod(Provenance, WithRecipe):
    """How items were analysed."""

    alpha: Annotated[
        float, "1 - the confidence level; also the false discovery rate of items on which weaker systems score higher"
    ]
    confidence_level: Annotated[float, "of intervals"]
    n_gaps: Annotated[dict[str, int], "by metric, scores that are missing and were left out"]
    curves: Annotated[
        dict[str, dict[str, float]],
        "by metric, how curves were fitted: steps, log-likelihood, the mean to which slopes are shrunk, whether the "
        "fit converged",
    ]
    no_curves: Annotated[dict[str, str], "by metric, why there are none; empty if they were not requested"]
    few_systems: Annotated[int, "with fewer systems than this, curves are unreliable"]
    full_error: Annotated[dict[str, float], "by metric, the median standard error of a system's score on all items"]
    lengths: Annotated[list[int], "numbers of items of shorter boards"]
    n_splits: Annotated[int, "splits of the systems into a half that chose items and a half for evaluation"]
    seed: Annotated[int, "seed of the draws"]
    top: Annotated[int, "items named of each kind"]
    older: Annotated[str | None, "file of the older version that this one was linked to"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class ItemAnalysis(Result):
    """Items of a board: what each tells of the systems, and what fewer would.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0], "theirs": [1, 0, 1, 0], "old": [0, 0, 1, 0], "new": [1, 1, 1, 0]}
    >>> items = sy.evaluate_scores({"solved": solved}).items()
    >>> [(row.mean, round(row.discrimination or 0, 2), row.is_dead) for row in items.rows][1:3]
    [(0.5, 0.58, False), (1.0, 0, True)]
    """

    schema: ClassVar[str] = "steelyard.items/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "abilities", "short", "kept")

    rows: Annotated[tuple[ItemFigures, ...], "metric by metric, items in the given order"]
    method: Annotated[ItemAnalysisMethod, "how it was done: level, curves, versions, SHA-256 of every input"]
    abilities: Annotated[tuple[AbilityRow, ...], "systems, where curves were fitted"] = ()
    short: Annotated[tuple[ShortBoardRow, ...], "boards of fewer items, where asked for"] = ()
    kept: Annotated[tuple[KeptItem, ...], "the items of each of these"] = ()
    links: Annotated[
        tuple[LinkRow, ...], "how this version is told on the scale of an older one, where one was named"
    ] = ()
    linked: Annotated[tuple[LinkedRow, ...], "systems of both versions on that scale, the best first"] = ()

    def __str__(self) -> str:
        """Return how many items there are, and how many tell nothing."""
        found = []
        for metric in dict.fromkeys(one.metric for one in self.rows):
            rows = [one for one in self.rows if one.metric == metric]
            dead = sum(one.is_dead for one in rows)
            found.append(f"{rows[0].label}: {len(rows)} items, {dead} on which all systems have one score")
        return "ItemAnalysis: " + "; ".join(found)
