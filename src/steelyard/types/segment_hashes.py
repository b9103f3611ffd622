"""What names a test set whatever its files are called and in whatever order its segments and references stand."""

import hashlib
import json
from collections.abc import Iterable, Sequence

from steelyard.types.counted_set import CountedSet
from steelyard.types.test_set import TestSet

__all__ = ["added_hashes", "hash_in_any_order", "hash_of_segments"]

_ALL = 1 << 256


def hash_in_any_order(parts: Iterable[bytes]) -> str:
    """Add up the SHA-256 of the parts, so that the sum of two sets is that of both together."""
    found = sum(int.from_bytes(hashlib.sha256(part).digest()) for part in parts) % _ALL
    return f"{found:064x}"


def added_hashes(hashes: Sequence[str]) -> str:
    """Return the hash of several sets of segments together; empty where one is not known."""
    return f"{sum(int(one, 16) for one in hashes) % _ALL:064x}" if all(hashes) else ""


def hash_of_segments(data: TestSet | CountedSet) -> str:
    """Hash the references of each segment, or what its scores call it where there are no texts.

    Of statistics that were counted before files had this hash, it is of the lengths of the references, and of scores
    without ids of how many there are: then test sets that differ can have the same.
    """
    if isinstance(data, TestSet):
        by_segment = zip(*data.references, strict=True)
        return hash_in_any_order(
            json.dumps(sorted(text for text in texts if text is not None)).encode() for texts in by_segment
        )
    if data.segments_sha256:
        return data.segments_sha256
    named: Iterable[object] = data.reference_words if data.items is None else data.items
    return hash_in_any_order(f"{data.rows} {one}".encode("utf-8", "surrogatepass") for one in named)
