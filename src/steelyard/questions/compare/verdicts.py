"""What may be said of each pair and system, from p-values and intervals; and why nothing can be said."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    JointNull,
    UnitShares,
    clusters,
    is_significant,
    monte_carlo_error,
    rank_intervals,
    ranks_that_follow,
)
from steelyard.questions.compare.attainable import least_by_units, reasons
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.estimates import Estimates
from steelyard.questions.compare.outcomes import Outcomes
from steelyard.questions.compare.sequential import Stopped
from steelyard.results.numbers import finite
from steelyard.results.pair_rows import Decided, PairRow, Verdict
from steelyard.results.score_rows import ScoreRow
from steelyard.scored.intervals import intervals_by_range
from steelyard.scored.pairs import Pair, are_same
from steelyard.scored.score_rows import score_rows
from steelyard.scored.units import Interval

__all__ = ["decided", "groups", "pair_rows", "ranked", "ranked_rows"]

_CONTRARY = "the test and the score favour different systems"


def pair_rows(
    design: Design, tested: Outcomes, estimated: Estimates, detectable: Sequence[float | None]
) -> list[PairRow]:
    """Lay out the differences with their verdicts."""
    outcome, alternative = tested.outcome, design.asked.alternative
    n_tails = outcome.n_tails(alternative)
    sides = [
        (measurement.metric, measurement.label, measurement.systems[a], measurement.systems[b])
        for measurement in design.units.measurements
        for a, b in design.pairs
    ]
    p_values = tested.p_values.tolist()
    columns = zip(
        sides,
        outcome.observed.tolist(),
        estimated.differences,
        estimated.simultaneous,
        p_values,
        tested.p_adjusted.tolist(),
        (n_tails * monte_carlo_error(p / n_tails, outcome.n_draws, is_exact=outcome.is_exact) for p in p_values),
        _verdicts(design, tested, estimated),
        detectable,
        estimated.standardised,
        estimated.unit_shares,
        _by_range(design),
        strict=True,
    )
    rows = [
        PairRow(
            metric=metric,
            label=label,
            system=system,
            against=against,
            difference=delta,
            interval=interval,
            interval_simultaneous=together,
            p_value=p,
            p_adjusted=p_adjusted,
            monte_carlo_error=error,
            verdict=verdict,
            reason=reason,
            minimum_detectable=least,
            effect_size=finite(effect),
            shares=_shares(shares),
            interval_by_range=by_range,
        )
        for (metric, label, system, against), delta, interval, together, p, p_adjusted, error, (
            verdict,
            reason,
        ), least, effect, shares, by_range in columns
    ]
    if tested.stopped is None:
        return rows
    return [replace(row, **_stopping(tested.stopped, i)) for i, row in enumerate(rows)]


def _by_range(design: Design) -> list[Interval]:
    """Bound every difference by the declared ends of its scale, metric by metric.

    There are none of several runs, and of a test of its own, which is not about these units alone.
    """
    if design.runs is not None or design.plan.own is not None:
        return [None] * design.n_differences
    alpha, seed = design.asked.alpha, design.sampling.seed
    return [
        bound
        for one in design.measurements
        for bound in intervals_by_range(design.units, one, design.pairs, design.family_size, alpha, seed)
    ]


def decided(design: Design, tested: Outcomes) -> NDArray[np.int8]:
    """Say of each difference whether the system is better (1) or worse (-1); 0 where nothing is said.

    Too few units say nothing, even where a few draws happen to, and neither does a test that speaks for the system with
    the worse score, or a direction that was not asked about.
    """
    asked, deltas = design.asked, tested.outcome.observed
    directions = np.sign(deltas)
    directions *= np.repeat([1 if one.higher_is_better else -1 for one in design.measurements], len(design.pairs))
    if tested.lead is not None:
        is_led = deltas == 0
        if tested.remarks:
            is_led |= [bool(remark) for remark in tested.remarks]
        directions = np.where(is_led, tested.lead, directions)
    is_rejected = (least_by_units(design) <= asked.alpha) & is_significant(tested.p_adjusted, asked.alpha)
    if asked.alternative != "two-sided":
        is_rejected &= directions == (1 if asked.alternative == "better" else -1)
    return np.where(is_rejected & ~tested.is_contrary, directions, 0).astype(np.int8)


def ranked(design: Design, tested: Outcomes) -> NDArray[np.int8]:
    """Say the same for ranges of ranks.

    The joint test says more by steps, of which its intervals know nothing; other corrections that go by steps have said
    it in their verdicts.
    """
    found = decided(design, tested)
    if not (tested.covers and isinstance(tested.outcome, JointNull)):
        return found
    for members in design.families:
        found[members] = tested.outcome.select(members).better_by_steps(design.asked.alpha)
    return found


def _verdicts(design: Design, tested: Outcomes, estimated: Estimates) -> list[tuple[Verdict, str]]:
    """Give each difference its verdict and reason."""
    alpha, n_tails = design.asked.alpha, tested.outcome.n_tails(design.asked.alternative)
    is_contrary = (least_by_units(design) <= alpha) & is_significant(tested.p_adjusted, alpha) & tested.is_contrary
    least_by_draws = 0.0 if tested.outcome.is_exact else n_tails / (tested.most_draws + 1)
    why_not = reasons(design, least_by_draws, tested.most_draws)
    remarks = tested.remarks or [""] * design.n_differences
    same = _same(design, estimated, remarks)
    found: list[tuple[Verdict, str]] = []
    for i, direction in enumerate(decided(design, tested).tolist()):
        if direction and i not in same:
            found.append(("better" if direction > 0 else "worse", remarks[i]))
        elif i in same:
            found.append(("equivalent", ""))
        else:
            found.append(("cannot tell", _CONTRARY if is_contrary[i] else why_not[i]))
    return found


def _same(design: Design, estimated: Estimates, remarks: Sequence[str]) -> set[int]:
    """List the differences of systems that did the same; where something else than their scores decided, of none."""
    if estimated.values is not None:
        return set()
    n, found = len(design.pairs), set()
    for i in np.flatnonzero(design.differing_units == 0).tolist():
        is_rate = bool(estimated.rates) and estimated.rates[i // n] is not None
        if not remarks[i] and are_same(design.test_set, design.measurement_of(i), *design.pair_of(i), is_rate=is_rate):
            found.add(i)
    return found


def _shares(shares: UnitShares) -> tuple[float, float, float] | None:
    """Give the shares of units in which the system is better, tied and worse; None where some unit has no score."""
    found = (shares.better, shares.tied, shares.worse)
    return found if abs(shares.better + shares.tied + shares.worse - 1) < 1e-9 else None


def _stopping(stopped: Stopped, i: int) -> dict[str, Any]:
    """Say when the draws of a row stopped and what they bound."""
    bounds = (float(stopped.low[i]), float(stopped.high[i]))
    return {"n_draws": stopped.outcome.n_draws, "interval_p_adjusted": bounds}


def ranked_rows(
    design: Design, tested: Outcomes, estimated: Estimates, paired: Sequence[PairRow], *, has_groups: bool
) -> list[ScoreRow]:
    """Add to the scores rank ranges, and clusters where every pair was tested: neither without a family-wise level."""
    measurements, pairs = design.measurements, design.pairs
    rows = score_rows(measurements, estimated.scores, estimated.values)
    n_systems = measurements[0].statistics.n_systems
    directions, found_rows = ranked(design, tested) if has_groups else None, []
    for m in range(len(measurements)):
        here = slice(m * len(pairs), (m + 1) * len(pairs))
        of_metric = paired[here]
        part = rows[m * n_systems : (m + 1) * n_systems]
        found = estimated.shares_best[m]
        shares = [None] * n_systems if found is None else found.tolist()
        together: list[tuple[int, int] | None] = [None] * n_systems
        if estimated.values is None:
            together = _ranks_together(of_metric, pairs, n_systems, higher_is_better=measurements[m].higher_is_better)
        also = None if directions is None else directions[here]
        grouped = groups([row.rank for row in part], of_metric, pairs, has_groups=has_groups, also=also)
        for row, group, share, ranks in zip(part, grouped, shares, together, strict=True):
            found_rows.append(replace(row, **group, share_best=share, interval_rank=ranks))
    return found_rows


def groups(
    ranks: list[int],
    tested: Sequence[Decided],
    pairs: Sequence[Pair],
    *,
    has_groups: bool,
    also: NDArray[np.int8] | None = None,
) -> list[dict[str, Any]]:
    """Give each system its range of ranks, and its cluster where every pair was tested; None without such groups.

    They follow from the verdicts, and from what is said of each difference `also`, as `ranked` says it.
    """
    n = len(ranks)
    is_better = np.zeros((n, n), dtype=np.bool_)
    for (a, b), pair in zip(pairs, tested, strict=True):
        is_better[a, b] = pair.verdict == "better"
        is_better[b, a] = pair.verdict == "worse"
    if also is not None:
        first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        is_better[first, second] |= also > 0
        is_better[second, first] |= also < 0
    if not has_groups:
        return [{"rank_low": None, "rank_high": None, "cluster": None}] * n
    found = ranks_that_follow(is_better)
    cluster = clusters(found.is_better, ranks) if len(pairs) == n * (n - 1) // 2 else [None] * n
    ranges = zip(found.lowest.tolist(), found.highest.tolist(), cluster, strict=True)
    return [{"rank_low": low, "rank_high": high, "cluster": c} for low, high, c in ranges]


def _ranks_together(
    rows: Sequence[PairRow], pairs: Sequence[Pair], n_systems: int, *, higher_is_better: bool
) -> list[tuple[int, int] | None]:
    """Give the ranges of ranks that follow from the simultaneous intervals; one without bounds says nothing."""
    bounds = np.array([row.interval_simultaneous or (-np.inf, np.inf) for row in rows]).reshape(-1, 2)
    found = rank_intervals(bounds[:, 0], bounds[:, 1], pairs, n_systems, higher_is_better=higher_is_better)
    return list(zip(found.lowest.tolist(), found.highest.tolist(), strict=True))
