"""Which units of the source every system gets right, by category."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.short_repr import short_repr

__all__ = ["CheckPoints", "CheckPointsMethod", "PointCountRow", "PointExampleRow"]


@dataclass(frozen=True, slots=True)
class PointCountRow:
    """What became of the check-points of a category, of a group, or of all, in the output of a system.

    Attributes
    ----------
    level : {"all", "group", "category"}
        What the name names.
    name, group : str
        Of the category and its group, which may be empty; of a group both are the same.
    metric : str
        The spelling under which `scores` and `pairs` have it.
    system : str
        Name.
    n_points : int
        How many there are.
    n_whole, n_part, n_none : int
        Those that the output has whole, in part, and not at all.
    n_open : int
        Those of which nothing is known that would be right.

    Examples
    --------
    >>> from steelyard.results import PointCountRow
    >>> PointCountRow("category", "noun", "word", "checkpoints(category=noun)", "ours", 40, 25, 5, 10, 0).n_whole
    25
    """

    level: Literal["all", "group", "category"]
    name: str
    group: str
    metric: str
    system: str
    n_points: int
    n_whole: int
    n_part: int
    n_none: int
    n_open: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class PointExampleRow:
    """A check-point that a system gets wrong, where others do better if there are any.

    Attributes
    ----------
    category, system : str
        Names.
    segment : int
        From 1.
    source : str
        Words of the source, where they are known.
    references : tuple of str
        What would be right.
    share : float
        What the system got of it, from 0 to 1.
    others : float or None
        The mean of the other systems; None for a single one.
    output : str
        The whole output, words that the references have between ``{+`` and ``+}``.

    Examples
    --------
    >>> from steelyard.results import PointExampleRow
    >>> PointExampleRow("noun", "ours", 3, "Haus", ("house",), 0.0, 1.0, "the home").others
    1.0
    """

    category: str
    system: str
    segment: int
    source: str
    references: tuple[str, ...]
    share: float
    others: float | None
    output: str

    __repr__ = short_repr


class CheckPointsMethod(MethodOfUnits, Provenance, Told):
    """How check-points were scored and compared.

    Attributes
    ----------
    alpha : float
        Family-wise error rate.
    n_resamples, seed : int
        Of the tests.
    credit, match, tokenize : str
        What a point gives, what of words must be the same, and what makes words.
    n_points : int
        Check-points.
    has_penalty : bool
        Whether outputs that are longer than the references lose.
    of_references : float or None
        Mean share of a point that the references have themselves; None where they were not given.
    n_category_tests, n_group_tests : int
        Sizes of the two families.
    notes : list of str
        What must not be overlooked.
    sentence : str
        The same for the paper.
    """

    alpha: float
    n_resamples: int
    seed: int
    credit: str
    match: str
    tokenize: str
    n_points: int
    has_penalty: bool
    of_references: float | None
    n_category_tests: int
    n_group_tests: int
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class CheckPoints(Result):
    """Which units of the source every system gets right, by category.

    Attributes
    ----------
    scores : tuple of ScoreRow
        All points, groups, then categories; each with a row per system.
    pairs : tuple of PairRow
        Which systems differ in which of them.
    points : tuple of PointCountRow
        What became of the points.
    examples : tuple of PointExampleRow
        By category and system.
    method : mapping
        How it was done.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import CheckPoint
    >>> points = [CheckPoint(1, "phrase", ("playing a drum",))]
    >>> found = sy.lab.score_checkpoints(points, {"x": ["He is playing a cop."]})
    >>> found.scores[0].score
    0.5
    """

    schema: ClassVar[str] = "steelyard.checkpoints/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "points", "examples")

    scores: tuple[ScoreRow, ...]
    pairs: tuple[PairRow, ...]
    points: tuple[PointCountRow, ...]
    examples: tuple[PointExampleRow, ...]
    method: CheckPointsMethod

    def __str__(self) -> str:
        """Return how many points there are, and how many differences are significant."""
        size = f"Check-points: {self.method['n_points']:,} in {self.method['n_segments']:,} segments"
        if not self.pairs:
            return size
        n = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        return f"{size}\n{n} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
