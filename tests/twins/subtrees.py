"""Subtrees of a depth, slowly: each node's tree written in brackets, cut off below."""

from collections import Counter
from collections.abc import Sequence


def subtrees(parents: Sequence[int], labels: Sequence[str], depth: int) -> Counter[str]:
    """Return the trees of all nodes that reach down to a depth, cut off there; parents count from 0, -1 for none."""
    children = [[j for j, parent in enumerate(parents) if parent == i] for i in range(len(parents))]

    def height(node: int) -> int:
        return 1 + max((height(child) for child in children[node]), default=0)

    def cut(node: int, left: int) -> str:
        below = [cut(child, left - 1) for child in children[node]] if left > 1 else []
        return f"[{labels[node]}{''.join(below)}]"

    return Counter(cut(node, depth) for node in range(len(parents)) if height(node) >= depth)


def counts(
    hypothesis: tuple[Sequence[int], Sequence[str]],
    references: Sequence[tuple[Sequence[int], Sequence[str]]],
    max_depth: int,
) -> tuple[list[int], list[int]]:
    """Return matches and totals of each depth."""
    matches, totals = [], []
    for depth in range(1, max_depth + 1):
        ours, theirs = subtrees(*hypothesis, depth), [subtrees(*reference, depth) for reference in references]
        totals.append(ours.total())
        matches.append(sum(min(n, max(bag[tree] for bag in theirs)) for tree, n in ours.items()))
    return matches, totals
