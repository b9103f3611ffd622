"""Tables of differences between systems or metrics on items of a kind."""

from collections.abc import Mapping, Sequence

from steelyard.page.blocks import Block, Paragraph, Titled
from steelyard.results import terms
from steelyard.results.columns import Shown, table
from steelyard.results.item_pairs import ItemPairRow
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
    return Titled(title, _table(shown, names, scales or {}, decimals), after)


def _table(
    rows: Sequence[ItemPairRow], names: Mapping[str, str], scales: Mapping[str, tuple[int, int]], decimals: int
) -> Table:
    def scaled(row: ItemPairRow, value: float) -> str:
        factor, digits = scales.get(row.level, (100, decimals))
        return f"{factor * value:+.{digits}f}"

    def interval(row: ItemPairRow) -> str:
        return f"[{', '.join(scaled(row, end) for end in row.interval)}]" if row.interval else ""

    columns: tuple[Shown, ...] = (
        ("of", lambda row: names.get(row.level, row.name)),
        *("system", "against"),
        (">difference", lambda row: scaled(row, row.difference)),
        ("interval", interval),
        *("n_ahead", "n_behind"),
        (terms.P_VALUE, "p_value"),
        (terms.P_CORRECTED, "p_adjusted"),
        "verdict",
    )
    return table(rows, columns)


def named_differences(pairs: Sequence[ItemPairRow], verdict: str) -> str:
    """Name what has a verdict, with its difference in percent, the largest first; empty where nothing has."""
    ordered = sorted((pair for pair in pairs if pair.verdict == verdict), key=lambda pair: -abs(pair.difference))
    found = [f"{clean(pair.name)} ({100 * pair.difference:+.0f})" for pair in ordered[:_MOST_NAMED]]
    more = [f"{len(ordered) - _MOST_NAMED:,} more"] if len(ordered) > _MOST_NAMED else []
    return ", ".join(found + more)
