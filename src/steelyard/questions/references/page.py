"""References, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.page.rows import by_metric, decimals_of
from steelyard.questions.references.answer import AblationRow, ReferencePairRow, ReferenceReport, ReferenceRow
from steelyard.results.numbers import number_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_MARGIN = 13
_FEW_SYSTEMS = 10  # below, one pair the other way round moves tau by more than .04
_LEGEND = (
    ("as output", "the reference itself, held against all others; ahead: systems with a better score against these"),
    ("alone", "mean score of the systems with this reference alone"),
    ("adds", "what it adds to their mean score, beside all others"),
    ("tau", "Kendall's tau with the ranking of systems by all references, below by all that no machine wrote"),
)


def lay_out(answer: ReferenceReport, *, width: int | None = None) -> Page:
    """Lay out references one by one, by how many there are, and two by two."""
    blocks: list[Block] = [Paragraph("\n".join(_found(answer)))]
    if answer.method["notes"]:
        blocks.append(Items(tuple(map(clean, answer.method["notes"]))))
    ablation, pairs = dict(by_metric(answer.ablation)), dict(by_metric(answer.pairs))
    for metric, rows in by_metric(answer.references):
        decimals = decimals_of(None, [row.alone for row in rows], width)
        label = clean(rows[0].label)
        blocks.append(Titled(f"{label}: each reference", _each(rows, decimals)))
        blocks.append(Titled(f"{label}: by how many there are", _by_number(ablation[metric], decimals)))
        if metric in pairs:
            blocks.append(Titled(f"{label}: row as an output against column", _matrix(pairs[metric], decimals)))
    return Page((*blocks, Legend.of(_LEGEND, _MARGIN), Paragraph(clean(answer.method["sentence"]))))


def _found(answer: ReferenceReport) -> list[str]:
    """Say what one reference more brings, and how far rankings hang on the choice."""
    lines = []
    for _, rows in by_metric(answer.ablation):
        people = [row for row in rows if not row.n_machine] or rows
        singles = people[0]
        line = (
            f"{clean(singles.label)}: with one reference the systems' mean score is {singles.mean:.4g} "
            f"({singles.low:.4g} to {singles.high:.4g}, by which it is)"
        )
        if people[-1].n_references > 1:
            line += f", with {people[-1].n_references} it is {people[-1].mean:.4g}"
        if singles.lowest_tau is not None:
            least = " or more" if singles.lowest_tau < 1 else ""
            line += f"; rankings by one and by all agree by tau {singles.lowest_tau:.2f}{least}{_of_few(answer)}"
        lines.append(f"{line}.")
    n_machine = answer.method["kinds"].count("machine")
    if n_machine:
        lines.append(f"{counted(n_machine, 'reference')} of {len(answer.method['kinds'])} by machines.")
    return lines


def _of_few(answer: ReferenceReport) -> str:
    """Say how coarse tau is over few systems; empty over many."""
    n = int(answer.method["n_systems"])
    if n >= _FEW_SYSTEMS:
        return ""
    step = 4 / (n * (n - 1))
    return f", over {counted(n, 'system')} alone, where one pair the other way round is worth {step:.2f}"


def _each(rows: Sequence[ReferenceRow], decimals: int) -> Table:
    headers = (">reference", "by", ">as output", ">ahead", ">alone", ">tau", ">adds")
    cells = [
        (
            str(row.reference),
            row.kind,
            number_text(row.score, decimals),
            "" if row.n_systems_ahead is None else str(row.n_systems_ahead),
            number_text(row.alone, decimals),
            number_text(row.tau_alone, 2),
            number_text(row.added, decimals, "+"),
        )
        for row in rows
    ]
    return Table(headers, cells)


def _by_number(rows: Sequence[AblationRow], decimals: int) -> Table:
    headers = (">references", ">by machines", ">choices", ">mean", ">lowest", ">highest", ">tau", ">lowest tau")
    cells = [
        (
            str(row.n_references),
            str(row.n_machine),
            str(row.n_subsets),
            *(number_text(value, decimals) for value in (row.mean, row.low, row.high)),
            number_text(row.tau, 2),
            number_text(row.lowest_tau, 2),
        )
        for row in rows
    ]
    return Table(headers, cells)


def _matrix(rows: Sequence[ReferencePairRow], decimals: int) -> Table:
    numbers = sorted({row.output for row in rows})
    by_pair = {(row.output, row.reference): row.score for row in rows}
    cells = [(str(a), *(number_text(by_pair.get((a, b)), decimals) for b in numbers)) for a in numbers]
    return Table((">", *(f">{b}" for b in numbers)), cells)
