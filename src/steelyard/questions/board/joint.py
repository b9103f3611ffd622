"""All differences of a board at once, as its rows need them: those of `compare`, and who may lead."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    JointDifferences,
    JointNull,
    Rates,
    better_by_steps,
    bonferroni_critical_value,
    carrying_numbers,
    degrees_of_freedom,
    few_carry,
    jackknife_scores,
    joint_differences,
    t_quantile,
)
from steelyard.inference.draws.resample import Progress
from steelyard.inference.intervals.jackknife import standard_errors
from steelyard.questions.board.method_text import board_sentence
from steelyard.questions.board.question import ALL, LEADER, BoardQuestion
from steelyard.questions.board.two_ends import bounded_rows
from steelyard.questions.compare.both_sampled import BothSampled
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.detectable import detectable_differences
from steelyard.questions.compare.estimates import estimate
from steelyard.questions.compare.outcomes import Outcomes, test_by_draws
from steelyard.questions.compare.plan import plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.verdicts import decided, pair_rows, ranked
from steelyard.ratings.of_raters import parts_of_items
from steelyard.results.numbers import finite
from steelyard.results.pair_rows import PairRow
from steelyard.scored import Sampling
from steelyard.scored.pairs import Pair
from steelyard.scored.units import Units
from steelyard.types import Measurement, Ratings

__all__ = ["Joint", "joint_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """What was found of one metric."""

    # scores, errors, halves: shape (S,): of the systems, their standard errors, and how far their intervals
    # reach; NaN for a single unit
    scores: Array
    errors: Array
    halves: Array
    ranks: list[int]  # by score
    opponent: int  # whom the systems are compared with
    # is_better, is_ahead: shape (S, S): which systems are better than which, by verdicts; and by steps, for
    # ranges of ranks
    is_better: NDArray[np.bool_]
    is_ahead: NDArray[np.bool_]
    is_of_all_pairs: bool
    critical: float | None  # standard errors that cover all differences at once; None where no number does
    p_best: Array  # p_best, share_best: shape (S,): as of `JointDifferences`; empty where not every pair was compared
    share_best: Array
    rows: list[PairRow]  # of each system with the opponent, or of all pairs
    sign: float  # 1 where a higher score is better, else -1
    # as many units of equal size as there are in effect, or as would have the degrees of freedom of sampled
    # raters
    n_effective: float
    left_out: Array  # scores without each unit, shape (S, N)
    rates: Rates | None
    # by system, standard errors of its difference from the opponent with these raters and with any like them,
    # where raters were sampled
    errors_by_raters: dict[int, tuple[float, float]]

    @property
    def n_pairs(self) -> int:
        """Differences that are corrected together."""
        n = len(self.scores)
        return n * (n - 1) // 2 if self.is_of_all_pairs else n - 1

    def carried_by_few(self, n_units: int) -> list[tuple[float, int, int]]:
        """List the differences that were tested and whose variance few units carry, by their number and place."""
        if not np.isfinite(self.left_out).all():
            return []
        carrying = carrying_numbers(self.left_out)
        return [
            (float(carrying[a, b]), a, b)
            for a, b in np.argwhere(np.triu(few_carry(carrying, n_units), 1)).tolist()
            if self.is_of_all_pairs or self.opponent in (a, b)
        ]


def joint_of(
    units: Units,
    best: Units | None,
    question: BoardQuestion,
    n_threads: int,
    progress: Progress | None,
    ratings: Ratings | None = None,
) -> Joint:
    """Test all differences of a metric over units; `best` has missing scores at their best, if any are missing.

    `ratings` are the scores with who gave each, where raters are sampled as units are.
    """
    [measurement] = units.measurements
    scores, left_out = measurement.scores(measurement.statistics.totals()), jackknife_scores(measurement)
    ranks, n_effective = measurement.ranks(scores), units.n_effective()
    is_of_all_pairs = question.against in (LEADER, ALL)
    opponent = ranks.index(1) if is_of_all_pairs else measurement.systems.index(question.against)
    pairs = _pairs(len(scores), opponent, question.against)
    places = range(len(pairs)) if question.against == ALL else _places(opponent, pairs)
    errors, level, judged = standard_errors(left_out), 1 - question.alpha, None
    halves = errors * t_quantile(1 - question.alpha / 2, degrees_of_freedom(n_effective))
    if ratings is not None and units.n > 1:
        sums = parts_of_items(ratings, measurement.systems, units.of_segments).sums(len(scores))
        judged = BothSampled.of([measurement], [sums], pairs)
        [of_scores] = judged.systems
        errors, halves = of_scores.errors, of_scores.half_widths(level)
    if best is not None:
        [highest] = best.measurements
        ends = highest.scores(highest.statistics.totals()), jackknife_scores(highest)
        found = _drawn(
            measurement, scores, left_out, question, n_effective, None if is_of_all_pairs else pairs, ends, progress
        )
        rows = bounded_rows(measurement, found, [pairs[i] for i in places], question.alpha, n_effective)
        is_better, critical = found.p_adjusted <= question.alpha, found.critical
        is_ahead = _by_steps(found, n_effective, question.alpha) if is_of_all_pairs else is_better
        of_pairs: tuple[Array, Array] = found.p_best, found.share_best
    else:
        sampling = Sampling(question.n_resamples, question.rng, n_threads, progress)
        design = _design(units, pairs, question, left_out, sampling, judged)
        tested = test_by_draws(design)
        is_better = _matrix(decided(design, tested), pairs, len(scores))
        is_ahead = _matrix(ranked(design, tested), pairs, len(scores)) if is_of_all_pairs else is_better
        critical = bonferroni_critical_value(len(pairs), n_effective, question.alpha)
        critical = float(tested.critical[0]) if tested.covers else critical if judged is None else np.inf
        of_pairs = _may_lead(
            measurement, scores, left_out, question, n_effective, tested, pairs, progress, is_drawn=judged is None
        )
        rows = _rows(design, tested, places, judged)
    return Joint(
        scores,
        errors,
        halves,
        ranks,
        opponent,
        is_better,
        is_ahead,
        is_of_all_pairs,
        finite(critical),
        of_pairs[0],
        of_pairs[1],
        rows,
        1.0 if measurement.higher_is_better else -1.0,
        n_effective if judged is None else judged.n_effective,
        left_out,
        units.rates()[0] if judged is None else None,
        {} if judged is None else _errors_by_raters(judged, opponent),
    )


def _by_steps(found: JointDifferences, n_effective: float, alpha: float) -> NDArray[np.bool_]:
    others = ~np.eye(len(found.lead), dtype=np.bool_)
    return better_by_steps([found], [others], n_effective=n_effective, alpha=alpha)[0]


def _pairs(n_systems: int, opponent: int, against: str) -> list[Pair]:
    """List the differences that are tested, the later system or the one that is not the opponent."""
    if against not in (LEADER, ALL):
        return [(a, opponent) for a in range(n_systems) if a != opponent]
    pairs = [(a, b) for b in range(n_systems) for a in range(b + 1, n_systems)]
    return pairs if against == ALL else [(b, a) if a == opponent else (a, b) for a, b in pairs]


def _places(opponent: int, pairs: Sequence[Pair]) -> list[int]:
    """Find the differences from the opponent, by the other system."""
    return sorted((i for i, (_, b) in enumerate(pairs) if b == opponent), key=lambda i: pairs[i])


def _errors_by_raters(judged: BothSampled, opponent: int) -> dict[int, tuple[float, float]]:
    found = zip(judged.pairs, judged.errors_of_these.tolist(), judged.both.errors.tolist(), strict=True)
    return {a if b == opponent else b: (these, any_like) for (a, b), these, any_like in found if opponent in (a, b)}


def _design(
    units: Units,
    pairs: list[Pair],
    question: BoardQuestion,
    left_out: Array,
    sampling: Sampling,
    judged: BothSampled | None,
) -> Design:
    """Ask as `compare` is asked; intervals of differences are the jackknife's, or those of raters like these."""
    asked = CompareQuestion(
        test=question.test,
        n_resamples=question.n_resamples,
        alpha=question.alpha,
        family="pairs",
        interval="jackknife",
        rng=question.rng,
    )
    return Design(
        plan_of(asked, None if judged is None else judged.test("holm", board_sentence)),
        units.test_set,
        units.segments,
        units.segments,
        units,
        pairs,
        [list(range(len(pairs)))],
        None,
        ("jackknife", "jackknife"),
        {"jackknife": [left_out]},
        units.n_effective(),
        sampling,
    )


