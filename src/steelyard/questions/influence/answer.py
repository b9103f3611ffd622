"""What a difference between two systems hangs on."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.excerpt import Excerpt
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe

__all__ = ["Influence", "InfluenceMethod", "InfluenceRow", "Level", "SpanRow", "TurnRow"]

Level = Literal["segment", "item", "document", "block", "length", "label", "span"]


@row
class InfluenceRow(MetricRow):
    """A part of the test set: its own scores, and what its removal does to the difference."""

    level: Level = column("what the part is")
    name: str = column(
        "number of the segment from 1, the item, id of the document, segments of the block, range of lengths, or "
        "label; of spans the number of the segment and their label"
    )
    n_segments: int = column("its segments", ">segments", ",")
    n_words: int = column("its words of the first reference, as spaces separate them")
    score: float | None = column("score of the system on the part alone; None where it has none", ">score", "score")
    score_against: float | None = column("the same of the other", ">against", "score")
    difference_without: float | None = column(
        "difference of scores on the rest; None where nothing is left",
        ">without",
        "+score",
        "the difference on the rest of the test set",
    )
    change: float | None = column("`difference_without` minus the whole difference: the influence of the part")
    change_per_word: float | None = column("the same over `n_words`; None without words")
    speaks_for: Literal["system", "against", ""] = column(
        "the system that does worse against the other without the part, in the metric's direction; empty for neither. "
        "Of the trailing system: where it trails by less than elsewhere",
        "favours",
        legend="the system that does worse against the other without it",
    )
    length: str = column("of a segment, the range of lengths that it belongs to; else empty", default="")
    rank_in_length: int | None = column(
        "of a segment, its place by size of change among those of its range", default=None
    )
    excerpt: Excerpt | None = column("texts of a segment; spans between ``{+`` and ``+}``", default=None)
    change_at_length: float | None = column(
        "of segments and spans, under BLEU and its like: `change` with the brevity penalty of the whole test set",
        default=None,
    )


@row
class SpanRow(MetricRow):
    """Scores with and without the spans of a label, or all spans."""

    spans: str = column("label of the spans; empty for all of them")
    n_spans: int = column("how many there are", ">number", ",")
    n_segments: int = column("segments that have any", ">segments", ",", spare=3)
    cut: float = column(
        "share of the characters of the system's outputs that is cut",
        ">cut",
        ".1%",
        "share of the characters of an output; counterparts in the other texts are cut, too",
        2,
    )
    cut_against: float = column("the same of the other's", ">cut, against", ".1%", spare=2)
    score: float = column("score of the system with everything")
    score_against: float = column("score of the other with everything")
    score_without: float | None = column(
        "score of the system without the spans and their counterparts; None where nothing is left",
        ">score without",
        "score",
        "scores, and their difference, without the spans; no n-gram of BLEU or chrF crosses a gap",
        1,
    )
    score_against_without: float | None = column("the same of the other", ">against without", "score", spare=1)
    difference: float = column(terms.DIFFERENCE)
    difference_without: float | None = column("the same without the spans", ">difference without", "+score")
    change: float | None = column("`difference_without` minus `difference`", ">change", "+score")
    interval: tuple[float, float] | None = column(
        "confidence interval of the change; None for a single unit", "interval", "+score"
    )
    change_at_length: float | None = column(
        "under BLEU and its like, the change with the brevity penalties of the whole",
        ">at length",
        "+score",
        "the change with the brevity penalty of the whole",
        3,
    )
    share: float | None = column(
        "of the difference that the spans carry: minus the change over `difference`; None where that is 0",
        ">share",
        ".0%",
        "of the difference that the spans carry",
    )
    speaks_for: Literal["system", "against", ""] = column("the system that does worse without the spans", "favours")


@row
class TurnRow(MetricRow):
    """How many units carry a verdict."""

    level: Level = column("what a unit is")
    goal: Literal["sign", "significance"] = column(
        "which verdict: which system is ahead, or that the difference is significant by a jackknife t test"
    )
    n_units: int = column("how many there are")
    n_for_system: int = column("units that favour the system, each by itself")
    n_for_against: int = column("units that favour the other")
    difference: float = column(terms.DIFFERENCE)
    outcome: Literal["turned", "stands", "no verdict"] = column(
        "turned by removing `units`; stands until too few are left; or there is no such verdict to begin with"
    )
    units: tuple[str, ...] = column(
        "names of the units, in the order in which they were left out: their number is an upper bound on the least"
    )
    difference_after: float | None = column("difference without them")


@documented
class InfluenceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How parts were left out."""

    system: Annotated[str, "the later system"]
    against: Annotated[str, "the earlier one"]
    top: Annotated[int, "segments listed for each"]
    lengths: Annotated[list[int], "where ranges of lengths end"]
    alpha: Annotated[float, "level of significance"]
    deltas: Annotated[dict[str, float], "by metric, score of the system minus that of the other"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100, or None where it has no largest score"]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Influence(Result):
    """What a difference between two systems hangs on: segments, documents, lengths.

    Examples
    --------
    >>> import steelyard as sy
    >>> systems = {"x": ["a", "d", "g"], "y": ["a b", "e", "f g"]}
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems=systems)
    >>> found = sy.evaluate(data, metrics=["wer"]).influence()
    >>> [(row.name, row.speaks_for) for row in found.rows if row.level == "segment"]
    [('2', 'against'), ('3', 'system'), ('1', 'system')]
    """

    schema: ClassVar[str] = "steelyard.influence/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "turns", "spans")

    rows: Annotated[
        tuple[InfluenceRow, ...],
        "metric by metric, level by level; segments and documents or blocks by size of their change, ranges and "
        "labels in their order",
    ]
    turns: Annotated[tuple[TurnRow, ...], "metric by metric"]
    method: Annotated[InfluenceMethod, "systems, unit, level, versions and the SHA-256 of every input"]
    spans: Annotated[tuple[SpanRow, ...], "metric by metric, all spans first; empty where none are given"] = ()
