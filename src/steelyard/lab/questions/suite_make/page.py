"""Check-points that were made, laid out."""

from steelyard.lab.questions.suite_make.answer import MadeCheckPoints, MadeRow
from steelyard.page.blocks import Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import counted
from steelyard.results.table import clean

__all__ = ["to_page"]

_TRUST = Term("mean weight of references", ">trust", ".2f", legend=True)
_OFTEN_NONE = ("n_unlinked", "n_disputed", "n_open", "n_gaps")


def to_page(answer: MadeCheckPoints) -> Page:
    """Lay out a row for each category."""
    rows = answer.rows
    further = [name for name in _OFTEN_NONE if any(getattr(row, name) for row in rows)]
    trusted = [row.mean_weight for row in rows if _trust(row) is not None]
    trust: list[Shown] = [(_TRUST, _trust)] if any(weight < 1 for weight in trusted) else []
    columns = ("category", "group", "n_points", "n_segments", *further, *trust, "source", "reference")
    total = f"{counted(len(answer.points), 'check-point')} in {counted(answer.method['n_segments'], 'segment')}."
    shown = Titled("", table(rows, columns))
    legend = (Legend.below([shown]),) if shown.table.meanings else ()
    return Page(
        (Paragraph(total), *cautions(answer.method), shown, *legend, MethodText(clean(answer.method["sentence"])))
    )


def _trust(row: MadeRow) -> float | None:
    return row.mean_weight if row.n_points > row.n_open else None
