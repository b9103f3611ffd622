"""Which parts of a test set influence the difference of two systems."""

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

    level: Level = column("kind of part")
    name: str = column(
        "segment number from 1, item, document id, segments of the block, range of lengths, or label; of spans the "
        "segment number and the label"
    )
    n_segments: int = column("number of segments", ">segments", ",")
    n_words: int = column("number of words of the first reference, split at spaces")
    score: float | None = column("score of the system on the part alone; None if it has none", ">score", "score")
    score_against: float | None = column("score of the other system on the part alone", ">against", "score")
    difference_without: float | None = column(
        "difference without the part; None if nothing is left", ">without", "+score", "difference without the part"
    )
    change: float | None = column("`difference_without` minus the whole difference: the influence of the part")
    change_per_word: float | None = column("`change` divided by `n_words`; None without words")
    speaks_for: Literal["system", "against", ""] = column(
        "the system that gets worse, compared with the other, without the part; empty for neither"
    )
    length: str = column("range of lengths of a segment; else empty", default="")
    rank_in_length: int | None = column(
        "rank of a segment by size of change among segments of its range of lengths", default=None
    )
    excerpt: Excerpt | None = column("texts of a segment; spans between ``{+`` and ``+}``", default=None)
    change_at_length: float | None = column(
        "of segments and spans, for metrics like BLEU: `change` with the brevity penalty of the whole test set",
        default=None,
    )


@row
class SpanRow(MetricRow):
    """Scores with and without the spans of a label, or all spans."""

    spans: str = column("label of the spans; empty for all of them")
    n_spans: int = column("number of spans", ">number", ",")
    n_segments: int = column("segments with spans", ">segments", ",", spare=3)
    cut: float = column(
        "removed share of the characters of the system's outputs",
        ">cut",
        ".1%",
        "removed share of the characters of the outputs; counterparts in the other texts are removed, too",
        2,
    )
    cut_against: float = column(
        "removed share of the characters of the other system's outputs", ">cut, against", ".1%", spare=2
    )
    score: float = column("score of the system with all spans")
    score_against: float = column("score of the other system with all spans")
    score_without: float | None = column(
        "score of the system without the spans and their counterparts; None if nothing is left",
        ">score without",
        "score",
        "scores without the spans; BLEU and chrF count no n-gram across a gap",
        1,
    )
    score_against_without: float | None = column(
        "score of the other system without the spans", ">against without", "score", spare=1
    )
    difference: float = column(terms.DIFFERENCE)
    difference_without: float | None = column("difference without the spans", ">difference without", "+score")
    change: float | None = column("`difference_without` minus `difference`", ">change", "+score")
    interval: tuple[float, float] | None = column(
        "confidence interval of the change; None for a single unit", "interval", "+score"
    )
    change_at_length: float | None = column(
        "for metrics like BLEU, the change with the brevity penalties of the whole test set",
        ">at length",
        "+score",
        "change with the brevity penalty of the whole test set",
        3,
    )
    share: float | None = column(
        "share of the difference that is due to the spans: minus `change` divided by `difference`; None if that is 0",
        ">share",
        ".0%",
        "share of the difference that is due to the spans",
    )
    speaks_for: Literal["system", "against", ""] = column(
        "the system that gets worse, compared with the other, without the spans"
    )


@row
class TurnRow(MetricRow):
    """How many units change a verdict."""

    level: Level = column("kind of unit")
    goal: Literal["sign", "significance"] = column(
        "the verdict: the sign of the difference, or its significance by a jackknife t test"
    )
    n_units: int = column("number of units")
    n_for_system: int = column("number of units that favour the system, each by itself")
    n_for_against: int = column("number of units that favour the other system")
    difference: float = column(terms.DIFFERENCE)
    outcome: Literal["turned", "stands", "no verdict"] = column(
        "turned: removing `units` changes the verdict; stands: no removal does; or no verdict with all units"
    )
    units: tuple[str, ...] = column(
        "names of the removed units, in order of removal; their number is an upper bound of the smallest number"
    )
    difference_after: float | None = column("difference without these units")


@documented
class InfluenceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How parts were left out."""

    system: Annotated[str, "the system that is compared, given later"]
    against: Annotated[str, "the baseline, given earlier"]
    top: Annotated[int, "number of segments listed for each system"]
    lengths: Annotated[list[int], "ends of the ranges of lengths"]
    alpha: Annotated[float, "significance level"]
    deltas: Annotated[dict[str, float], "by metric, score of the system minus score of the other system"]
    scales: Annotated[dict[str, int | None], "by metric, 1 or 100; None if scores have no maximum"]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Influence(Result):
    """Which segments, documents and lengths influence the difference of two systems.

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
    spans: Annotated[tuple[SpanRow, ...], "metric by metric, all spans first; empty without spans"] = ()
