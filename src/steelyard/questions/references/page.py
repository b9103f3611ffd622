"""References, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.rows import by_metric, decimals_of
from steelyard.questions.references.answer import ReferencePairRow, ReferenceReport
from steelyard.results.columns import table
from steelyard.results.numbers import number_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_FEW_SYSTEMS = 10  # below, one exchanged pair moves tau by more than .04


def to_page(answer: ReferenceReport, *, width: int | None = None) -> Page:
    """Lay out references one by one, by how many there are, and two by two."""
    blocks: list[Block] = [Paragraph("\n".join(_found(answer))), *cautions(answer.method)]
    ablation, pairs = dict(by_metric(answer.ablation)), dict(by_metric(answer.pairs))
    for metric, rows in by_metric(answer.references):
        decimals = decimals_of(None, [row.alone for row in rows], width)
        label = clean(rows[0].label)
        blocks.append(Titled(f"{label}: each reference", table(rows, decimals=decimals)))
        blocks.append(Titled(f"{label}: by number of references", table(ablation[metric], decimals=decimals)))
        if metric in pairs:
            blocks.append(
                Titled(
                    f"{label}: each reference (row) scored as an output against another (column)",
                    _matrix(pairs[metric], decimals),
                )
            )
    return Page((*blocks, Legend.below(blocks), MethodText(clean(answer.method["sentence"]))))


def _found(answer: ReferenceReport) -> list[str]:
    """Say how scores and rankings depend on the number and choice of references."""
    lines = []
    for _, rows in by_metric(answer.ablation):
        people = [row for row in rows if not row.n_machine] or rows
        singles = people[0]
        lowest, highest = f"{singles.low:.4g}", f"{singles.high:.4g}"
        line = f"Mean {clean(singles.label)} of the systems: {lowest}"
        if lowest != highest:
            line += f" {'or' if singles.n_subsets == 2 else 'to'} {highest}"
        line += " with one reference"
        if lowest != highest:
            line += ", depending on which"
        if people[-1].n_references > 1:
            line += f"; {people[-1].mean:.4g} with {people[-1].n_references} references"
        lines.append(f"{line}.")
        if singles.lowest_tau is not None:
            least = "at least " if singles.lowest_tau < 1 else ""
            lines.append(
                f"Rankings with one reference and with all have a Kendall's tau of {least}{singles.lowest_tau:.2f}"
                f"{_of_few(answer)}."
            )
    n_machine = answer.method["kinds"].count("machine")
    if n_machine:
        lines.append(f"Machines wrote {n_machine} of {counted(len(answer.method['kinds']), 'reference')}.")
    return lines


def _of_few(answer: ReferenceReport) -> str:
    """Say how coarse tau is over few systems; empty over many."""
    n = int(answer.method["n_systems"])
    if n >= _FEW_SYSTEMS:
        return ""
    step = 4 / (n * (n - 1))
    return f"; with {counted(n, 'system')}, tau changes by {step:.2f} if two systems change places"


def _matrix(rows: Sequence[ReferencePairRow], decimals: int) -> Table:
    numbers = sorted({row.output for row in rows})
    by_pair = {(row.output, row.reference): row.score for row in rows}
    cells = [(str(a), *(number_text(by_pair.get((a, b)), decimals) for b in numbers)) for a in numbers]
    return Table((">", *(f">{b}" for b in numbers)), cells)
