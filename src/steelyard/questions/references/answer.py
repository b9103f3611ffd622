"""What references are worth."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = [
    "AblationRow",
    "ReferencePairRow",
    "ReferenceReport",
    "ReferenceReportMethod",
    "ReferenceRow",
    "ReferenceScoreRow",
]

_TAU = "Kendall's tau between the ranking of systems and that by all"


@row
class ReferenceRow(MetricRow):
    """One reference under a metric."""

    reference: int = column("its number, from 1", ">reference")
    kind: str = column('who wrote it: "human", "post-edit" or "machine"', "by")
    score: float | None = column(
        "of the reference itself, scored against all others as if it were an output",
        ">as output",
        "score",
        "the reference itself, held against all others; ahead: systems with a better score against these",
    )
    n_systems_ahead: int | None = column("systems with a better score against the same others", ">ahead")
    alone: float = column("mean score of the systems with this reference alone", ">alone", "score", legend=True)
    tau_alone: float | None = column(
        f"{_TAU}, with this one alone; None for one system",
        ">tau",
        ".2f",
        "Kendall's tau with the ranking of systems by all references, below by all that no machine wrote",
    )
    added: float = column(
        "by how much it raises the systems' mean score, all references against all but this one",
        ">adds",
        "+score",
        "what it adds to their mean score, beside all others",
    )


@row
class AblationRow(MetricRow):
    """All choices of so many references under a metric."""

    n_references: int = column("how many are taken", ">references")
    n_machine: int = column("how many of them machines wrote", ">by machines")
    n_subsets: int = column("choices that were looked at", ">choices")
    mean: float = column("the systems' mean score: mean over the choices", ">mean", "score")
    low: float = column("lowest over the choices", ">lowest", "score")
    high: float = column("highest over the choices", ">highest", "score")
    tau: float | None = column(
        f"mean of {_TAU} references that no machine wrote; by all where machines wrote all. None for one system",
        ">tau",
        ".2f",
    )
    lowest_tau: float | None = column("the lowest of them", ">lowest tau", ".2f")


@row
class ReferencePairRow(MetricRow):
    """How far two references agree."""

    output: int = column("number of the one that is scored as an output against the other")
    reference: int = column("number of the other")
    score: float = column("of the first against the second")
    same: float = column("share of segments in which both are the same text")


@row
class ReferenceScoreRow(MetricRow):
    """A system's score by the references it is scored against."""

    system: str = column("its name")
    every: float = column("with all references")
    people: float | None = column("with those that no machine wrote; None where machines wrote all or none")
    alone: tuple[float, ...] = column("with each alone")


@documented
class ReferenceReportMethod(Provenance, WithRecipe):
    """How references were looked at."""

    kinds: Annotated[list[str], "who wrote each"]
    notes: Annotated[list[str], "what must not be overlooked"]
    sentence: Annotated[str, "for the paper"]
    seed: Annotated[int, "of the choices of references"]


@documented
@dataclass(frozen=True)
class ReferenceReport(Result):
    """What references are worth.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d e"], ["a b c d f"]], systems={"x": ["a b c d e"]})
    >>> found = sy.evaluate(data, ["bleu"]).references()
    >>> [round(row.alone, 1) for row in found.references]
    [100.0, 66.9]
    """

    schema: ClassVar[str] = "steelyard.references/1"
    tables: ClassVar[tuple[str, ...]] = ("references", "ablation", "scores", "pairs")

    references: Annotated[tuple[ReferenceRow, ...], "metric by metric"]
    ablation: Annotated[tuple[AblationRow, ...], "by how many references are taken"]
    scores: Annotated[tuple[ReferenceScoreRow, ...], "by system"]
    pairs: Annotated[tuple[ReferencePairRow, ...], "every reference against every other"]
    method: Annotated[ReferenceReportMethod, "how it was done"]
