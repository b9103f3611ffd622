"""Rows gathered by what they share."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

__all__ = ["groups_of"]

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


def groups_of(rows: Iterable[Row], key: Callable[[Row], Key]) -> list[tuple[Key, list[Row]]]:
    """Gather rows by a key, in the order in which keys appear.

    Parameters
    ----------
    rows : iterable
        Of any kind.
    key : callable
        What rows of a group share.

    Returns
    -------
    list of (key, list)
        One entry per group.

    Examples
    --------
    >>> from steelyard.results import groups_of
    >>> groups_of(["a1", "b1", "a2"], lambda row: row[0])
    [('a', ['a1', 'a2']), ('b', ['b1'])]
    """
    groups: dict[Key, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())
