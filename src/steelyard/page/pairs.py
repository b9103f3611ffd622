"""Pairs of systems in words and tables: verdicts, which of them other draws could turn, and which pairs are shown."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

__all__ = ["doubts", "is_undecided", "pairs_that_matter", "verdict_text"]

_FEW_PAIRS = 15  # with more, significant pairs that are not neighbours in the ranking are left out
_TINY = 1e-300


def doubts(pairs: Sequence[PairRow], method: Any) -> list[str]:
    """Say where verdicts and intervals differ, and name the pairs that other draws could turn."""
    return _contradictions(pairs) + _undecided(pairs, method)


def _contradictions(pairs: Sequence[PairRow]) -> list[str]:
    ends = [pair.interval_simultaneous for pair in pairs if pair.verdict in ("better", "worse")]
    n = sum(both is not None and both[0] <= 0 <= both[1] for both in ends)
    have = "difference has" if n == 1 else "differences have"
    told = (
        f"{n:,} significant {have} an interval that includes 0: verdicts use the adjusted p, intervals another method."
    )
    return [told] if n else []


def _undecided(pairs: Sequence[PairRow], method: Any) -> list[str]:
    """Find adjusted p within two of its errors from alpha."""
    alpha, n_draws = method["alpha"], method["n_draws"]
    sequential = method.get("sequential", {})
    if sequential.get("procedure") == "confidence-sequence":
        names = [f"{clean(pair.system)} and {clean(pair.against)}" for pair in pairs if is_undecided(pair, method)]
        told = f"Undecided at {alpha:g} after {n_draws:,} draws: {'; '.join(names)}. Use more draws (-n)."
        return [told] if names else []
    if method["is_exact"] or sequential.get("is_stopped"):
        return []
    names = [
        f"{clean(pair.system)} and {clean(pair.against)}"
        for pair in pairs
        if abs(pair.p_adjusted - alpha) < 2 * (pair.p_adjusted * (1 - pair.p_adjusted) / n_draws) ** 0.5
    ]
    told = f"{n_draws:,} draws are too few to decide p < {alpha:g}: {'; '.join(names)}. Use more draws (-n)."
    return [told] if names else []


def verdict_text(pair: PairRow, method: Any) -> str:
    """Write a verdict, with the margin that it rests on and whether draws ran out."""
    verdict: str = pair.verdict
    if verdict == "within margin":
        margin = method["equivalence_margin"]
        verdict = f"equivalent within {margin[pair.metric] if isinstance(margin, Mapping) else margin:g}"
    return f"{verdict} (undecided)" if is_undecided(pair, method) else verdict


def is_undecided(pair: PairRow, method: Any) -> bool:
    """Say whether the draws ran out before it was known on which side of alpha p lies; one whose p holds is decided."""
    if method.get("sequential", {}).get("procedure") != "confidence-sequence" or pair.interval_p_adjusted is None:
        return False
    low, high = pair.interval_p_adjusted
    return bool(low < method["alpha"] < high)


def pairs_that_matter(
    pairs: Sequence[PairRow], rows: Sequence[ScoreRow], method: Any, *, is_hopeless: bool, most: int | None = None
) -> list[PairRow]:
    """Keep neighbours in the ranking and the rarer kind, significant or not; all pairs where they are few.

    Where no pair could be, whatever the difference, neighbours are enough. Of more than `most` the rarer kind is kept
    if it is no more, and those whose adjusted p is nearest to alpha: a change of the data would turn them first.
    """
    significant = [pair for pair in pairs if pair.verdict in ("better", "worse")]
    others = [] if is_hopeless else [pair for pair in pairs if pair.verdict not in ("better", "worse")]
    rare = {id(pair) for pair in min(significant, others, key=len)}
    place = {row.system: i for i, row in enumerate(sorted(rows, key=lambda row: row.rank))}
    if len(pairs) > (most or _FEW_PAIRS):
        pairs = [
            pair
            for pair in pairs
            if id(pair) in rare or abs(place[pair.system] - place[pair.against]) == 1 or is_undecided(pair, method)
        ]
    if most is not None and len(pairs) > most:
        first = rare if len(rare) <= most else ()
        distance = {id(pair): abs(log(max(pair.p_adjusted, _TINY) / method["alpha"])) for pair in pairs}
        pairs = sorted(pairs, key=lambda pair: (id(pair) not in first, distance[id(pair)]))[:most]
    return sorted(pairs, key=lambda pair: sorted((place[pair.system], place[pair.against])))
