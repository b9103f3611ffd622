"""How much segments depend on each other."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["Dependence", "DependenceMethod", "EffectRow", "PairEffect", "SpreadRow"]

_LEVEL = "false positive rate of a two-sided test of segments, with"


@row
class EffectRow(MetricRow):
    """Design effects of documents, or of blocks of one length, on all differences of a metric."""

    unit: Literal["document", "block"] = column("unit of the variance")
    size: int | None = column("segments per block")
    n_units: int = column("number of documents or blocks", ">units", ",")
    n_differences: int = column("number of differences that vary")
    median: float | None = column(
        "variance over units divided by variance over segments: median over the differences; None if none varies",
        ">design effect",
        ".2f",
        "1: {word}s are independent; 2: the test set is equivalent to half as many independent {word}s",
    )
    low: float | None = column("lowest design effect of a difference", ">lowest", ".2f")
    high: float | None = column("highest design effect of a difference", ">highest", ".2f")
    relative_error: float | None = column(
        "relative standard error of one ratio: ``sqrt(2 / (n_units - 1))``; None for a single unit"
    )
    segment_level: float | None = column(
        f"{_LEVEL} the median design effect",
        ">error rate",
        ".3f",
        "false positive rate of a two-sided test of single {word}s",
    )


@row
class PairEffect(MetricRow):
    """Design effect on one difference."""

    unit: Literal["document", "block"] = column("as in the row of all differences")
    size: int | None = column("as in the row of all differences")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    design_effect: float | None = column(
        "variance over units divided by variance over segments; None if the latter is 0, or for a single unit"
    )
    segment_level: float | None = column(f"{_LEVEL} this design effect")


@row
class SpreadRow(MetricRow):
    """One system's scores on sets of one size: from all over the text, and of neighbours."""

    system: str = column(terms.SYSTEM)
    size: int = column("segments per set")
    n_sets: int = column("number of sets")
    n_dropped: int = column("number of segments at the end that are in no set")
    broad_sd: float = column("standard deviation of the score over sets of segments spread over the text")
    block_sd: float = column("standard deviation of the score over sets of consecutive segments")
    broad_range: tuple[float, float] = column("lowest and highest score of sets spread over the text")
    block_range: tuple[float, float] = column("lowest and highest score of sets of consecutive segments")
    design_effect: float | None = column("``(block_sd / broad_sd)**2``; None if the first are equal")


@documented
class DependenceMethod(Provenance, WithRecipe):
    """How dependence was measured."""

    alpha: Annotated[float, "nominal level of a test of segments"]
    sizes: Annotated[list[int], "segments per block, by size"]
    n_pairs: Annotated[int, "differences per metric; 0 for a single system"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100; None if scores have no maximum"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Dependence(Result):
    """How much segments depend on each other, and what a test that takes them for independent gets wrong.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b", "c d"] * 20], systems={"x": ["a", "c d"] * 20, "y": ["a b", "d"] * 20})
    >>> found = sy.evaluate(data, metrics=["wer"]).dependence(sizes=[2, 4])
    >>> [(row.size, row.n_units, row.median) for row in found.effects]
    [(2, 20, 0.0), (4, 10, 0.0)]
    """

    schema: ClassVar[str] = "steelyard.dependence/1"
    tables: ClassVar[tuple[str, ...]] = ("effects", "pairs", "spreads")

    effects: Annotated[
        tuple[EffectRow, ...], "metric by metric: documents, then blocks from short to long. Empty for a single system"
    ]
    pairs: Annotated[tuple[PairEffect, ...], "design effects of each difference"]
    spreads: Annotated[tuple[SpreadRow, ...], "metric by metric, size by size, system by system"]
    method: Annotated[DependenceMethod, "level, sizes, versions and the SHA-256 of every input"]
