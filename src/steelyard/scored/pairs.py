"""Which pairs of systems are asked about."""

from collections.abc import Sequence

import numpy as np

from steelyard.errors import SpecError, unknown_name
from steelyard.results.pair_rows import PairRow
from steelyard.types import Layout, Measurement, TestSet

__all__ = ["Pair", "are_same", "choose_pairs", "compared_pairs"]

Pair = tuple[int, int]
_MOST_PAIRS = 10**7  # lists of more fill the memory before anything is compared


def choose_pairs(systems: Sequence[str], wanted: str | Sequence[str], *, keep_order: bool = False) -> list[Pair]:
    """List pairs of systems as positions (a, b), b the earlier one, so that it is the baseline.

    Wanted are ``"all"``, ``"baseline"`` (each with the first), or one or several ``"A:B"``; they come ordered by b,
    then a. With `keep_order`, A:B is refused where A is the earlier system, because a one-sided question would be
    turned round.
    """
    if len(systems) < 2:
        there = f"there is {systems[0]} alone" if systems else "there is none"
        raise SpecError(f"A comparison needs at least two systems; {there}: give the files of all, the baseline first.")
    spellings = [wanted] if isinstance(wanted, str) else list(wanted)
    if spellings == ["all"]:
        n_pairs = len(systems) * (len(systems) - 1) // 2
        if n_pairs > _MOST_PAIRS:
            raise SpecError(
                f"{len(systems):,} systems make {n_pairs:,} pairs, more than can be compared ({_MOST_PAIRS:,}): choose "
                "fewer systems, or compare each with the first (compare --pairs baseline)."
            )
        return [(a, b) for b in range(len(systems)) for a in range(b + 1, len(systems))]
    if spellings == ["baseline"]:
        return [(a, 0) for a in range(1, len(systems))]
    if not spellings:
        raise SpecError("There is no pair to compare: ask for all, baseline or A:B.")
    return sorted(
        {_read_pair(systems, spelling, keep_order) for spelling in spellings}, key=lambda pair: (pair[1], pair[0])
    )


def _read_pair(systems: Sequence[str], spelling: str, keep_order: bool) -> Pair:
    position = {name: i for i, name in enumerate(systems)}
    for colon in (i for i, character in enumerate(spelling) if character == ":"):  # names may hold colons themselves
        first, second = position.get(spelling[:colon]), position.get(spelling[colon + 1 :])
        if first is not None and second is not None:
            if first == second:
                raise SpecError(f"The pair {spelling!r} names the same system twice.")
            if keep_order and first < second:
                raise SpecError(
                    f"The pair {spelling!r} names the earlier system first, but a one-sided question is about the "
                    f"later one: ask {systems[second]}:{systems[first]}, with the other alternative if need be."
                )
            return max(first, second), min(first, second)
    if spelling in ("all", "baseline"):
        raise SpecError(f"{spelling!r} stands alone: ask for it without other pairs, or for A:B, C:D ... one by one.")
    if ":" not in spelling:
        raise SpecError(f"Cannot read the pair {spelling!r}: ask for all, baseline or A:B with two system names.")
    unknown = [name for name in spelling.split(":", 1) if name not in position]
    raise unknown_name("system", unknown[0] if unknown else spelling, systems)


def compared_pairs(rows: Sequence[PairRow], systems: Sequence[str]) -> list[Pair]:
    """Find the pairs that a result compared, in the order of the rows of each metric."""
    position = {name: i for i, name in enumerate(systems)}
    return [(position[row.system], position[row.against]) for row in rows if row.metric == rows[0].metric]


def are_same(test_set: Layout, measurement: Measurement, a: int, b: int, *, is_rate: bool) -> bool:
    """Say whether two systems did the same, so that no other items could tell them apart.

    Where outputs are known they decide. Statistics that are the same in every unit are the next best evidence, but
    rates, or nothing but zeros, are what unlike outputs have, too.
    """
    values = measurement.statistics.values
    if not np.array_equal(values[a], values[b]):
        return False
    names = measurement.systems[a], measurement.systems[b]
    if isinstance(test_set, TestSet):
        known: list[object] = [test_set.systems.get(name) for name in names]
    else:
        hashes = {entry["role"]: entry["sha256"] for entry in test_set.inputs()}
        known = [hashes.get(f"system {name}") for name in names]
    if None not in known:
        return bool(known[0] == known[1])
    return not is_rate and bool(values[a, :, 0].any())
