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
        "share of what the second side marked that the first marked, too",
        ">precision",
        "score",
        "of what the second side marked, the share that the first did; recall: the other way round",
    )
    recall: float | None = column("share of what the first side marked that the second marked, too", ">recall", "score")
    f1: float | None = column("harmonic mean of precision and recall", ">F1", "score")
    interval: tuple[float, float] | None = column(
        "confidence interval of F1, by the jackknife over segments", "interval", "score"
    )


@documented
class SpanAgreementMethod(Provenance, WithRecipe):
    """What was compared."""

    sides: Annotated[list[str], "names of the two sides"]
    n_outputs: Annotated[int, "judged by both"]
    n_clean: Annotated[int, "of these, those in which neither marked anything"]
    n_marked_characters: Annotated[list[int], "of each side: characters that it marked"]
    n_spans: Annotated[list[int], "of each side: spans"]
    n_unplaced: Annotated[list[int], "of each side: errors that are no stretch of the output"]
    n_repeats: Annotated[list[int], "of each side: further judgements of the same output, which are left out"]
    mean_item_f1: Annotated[float | None, "mean F1 over outputs in which a side marked something"]
    kappa: Annotated[float | None, "Cohen's, of characters marked and not marked"]
    kappa_interval: Annotated[tuple[float, float] | None, "confidence interval of kappa"]
    other_severity: Annotated[float, "credit where severities differ"]
    sentence: Annotated[str, "for the paper"]


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

    rows: Annotated[tuple[SpanAgreementRow, ...], "of characters, and of spans"]
    method: Annotated[SpanAgreementMethod, "sizes, versions and the SHA-256 of every input"]
