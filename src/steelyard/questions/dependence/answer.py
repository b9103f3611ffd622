"""How much segments hang together."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told

__all__ = ["Dependence", "DependenceMethod", "EffectRow", "PairEffect", "SpreadRow"]


@dataclass(frozen=True, slots=True)
class EffectRow:
    """Design effects of documents, or of blocks of one length, on all differences of a metric.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    unit : {"document", "block"}
        What the variance was taken over.
    size : int or None
        Segments of a block.
    n_units, n_differences : int
        Documents or blocks; differences that vary.
    median, low, high : float or None
        Variance over units divided by that over independent segments, over the differences; None where none varies.
    relative_error : float or None
        Standard error of one such ratio, as a share of it: ``sqrt(2 / (n_units - 1))``; None for a single unit.
    segment_level : float or None
        False-alarm rate that a two-sided test of independent segments has with the median.

    Examples
    --------
    >>> from steelyard.results import EffectRow
    >>> EffectRow("bleu", "BLEU", "block", 10, 100, 190, 1.4, 0.7, 2.6, 0.142, 0.098).segment_level
    0.098
    """

    metric: str
    label: str
    unit: Literal["document", "block"]
    size: int | None
    n_units: int
    n_differences: int
    median: float | None
    low: float | None
    high: float | None
    relative_error: float | None
    segment_level: float | None


@dataclass(frozen=True, slots=True)
class PairEffect:
    """Design effect on one difference.

    Attributes
    ----------
    metric, label, unit, size
        As in the row of all differences.
    system_a, system_b : str
        B is the earlier in the given order.
    design_effect : float or None
        None where the difference does not vary over segments, or there is a single unit.
    segment_level : float or None
        False-alarm rate that a two-sided test of independent segments has with it.

    Examples
    --------
    >>> from steelyard.results import PairEffect
    >>> PairEffect("bleu", "BLEU", "document", None, "b", "a", 2.0, 0.166).design_effect
    2.0
    """

    metric: str
    label: str
    unit: Literal["document", "block"]
    size: int | None
    system_a: str
    system_b: str
    design_effect: float | None
    segment_level: float | None


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """One system's scores on sets of one size: from all over the text, and of neighbours.

    Attributes
    ----------
    metric, label, system : str
        What was scored.
    size, n_sets, n_dropped : int
        Segments of a set, how many sets, and segments at the end that fill none.
    broad_sd, block_sd : float
        Standard deviation of the scores over sets of either kind.
    broad_range, block_range : (float, float)
        Lowest and highest score.
    design_effect : float or None
        ``(block_sd / broad_sd)**2``; None where broad sets do not differ.

    Examples
    --------
    >>> from steelyard.results import SpreadRow
    >>> SpreadRow("bleu", "BLEU", "a", 100, 10, 2, 1.1, 2.2, (29.0, 32.0), (26.0, 35.0), 4.0).design_effect
    4.0
    """

    metric: str
    label: str
    system: str
    size: int
    n_sets: int
    n_dropped: int
    broad_sd: float
    block_sd: float
    broad_range: tuple[float, float]
    block_range: tuple[float, float]
    design_effect: float | None


class DependenceMethod(Provenance, Told):
    """How dependence was measured.

    Attributes
    ----------
    alpha : float
        Nominal level of a test of segments.
    sizes : list of int
        Segments of the blocks.
    n_pairs : int
        Differences per metric; 0 for a single system.
    scales : dict
        By metric, 1 or 100, or None where it has no largest score.
    sentence : str
        The same for the paper.
    """

    alpha: float
    sizes: list[int]
    n_pairs: int
    scales: dict[str, int | None]
    sentence: str


@dataclass(frozen=True)
class Dependence(Result):
    """How much segments hang together, and what a test that takes them for independent gets wrong.

    Attributes
    ----------
    effects : tuple of EffectRow
        Metric by metric: documents, then blocks from short to long. Empty for a single system.
    pairs : tuple of PairEffect
        The same difference by difference.
    spreads : tuple of SpreadRow
        Metric by metric, size by size, system by system.
    method : mapping
        Level, sizes, versions and the SHA-256 of every input.

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

    effects: tuple[EffectRow, ...]
    pairs: tuple[PairEffect, ...]
    spreads: tuple[SpreadRow, ...]
    method: DependenceMethod
