"""What repairing a class of errors would bring, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Paragraph, Titled
from steelyard.page.judged_units import pairs_shown
from steelyard.page.rows import decimals_of
from steelyard.questions.errors.answer import Errors, RepairRow
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import Table, clean

__all__ = ["lay_out_repairs"]

_MOST_SENTENCES = 6  # pairs
_MOST_PAIRS = 15
_ORACLE = (
    "An upper bound: repairs come from the reference, and whoever repairs without it makes other errors. Texts are "
    "words with spaces between, before and after."
)


def lay_out_repairs(errors: Errors) -> list[Block]:
    """Lay out gains by class, what becomes of differences, and what these numbers are."""
    blocks: list[Block] = []
    for metric in dict.fromkeys(row.metric for row in errors.repairs):
        rows = [row for row in errors.repairs if row.metric == metric]
        decimals = decimals_of(None, [row.score for row in rows], None)
        blocks.append(_gains(rows, decimals, 1 - errors.method["alpha"]))
        blocks += _differences(rows, _of_metric(errors.repaired_pairs, rows), decimals)
    return [*blocks, Paragraph(_ORACLE)] if blocks else []


def _of_metric(pairs: Sequence[PairRow], rows: Sequence[RepairRow]) -> list[PairRow]:
    """Keep the pairs of a metric, as it is and with each class repaired."""
    metric = rows[0].metric
    known = {metric, *(f"{metric}+{row.name}" for row in rows)}
    return [pair for pair in pairs if pair.metric in known]


def _gains(rows: Sequence[RepairRow], decimals: int, level: float) -> Titled:
    """Set classes in rows, and for every system the score without them, what that gains, and how many words it is."""
    systems = list(dict.fromkeys(row.system for row in rows))
    headers = ["repaired"]
    for system in systems:
        headers += [f">{clean(system)}", ">gain", f"{level:.0%} interval", ">words"]
    first = {row.system: row for row in reversed(rows)}
    line = ["nothing"]
    for system in systems:
        line += [f"{first[system].score:.{decimals}f}", "", "", ""]
    cells = [tuple(line)]
    for name in dict.fromkeys(row.name for row in rows):
        line = [name]
        for row in (row for row in rows if row.name == name):
            line += [f"{row.repaired:.{decimals}f}", f"{row.gain:+.{decimals}f}"]
            line += [interval_text(row.interval, decimals, sign="+"), f"{row.n_repaired:,}"]
        cells.append(tuple(line))
    return Titled(f"{clean(rows[0].label)} with the errors of a class repaired", Table(tuple(headers), cells))


def _differences(rows: Sequence[RepairRow], pairs: Sequence[PairRow], decimals: int) -> list[Block]:
    """Show what is left of every difference where both systems are repaired."""
    if not pairs:
        return []
    metric = rows[0].metric
    before = {(pair.system, pair.against): pair for pair in pairs if pair.metric == metric}
    told = []
    for names, pair in list(before.items())[:_MOST_SENTENCES]:
        own = [one for one in pairs if (one.system, one.against) == names and one.metric != metric]
        if not own or not pair.difference:
            continue
        toward = [(pair.difference - one.difference) * (1 if pair.difference > 0 else -1) for one in own]
        most = own[toward.index(max(toward))]
        if max(toward) > 0:
            name, (a, b) = most.metric.removeprefix(f"{metric}+"), map(clean, names)
            told.append(
                f"{a} less {b} is {pair.difference:+.{decimals}f}; with {name} repaired in both it is "
                f"{most.difference:+.{decimals}f}: no other class takes so much of it."
            )
    shown, after = pairs_shown(pairs, _MOST_PAIRS)
    columns: tuple[Shown, ...] = (
        ("repaired in both", lambda pair: pair.metric.removeprefix(metric).removeprefix("+") or "nothing"),
        *("system", "against"),
        (terms.DIFFERENCE, "difference"),
        (Term("", "interval", "+score"), "interval"),
        (terms.P_CORRECTED, "p_adjusted"),
        (terms.VERDICT_CORRECTED, "verdict"),
    )
    differences = [Titled("", table(shown, columns, decimals=decimals), after)] if shown else []
    return [*([Paragraph("\n".join(told))] if told else []), *differences]
