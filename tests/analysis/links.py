"""Links from sets of pairs, a set for each sentence pair, and back."""

from collections.abc import Sequence

import numpy as np

from steelyard.types import WordLinks

Links = set[tuple[int, int]]


def links_of(sure: Sequence[Links], possible: Sequence[Links] | None = None) -> WordLinks:
    rows = [
        (segment, *link, is_sure)
        for is_sure, sets in ((1, sure), (0, possible or ()))
        for segment, links in enumerate(sets)
        for link in links
    ]
    table = np.array(rows, np.int64).reshape(-1, 4)
    return WordLinks.of(*table[:, :3].T, table[:, 3] == 1, len(sure))


def sets_of(links: WordLinks) -> list[Links]:
    found: list[Links] = [set() for _ in range(links.n_segments)]
    for segment, source, target in zip(
        *(x.tolist() for x in (links.segments, links.sources, links.targets)), strict=True
    ):
        found[segment].add((source, target))
    return found
