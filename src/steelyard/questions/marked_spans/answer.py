"""How far two sides mark the same spans."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["SpanAgreementMethod", "SpanAgreementReport", "SpanAgreementRow"]


@dataclass(frozen=True, slots=True)
class SpanAgreementRow:
    """Agreement on characters, or on spans.

    Attributes
    ----------
    of : {"characters", "same spans", "spans that touch"}
        What is compared.
    precision, recall : float or None
        Share of what the second side marked that the first did, and the other way round.
    f1 : float or None
        Their harmonic mean.
    interval : (float, float) or None
        Of F1, by the jackknife over segments.

    Examples
    --------
    >>> from steelyard.results import SpanAgreementRow
    >>> SpanAgreementRow("characters", 0.3, 0.2, 0.24, (0.2, 0.28)).f1
    0.24
    """

    of: str
    precision: float | None
    recall: float | None
    f1: float | None
    interval: tuple[float, float] | None

    __repr__ = short_repr


class SpanAgreementMethod(Provenance, Told):
    """What was compared.

    Attributes
    ----------
    sides : list of str
        Names of the two sides.
    n_outputs : int
        Judged by both.
    n_clean : int
        Of these, those in which neither marked anything.
    n_marked_characters, n_spans, n_unplaced, n_repeats : list of int
        Of each side: characters and spans, errors that are no stretch of the output, and further judgements of the same
        output, which are left out.
    mean_item_f1 : float or None
        Mean F1 over outputs in which a side marked something.
    kappa : float or None
        Cohen's, of characters marked and not marked.
    kappa_interval : (float, float) or None
        Of it.
    other_severity : float
        Credit where severities differ.
    sentence : str
        For the paper.
    """

    sides: list[str]
    n_outputs: int
    n_clean: int
    n_marked_characters: list[int]
    n_spans: list[int]
    n_unplaced: list[int]
    n_repeats: list[int]
    mean_item_f1: float | None
    kappa: float | None
    kappa_interval: tuple[float, float] | None
    other_severity: float
    sentence: str


@dataclass(frozen=True)
class SpanAgreementReport(Result):
    """How far two campaigns, or two raters, mark the same spans of the same outputs.

    Attributes
    ----------
    rows : tuple of SpanAgreementRow
        Of characters, and of spans.
    method : mapping
        Sizes, versions and the SHA-256 of every input.

    Examples
    --------
    >>> SpanAgreementReport((), {"n_outputs": 0}).rows
    ()
    """

    schema: ClassVar[str] = "steelyard.span-agreement/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: tuple[SpanAgreementRow, ...]
    method: SpanAgreementMethod
