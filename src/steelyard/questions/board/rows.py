"""Systems and differences of a board as rows."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference import clusters, ranks_that_follow, sampling_errors
from steelyard.inference.intervals.jackknife import difference_errors
from steelyard.questions.board.answer import BoardRow
from steelyard.questions.board.joint import Joint
from steelyard.questions.board.question import BoardQuestion
from steelyard.reading.score_matrix.cells import Samples
from steelyard.results.numbers import finite
from steelyard.scored.intervals import scores_in_range
from steelyard.types import Measurement

__all__ = ["board_rows", "sampling_share"]


def board_rows(
    measurement: Measurement, joint: Joint, question: BoardQuestion, samples: Samples | None
) -> list[BoardRow]:
    """Lay out the systems, in the given order."""
    n, alpha = len(joint.scores), question.alpha
    opponent = measurement.systems[joint.opponent]
    detectable = {
        name: row.minimum_detectable
        for row in joint.rows
        for name, other in ((row.system, row.against), (row.against, row.system))
        if other == opponent
    }
    ranges: list[tuple[int | None, int | None]] = [(None, None)] * n
    tiers: list[int | None] = [None] * n
    if joint.is_of_all_pairs:
        ranked = ranks_that_follow(joint.is_ahead)
        ranges = list(zip(ranked.lowest.tolist(), ranked.highest.tolist(), strict=True))
        tiers = list(clusters(ranked.is_better, joint.ranks))
    sampling = np.full(n, np.nan) if samples is None else sampling_errors(samples.counts, samples.variances)
    intervals = _of_systems(measurement, joint, 1 - alpha)
    rows = []
    for i, system in enumerate(measurement.systems):
        score, error = float(joint.scores[i]), float(joint.errors[i])
        p_best = float(joint.p_best[i]) if joint.p_best.size else None
        rows.append(
            BoardRow(
                metric=measurement.metric,
                label=measurement.label,
                system=system,
                score=score,
                standard_error=finite(error),
                interval=intervals[i],
                rank=joint.ranks[i],
                rank_low=ranges[i][0],
                rank_high=ranges[i][1],
                tier=tiers[i],
                may_lead=None if not joint.is_of_all_pairs else p_best is None or p_best > alpha,
                p_best=p_best,
                share_best=float(joint.share_best[i]) if joint.share_best.size else None,
                minimum_detectable=detectable.get(system),
                higher_is_better=measurement.higher_is_better,
                scale=measurement.scale,
                n_samples=None if samples is None else float(samples.counts[i].mean()),
                sampling_error=finite(sampling[i]),
                errors_by_raters=joint.errors_by_raters.get(i),
            )
        )
    return rows


def _of_systems(measurement: Measurement, joint: Joint, level: float) -> list[tuple[float, float] | None]:
    """Put an interval around every score; None of a single unit."""
    if joint.rates is not None:
        return joint.rates.intervals(level)
    scores = joint.scores.tolist()
    plain = [
        (score - one, score + one) if np.isfinite(one) else None
        for score, one in zip(scores, joint.halves.tolist(), strict=True)
    ]
    return scores_in_range(measurement, scores, plain, level)


def sampling_share(joint: Joint, rows: Sequence[BoardRow]) -> float | None:
    """Say which share of the variance of a difference from the opponent comes from samples, in the median."""
    own = np.array([np.nan if row.sampling_error is None else row.sampling_error for row in rows])
    systems = np.arange(len(own))
    variances = np.square(difference_errors(joint.left_out, systems, np.full_like(systems, joint.opponent)))
    shares = np.divide(
        np.square(own) + np.square(own[joint.opponent]), variances, out=np.full(len(own), np.nan), where=variances > 0
    )
    known = shares[np.isfinite(shares)]
    return min(1.0, float(np.median(known))) if known.size else None
