"""Figures of what is ranked, whatever it is: intervals, differences of all pairs, and the partial order."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from steelyard.results.figure import Figure, Mark, Series

__all__ = ["MOST_CELLS", "MOST_ROWS", "Ranked", "difference_heat", "interval_rows", "partial_order", "shown_share"]

MOST_ROWS = 30  # that a page holds
MOST_CELLS = 20  # a side that a column holds, so that each can be read

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A system, or a metric."""

    name: str
    value: float  # its score, or agreement
    interval: tuple[float, float] | None  # around the value
    rank: int  # from 1
    rank_low: int | None  # rank_low, rank_high: ranks it may have
    rank_high: int | None
    cluster: int | None  # from 1


def shown_share(title: str, n_shown: int, n: int) -> str:
    """Say in a title that not all are shown."""
    return title if n_shown == n else f"{title}: the {n_shown} best of {n}"


def interval_rows(
    name: str, title: str, label: str, ranked: Sequence[Ranked], *, note: str = "", marks: tuple[Mark, ...] = ()
) -> Figure:
    """Show the best `MOST_ROWS`, best first, in their clusters."""
    shown = _ordered(ranked)[:MOST_ROWS]
    places = {one.name: float(i) for i, one in enumerate(shown)}
    series = []
    for cluster, group in groupby(shown, lambda one: one.cluster):
        members = list(group)
        has_intervals = any(one.interval for one in members)
        ends = [one.interval or (one.value, one.value) for one in members]
        series.append(
            Series(
                "" if cluster is None else str(cluster),
                tuple(places[one.name] for one in members),
                tuple(one.value for one in members),
                tuple(low for low, _ in ends) if has_intervals else (),
                tuple(high for _, high in ends) if has_intervals else (),
            )
        )
    return Figure(
        name=name,
        title=shown_share(title, len(shown), len(ranked)),
        kind="rows",
        x_label="cluster",
        y_label=label,
        series=tuple(series),
        marks=marks,
        note=note,
        row_names=tuple(places),
    )


def difference_heat(
    name: str,
    title: str,
    label: str,
    ranked: Sequence[Ranked],
    differences: Mapping[Pair, float],
    better: Collection[Pair],
) -> Figure:
    """Show the differences of the best `MOST_CELLS`.

    Each pair stands once in `differences`, and above 0 favours its first; in `better`, the better one is first.
    """
    shown = _ordered(ranked)[:MOST_CELLS]
    places = {one.name: float(i) for i, one in enumerate(shown)}
    found: tuple[list[tuple[float, float, float]], ...] = ([], [], [])
    for (a, b), difference in differences.items():
        for (row, column), value in (((a, b), difference), ((b, a), -difference)):
            if row in places and column in places:
                which = 0 if (row, column) in better else 1 if (column, row) in better else 2
                found[which].append((places[column], places[row], value))
    names = ("row significantly better", "row significantly worse", "")
    return Figure(
        name=name,
        title=shown_share(title, len(shown), len(ranked)),
        kind="heat",
        x_label="column",
        y_label=label,
        series=tuple(_cells(which, sorted(cells)) for which, cells in zip(names, found, strict=True)),
        note="Blue: in favour of the row. Orange: in favour of the column.",
        row_names=tuple(places),
    )


def _cells(name: str, cells: Sequence[tuple[float, float, float]]) -> Series:
    columns, rows, values = (tuple(cell[i] for cell in cells) for i in range(3))
    return Series(name, columns, rows, z=values)


def partial_order(name: str, title: str, ranked: Sequence[Ranked], better: Collection[Pair] | None) -> Figure:
    """Show the ranks that the best `MOST_CELLS` may have, and which cannot be told apart: None where nobody tested it.

    Two rows that no line joins differ significantly, and the upper one is better.
    """
    shown = _ordered(ranked)[:MOST_CELLS]
    rows = range(len(shown))
    joined = {
        (i, j)
        for i, j in combinations(rows, 2)
        if better is not None
        and (shown[i].name, shown[j].name) not in better
        and (shown[j].name, shown[i].name) not in better
    }
    ranges = Series(
        "",
        tuple(map(float, rows)),
        tuple(float(one.rank) for one in shown),
        tuple(float(one.rank_low or one.rank) for one in shown),
        tuple(float(one.rank_high or one.rank) for one in shown),
    )
    groups = _groups(len(shown), joined)
    lines = [
        Series("", tuple(map(float, group)), (float(lane),) * len(group))
        for group, lane in zip(groups, _lanes(groups), strict=True)
    ]
    return Figure(
        name=name,
        title=shown_share(title, len(shown), len(ranked)),
        kind="order",
        x_label="row",
        y_label="rank",
        series=(ranges, *lines),
        note="" if better is None else "Two that no line joins differ significantly: the upper one is better.",
        row_names=tuple(one.name for one in shown),
    )


def _ordered(ranked: Sequence[Ranked]) -> list[Ranked]:
    return sorted(ranked, key=lambda one: (one.cluster or 0, one.rank, one.rank_low or 0))


def _groups(n: int, joined: Collection[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Cover all joined pairs with few groups of rows that are joined in every pair; a row may be in several.

    Each group grows from the widest pair that is not covered yet, rows near the top first: for an order that follows
    the ranking these are all largest groups.
    """
    neighbours = [{j for j in range(n) if (min(i, j), max(i, j)) in joined} for i in range(n)]
    waiting = set(joined)
    groups = []
    while waiting:
        first = min(i for i, _ in waiting)
        group = {first, max(j for i, j in waiting if i == first)}
        for row in sorted(range(n), key=lambda row: (row < first, abs(row - first))):
            if row not in group and group <= neighbours[row]:
                group.add(row)
        waiting -= set(combinations(sorted(group), 2))
        groups.append(tuple(sorted(group)))
    return groups


def _lanes(groups: Sequence[tuple[int, ...]]) -> list[int]:
    """Give each group the first place beside the rows that is free where it stands, and a row above and below."""
    ends: list[list[tuple[int, int]]] = []
    lanes = []
    for group in groups:
        low, high = group[0], group[-1]
        free = [i for i, lane in enumerate(ends) if all(high + 1 < a or b + 1 < low for a, b in lane)]
        if not free:
            ends.append([])
        place = free[0] if free else len(ends) - 1
        ends[place].append((low, high))
        lanes.append(place)
    return lanes
