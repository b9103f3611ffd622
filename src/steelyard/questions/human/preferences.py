"""Which system people prefer, pair by pair: the sign test of their rankings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import SettledPValues, WinCounts, adjust, is_significant, sign_tails, smallest_p_value
from steelyard.questions.compare.attainable import too_large
from steelyard.questions.compare.plan import Plan
from steelyard.questions.human.answer import WinRow
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import Verdict

__all__ = ["Comparisons", "by_preferences"]


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Rankings, taken apart into comparisons of two systems."""

    names: tuple[str, ...]  # of the systems
    # first, second, outcomes: shape (P,): the systems of each comparison; 1 where the first was preferred, -1
    # where the second was, 0 for neither
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    # shape (P,): what is drawn as a whole; under the sign test comparisons of two systems in one unit count once,
    # for the system that was preferred more often in it
    units: NDArray[np.int64]
    unit: str


def by_preferences(rows: Sequence[WinRow], compared: Comparisons, plan: Plan) -> tuple[list[WinRow], dict[str, Any]]:
    """Test every pair of systems by the sign test.

    Returns the rows with p-values and verdicts, and what the method says of the test.
    """
    place = {name: i for i, name in enumerate(compared.names)}
    pairs = [(place[row.system], place[row.against]) for row in rows]
    counts = _counts(compared, pairs)
    better, worse = sign_tails(counts)
    n_decided = counts.wins + counts.losses
    outcome = SettledPValues.from_tails(np.sign(counts.wins - counts.losses), better, worse, int(n_decided.max()))
    p_values = outcome.p_values("two-sided")
    adjusted = adjust(outcome, p_values, plan.correction, "two-sided", plan.asked.alpha, pairs=pairs).p_values
    tested = []
    for i, row in enumerate(rows):
        least = too_large(smallest_p_value(int(n_decided[i])), plan, len(rows), "g")
        verdict: Verdict = "cannot tell"
        if is_significant(adjusted[i], plan.asked.alpha):
            verdict = "better" if better[i] < worse[i] else "worse"
        reason = f"{n_decided[i]:,} preferences cannot give p below {least}" if least else ""
        tested.append(
            replace(
                row,
                p_value=float(p_values[i]),
                p_adjusted=float(adjusted[i]),
                verdict=verdict,
                reason=reason if verdict == "cannot tell" else "",
            )
        )
    method: dict[str, Any] = {
        "test": "sign",
        "validity": "exact",
        "correction": plan.correction,
        "family": plan.asked.family,
        "family_size": len(rows),
    }
    if not has_family_level(method):
        method["experimentwise_error"] = {"n_tests": len(rows), "level": plan.asked.alpha, "rate": None}
    return tested, method


def _counts(compared: Comparisons, pairs: Sequence[tuple[int, int]]) -> WinCounts:
    """Count the units that prefer the system, neither, and the other; one that prefers both equally often is a tie."""
    first, second, n_systems = compared.first, compared.second, len(compared.names)
    low, high = np.minimum(first, second), np.maximum(first, second)
    of_high = np.where(first > second, compared.outcomes, -compared.outcomes)
    cells, where = np.unique((compared.units * n_systems + low) * n_systems + high, return_inverse=True)
    leads = np.sign(np.bincount(where, of_high, len(cells))).astype(np.int64)
    table = np.zeros((3, n_systems * n_systems), dtype=np.int64)
    np.add.at(table, (leads + 1, cells % (n_systems * n_systems)), 1)
    at = [min(a, b) * n_systems + max(a, b) for a, b in pairs]
    is_a_high = np.array([a > b for a, b in pairs])
    losses, ties, wins = table[:, at]
    return WinCounts(np.where(is_a_high, wins, losses), ties, np.where(is_a_high, losses, wins))
