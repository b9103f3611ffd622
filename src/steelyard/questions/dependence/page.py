"""How much segments hang together, as text for a terminal or a pipe."""

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from steelyard.page.blocks import Block, Legend, Page, Paragraph, Titled
from steelyard.page.rows import decimals_of
from steelyard.questions.dependence.answer import Dependence, EffectRow, SpreadRow
from steelyard.results.numbers import number_text
from steelyard.results.plurals import counted, word_for_segment
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_FEW_UNITS = 40
_MARGIN = 15
_EFFECT_LEGEND = (
    ("design effect", "1: {word}s are as good as independent; 2: the test set is worth half its {word}s"),
    ("give or take", "standard error of one design effect: few units give a rough figure"),
    ("real level", "how often a two-sided test of single {word}s finds what is not there"),
)
_SPREAD_LEGEND = (
    ("sd broad", "standard deviation of the score over sets of {word}s from all over the text"),
    ("sd blocks", "the same over sets of neighbours: larger where neighbours are alike"),
)


def lay_out(dependence: Dependence, *, width: int | None = None) -> Page:
    """Lay out design effects with the real level of a test of segments, then broad sets beside blocks."""
    method = dependence.method
    alpha, word = method["alpha"], word_for_segment(method)
    blocks: list[Block] = []
    for metric in dict.fromkeys(row.metric for row in dependence.spreads):
        effects = [row for row in dependence.effects if row.metric == metric]
        spreads = [row for row in dependence.spreads if row.metric == metric]
        label = clean(spreads[0].label)
        if effects:
            n = method["n_pairs"]
            title = f"{label}: what {word}s of a document or block have in common, in {counted(n, 'difference')}"
            blocks.append(Titled(title, _effect_table(effects, alpha, n), is_apart=True))
            blocks.append(Paragraph(_verdict(effects, alpha, word)))
        decimals = decimals_of(method["scales"][metric], [row.block_range[1] for row in spreads], width)
        several = len({row.system for row in spreads}) > 1
        title = f"{label}: scores of single systems" + (", medians over systems" if several else "")
        blocks.append(Titled(title, _spread_table(spreads, decimals, word), is_apart=True))
    legend = (*_EFFECT_LEGEND, *_SPREAD_LEGEND) if dependence.effects else _SPREAD_LEGEND
    shown = tuple((name, about.format(word=word)) for name, about in legend)
    return Page((*blocks, Legend.of(shown, _MARGIN), Paragraph(method["sentence"])))


def _effect_table(rows: Sequence[EffectRow], alpha: float, n_pairs: int) -> Table:
    headers = ["unit", ">units", ">design effect", ">give or take", ">real level at " + f"{alpha:g}"]
    if n_pairs > 1:
        headers[2] = ">median design effect"
        headers[3:3] = [">lowest", ">highest"]
    cells = []
    for row in rows:
        spread = [number_text(row.low, 2), number_text(row.high, 2)] if n_pairs > 1 else []
        rough = "" if row.median is None or row.relative_error is None else f"{row.relative_error * row.median:.2f}"
        cells.append(
            (
                _unit(row),
                f"{row.n_units:,}",
                number_text(row.median, 2),
                *spread,
                rough,
                number_text(row.segment_level, 3),
            )
        )
    return Table(tuple(headers), cells)


def _unit(row: EffectRow) -> str:
    return "document" if row.size is None else f"block of {row.size:,}"


def _verdict(rows: Sequence[EffectRow], alpha: float, word: str) -> str:
    """Say what that means: by documents where there are any, else by the longest blocks of which there are many."""
    known = [row for row in rows if row.median is not None]
    if not known:
        return "The differences do not vary: there is nothing to say."
    blocks = [row for row in known if row.n_units >= _FEW_UNITS] or [max(known, key=lambda row: row.n_units)]
    row = next((row for row in known if row.unit == "document"), blocks[-1])
    if row.median is None or row.segment_level is None or row.relative_error is None:
        return ""
    what = "documents" if row.unit == "document" else f"blocks of {row.size:,}"
    rate = f"a test of single {word}s raises false alarms in {100 * row.segment_level:.1f}% of cases"
    asked = f"in place of {100 * alpha:g}%"
    if row.median - 1 > 2 * row.relative_error * row.median:
        text = f"By {what}, {rate} {asked}: test by {what}."
    elif row.median > 1:
        text = f"By {what}, {rate} {asked}; but the design effect is within two of its errors of 1."
    else:
        text = f"By {what}, nothing shows that the differences of {word}s hang together."
    rough = f" With {row.n_units} of them this is a rough figure." if row.n_units < _FEW_UNITS else ""
    return text + rough


def _spread_table(rows: Sequence[SpreadRow], decimals: int, word: str) -> Table:
    headers = (f">{word}s of a set", ">sets", ">left out", ">sd broad", ">sd blocks", ">design effect")
    cells = []
    for size, group in groupby(rows, key=lambda row: row.size):
        members = list(group)
        effects = [row.design_effect for row in members if row.design_effect is not None]
        cells.append(
            (
                f"{size:,}",
                f"{members[0].n_sets:,}",
                f"{members[0].n_dropped:,}",
                f"{median(row.broad_sd for row in members):.{decimals}f}",
                f"{median(row.block_sd for row in members):.{decimals}f}",
                f"{median(effects):.2f}" if effects else "",
            )
        )
    return Table(headers, cells)
