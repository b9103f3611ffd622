"""How much segments depend on each other."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["Dependence", "DependenceMethod", "EffectRow", "PairEffect", "SpreadRow"]

_LEVEL = "false-alarm rate that a two-sided test of independent segments has with"


@row
class EffectRow(MetricRow):
    """Design effects of documents, or of blocks of one length, on all differences of a metric."""

    unit: Literal["document", "block"] = column("what the variance was taken over")
    size: int | None = column("segments of a block")
    n_units: int = column("documents or blocks", ">units", ",")
    n_differences: int = column("differences that vary")
    median: float | None = column(
        "variance over units divided by that over independent segments: median over the differences; None where none "
        "varies",
        ">design effect",
        ".2f",
        "1: {word}s are as good as independent; 2: the test set is worth half its {word}s",
    )
    low: float | None = column("the lowest of them", ">lowest", ".2f")
    high: float | None = column("the highest of them", ">highest", ".2f")
    relative_error: float | None = column(
        "standard error of one such ratio, as a share of it: ``sqrt(2 / (n_units - 1))``; None for a single unit"
    )
    segment_level: float | None = column(
        f"{_LEVEL} the median",
        ">real level",
        ".3f",
        "how often a two-sided test of single {word}s finds what is not there",
    )


@row
class PairEffect(MetricRow):
    """Design effect on one difference."""

    unit: Literal["document", "block"] = column("as in the row of all differences")
    size: int | None = column("as in the row of all differences")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    design_effect: float | None = column(
        "variance over units divided by that over segments; None where the latter is 0, or there is a single unit"
    )
    segment_level: float | None = column(f"{_LEVEL} it")


@row
class SpreadRow(MetricRow):
    """One system's scores on sets of one size: from all over the text, and of neighbours."""

    system: str = column(terms.SYSTEM)
    size: int = column("segments of a set")
    n_sets: int = column("how many sets there are")
    n_dropped: int = column("segments at the end that fill none")
    broad_sd: float = column("standard deviation of the score over sets of segments from all over the text")
    block_sd: float = column("the same over sets of neighbours")
    broad_range: tuple[float, float] = column("lowest and highest score of sets from all over the text")
    block_range: tuple[float, float] = column("lowest and highest score of sets of neighbours")
    design_effect: float | None = column("``(block_sd / broad_sd)**2``; None where broad sets do not differ")


@documented
class DependenceMethod(Provenance, WithRecipe):
    """How dependence was measured."""

    alpha: Annotated[float, "nominal level of a test of segments"]
    sizes: Annotated[list[int], "segments of the blocks"]
    n_pairs: Annotated[int, "differences per metric; 0 for a single system"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100, or None where it has no largest score"]
    sentence: Annotated[str, "the same for the paper"]


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
    pairs: Annotated[tuple[PairEffect, ...], "the same difference by difference"]
    spreads: Annotated[tuple[SpreadRow, ...], "metric by metric, size by size, system by system"]
    method: Annotated[DependenceMethod, "level, sizes, versions and the SHA-256 of every input"]
