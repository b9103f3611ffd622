"""Agreement on marked spans as text for a terminal or a pipe."""

from steelyard.page.blocks import Legend, MethodText, Page, Paragraph, Titled
from steelyard.questions.marked_spans.answer import SpanAgreementReport
from steelyard.results.columns import table
from steelyard.results.numbers import interval_text
from steelyard.results.table import clean

__all__ = ["lay_out"]

_KAPPA = ("kappa", "Cohen's, of characters marked and not: most are not, so that it is near the F1 of characters")


def lay_out(report: SpanAgreementReport, *, width: int | None = None) -> Page:
    """Lay out how far the sides agree."""
    decimals, method = 3 if width is None else width, report.method
    first, second = map(clean, method["sides"])
    characters = report.rows[0].f1
    summary = (
        f"In {method['n_outputs']:,} outputs that both judged, {first} marks {method['n_spans'][0]:,} spans and "
        f"{second} {method['n_spans'][1]:,}; over characters they share an F1 of {_number(characters, decimals)}. In "
        f"{method['n_clean']:,} outputs neither marks anything, which F1 does not see."
    )
    kappa = f"Kappa over characters is {_number(method['kappa'], decimals)}"
    if method["kappa_interval"] is not None:
        kappa += f" {interval_text(method['kappa_interval'], decimals)}"
    kappa += f", the mean F1 of outputs {_number(method['mean_item_f1'], decimals)}."
    if any(method["n_unplaced"]):
        n_first, n_second = method["n_unplaced"]
        kappa += f" Errors that are no stretch of the output are left out: {n_first:,} and {n_second:,}."
    if any(method["n_repeats"]):
        n_first, n_second = method["n_repeats"]
        kappa += f" Of several judgements of an output the first counts; {n_first:,} and {n_second:,} are left out."
    level = f">{100 * float(method['recipe']['arguments']['confidence_level']):g}% interval"
    shown = table(report.rows, (("", "of"), "precision", "recall", "f1", (level, "interval")), decimals=decimals)
    titled = Titled("Agreement on marked spans", shown)
    legend = Legend.below([titled], [_KAPPA])
    return Page((Paragraph(summary), titled, Paragraph(kappa), legend, MethodText(clean(method["sentence"]))))


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
