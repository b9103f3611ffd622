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

_TAU = "Kendall's tau between the ranking of systems and the ranking by all"


@row
class ReferenceRow(MetricRow):
    """One reference under a metric."""

    reference: int = column("its number, from 1", ">reference")
    kind: str = column('who wrote it: "human", "post-edit" or "machine"', "by")
    score: float | None = column(
        "score of the reference itself, as an output against all other references",
        ">as output",
        "score",
        "score of the reference itself against the other references; ahead: systems with a better score against these",
    )
    n_systems_ahead: int | None = column("number of systems with a better score against the same references", ">ahead")
    alone: float = column("mean score of the systems with this reference only", ">alone", "score", legend=True)
    tau_alone: float | None = column(
        f"{_TAU}, with this reference alone; None for one system",
        ">tau",
        ".2f",
        "Kendall's tau with the ranking by all references; in the second table, by all that no machine wrote",
    )
    added: float = column(
        "increase of the systems' mean score by this reference, in addition to all others",
        ">adds",
        "+score",
        "increase of the mean score by this reference, in addition to all others",
    )


@row
class AblationRow(MetricRow):
    """All choices of so many references under a metric."""

    n_references: int = column("number of references", ">references")
    n_machine: int = column("number of references that machines wrote", ">by machines")
    n_subsets: int = column("number of choices of references", ">choices")
    mean: float = column("mean score of the systems, averaged over the choices", ">mean", "score")
    low: float = column("lowest mean score over the choices", ">lowest", "score")
    high: float = column("highest mean score over the choices", ">highest", "score")
    tau: float | None = column(
        f"mean of {_TAU} references that no machine wrote, or by all if machines wrote all; None for one system",
        ">tau",
        ".2f",
    )
    lowest_tau: float | None = column("lowest tau over the choices", ">lowest tau", ".2f")


@row
class ReferencePairRow(MetricRow):
    """How far two references agree."""

    output: int = column("number of the reference that is scored as an output")
    reference: int = column("number of the reference that it is scored against")
    score: float = column("score of the first against the second")
    same: float = column("share of segments in which both have the same text")


@row
class ReferenceScoreRow(MetricRow):
    """A system's score by the references it is scored against."""

    system: str = column("name of the system")
    every: float = column("score with all references")
    people: float | None = column("score with the references that no machine wrote; None if machines wrote all or none")
    alone: tuple[float, ...] = column("score with each reference alone")


@documented
class ReferenceReportMethod(Provenance, WithRecipe):
    """How references were looked at."""

    kinds: Annotated[list[str], "who wrote each reference"]
    notes: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]
    seed: Annotated[int, "seed of the choices of references"]


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
    method: Annotated[ReferenceReportMethod, "method, versions and the SHA-256 of every input"]
