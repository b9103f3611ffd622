"""Slow twins of what is done with word alignments, as the papers say it: a sentence pair at a time, with sets."""

from itertools import product

Link = tuple[int, int]
_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def phrases_of(links: set[Link], n: int, m: int, longest: int, *, is_tight: bool) -> set[tuple[int, int, int, int]]:
    """Try every pair of runs: first and last source word, first and last target word."""
    found = set()
    for i1, j1 in product(range(n), range(m)):
        for i2, j2 in product(range(i1, min(i1 + longest, n)), range(j1, min(j1 + longest, m))):
            inside = {(i, j) for i, j in links if i1 <= i <= i2 and j1 <= j <= j2}
            touched = {(i, j) for i, j in links if i1 <= i <= i2 or j1 <= j <= j2}
            ends = {i1, i2} <= {i for i, _ in inside} and {j1, j2} <= {j for _, j in inside}
            if inside and inside == touched and (ends or not is_tight):
                found.add((i1, i2, j1, j2))
    return found


def grow_diag(one: set[Link], other: set[Link], n: int, m: int, *, final: str = "", grow: str = "or") -> set[Link]:
    """Grow (source, target) links as the pseudo-code of Moses's manual does, over the whole grid.

    With ``grow="and"`` a neighbour needs two words that are free, which some programs ask for.
    """
    links, union = one & other, one | other

    def is_free(link: Link, rule: str) -> bool:
        free = [link[0] not in {i for i, _ in links}, link[1] not in {j for _, j in links}]
        return all(free) if rule == "and" else any(free)

    is_growing = True
    while is_growing:
        is_growing = False
        for j, i in product(range(m), range(n)):
            if (i, j) in links:
                for b, a in _AROUND:
                    link = i + a, j + b
                    if link in union and link not in links and is_free(link, grow):
                        links = links | {link}
                        is_growing = True
    for links_of in (one, other) if final else ():
        for j, i in product(range(m), range(n)):
            if (i, j) in links_of and (i, j) not in links and is_free((i, j), final):
                links = links | {(i, j)}
    return links
