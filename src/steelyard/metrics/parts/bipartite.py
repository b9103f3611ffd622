"""Match things of two kinds with each other, each at most once: as many as possible."""

from collections.abc import Sequence

__all__ = ["maximum_matching"]


def maximum_matching(edges: Sequence[Sequence[int]], n_right: int) -> list[int]:
    """Match as many things on the left as possible with one on the right each, by augmenting paths.

    Edges are, for each thing on the left, those on the right that it may be matched with, preferred ones first. Returns
    for each its partner, or -1. Time grows with the number of things times that of edges.

    Examples
    --------
    >>> from steelyard.metrics.parts.bipartite import maximum_matching
    >>> maximum_matching([[0, 1], [0]], 2)
    [1, 0]
    """
    of_left, of_right = [-1] * len(edges), [-1] * n_right
    # Berge: a matching is the largest when no augmenting path is left. A thing that has none now never will, so that
    # one search for each is enough.
    for start in range(len(edges)):
        came_from: dict[int, int] = {}  # right: the left that it was reached from, breadth first
        queue = [start]
        for left in queue:
            free = next((right for right in edges[left] if right not in came_from and of_right[right] < 0), None)
            if free is not None:
                came_from[free] = left
                _flip(free, came_from, of_left, of_right)
                break
            for right in edges[left]:
                if right not in came_from:
                    came_from[right] = left
                    queue.append(of_right[right])
    return of_left


def _flip(free: int, came_from: dict[int, int], of_left: list[int], of_right: list[int]) -> None:
    """Give every left on the path the right it reached, back to the start, which had none."""
    right = free
    while right >= 0:
        left = came_from[right]
        of_right[right], of_left[left], right = left, right, of_left[left]
