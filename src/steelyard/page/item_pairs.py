"""Tables of differences between systems or metrics on items of a kind."""

from collections.abc import Mapping, Sequence

from steelyard.page.blocks import Block, Paragraph, Titled
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.table import Table, clean

__all__ = ["item_pairs_block", "named_differences"]

_MOST = 20  # of more, those that were told apart
_MOST_TOLD = 60
_MOST_NAMED = 4


def item_pairs_block(
    title: str,
    rows: Sequence[ItemPairRow],
    names: Mapping[str, str],
    *,
    decimals: int = 1,
    scales: Mapping[str, tuple[int, int]] | None = None,
    most: int = _MOST_TOLD,
) -> Block | None:
    """Set differences in a table; of many, those that were told apart. None where there is none.

    `names` says what levels without a name of their own are called, and `scales` factor and decimals of those that are
    no percentages.
    """
    if not rows:
        return None
    told = [pair for pair in rows if pair.verdict in ("better", "worse")]
    shown = rows if len(rows) <= _MOST else told[:most]
    if not shown:
        return Paragraph(f"{title}: none of {len(rows):,} can be told; --format json has all.")
    parts = [f"{len(told) - len(shown):,} more are told apart"] if len(told) > len(shown) else []
    n_other = len(rows) - len(told)
    parts += [f"{n_other:,} more cannot be told apart"] if len(rows) > _MOST and n_other else []
    after = f"{'; '.join(parts)}; --format json has all." if parts else ""
    headers = ("of", "A", "B", ">A - B", "interval", ">A ahead", ">B ahead", ">p", ">p, corrected", "A is")
    cells = [_cells(pair, names, (scales or {}).get(pair.level, (100, decimals))) for pair in shown]
    return Titled(title, Table(headers, cells, styled=9), after)


def _cells(pair: ItemPairRow, names: Mapping[str, str], scale: tuple[int, int]) -> tuple[str, ...]:
    factor, decimals = scale
    interval = None if pair.interval is None else (factor * pair.interval[0], factor * pair.interval[1])
    return (
        names.get(pair.level, clean(pair.name)),
        clean(pair.system_a),
        clean(pair.system_b),
        f"{factor * pair.delta:+.{decimals}f}",
        interval_text(interval, decimals, sign="+"),
        f"{pair.n_a:,}",
        f"{pair.n_b:,}",
        p_text(pair.p_value),
        p_text(pair.p_adjusted),
        pair.verdict,
    )


def named_differences(pairs: Sequence[ItemPairRow], verdict: str) -> str:
    """Name what has a verdict, with its difference in percent, the largest first; empty where nothing has."""
    ordered = sorted((pair for pair in pairs if pair.verdict == verdict), key=lambda pair: -abs(pair.delta))
    found = [f"{clean(pair.name)} ({100 * pair.delta:+.0f})" for pair in ordered[:_MOST_NAMED]]
    more = [f"{len(ordered) - _MOST_NAMED:,} more"] if len(ordered) > _MOST_NAMED else []
    return ", ".join(found + more)
