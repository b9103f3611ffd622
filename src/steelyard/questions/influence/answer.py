"""What a difference between two systems hangs on."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.excerpt import Excerpt
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["Influence", "InfluenceMethod", "InfluenceRow", "Level", "TurnRow"]

Level = Literal["segment", "item", "document", "block", "length", "label"]


@dataclass(frozen=True, slots=True)
class InfluenceRow:
    """A part of the test set: its own scores, and what its removal does to the difference.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    level : {"segment", "item", "document", "block", "length", "label"}
        What the part is.
    name : str
        Number of the segment from 1, the item, id of the document, segments of the block, range of lengths, or label.
    n_segments, n_words : int
        Its size; words of the first reference, as spaces part them.
    score_a, score_b : float or None
        Of the part alone; None where it has none.
    delta_without : float or None
        Score A minus score B of the rest; None where nothing is left.
    change : float or None
        `delta_without` minus the whole difference: the influence of the part.
    change_per_word : float or None
        The same over `n_words`; None without words.
    speaks_for : {"A", "B", ""}
        Whose case is weaker without the part, in the metric's direction; empty for neither. The trailing system also
        where it trails by less than elsewhere.
    length : str
        Of a segment, the range of lengths that it belongs to; else empty.
    rank_in_length : int or None
        Of a segment, its place by size of change among those of its range.
    excerpt : Excerpt or None
        Texts of a segment.

    Examples
    --------
    >>> from steelyard.results import InfluenceRow
    >>> row = InfluenceRow("ter", "TER", "segment", "17", 1, 20, 10.0, 60.0, -4.75, 0.25, 0.0125, "A", "11-20", 1)
    >>> row.speaks_for
    'A'
    """

    metric: str
    label: str
    level: Level
    name: str
    n_segments: int
    n_words: int
    score_a: float | None
    score_b: float | None
    delta_without: float | None
    change: float | None
    change_per_word: float | None
    speaks_for: Literal["A", "B", ""]
    length: str = ""
    rank_in_length: int | None = None
    excerpt: Excerpt | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class TurnRow:
    """How many units carry a verdict.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    level : {"segment", "item", "document", "block"}
        What a unit is.
    goal : {"sign", "significance"}
        Which verdict: which system is ahead, or that the difference is significant by a jackknife t test.
    n_units : int
        How many there are.
    n_for_a, n_for_b : int
        Units that speak for A, and for B, each by itself.
    delta : float
        Score A minus score B.
    outcome : {"turned", "stands", "no verdict"}
        Turned by removing `units`; stands until too few are left; or there is no such verdict to begin with.
    units : tuple of str
        Names of the units, in the order in which they were left out: their number is an upper bound on the least.
    delta_after : float or None
        Difference without them.

    Examples
    --------
    >>> from steelyard.results import TurnRow
    >>> row = TurnRow("ter", "TER", "segment", "sign", 1000, 520, 480, -0.2, "turned", ("17", "4"), 0.01)
    >>> len(row.units)
    2
    """

    metric: str
    label: str
    level: Level
    goal: Literal["sign", "significance"]
    n_units: int
    n_for_a: int
    n_for_b: int
    delta: float
    outcome: Literal["turned", "stands", "no verdict"]
    units: tuple[str, ...]
    delta_after: float | None

    __repr__ = short_repr


class InfluenceMethod(Provenance, MethodOfUnits, Told):
    """How parts were left out.

    Attributes
    ----------
    system_a, system_b : str
        The later system, and the earlier one.
    top : int
        Segments listed for each.
    lengths : list of int
        Where ranges of lengths end.
    alpha : float
        Level of significance.
    deltas : dict of str to float
        By metric, score A minus score B.
    scales : dict
        By metric, 1 or 100, or None where it has no largest score.
    higher_is_better : dict of str to bool
        By metric.
    sentence : str
        The same for the paper.
    """

    system_a: str
    system_b: str
    top: int
    lengths: list[int]
    alpha: float
    deltas: dict[str, float]
    scales: dict[str, int | None]
    higher_is_better: dict[str, bool]
    sentence: str


@dataclass(frozen=True)
class Influence(Result):
    """What a difference between two systems hangs on: segments, documents, lengths.

    Attributes
    ----------
    rows : tuple of InfluenceRow
        Metric by metric, level by level; segments and documents or blocks by size of their change, ranges and labels
        in their order.
    turns : tuple of TurnRow
        Metric by metric.
    method : mapping
        Systems, unit, level, versions and the SHA-256 of every input.

    Examples
    --------
    >>> import steelyard as sy
    >>> systems = {"x": ["a", "d", "g"], "y": ["a b", "e", "f g"]}
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems=systems)
    >>> found = sy.evaluate(data, metrics=["wer"]).influence()
    >>> [(row.name, row.speaks_for) for row in found.rows if row.level == "segment"]
    [('2', 'B'), ('3', 'A'), ('1', 'A')]
    """

    schema: ClassVar[str] = "steelyard.influence/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "turns")

    rows: tuple[InfluenceRow, ...]
    turns: tuple[TurnRow, ...]
    method: InfluenceMethod
