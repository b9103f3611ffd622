"""A covering design: few cells in which every pair of levels of two factors meets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

__all__ = ["covering"]

Cell = dict[str, Any]


def covering(
    factors: Mapping[str, Sequence[object]], is_possible: Callable[[Cell], bool] = lambda _: True
) -> Iterator[Cell]:
    """Choose cells one by one, each the one that shows the most pairs which none before it showed.

    Parameters
    ----------
    factors : mapping of str to sequence
        The levels of each factor.
    is_possible : callable
        Whether a cell can be measured. Pairs that stand in no possible cell are not asked for.

    Yields
    ------
    dict of str to object
        A level of each factor.

    Examples
    --------
    >>> len(list(covering({"a": "xy", "b": "xy", "c": "xy"})))
    4
    """
    cells = [
        cell for levels in product(*factors.values()) if is_possible(cell := dict(zip(factors, levels, strict=True)))
    ]
    pairs = [set(combinations(cell.items(), 2)) for cell in cells]
    left: set[tuple[tuple[str, Any], ...]] = set().union(*pairs)
    while left:
        # Ties go to the cell that stands first, so that the design is the same everywhere.
        best = max(range(len(cells)), key=lambda i: len(pairs[i] & left))
        left -= pairs[best]
        yield cells[best]
