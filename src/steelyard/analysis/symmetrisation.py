"""One alignment made of two: that from source to target, and that from target to source."""

from collections.abc import Iterable
from heapq import heappop, heappush

import numpy as np

from steelyard.analysis.word_alignments import is_among
from steelyard.choices import SYMMETRISATIONS
from steelyard.errors import AlignmentError, unknown_name
from steelyard.types import WordLinks

__all__ = ["symmetrise"]

Link = tuple[int, int]  # target, source: the order in which they are scanned
_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def symmetrise(forward: WordLinks, reverse: WordLinks, method: str) -> WordLinks:
    """Make one alignment of two directions.

    Parameters
    ----------
    forward, reverse : WordLinks
        Links of a model from source to target, and of one from target to source; both source-target here.
    method : {"intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and"}
        What both have; what either has; from the intersection, links of the union that stand beside a link, diagonally
        too, and have a word that is not linked yet; then also other links of either direction of which one word
        (``final``), or both words (``final-and``), are not linked yet.

    Returns
    -------
    WordLinks
        All of them sure.

    Raises
    ------
    SpecError
        There is no such method.
    AlignmentError
        The directions are of another number of sentence pairs.

    References
    ----------
    Och and Ney 2003, J03-1002; Koehn, Och and Marcu 2003, "Statistical phrase-based translation", N03-1017.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import symmetrise
    >>> from steelyard.types import WordLinks
    >>> one = WordLinks.of(np.zeros(2, int), np.array([0, 1]), np.array([0, 1]), np.ones(2), 1)
    >>> two = WordLinks.of(np.zeros(2, int), np.array([0, 2]), np.array([0, 1]), np.ones(2), 1)
    >>> {method: symmetrise(one, two, method).sources.tolist() for method in ("intersection", "union", "grow-diag")}
    {'intersection': [0], 'union': [0, 1, 2], 'grow-diag': [0, 1, 2]}
    """
    if method not in SYMMETRISATIONS:
        raise unknown_name("symmetrisation", method, SYMMETRISATIONS)
    if forward.n_segments != reverse.n_segments:
        raise AlignmentError(
            f"One direction has {forward.n_segments:,} sentence pairs, the other {reverse.n_segments:,}."
        )
    both = forward.keys[is_among(forward.keys, reverse.keys)]
    if method == "intersection":
        return WordLinks(both, np.ones(len(both), bool), forward.n_segments)
    if method == "union":
        keys = np.union1d(forward.keys, reverse.keys)
        return WordLinks(keys, np.ones(len(keys), bool), forward.n_segments)
    return _grown(forward, reverse, WordLinks(both, np.ones(len(both), bool), forward.n_segments), method)


def _grown(forward: WordLinks, reverse: WordLinks, both: WordLinks, method: str) -> WordLinks:
    """Grow the links of every sentence pair; each link that is added decides about the next, so there is a loop."""
    rows: list[tuple[int, int, int]] = []
    parts = (_by_segment(forward), _by_segment(reverse), _by_segment(both))
    for segment, (one, other, shared) in enumerate(zip(*parts, strict=True)):
        grown = _Grown(shared)
        grown.grow({*one, *other})
        if method != "grow-diag":
            for links in (one, other):
                grown.add_rest(links, needs_both=method == "grow-diag-final-and")
        rows += [(segment, source, target) for target, source in grown.links]
    table = np.array(rows, np.int64).reshape(-1, 3)
    return WordLinks.of(table[:, 0], table[:, 1], table[:, 2], np.ones(len(table), bool), forward.n_segments)


def _by_segment(links: WordLinks) -> list[list[Link]]:
    pairs = list(zip(links.targets.tolist(), links.sources.tolist(), strict=True))
    ends = np.searchsorted(links.segments, np.arange(links.n_segments), side="right").tolist()
    return [pairs[start:end] for start, end in zip([0, *ends], ends, strict=False)]


class _Grown:
    """Links of a sentence pair while more are added; scanned target by target, as published."""

    def __init__(self, links: Iterable[Link]) -> None:
        self.links = set(links)
        self.targets = {target for target, _ in self.links}
        self.sources = {source for _, source in self.links}

    def grow(self, union: set[Link]) -> None:
        """Add links beside links, scan by scan, until one adds nothing; what is added ahead is of the same scan."""
        is_growing = True
        while is_growing:
            is_growing = False
            waiting = sorted(self.links)  # a heap
            while waiting:
                here = heappop(waiting)
                for step, aside in _AROUND:
                    link = here[0] + step, here[1] + aside
                    if link in union and (link[0] not in self.targets or link[1] not in self.sources):
                        self._add(link)
                        is_growing = True
                        if link > here:
                            heappush(waiting, link)

    def add_rest(self, links: Iterable[Link], *, needs_both: bool) -> None:
        """Add links one word of which, or both, are not linked yet."""
        for target, source in sorted(links):
            free = (target not in self.targets) + (source not in self.sources)
            if free == 2 or (free and not needs_both):
                self._add((target, source))

    def _add(self, link: Link) -> None:
        self.links.add(link)
        self.targets.add(link[0])
        self.sources.add(link[1])
