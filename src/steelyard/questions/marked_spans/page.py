"""Agreement on marked spans as text for a terminal or a pipe."""

from steelyard.page.blocks import Legend, MethodText, Page, Paragraph, Titled
from steelyard.questions.marked_spans.answer import SpanAgreementReport
from steelyard.results.columns import table
from steelyard.results.numbers import interval_text
from steelyard.results.plurals import counted
from steelyard.results.table import clean

__all__ = ["to_page"]

_KAPPA = ("kappa", "Cohen's kappa of marked and unmarked characters; near the F1 of characters if few are marked")


def to_page(report: SpanAgreementReport, *, width: int | None = None) -> Page:
    """Lay out how far the sides agree."""
    decimals, method = 3 if width is None else width, report.method
    first, second = map(clean, method["sides"])
    characters = report.rows[0].f1
    summary = (
        f"{first} and {second} agree on marked characters with an F1 of {_number(characters, decimals)} "
        f"({counted(method['n_outputs'], 'output')} that both judged). There are {method['n_spans'][0]:,} spans of "
        f"{first} and {method['n_spans'][1]:,} of {second}. F1 ignores the {counted(method['n_clean'], 'output')} "
        "without any span."
    )
    kappa = f"Kappa over characters is {_number(method['kappa'], decimals)}"
    if method["kappa_interval"] is not None:
        kappa += f" {interval_text(method['kappa_interval'], decimals)}"
    kappa += f". The mean F1 of outputs is {_number(method['mean_item_f1'], decimals)}."
    if any(method["n_unplaced"]):
        n_first, n_second = method["n_unplaced"]
        kappa += f" Errors without a place in the output are left out ({n_first:,} and {n_second:,})."
    if any(method["n_repeats"]):
        n_first, n_second = method["n_repeats"]
        kappa += f" Only the first judgement of an output counts; {n_first:,} and {n_second:,} others are left out."
    level = f">{100 * float(method['recipe']['arguments']['confidence_level']):g}% interval"
    shown = table(report.rows, (("", "of"), "precision", "recall", "f1", (level, "interval")), decimals=decimals)
    titled = Titled("Agreement on marked spans", shown)
    legend = Legend.below([titled], [_KAPPA])
    return Page((Paragraph(summary), titled, Paragraph(kappa), legend, MethodText(clean(method["sentence"]))))


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
