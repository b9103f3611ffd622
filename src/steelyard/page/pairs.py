"""What pairs of systems say, in words: verdicts, and which of them other draws could turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.page.table import clean
from steelyard.results.pair_rows import PairRow

__all__ = ["doubts", "is_undecided", "verdict_text"]


def doubts(pairs: Sequence[PairRow], method: Any) -> list[str]:
    """Name the pairs whose verdict could turn with other draws: adjusted p within two of its errors from alpha."""
    alpha, n_draws = method["alpha"], method["n_draws"]
    sequential = method.get("sequential", {})
    if sequential.get("procedure") == "confidence-sequence":
        names = [f"{clean(pair.system_a)} and {clean(pair.system_b)}" for pair in pairs if is_undecided(pair, method)]
        return [f"Undecided at {alpha:g} after {n_draws:,} draws (raise -n): {'; '.join(names)}."] if names else []
    if method["is_exact"] or sequential.get("is_stopped"):
        return []
    names = [
        f"{clean(pair.system_a)} and {clean(pair.system_b)}"
        for pair in pairs
        if abs(pair.p_adjusted - alpha) < 2 * (pair.p_adjusted * (1 - pair.p_adjusted) / n_draws) ** 0.5
    ]
    return [f"Too close to {alpha:g} to rest on {n_draws:,} draws (raise -n): {'; '.join(names)}."] if names else []


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
