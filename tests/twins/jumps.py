"""Distances with block jumps and costs by spelling, slowly: Leusch, Ueffing and Ney 2006 (E06-1031) as it is written.

Nothing here is clever or shared with the package; that is its use.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import permutations

Words = Sequence[str]
Number = Fraction | int
Cost = Callable[[str, str], Number]


def equal_cost(a: str, b: str) -> int:
    """Return 0 for equal words, else 1."""
    return int(a != b)


@cache
def levenshtein_cost(a: str, b: str) -> Fraction:
    """Return edits over steps of the alignment: of all with the fewest edits, one with the fewest steps."""

    @cache
    def best(i: int, j: int) -> tuple[int, int]:
        ways = [(0, 0)] if i == j == 0 else []
        if i:
            ways.append((best(i - 1, j)[0] + 1, best(i - 1, j)[1] + 1))
        if j:
            ways.append((best(i, j - 1)[0] + 1, best(i, j - 1)[1] + 1))
        if i and j:
            ways.append((best(i - 1, j - 1)[0] + (a[i - 1] != b[j - 1]), best(i - 1, j - 1)[1] + 1))
        return min(ways)

    edits, steps = best(len(a), len(b))
    return Fraction(edits, steps)


def prefix_cost(a: str, b: str) -> Fraction:
    """Return 1 less the length of the common prefix over the mean length."""
    common = max(n for n in range(min(len(a), len(b)) + 1) if a[:n] == b[:n])
    return 1 - Fraction(2 * common, len(a) + len(b))


COSTS: dict[str, Cost] = {"equal": equal_cost, "levenshtein": levenshtein_cost, "prefix": prefix_cost}


def cover_table(candidate: Words, reference: Words, cost: Cost = equal_cost) -> list[list[Number]]:
    """Return D as table[j][i] by equation (1), whose l is j; row 0 allows deletions and a jump from the start."""
    table: list[list[Number]] = []
    for j in range(len(reference) + 1):
        row: list[Number] = []
        for i in range(len(candidate) + 1):
            ways: list[Number] = [0] if i == j == 0 else []
            if i and j:
                ways.append(table[j - 1][i - 1] + cost(candidate[i - 1], reference[j - 1]))
            if j:
                ways.append(table[j - 1][i] + 1)
            if i:
                ways.append(row[i - 1] + 1)
            row.append(min(ways))
        jump = min(row) + 1
        table.append([min(cell, jump) for cell in row])
    return table


def cover_distance(candidate: Words, reference: Words, cost: Cost = equal_cost) -> Number:
    """Return d_CD."""
    return cover_table(candidate, reference, cost)[-1][-1]


def miscoverage(candidate: Words, reference: Words, cost: Cost = equal_cost) -> int:
    """Return lp_misc on one best path; from its end: diagonal, deletion, insertion, jump from the first minimum."""
    table = cover_table(candidate, reference, cost)
    coverage = [0] * len(candidate)
    j, i = len(reference), len(candidate)
    while (j, i) != (0, 0):
        here = table[j][i]
        if i and j and here == table[j - 1][i - 1] + cost(candidate[i - 1], reference[j - 1]):
            j, i = j - 1, i - 1
            coverage[i] += 1
        elif i and here == table[j][i - 1] + 1:
            i -= 1
            coverage[i] += 1
        elif j and here == table[j - 1][i] + 1:
            j -= 1
        else:
            i = table[j].index(min(table[j]))
    return sum(abs(1 - n) for n in coverage)


def long_jump_distance(candidate: Words, reference: Words) -> int:
    """Return d_LJ, where candidate words too are covered exactly once: the shortest path over places and words used."""
    goal = (len(candidate), len(reference), 2 ** len(candidate) - 1)
    heap, done = [(0, (0, 0, 0))], set()
    while True:
        distance, state = heappop(heap)
        if state == goal:
            return distance
        if state in done:
            continue
        done.add(state)
        i, l, used = state  # noqa: E741
        ways = [(1, (other, l, used)) for other in range(len(candidate) + 1) if other != i]
        if l < len(reference):
            ways.append((1, (i, l + 1, used)))
        if i < len(candidate) and not used >> i & 1:
            ways.append((1, (i + 1, l, used | 1 << i)))
            if l < len(reference):
                ways.append((int(candidate[i] != reference[l]), (i + 1, l + 1, used | 1 << i)))
        for step, after in ways:
            if after not in done:
                heappush(heap, (distance + step, after))


def bag_distance(a: Words, b: Words, cost: Cost = equal_cost) -> Number:
    """Return the least cost of pairing words in any order, trying every order; a word left over costs 1."""
    short, long = sorted((a, b), key=len)
    pairings = permutations(long, len(short))
    least = min(sum(cost(x, y) for x, y in zip(short, order, strict=True)) for order in pairings)
    return least + len(long) - len(short)
