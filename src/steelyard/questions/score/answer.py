"""Scores of systems."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import documented
from steelyard.results.method import MethodOfIntervals, MethodOfUnits, Provenance, WithRecipe
from steelyard.results.score_rows import ScoreRow, SegmentScores, describe_size

__all__ = ["ScoreMethod", "ScoreTable"]


@documented
class ScoreMethod(Provenance, MethodOfUnits, MethodOfIntervals, WithRecipe):
    """How scores were computed."""

    caution: Annotated[
        str,
        "how often such intervals held the score where documents were as few, and what the units cannot show; empty "
        "where there is nothing to say",
    ]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class ScoreTable(Result):
    """Scores of all systems under all metrics.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> print(sy.evaluate(data, metrics=["bleu"]).scores())
    ScoreTable: 1 system, 1 metric, 1 segment
    """

    schema: ClassVar[str] = "steelyard.scores/1"
    tables: ClassVar[tuple[str, ...]] = ("scores",)

    scores: Annotated[tuple[ScoreRow, ...], "metric by metric, systems in the given order"]
    method: Annotated[
        ScoreMethod, "how they were computed: intervals, unit, seed, versions and the SHA-256 of every input"
    ]
    segments: Annotated[tuple[SegmentScores, ...], "where asked for"] = ()

    def records(self, table: str | None = None) -> list[dict[str, Any]]:
        """Return the rows of one table as flat dicts; of `segments` one per metric, system and segment, from 1."""
        if table != "segments":
            return super().records(table)
        return [
            {"metric": column.metric, "system": column.system, "segment": number, "score": score}
            for column in self.segments
            for number, score in enumerate(column.scores, 1)
        ]

    def __str__(self) -> str:
        """Return one line that says what the table holds."""
        return f"ScoreTable: {describe_size(self.scores, self.method)}"
