"""How far two sides mark the same spans."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["SpanAgreementMethod", "SpanAgreementReport", "SpanAgreementRow"]


@row
class SpanAgreementRow:
    """Agreement on characters, or on spans."""

    of: str = column('what is compared: "characters", "same spans" or "spans that touch"')
    precision: float | None = column(
        "share of the second side's marks that the first side has, too",
        ">precision",
        "score",
        "share of the second side's marks that the first side has, too; recall: the reverse",
    )
    recall: float | None = column("share of the first side's marks that the second side has, too", ">recall", "score")
    f1: float | None = column("harmonic mean of precision and recall", ">F1", "score")
    interval: tuple[float, float] | None = column(
        "confidence interval of F1, by the jackknife over segments", "interval", "score"
    )


@documented
class SpanAgreementMethod(Provenance, WithRecipe):
    """What was compared."""

    sides: Annotated[list[str], "names of the two sides"]
    n_outputs: Annotated[int, "number of outputs that both judged"]
    n_clean: Annotated[int, "number of these outputs without any mark"]
    n_marked_characters: Annotated[list[int], "number of marked characters, by side"]
    n_spans: Annotated[list[int], "number of spans, by side"]
    n_unplaced: Annotated[list[int], "number of errors without a place in the output, by side"]
    n_repeats: Annotated[list[int], "number of repeated judgements of an output, which are left out, by side"]
    mean_item_f1: Annotated[float | None, "mean F1 over outputs with marks"]
    kappa: Annotated[float | None, "Cohen's kappa of marked and unmarked characters"]
    kappa_interval: Annotated[tuple[float, float] | None, "confidence interval of kappa"]
    other_severity: Annotated[float, "credit for marks with different severities"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class SpanAgreementReport(Result):
    """How far two campaigns, or two raters, mark the same spans of the same outputs.

    Examples
    --------
    >>> SpanAgreementReport((), {"n_outputs": 0}).rows
    ()
    """

    schema: ClassVar[str] = "steelyard.span-agreement/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: Annotated[tuple[SpanAgreementRow, ...], "agreement on characters, and on spans"]
    method: Annotated[SpanAgreementMethod, "sizes, versions and the SHA-256 of every input"]
