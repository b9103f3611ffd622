"""All differences of a board at once, as its rows need them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import are_same
from steelyard.errors import SpecError
from steelyard.inference import (
    JointDifferences,
    Rates,
    carrying_numbers,
    few_carry,
    jackknife_scores,
    joint_differences,
)
from steelyard.inference.draws.resample import Progress
from steelyard.questions.board.pass_fail import with_mcnemar
from steelyard.questions.board.question import ALL, JOINT, LEADER, BoardQuestion
from steelyard.types import Layout, Measurement

__all__ = ["Joint", "joint_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """What the draws say of one metric.

    Attributes
    ----------
    scores, errors : array, shape (S,)
        Of the systems, and their standard errors; NaN for a single unit.
    ranks : list of int
        By score.
    opponent : int
        Whom the systems are compared with.
    found : JointDifferences
        Of all ordered pairs, or those with the opponent alone.
    is_same : array of bool, shape (S, S)
        Whether two systems have the same score in every unit.
    sign : float
        1 where a higher score is better, else -1.
    n_effective : float
        As many units of equal size as there are in effect.
    rates : Rates or None
        The scores, where they are rates.
    has_two_ends : bool
        Whether missing scores are at their worst and at their best.
    carrying : array, shape (S, S)
        As many equal units as carry the variance of each difference.
    """

    scores: NDArray[np.float64]
    errors: NDArray[np.float64]
    ranks: list[int]
    opponent: int
    found: JointDifferences
    is_same: NDArray[np.bool_]
    sign: float
    n_effective: float
    rates: Rates | None = None
    has_two_ends: bool = False
    carrying: NDArray[np.float64] | None = None

    @property
    def is_of_all_pairs(self) -> bool:
        """Whether every pair was compared."""
        return bool(self.found.p_best.size) or not np.isnan(self.found.lead).any()

    @property
    def n_pairs(self) -> int:
        """Differences that are corrected together."""
        n = len(self.scores)
        return n * (n - 1) // 2 if self.is_of_all_pairs else n - 1

    @property
    def critical(self) -> float | None:
        """Standard errors that cover all differences at once; None where no number does."""
        return self.found.critical if np.isfinite(self.found.critical) else None

    def is_better(self, alpha: float) -> NDArray[np.bool_]:
        """Return which systems are better than which, shape (S, S)."""
        better: NDArray[np.bool_] = self.found.p_adjusted <= alpha
        return better

    def carried_by_few(self, n_units: int) -> list[tuple[float, int, int]]:
        """List the differences that were tested and whose variance few units carry, by their number and place."""
        if self.carrying is None:
            return []
        return [
            (float(self.carrying[a, b]), a, b)
            for a, b in np.argwhere(np.triu(self.carrying < n_units, 1)).tolist()
            if few_carry(float(self.carrying[a, b]), n_units) and not np.isnan(self.found.lead[a, b])
        ]

    def n_better(self, alpha: float) -> int:
        """Count the differences that were found."""
        return int(self.is_better(alpha).sum())


def joint_of(
    measurement: Measurement,
    best: Measurement | None,
    n_effective: float,
    question: BoardQuestion,
    progress: Progress | None,
    rates: Rates | None,
    test_set: Layout,
) -> Joint:
    """Draw all differences of a metric over units; `best` has missing scores at their best, if any are missing."""
    scores, left_out = _scored(measurement)
    ranks = measurement.ranks(scores)
    is_named = question.against not in (LEADER, ALL)
    opponent = measurement.systems.index(question.against) if is_named else ranks.index(1)
    found = joint_differences(
        scores,
        left_out,
        n_units=n_effective,
        best=None if best is None else _scored(best),
        higher_is_better=measurement.higher_is_better,
        against=opponent if is_named else None,
        alpha=question.alpha,
        n_draws=question.n_resamples,
        rng=question.rng,
        progress=progress,
    )
    if question.test != JOINT:
        if best is not None:
            raise SpecError(
                f"The test {question.test} does not go with --missing bounds: take the default (--test joint)."
            )
        found = with_mcnemar(measurement, found, question, opponent if is_named else None)
    return Joint(
        scores,
        _standard_errors(left_out),
        ranks,
        opponent,
        found,
        _same(measurement, found, test_set, is_rate=rates is not None)
        if best is None
        else np.zeros(found.lead.shape, dtype=np.bool_),
        1.0 if measurement.higher_is_better else -1.0,
        n_effective,
        rates,
        best is not None,
        carrying_numbers(left_out) if np.isfinite(left_out).all() else None,
    )


def _scored(measurement: Measurement) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return measurement.scores(measurement.statistics.totals()), jackknife_scores(measurement)


def _standard_errors(left_out: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of every score: `standard_error`, row by row."""
    n = left_out.shape[1]
    deviations = left_out - left_out.mean(axis=1, keepdims=True)
    errors: NDArray[np.float64] = np.sqrt((n - 1) / n * np.square(deviations).sum(axis=1))
    return errors


def _same(measurement: Measurement, found: JointDifferences, test_set: Layout, *, is_rate: bool) -> NDArray[np.bool_]:
    """Look at the units of pairs that nothing tells apart: few are left."""
    is_same = np.zeros(found.lead.shape, dtype=np.bool_)
    for a, b in np.argwhere(np.triu((found.lead == 0) & ~(found.errors > 0), 1)).tolist():
        is_same[a, b] = is_same[b, a] = are_same(test_set, measurement, a, b, is_rate=is_rate)
    return is_same
