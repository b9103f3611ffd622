"""Systems and differences of a board as rows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.intervals import intervals_by_range, intervals_in_range
from steelyard.counted.units import Interval, Units
from steelyard.inference import (
    clusters,
    degrees_of_freedom,
    inside_range,
    ranks_that_follow,
    sampling_errors,
    share_within,
    spread_quantile,
    t_quantile,
)
from steelyard.questions.board.answer import BoardRow
from steelyard.questions.board.joint import Joint
from steelyard.questions.board.question import ALL, JOINT, BoardQuestion
from steelyard.reading.scores_alone.cells import Samples
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.types import Measurement

__all__ = ["board_rows", "pair_rows", "sampling_share"]

_POWER = 0.8


def board_rows(
    measurement: Measurement, joint: Joint, question: BoardQuestion, samples: Samples | None
) -> list[BoardRow]:
    """Lay out the systems, in the given order."""
    n, alpha = len(joint.scores), question.alpha
    found = joint.found
    degrees = degrees_of_freedom(joint.n_effective)
    half = joint.errors * t_quantile(1 - alpha / 2, degrees)
    ranges: list[tuple[int | None, int | None]] = [(None, None)] * n
    tiers: list[int | None] = [None] * n
    if joint.is_of_all_pairs:
        ranked = ranks_that_follow(joint.is_better(alpha))
        ranges = list(zip(ranked.lowest.tolist(), ranked.highest.tolist(), strict=True))
        tiers = list(clusters(ranked.is_better, joint.ranks))
    sampling = np.full(n, np.nan) if samples is None else sampling_errors(samples.counts, samples.variances)
    intervals = _of_systems(measurement, joint, half, 1 - alpha)
    rows = []
    for i, system in enumerate(measurement.systems):
        score, error = float(joint.scores[i]), float(joint.errors[i])
        p_best = float(found.p_best[i]) if found.p_best.size else None
        rows.append(
            BoardRow(
                metric=measurement.metric,
                label=measurement.label,
                system=system,
                score=score,
                standard_error=error if np.isfinite(error) else None,
                interval=intervals[i],
                rank=joint.ranks[i],
                rank_low=ranges[i][0],
                rank_high=ranges[i][1],
                tier=tiers[i],
                may_lead=None if not joint.is_of_all_pairs else p_best is None or p_best > alpha,
                p_best=p_best,
                share_best=float(found.share_best[i]) if found.share_best.size else None,
                minimum_detectable=None if i == joint.opponent else _detectable(joint, i, joint.opponent),
                higher_is_better=measurement.higher_is_better,
                scale=measurement.scale,
                n_samples=None if samples is None else float(samples.counts[i].mean()),
                sampling_error=float(sampling[i]) if np.isfinite(sampling[i]) else None,
            )
        )
    return rows


def pair_rows(
    measurement: Measurement, joint: Joint, question: BoardQuestion, units: Units | None = None
) -> list[PairRow]:
    """Lay out differences: of each system from the opponent, or of all pairs."""
    n = len(joint.scores)
    pairs = [(a, joint.opponent) for a in range(n) if a != joint.opponent]
    if question.against == ALL:
        pairs = [(a, b) for b in range(n) for a in range(b + 1, n)]
    rows = [_pair_row(measurement, joint, a, b, question.alpha) for a, b in pairs]
    rates, deltas = None if joint.has_two_ends else joint.rates, [row.delta for row in rows]
    alone, together = (
        intervals_in_range(measurement, rates, pairs, deltas, plain, level)
        for plain, level in (
            ([row.interval for row in rows], 1 - question.alpha),
            ([row.interval_simultaneous for row in rows], _level(joint, question.alpha)),
        )
    )
    by_range: list[Interval] = [None] * len(pairs)
    if units is not None and not joint.has_two_ends and question.test == JOINT:
        by_range = intervals_by_range(units, measurement, pairs, joint.n_pairs, question.alpha, question.rng)
    return [
        replace(row, interval=one, interval_simultaneous=all_at_once, interval_by_range=bound)
        for row, one, all_at_once, bound in zip(rows, alone, together, by_range, strict=True)
    ]


def _of_systems(
    measurement: Measurement, joint: Joint, half: NDArray[np.float64], level: float
) -> list[tuple[float, float] | None]:
    """Put an interval around every score; None of a single unit."""
    if joint.rates is not None:
        return joint.rates.intervals(level)
    n_units = measurement.statistics.n_units if measurement.is_mean else 0
    return [
        inside_range(score, (score - one, score + one), measurement.bounds, level, n_units=n_units)
        if np.isfinite(one)
        else None
        for score, one in zip(joint.scores.tolist(), half.tolist(), strict=True)
    ]


def _level(joint: Joint, alpha: float) -> float:
    """Return the level at which each interval of a rate stands where all hold together.

    The draws know nothing of differences that did not vary: where there are such, it is Bonferroni's.
    """
    errors = joint.found.errors
    varies = (errors > 0) | np.isnan(errors) | np.eye(len(errors), dtype=np.bool_)
    if not np.isfinite(joint.found.critical) or not varies.all():
        return 1 - alpha / joint.n_pairs
    return share_within(joint.found.critical, degrees_of_freedom(joint.n_effective))


def sampling_share(joint: Joint, rows: Sequence[BoardRow]) -> float | None:
    """Say which share of the variance of a difference from the opponent comes from samples, in the median."""
    own = np.array([np.nan if row.sampling_error is None else row.sampling_error for row in rows])
    variances = np.square(joint.found.errors[:, joint.opponent])
    shares = np.divide(
        np.square(own) + np.square(own[joint.opponent]), variances, out=np.full(len(own), np.nan), where=variances > 0
    )
    known = shares[np.isfinite(shares)]
    return min(1.0, float(np.median(known))) if known.size else None


def _pair_row(measurement: Measurement, joint: Joint, a: int, b: int, alpha: float) -> PairRow:
    """Say what is known of A against B.

    Where missing scores have two ends, the difference is the one nearer to 0, and intervals hold both.
    """
    found, sign = joint.found, joint.sign
    low, high = float(found.lead[a, b]), -float(found.lead[b, a])
    delta = low if low > 0 else high if high < 0 else 0.0
    adjusted = float(min(found.p_adjusted[a, b], found.p_adjusted[b, a]))
    verdict: Verdict = "equivalent" if joint.is_same[a, b] else "cannot tell"
    if found.p_adjusted[a, b] <= alpha:
        verdict = "better"
    elif found.p_adjusted[b, a] <= alpha:
        verdict = "worse"
    return PairRow(
        metric=measurement.metric,
        label=measurement.label,
        system_a=measurement.systems[a],
        system_b=measurement.systems[b],
        delta=sign * delta,
        interval=_interval(joint, a, b, found.critical_alone),
        interval_simultaneous=_interval(joint, a, b, found.critical),
        p_value=float(min(found.p_values[a, b], found.p_values[b, a])),
        p_adjusted=adjusted,
        monte_carlo_error=0.0,
        verdict=verdict,
        reason="",
        minimum_detectable=_detectable(joint, a, b),
    )


def _interval(joint: Joint, a: int, b: int, critical: float) -> tuple[float, float] | None:
    """Put standard errors on both sides; None where there are none, or no number of them is enough."""
    found = joint.found
    low = float(found.lead[a, b]) - critical * float(found.errors[a, b])
    high = -float(found.lead[b, a]) + critical * float(found.errors[b, a])
    if not (np.isfinite(low) and np.isfinite(high)):
        return None
    return (low, high) if joint.sign > 0 else (-high, -low)


def _detectable(joint: Joint, a: int, b: int) -> float | None:
    """Return the true difference that would be found four times out of five; None where nothing varies."""
    error = float(max(joint.found.errors[a, b], joint.found.errors[b, a]))
    found = (joint.found.critical + spread_quantile(_POWER, joint.n_effective)) * error
    return found if np.isfinite(found) and error > 0 else None
