"""How much segments depend on each other, as text for a terminal or a pipe."""

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.rows import decimals_of
from steelyard.questions.dependence.answer import Dependence, EffectRow, SpreadRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import counted, word_for_segment
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_FEW_UNITS = 40
_ROUGH = Term("standard error of one design effect", ">std. error", ".2f", True)
_BROAD = Term("standard deviation of the score over sets of {word}s spread over the text", ">sd spread", "score", True)
_BLOCKS = Term(
    "standard deviation of the score over sets of consecutive {word}s; larger if neighbours are correlated",
    ">sd blocks",
    "score",
    True,
)


def to_page(dependence: Dependence, *, width: int | None = None) -> Page:
    """Lay out design effects with the real level of a test of segments, then broad sets beside blocks."""
    method = dependence.method
    alpha, word = method["alpha"], word_for_segment(method)
    blocks: list[Block] = [Paragraph("\n".join(_answers(dependence, alpha, word)))]
    for metric in dict.fromkeys(row.metric for row in dependence.spreads):
        effects = [row for row in dependence.effects if row.metric == metric]
        spreads = [row for row in dependence.spreads if row.metric == metric]
        label = clean(spreads[0].label)
        if effects:
            n = method["n_pairs"]
            title = f"{label}: design effects on {counted(n, 'difference')} of two systems"
            blocks.append(Titled(title, _effect_table(effects, alpha, n), is_apart=True))
        decimals = decimals_of(method["scales"][metric], [row.block_range[1] for row in spreads], width)
        several = len({row.system for row in spreads}) > 1
        title = f"{label}: scores of sets of {word}s" + (" (medians over systems)" if several else "")
        blocks.append(Titled(title, _spread_table(spreads, decimals, word), is_apart=True))
    return Page((*blocks, Legend.below(blocks, word=word), MethodText(method["sentence"])))


def _answers(dependence: Dependence, alpha: float, word: str) -> list[str]:
    """Say for each metric whether a test of single segments is wrong."""
    rows: dict[str, list[EffectRow]] = {}
    for row in dependence.effects:
        rows.setdefault(row.metric, []).append(row)
    if not rows:
        return [f"One system has no difference to test: give a second system to see whether {word}s are correlated."]
    return [f"{clean(effects[0].label)}: {_verdict(effects, alpha, word)}" for effects in rows.values()]


def _effect_table(rows: Sequence[EffectRow], alpha: float, n_pairs: int) -> Table:
    several = ((">median design effect", "median"), "low", "high") if n_pairs > 1 else ("median",)
    level = (f">error rate at {alpha:g}", "segment_level")
    return table(rows, (("unit", _unit), "n_units", *several, (_ROUGH, _error), level))


def _error(row: EffectRow) -> float | None:
    return None if row.median is None or row.relative_error is None else row.relative_error * row.median


def _unit(row: EffectRow) -> str:
    return "document" if row.size is None else f"block of {row.size:,}"


def _verdict(rows: Sequence[EffectRow], alpha: float, word: str) -> str:
    """Say whether segments are correlated: by documents where there are any, else by the longest blocks of which "
    "there are many.
    """
    known = [row for row in rows if row.median is not None]
    if not known:
        return "no design effect, because the differences do not vary."
    blocks = [row for row in known if row.n_units >= _FEW_UNITS] or [max(known, key=lambda row: row.n_units)]
    row = next((row for row in known if row.unit == "document"), blocks[-1])
    if row.median is None or row.segment_level is None or row.relative_error is None:
        return ""
    what, unit = ("document", "document") if row.unit == "document" else (_unit(row), f"block:{row.size}")
    error = row.relative_error * row.median
    figures = f"design effect {row.median:.2f}, standard error {error:.2f}, {counted(row.n_units, row.unit)}"
    if row.median - 1 <= 2 * error:
        return f"{word}s of a {what} are not significantly correlated ({figures})."
    return (
        f"{word}s of a {what} are correlated ({figures}). A test of single {word}s has "
        f"{100 * row.segment_level:.1f}% false positives, not {100 * alpha:g}%: use --unit {unit}."
    )


def _spread_table(rows: Sequence[SpreadRow], decimals: int, word: str) -> Table:
    """Show each size with the medians over systems."""
    by_size = [list(group) for _, group in groupby(rows, key=lambda row: row.size)]
    columns: tuple[Shown, ...] = (
        (f">{word}s per set", lambda group: f"{group[0].size:,}"),
        (">sets", lambda group: f"{group[0].n_sets:,}"),
        (">left out", lambda group: f"{group[0].n_dropped:,}"),
        (_BROAD, lambda group: median(row.broad_sd for row in group)),
        (_BLOCKS, lambda group: median(row.block_sd for row in group)),
        (Term("", ">design effect", ".2f"), _median_effect),
    )
    return table(by_size, columns, decimals=decimals)


def _median_effect(group: Sequence[SpreadRow]) -> float | None:
    effects = [row.design_effect for row in group if row.design_effect is not None]
    return median(effects) if effects else None
