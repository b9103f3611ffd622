"""From tests of unordered pairs to one-sided p-values of both directions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import NullDistribution, Outcome, adjust
from steelyard.inference.null_distributions import Alternative
from steelyard.questions.compare.plan import NEED_JOINT_NULL, default_correction
from steelyard.scored.pairs import Pair

__all__ = ["correction_for", "one_sided_matrices"]


def one_sided_matrices(
    outcome: Outcome, pairs: Sequence[Pair], n_metrics: int, n_systems: int, correction: str = "none"
) -> NDArray[np.float64]:
    """Lay p-values out with a row and a column per system, shape (M, S, S).

    Entry (m, i, j) is p for "i is better than j" under metric m; 1 on the diagonal. The outcome is of all pairs, each
    of them once, metric by metric. The correction is over the pairs of one metric, within each direction
    (`correction_for`).

    Notes
    -----
    Both directions are asked at the level of one: where all systems are equal, some pair is called different up to
    twice as often as the level says, with a correction as without.
    """
    p_values = np.ones((n_metrics, n_systems, n_systems))
    rows, columns = np.array(pairs, dtype=np.int64).T
    sides: dict[Alternative, tuple[NDArray[np.int64], NDArray[np.int64]]] = {
        "better": (rows, columns),
        "worse": (columns, rows),
    }
    for m in range(n_metrics):
        found = outcome.select(range(m * len(pairs), (m + 1) * len(pairs)))
        chosen = correction_for(found, correction)
        for alternative, (a, b) in sides.items():
            one_sided = found.p_values(alternative)
            if chosen != "none":
                # the level is for what comes beside p-values, which are not looked at
                one_sided = adjust(found, one_sided, chosen, alternative, 0.05).p_values
            p_values[m, a, b] = one_sided
    return p_values


def correction_for(outcome: Outcome | None, correction: str) -> str:
    """Return the correction, or Holm's in place of max-T where there is no joint null distribution."""
    if correction in NEED_JOINT_NULL and not isinstance(outcome, NullDistribution):
        return default_correction(has_joint_null=False)
    return correction
