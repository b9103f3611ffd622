"""Settle what a row of the statistics of shards sums: segments while they fit in memory, else documents or blocks."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.scored.counted import Counted
from steelyard.scored.shards.rows import SEGMENT
from steelyard.scored.shards.shard import Shard
from steelyard.types import TestSet

__all__ = ["AUTO", "SettledRows", "settle_rows"]

AUTO = "auto"
_MOST_BYTES = 256 * 2**20  # of all statistics: what reads them takes some four times as much
_NUMBER = 8  # bytes
_ROUND = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class SettledRows:
    """What a row is, and why."""

    rows: str  # ``"segment"``, ``"document"`` or ``"block:K"``
    why: str = ""  # empty for segments; else what they would have taken


def settle_rows(shards: Sequence[Shard], first: Counted, most_bytes: int | None = None) -> SettledRows:
    """Settle the rows of all shards by the first, which was counted.

    The others have as many segments for each byte of their files, and where there are no files each as many as the
    first. ``8 N S K`` bytes are the numbers of N rows, S systems and K statistics. Documents go before blocks, as they
    are what a comparison resamples anyway.

    Examples
    --------
    >>> from steelyard.scored import count
    >>> from steelyard.scored.shards.settling import settle_rows
    >>> from steelyard.scored.shards.shard import shards_of
    >>> from steelyard.types import TestSet
    >>> data = TestSet(references=[["a b"] * 600], systems={"x": ["a b"] * 600})
    >>> shards = shards_of([data, data])
    >>> settle_rows(shards, count(data, ["chrf"]), most_bytes=2**16).rows
    'block:5'
    """
    a_row = _NUMBER * sum(len(m.statistics.bits) * m.statistics.n_systems for m in first.measurements)
    n_first = first.test_set.n_segments
    shares = _shares(shards, n_first)
    needed, most = a_row * n_first * shares, most_bytes or _MOST_BYTES
    if needed <= most:
        return SettledRows(SEGMENT)
    why = f"about {_rounded(n_first * shares):,} segments would take {needed / 1e9:.2g} GB of numbers"
    documents = first.test_set.documents
    if documents is not None and a_row * len(set(documents)) * shares <= most:
        return SettledRows("document", why)
    return SettledRows(f"block:{_round_number(needed / most)}", why)


def _shares(shards: Sequence[Shard], n_first: int) -> float:
    """Say how many times as much as in the first shard there is in all."""
    sources = [shard.source for shard in shards]
    if all(isinstance(source, TestSet) for source in sources):
        return sum(source.n_segments for source in sources if isinstance(source, TestSet)) / max(n_first, 1)
    paths = [shard.path for shard in shards]
    try:
        sizes = [os.path.getsize(path) for path in paths if path is not None]
    except OSError:  # it is told where it is counted
        sizes = []
    return sum(sizes) / sizes[0] if len(sizes) == len(shards) and sizes[0] else float(len(shards))


def _round_number(least: float) -> int:
    """Return the first of 2, 5, 10, 20, 50 and so on that is as large."""
    power = 1
    while True:
        for digit in _ROUND:
            if digit * power >= max(least, 2):
                return digit * power
        power *= 10


def _rounded(number: float) -> int:
    """Keep two digits of what is only about right."""
    return int(float(f"{number:.1e}"))
