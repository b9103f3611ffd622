"""Check-points that were made, laid out."""

from steelyard.page.blocks import Items, Legend, Page, Paragraph, Titled
from steelyard.questions.checkpoints_make.answer import MadeCheckPoints
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_SHOWN = 30  # characters of an example
_LEGEND = {
    "unlinked": "units left out: a word that makes them what they are has no link",
    "disputed": "units left out: not every parser found them",
    "open": "points of a list of which no reference has a translation",
    "gaps": "points whose reference has a gap, written *",
    "trust": "mean weight of references",
}


def lay_out(answer: MadeCheckPoints) -> Page:
    """Lay out a row for each category."""
    columns = {
        "category": [clean(row.category) for row in answer.rows],
        "group": [clean(row.group) for row in answer.rows],
        ">points": [f"{row.n_points:,}" for row in answer.rows],
        ">segments": [f"{row.n_segments:,}" for row in answer.rows],
    }
    further = {
        "unlinked": [row.n_unlinked for row in answer.rows],
        "disputed": [row.n_disputed for row in answer.rows],
        "open": [row.n_open for row in answer.rows],
        "gaps": [row.n_gaps for row in answer.rows],
    }
    shown = [name for name, values in further.items() if any(values)]
    columns |= {f">{name}": [f"{n:,}" for n in further[name]] for name in shown}
    if any(row.mean_weight < 1 and row.n_points > row.n_open for row in answer.rows):
        shown.append("trust")
        columns[">trust"] = [f"{row.mean_weight:.2f}" if row.n_points > row.n_open else "" for row in answer.rows]
    columns["such as"] = [_short(row.source) for row in answer.rows]
    columns["translated as"] = [_short(row.reference) for row in answer.rows]
    total = f"{counted(len(answer.points), 'check-point')} in {counted(answer.method['n_segments'], 'segment')}."
    notes = (Items(tuple(map(clean, answer.method["notes"]))),) if answer.method["notes"] else ()
    legend = (Legend.of([(name, _LEGEND[name]) for name in shown], 10),) if shown else ()
    table = Table(tuple(columns), list(zip(*columns.values(), strict=True)))
    return Page((Paragraph(total), *notes, Titled("", table), *legend, Paragraph(clean(answer.method["sentence"]))))


def _short(text: str) -> str:
    return clean(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")
