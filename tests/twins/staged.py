"""METEOR of 2005 to 2008, slowly: in every stage all alignments that are best, and all that come of them."""

from collections.abc import Callable, Sequence

Words = Sequence[str]
Alignment = tuple[int, ...]  # by word of the reference: the place of its partner, or -1
IsAlike = Callable[[str, str], bool]


def alignments(hypothesis: Words, reference: Words, stages: Sequence[IsAlike]) -> set[Alignment]:
    """Return the best alignments; each stage adds to what the earlier ones aligned."""
    found = {(-1,) * len(reference)}
    for is_alike in stages:
        alike = [[h for h, other in enumerate(hypothesis) if is_alike(other, word)] for word in reference]
        found = set().union(*(best_of_stage(alike, before) for before in found))
    return found


def best_of_stage(alike: Sequence[Sequence[int]], before: Alignment) -> list[Alignment]:
    """Return what aligns most words, then crosses least, then has the fewest chunks, then the shortest distances.

    Word by word of the reference; of beginnings that use the same words and end alike, the best go on.
    """
    beginnings: dict[tuple[frozenset[int], int], tuple[tuple[int, ...], list[Alignment]]] = {
        (frozenset(), -1): ((0, 0, 0, 0), [()])
    }
    for r, partners in enumerate(alike):
        longer: dict[tuple[frozenset[int], int], tuple[tuple[int, ...], list[Alignment]]] = {}
        for (used, last), (cost, ways) in beginnings.items():
            fixed = before[r] >= 0
            choices = [before[r]] if fixed else [-1, *(h for h in partners if h not in used and h not in before)]
            for h in choices:
                after, state = cost, (used, -1)
                if h >= 0:
                    crossed = sum(other > h for other in used)
                    is_chunk = last < 0 or h != last + 1
                    after = (cost[0] - 1, cost[1] + crossed, cost[2] + is_chunk, cost[3] + abs(h - r))
                    state = (used | {h}, h)
                known = longer.get(state)
                if known is None or after < known[0]:
                    longer[state] = (after, [(*way, h) for way in ways])
                elif after == known[0]:
                    known[1].extend((*way, h) for way in ways)
        beginnings = longer
    least = min(cost for cost, _ in beginnings.values())
    return [way for cost, ways in beginnings.values() if cost == least for way in ways]


def score(hypothesis: Words, reference: Words, alignment: Alignment, alpha: float, beta: float, gamma: float) -> float:
    """Return F lowered by the number of chunks."""
    if not hypothesis and not reference:
        return 1.0
    n_matches = sum(h >= 0 for h in alignment)
    if not n_matches:
        return 0.0
    n_chunks = sum(
        h >= 0 and (r == 0 or alignment[r - 1] < 0 or h != alignment[r - 1] + 1) for r, h in enumerate(alignment)
    )
    precision, recall = n_matches / len(hypothesis), n_matches / len(reference)
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    return mean * (1 - gamma * (n_chunks / n_matches) ** beta)
