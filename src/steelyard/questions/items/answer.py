"""Items of a board: figures of each, abilities of systems, and boards of fewer items."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

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


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """An item under one metric; intervals are about other systems of the same kind.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    item : str
        Its id, or its number.
    n_systems : int
        With a score on it.
    mean : float
        Of their scores: the share right, where these are 0 and 1.
    mean_interval : (float, float) or None
        Wilson's where all scores are 0 or 1, else Student's t.
    discrimination : float or None
        Correlation over systems of their scores on the item with those on the rest; None where it does not vary.
    discrimination_interval : (float, float) or None
        Fisher's.
    is_dead : bool
        All systems have one score on it: it tells nothing.
    is_backwards : bool
        Better systems do worse on it, after correction for the number of items.
    slope, difficulty : float or None
        Of its curve over ability; difficulty is where half of the score is expected, None where the slope may be 0.
    slope_interval, difficulty_interval : (float, float) or None
        From the observed information.

    Examples
    --------
    >>> from steelyard.results import ItemFigures
    >>> ItemFigures("solved", "solved", "q1", 4, 1.0, (0.5, 1.0), None, None, True, False).is_dead
    True
    """

    metric: str
    label: str
    item: str
    n_systems: int
    mean: float
    mean_interval: tuple[float, float] | None
    discrimination: float | None
    discrimination_interval: tuple[float, float] | None
    is_dead: bool
    is_backwards: bool
    slope: float | None = None
    slope_interval: tuple[float, float] | None = None
    difficulty: float | None = None
    difficulty_interval: tuple[float, float] | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """A system's ability under the curves of the items.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        Name.
    ability : float
        In standard deviations over systems; 0 is the mean of the population.
    interval : (float, float)
        Of it, for these items.

    Examples
    --------
    >>> from steelyard.results import AbilityRow
    >>> AbilityRow("solved", "solved", "x", 1.2, (1.0, 1.4)).ability
    1.2
    """

    metric: str
    label: str
    system: str
    ability: float
    interval: tuple[float, float]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ShortBoardRow:
    """A board of fewer items, held against all by systems that did not choose them.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    choice : str
        How items are chosen.
    n_items : int
        How many.
    score_error : float
        Root mean square of what a system's score is off, in the metric's unit.
    score_interval : (float, float) or None
        Of it, over systems.
    pairs_turned : float
        Share of pairs of systems in another order than on all items.
    pairs_interval : (float, float) or None
        Of it, over systems.

    Examples
    --------
    >>> from steelyard.results import ShortBoardRow
    >>> ShortBoardRow("solved", "solved", "random", 50, 0.03, (0.02, 0.04), 0.05, (0.03, 0.07)).n_items
    50
    """

    metric: str
    label: str
    choice: str
    n_items: int
    score_error: float
    score_interval: tuple[float, float] | None
    pairs_turned: float
    pairs_interval: tuple[float, float] | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class KeptItem:
    """An item of a shorter board, as all systems choose it.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    choice : str
        How items are chosen.
    n_items : int
        How many.
    item : str
        One of them.

    Examples
    --------
    >>> from steelyard.results import KeptItem
    >>> KeptItem("solved", "solved", "stratified", 50, "q7").item
    'q7'
    """

    metric: str
    label: str
    choice: str
    n_items: int
    item: str

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class LinkRow:
    """How abilities are told on the scale of an older version of the board: ``scale * ability + shift``.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    n_shared : int
        Items of both versions that tell systems apart on both.
    scale, shift : float
        Of the line.
    scale_interval, shift_interval : (float, float)
        For other systems from the same populations.

    Examples
    --------
    >>> from steelyard.results import LinkRow
    >>> LinkRow("solved", "solved", 40, 1.1, (0.9, 1.3), 0.5, (0.1, 0.9)).n_shared
    40
    """

    metric: str
    label: str
    n_shared: int
    scale: float
    scale_interval: tuple[float, float]
    shift: float
    shift_interval: tuple[float, float]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class LinkedRow:
    """A system of one of two versions of a board, on the scale of the older one.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        Name.
    version : {"older", "this"}
        Whose scores these are.
    ability : float
        In standard deviations over the systems of the older version.

    Examples
    --------
    >>> from steelyard.results import LinkedRow
    >>> LinkedRow("solved", "solved", "x", "this", 1.2).version
    'this'
    """

    metric: str
    label: str
    system: str
    version: str
    ability: float

    __repr__ = short_repr


class ItemAnalysisMethod(Provenance, Told):
    """How items were looked at.

    Attributes
    ----------
    alpha, confidence_level : float
        Of intervals, and one less that; `alpha` is also the false discovery rate of items that tell the wrong thing.
    n_gaps : dict
        By metric, scores that are missing and were left out.
    curves : dict
        By metric, how curves were fitted: steps, log-likelihood, where slopes are drawn to, whether the fit settled.
    no_curves : dict
        By metric, why there are none, where they were not refused; empty where nobody wants them.
    few_systems : int
        With fewer systems than this, curves say little.
    full_error : dict
        By metric, the median standard error of a system's score on all items.
    lengths : list of int
        Numbers of items of shorter boards.
    n_splits, seed : int
        Halves of systems that chose and judged, and the seed of the draws.
    top : int
        Items named of each kind.
    older : str or None
        File of the older version that this one was linked to.
    sentence : str
        The same for the paper.
    """

    alpha: float
    confidence_level: float
    n_gaps: dict[str, int]
    curves: dict[str, dict[str, float]]
    no_curves: dict[str, str]
    few_systems: int
    full_error: dict[str, float]
    lengths: list[int]
    n_splits: int
    seed: int
    top: int
    older: str | None
    sentence: str


@dataclass(frozen=True)
class ItemAnalysis(Result):
    """Items of a board: what each tells of the systems, and what fewer would.

    Attributes
    ----------
    rows : tuple of ItemFigures
        Metric by metric, items in the given order.
    abilities : tuple of AbilityRow
        Systems, where curves were fitted.
    short : tuple of ShortBoardRow
        Boards of fewer items, where asked for.
    links : tuple of LinkRow
        How this version is told on the scale of an older one, where one was named.
    linked : tuple of LinkedRow
        Systems of both versions on that scale, the best first.
    kept : tuple of KeptItem
        The items of each of these.
    method : mapping
        How it was done: level, curves, versions, SHA-256 of every input.

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

    rows: tuple[ItemFigures, ...]
    method: ItemAnalysisMethod
    abilities: tuple[AbilityRow, ...] = ()
    short: tuple[ShortBoardRow, ...] = ()
    kept: tuple[KeptItem, ...] = ()
    links: tuple[LinkRow, ...] = ()
    linked: tuple[LinkedRow, ...] = ()

    def __str__(self) -> str:
        """Return how many items there are, and how many tell nothing."""
        found = []
        for metric in dict.fromkeys(row.metric for row in self.rows):
            rows = [row for row in self.rows if row.metric == metric]
            dead = sum(row.is_dead for row in rows)
            found.append(f"{rows[0].label}: {len(rows)} items, {dead} on which all systems have one score")
        return "ItemAnalysis: " + "; ".join(found)
