"""What pages of judged units share: cautions, which differences are named and shown, and tables of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from steelyard.page.blocks import Block, Paragraph, Titled
from steelyard.results import terms
from steelyard.results.columns import Shown, table
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.pair_rows import Decided
from steelyard.results.table import Table, clean

__all__ = ["difference_names", "item_pairs_block", "named_differences", "pairs_shown"]

_MOST = 20  # of more, the significant ones
_MOST_TOLD = 60
_MOST_NAMED = 4
Pair = TypeVar("Pair", bound=Decided)


def pairs_shown(pairs: Sequence[Pair], most: int) -> tuple[Sequence[Pair], str]:
    """Take all pairs, or of more than so many the significant ones; say how many others there are."""
    shown = pairs if len(pairs) <= most else [pair for pair in pairs if pair.verdict in ("better", "worse")]
    n_more = len(pairs) - len(shown)
    return shown, f"{n_more:,} more pairs do not differ significantly; --format json has all." if n_more else ""


def item_pairs_block(
    title: str,
    rows: Sequence[ItemPairRow],
    names: Mapping[str, str],
    *,
    decimals: int = 1,
    scales: Mapping[str, tuple[int, int]] | None = None,
    most: int = _MOST_TOLD,
) -> Block | None:
    """Set differences in a table; of many, the significant ones. None where there is none.

    `names` says what levels without a name of their own are called, and `scales` factor and decimals of those that are
    no percentages.
    """
    if not rows:
        return None
    told = [pair for pair in rows if pair.verdict in ("better", "worse")]
    shown = rows if len(rows) <= _MOST else told[:most]
    if not shown:
        return Paragraph(f"{title}: none of {len(rows):,} is significant; --format json has all.")
    parts = [f"{len(told) - len(shown):,} more are significant"] if len(told) > len(shown) else []
    n_other = len(rows) - len(told)
    parts += [f"{n_other:,} more are not significant"] if len(rows) > _MOST and n_other else []
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
    named = [(pair.name, pair.difference) for pair in pairs if pair.verdict == verdict]
    return ", ".join(difference_names(named, _MOST_NAMED, 0, "{:,} more"))


def difference_names(pairs: Iterable[tuple[str, float]], most: int, decimals: int, more: str) -> list[str]:
    """Name differences in percent, the largest first, and say how many more there are."""
    ordered = sorted(pairs, key=lambda pair: -abs(pair[1]))
    found = [f"{clean(name)} ({100 * difference:+.{decimals}f})" for name, difference in ordered[:most]]
    return [*found, more.format(len(ordered) - most)] if len(ordered) > most else found
