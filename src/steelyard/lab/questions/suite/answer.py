"""Which units of the source every system gets right, by category."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import significant_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["CheckPoints", "CheckPointsMethod", "PointCountRow", "PointExampleRow"]


@row
class PointCountRow:
    """What became of the check-points of a category, of a group, or of all, in the output of a system."""

    level: Literal["all", "group", "category"] = column("what the name names")
    name: str = column("name of the category or group")
    group: str = column("the group, which may be empty; of a group the same as its name")
    metric: str = column("the spelling under which `scores` and `pairs` have it")
    system: str = column(terms.SYSTEM)
    n_points: int = column("number of points", ">points", ",")
    n_whole: int = column(
        "those of which the output has a reference from first word to last",
        ">whole",
        ",",
        "points with a whole reference in the output; part: with some words of a reference",
    )
    n_part: int = column("those of which the output has some words of a reference", ">part", ",")
    n_none: int = column("those of which the output has nothing", ">none", ",")
    n_open: int = column(
        "those of which nothing is known that would be right", ">open", ",", "points without a reference"
    )


@row
class PointExampleRow:
    """A check-point that a system gets wrong, where others do better if there are any."""

    category: str = column("name of the category")
    system: str = column(terms.SYSTEM)
    segment: int = column("its number, from 1")
    source: str = column("words of the source, where they are known")
    references: tuple[str, ...] = column("what would be right")
    share: float = column("what the system got of it, from 0 to 1")
    others: float | None = column("the mean of the other systems; None for a single one")
    output: str = column("the whole output, words that the references have between ``{+`` and ``+}``")


@documented
class CheckPointsMethod(MethodOfUnits, Provenance, WithRecipe):
    """How check-points were scored and compared."""

    alpha: Annotated[float, "family-wise error rate"]
    n_resamples: Annotated[int, "draws of the tests"]
    seed: Annotated[int, "of these draws"]
    credit: Annotated[str, "what a point gives"]
    match: Annotated[str, "what of words must be the same"]
    tokenize: Annotated[str, "what makes words"]
    n_points: Annotated[int, "number of check-points"]
    has_penalty: Annotated[bool, "whether outputs that are longer than the references lose"]
    of_references: Annotated[
        float | None, "mean share of a point that the references have themselves; None where they were not given"
    ]
    n_category_tests: Annotated[int, "tests of categories, a family"]
    n_group_tests: Annotated[int, "tests of groups, a family"]
    notes: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class CheckPoints(Result):
    """Which units of the source every system gets right, by category.

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

    scores: Annotated[tuple[ScoreRow, ...], "all points, groups, then categories; each with a row per system"]
    pairs: Annotated[tuple[PairRow, ...], "which systems differ in which of them"]
    points: Annotated[tuple[PointCountRow, ...], "what became of the points"]
    examples: Annotated[tuple[PointExampleRow, ...], "by category and system"]
    method: Annotated[CheckPointsMethod, "how it was done"]

    def __str__(self) -> str:
        """Return how many points there are, and how many differences are significant."""
        size = f"Check-points: {self.method['n_points']:,} in {self.method['n_segments']:,} segments"
        return size + significant_text(self.pairs, self.method["alpha"])
