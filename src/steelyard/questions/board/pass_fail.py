"""McNemar's tests in place of the normal draws, for scores of 0 and 1."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import JointDifferences, discordance_p_values, holm
from steelyard.questions.board.question import BoardQuestion
from steelyard.types import Measurement

__all__ = ["with_mcnemar"]


def with_mcnemar(
    measurement: Measurement, found: JointDifferences, question: BoardQuestion, opponent: int | None
) -> JointDifferences:
    """Put p-values of McNemar's test in the place of those of the draws.

    They are corrected by Holm over all pairs, or over those with the opponent; that a system is the best one, by
    Bonferroni over the others. The tests count no standard errors: intervals of the draws are not theirs.
    """
    ahead = _ahead(measurement, question.test)
    n = len(ahead)
    a, b = np.triu_indices(n, 1)
    if opponent is not None:
        a, b = np.array([i for i in range(n) if i != opponent]), np.full(n - 1, opponent)
    p_values = discordance_p_values(ahead[a, b], ahead[b, a], mid_p=question.test == "mid-p")
    p_adjusted, alone = np.ones((n, n)), np.ones((n, n))
    is_first = ahead[a, b] > ahead[b, a]
    winners, losers = np.where(is_first, a, b), np.where(is_first, b, a)
    p_adjusted[winners, losers] = holm(p_values)
    alone[winners, losers] = p_values
    p_best = np.minimum(1.0, (n - 1) * alone.min(axis=0)) if opponent is None else found.p_best
    return replace(found, p_values=alone, p_adjusted=p_adjusted, critical=np.nan, critical_alone=np.nan, p_best=p_best)


def _ahead(measurement: Measurement, test: str) -> NDArray[np.int64]:
    """Count the items that system i solves and j does not, shape (S, S)."""
    statistics = measurement.statistics
    scores = np.ldexp(statistics.values[..., 0].astype(np.float64), -int(statistics.bits[0]))
    if not measurement.is_mean or not np.isin(scores, (0, 1)).all() or (statistics.values[..., 1] != 1).any():
        raise SpecError(
            f"The test {test} counts items that one system solves and another does not: it is for scores of 0 and 1 on "
            f"single items, and {measurement.label} has others, or items are in clusters. Leave the test out (--test)."
        )
    solved = scores if measurement.higher_is_better else 1 - scores
    counts: NDArray[np.int64] = np.rint(solved @ (1 - solved).T).astype(np.int64)
    return counts