def _rows(design: Design, tested: Outcomes, places: Sequence[int], judged: BothSampled | None) -> list[PairRow]:
    """Lay out some of the differences, all of which were corrected together."""
    pairs = [design.pairs[i] for i in places]
    shown = replace(design, pairs=pairs, families=[list(range(len(pairs)))], n_together=len(design.pairs))
    tested = tested.select(places)
    if judged is None:
        estimated = estimate(shown, tested)
    else:
        estimated = judged.select(places).estimated(1 - design.asked.alpha, len(design.pairs))
    detectable = estimated.detectable or detectable_differences(shown, tested, estimated)
    return pair_rows(shown, tested, estimated, detectable)


def _matrix(directions: NDArray[np.int8], pairs: Sequence[Pair], n_systems: int) -> NDArray[np.bool_]:
    """Say which systems are better than which."""
    is_better = np.zeros((n_systems, n_systems), dtype=np.bool_)
    a, b = np.array(pairs, dtype=np.int64).T
    is_better[a, b], is_better[b, a] = directions > 0, directions < 0
    return is_better


def _may_lead(
    measurement: Measurement,
    scores: Array,
    left_out: Array,
    question: BoardQuestion,
    n_effective: float,
    tested: Outcomes,
    pairs: Sequence[Pair],
    progress: Progress | None,
    *,
    is_drawn: bool,
) -> tuple[Array, Array]:
    """Return p of "no system is better than this one", and how often each is first in normal draws, if any.

    Of tests that are not of all differences at once, p is Bonferroni's over the others.
    """
    if question.against not in (LEADER, ALL):
        return np.empty(0), np.empty(0)
    if isinstance(tested.outcome, JointNull):
        [found] = tested.outcome.found
        return found.p_best, found.share_best
    a, b = np.array(pairs, dtype=np.int64).T
    lead = tested.outcome.observed * (1 if measurement.higher_is_better else -1)
    lead = lead if tested.lead is None else np.where(lead == 0, tested.lead, lead)
    least = np.ones(len(scores))
    p_values = np.where(tested.is_contrary | (lead == 0), 1.0, tested.p_values)
    np.minimum.at(least, np.where(lead > 0, b, a), p_values)
    p_best = np.minimum(1.0, (len(scores) - 1) * least)
    if not is_drawn:
        return p_best, np.empty(0)
    return p_best, _drawn(measurement, scores, left_out, question, n_effective, None, None, progress).share_best


def _drawn(
    measurement: Measurement,
    scores: Array,
    left_out: Array,
    question: BoardQuestion,
    n_effective: float,
    pairs: Sequence[Pair] | None,
    best: tuple[Array, Array] | None,
    progress: Progress | None,
) -> JointDifferences:
    return joint_differences(
        scores,
        left_out,
        n_units=n_effective,
        best=best,
        higher_is_better=measurement.higher_is_better,
        pairs=pairs,
        alpha=question.alpha,
        n_draws=question.n_resamples,
        rng=question.rng,
        progress=progress,
    )
