"""Groups of systems in one line, so written that no group reads as a tie."""

from collections.abc import Sequence

from steelyard.page.rows import rank_text
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

__all__ = ["tiers_text"]

_MOST_NAMES = 5  # of a group; of a larger one the first and the last
_MOST_GROUPS = 6


def tiers_text(rows: Sequence[ScoreRow]) -> str:
    """Name the groups of one metric, best first, with the ranks that are possible; no full stop.

    Examples
    --------
    >>> from steelyard.page.tiers import tiers_text
    >>> from steelyard.results import ScoreRow
    >>> places = {"new": (1, 2, 1), "old": (1, 2, 1), "toy": (3, 3, 2)}
    >>> rows = [ScoreRow("m", "M", name, 9.0 - i, None, i + 1, *places[name], "") for i, name in enumerate(places)]
    >>> tiers_text(rows)
    'new, old (rank 1-2) > toy'
    """
    groups: dict[int, list[ScoreRow]] = {}
    for row in sorted(rows, key=lambda row: (row.cluster or 0, row.rank, row.rank_low or 0)):
        groups.setdefault(row.cluster or 0, []).append(row)
    several = [number for number, members in groups.items() if len(members) > 1]
    shown = [_group(groups[number], "rank " if number in several[:1] else "") for number in groups]
    if len(shown) > _MOST_GROUPS:
        shown[_MOST_GROUPS - 1 :] = [f"{len(shown) - _MOST_GROUPS + 1} more"]
    return " > ".join(shown)


def _group(members: Sequence[ScoreRow], rank: str) -> str:
    """Name the systems of a group, each with its ranks unless all have the same."""
    ranges = [rank_text(row) for row in members]
    names = [clean(row.system) for row in members]
    first, last, is_one_range = names[0], names[-1], len(set(ranges)) == 1
    if len(members) == 1:
        return first
    if len(members) > _MOST_NAMES and is_one_range:
        return f"{len(members)} systems from {first} to {last} ({rank}{ranges[0]})"
    if len(members) > _MOST_NAMES:
        return f"{len(members)} systems from {first} ({rank}{ranges[0]}) to {last} ({ranges[-1]})"
    if is_one_range:
        return f"{', '.join(names)} ({rank}{ranges[0]})"
    starts = [rank, *[""] * (len(members) - 1)]
    return ", ".join(f"{name} ({start}{ranks})" for name, start, ranks in zip(names, starts, ranges, strict=True))
