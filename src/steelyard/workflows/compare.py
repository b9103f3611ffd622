"""Which systems differ: every pair under every metric, one test, one correction, one honest verdict each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import (
    Alternative,
    NullDistribution,
    adjust,
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    check_alternative,
    check_correction,
    check_resamples,
    clusters,
    get_correction,
    get_test,
    jackknife_interval,
    jackknife_scores,
    least_adjusted,
    minimum_detectable,
    monte_carlo_error,
    percentile_interval,
    rank_ranges,
    seed_of,
    share_best,
    smallest_p_value,
    standard_error,
    sup_t_critical_value,
)
from steelyard.inference.resample import Progress
from steelyard.results import Comparison, PairRow, ScoreRow
from steelyard.results.comparison import Verdict
from steelyard.types import Measurement, TestSet
from steelyard.workflows.intervals import jackknife_intervals
from steelyard.workflows.method import comparison_sentence, provenance
from steelyard.workflows.pairs import Pair, choose_pairs
from steelyard.workflows.score import score_rows
from steelyard.workflows.threads import blas_threads
from steelyard.workflows.units import Interval, Units, choose_interval, choose_units

if TYPE_CHECKING:
    from steelyard.inference.resample import Rng

__all__ = ["FAMILIES", "Plan", "compare"]

FAMILIES = ("pairs-and-metrics", "pairs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How systems are to be compared; `Evaluation.compare` describes the fields."""

    test: str
    correction: str
    n_resamples: int
    alternative: Alternative
    alpha: float
    pairs: str | Sequence[str]
    family: str
    unit: str | None
    interval: str | None

    def __post_init__(self) -> None:
        """Refuse what does not exist before anything is computed."""
        get_test(self.test)
        check_alternative(self.alternative)
        check_correction(self.correction, self.alternative)
        if self.family not in FAMILIES:
            raise unknown_name("family", self.family, FAMILIES)
        if not 0 < self.alpha < 1:
            raise SpecError(f"alpha must lie between 0 and 1, not {self.alpha}.")
        check_resamples(self.n_resamples)


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """Outcome of the test for each difference, metric by metric."""

    null: NullDistribution
    p_values: NDArray[np.float64]
    p_adjusted: NDArray[np.float64]
    critical: NDArray[np.float64]  # standard errors that the test of each difference asks for


@dataclass(frozen=True, slots=True, eq=False)
class _Estimated:
    """Spread of each score and of each difference, metric by metric."""

    scores: list[list[Interval]]
    differences: list[Interval]
    simultaneous: list[Interval]
    standard_errors: list[float]
    shares_best: list[NDArray[np.float64] | None]  # metric by metric; None where nothing was resampled


def compare(
    test_set: TestSet,
    measurements: Sequence[Measurement],
    plan: Plan,
    *,
    rng: "Rng",
    score_inputs: Sequence[dict[str, str]] = (),
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Compare systems as a plan says.

    Parameters
    ----------
    test_set : TestSet
        At least two systems.
    measurements : sequence of Measurement
        Over its segments.
    plan : Plan
        Test, correction and all other choices.
    rng : int or numpy.random.Generator
        The same value repeats the result bit for bit.
    score_inputs : sequence of dict, optional
        What outside scores rest on, for the provenance.
    n_threads : int, default 1
        Threads; no result depends on it.
    progress : callable, optional
        Called with (draws done, draws in all).

    Returns
    -------
    Comparison
        Pairs metric by metric, scores metric by metric, and the method.

    Raises
    ------
    SpecError
        There are fewer than two systems, or a choice does not fit.
    """
    pairs = choose_pairs(test_set.system_names, plan.pairs, keep_order=plan.alternative != "two-sided")
    units = choose_units(test_set, measurements, plan.unit)
    kind = choose_interval(plan.interval, units.n)
    seed = seed_of(rng)
    families = _families(len(measurements), len(pairs), plan.family)
    with blas_threads(n_threads):
        tested = _test(units, pairs, families, plan, seed, n_threads, progress)
        estimated = _estimate(units, pairs, families, tested, plan, kind, seed, n_threads, progress)
    rows = _pair_rows(units, pairs, tested, estimated, plan)
    scores = _score_rows(measurements, pairs, estimated, rows)
    method = provenance(test_set, score_inputs) | {
        "test": plan.test,
        "validity": get_test(plan.test).validity,
        "validity_adjusted": _validity_adjusted(plan, len(families[0])),
        "is_exact": tested.null.is_exact,
        "alternative": plan.alternative,
        "correction": plan.correction,
        "family": plan.family,
        "family_size": len(families[0]),
        "unit": units.name,
        "n_units": units.n,
        "n_resamples": plan.n_resamples,
        "n_draws": tested.null.n_draws,
        "seed": seed,
        "alpha": plan.alpha,
        "interval": kind,
        "confidence_level": 1 - plan.alpha,
    }
    method["sentence"] = comparison_sentence(measurements, method)
    return Comparison(tuple(rows), tuple(scores), method)


def _validity_adjusted(plan: Plan, family_size: int) -> str:
    """Say what the adjusted p-values claim: some corrections hold for large test sets only, or under an assumption.

    A correction adds nothing to a single difference, and cannot mend a test that does not hold its level.
    """
    validity, holds = get_test(plan.test).validity, get_correction(plan.correction).holds
    return validity if family_size == 1 or holds == "always" or validity == "reproduction" else holds


def _families(n_metrics: int, n_pairs: int, family: str) -> list[list[int]]:
    """List the differences, numbered metric by metric, that are corrected together."""
    if family == "pairs":
        return [list(range(m * n_pairs, (m + 1) * n_pairs)) for m in range(n_metrics)]
    return [list(range(n_metrics * n_pairs))]


def _test(
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    plan: Plan,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> _Tested:
    null = get_test(plan.test).run(
        units.measurements, pairs, n_resamples=plan.n_resamples, rng=seed, n_threads=n_threads, progress=progress
    )
    p_values = null.p_values(plan.alternative)
    p_adjusted, critical = np.empty_like(p_values), np.empty_like(p_values)
    for members in families:
        adjusted = adjust(
            null.select(members),
            p_values[members],
            plan.correction,
            plan.alternative,
            plan.alpha,
            pairs=[pairs[i % len(pairs)] for i in members],
            groups=[i // len(pairs) for i in members],
        )
        p_adjusted[members], critical[members] = adjusted.p_values, adjusted.critical_value
    return _Tested(null, p_values, p_adjusted, critical)


def _estimate(
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    tested: _Tested,
    plan: Plan,
    kind: str,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> _Estimated:
    level = 1 - plan.alpha
    deltas = tested.null.observed.tolist()
    left_out = [jackknife_scores(measurement) for measurement in units.measurements]
    changes = [rows[a] - rows[b] for rows in left_out for a, b in pairs]
    errors = [standard_error(change) for change in changes]
    band = np.empty(len(deltas))
    shares: list[NDArray[np.float64] | None] = [None] * len(units.measurements)
    if kind == "jackknife":
        scores = [
            jackknife_intervals(measurement, rows, level)
            for measurement, rows in zip(units.measurements, left_out, strict=True)
        ]
        differences = [jackknife_interval(delta, change, level) for delta, change in zip(deltas, changes, strict=True)]
        for members in families:
            band[members] = bonferroni_critical_value(len(members), units.n, plan.alpha)
    else:
        draws = replace(bootstrap_draws(units.n, plan.n_resamples, rng=seed, n_threads=n_threads), progress=progress)
        resampled = bootstrap_scores(units.measurements, draws)
        scores = [[percentile_interval(row, level) for row in rows] for rows in resampled]
        differences = [percentile_interval(rows[a] - rows[b], level) for rows in resampled for a, b in pairs]
        shares = [
            None if np.isnan(rows).any() else share_best(rows, higher_is_better=measurement.higher_is_better)
            for measurement, rows in zip(units.measurements, resampled, strict=True)
        ]

        def change_of(i: int) -> NDArray[np.float64]:
            (a, b), rows = pairs[i % len(pairs)], resampled[i // len(pairs)]
            change: NDArray[np.float64] = rows[a] - rows[b]
            return change

        for members in families:
            resampled_family = ((deltas[i], errors[i], change_of(i)) for i in members)
            band[members] = sup_t_critical_value(resampled_family, units.n, plan.alpha)
    simultaneous = [_band(delta, float(c), error) for delta, c, error in zip(deltas, band, errors, strict=True)]
    return _Estimated(scores, differences, simultaneous, errors, shares)


def _band(delta: float, critical: float, error: float) -> Interval:
    """Put standard errors on both sides; None where no finite number of them is enough."""
    if error == 0:
        return delta, delta
    half = critical * error
    return (delta - half, delta + half) if np.isfinite(half) else None


def _pair_rows(
    units: Units, pairs: Sequence[Pair], tested: _Tested, estimated: _Estimated, plan: Plan
) -> list[PairRow]:
    """Lay out the differences with their verdicts; too few units give none, even where a few draws happen to."""
    can_tell = smallest_p_value(units.n, two_sided=plan.alternative == "two-sided") <= plan.alpha
    rows = []
    for i, delta in enumerate(tested.null.observed.tolist()):
        measurement = units.measurements[i // len(pairs)]
        a, b = pairs[i % len(pairs)]
        values = measurement.statistics.values
        is_same = np.array_equal(values[a], values[b])
        is_better = (delta > 0) == measurement.higher_is_better
        is_in_question = delta != 0 and plan.alternative in ("two-sided", "better" if is_better else "worse")
        verdict: Verdict = "equivalent" if is_same else "cannot tell"
        if can_tell and tested.p_adjusted[i] <= plan.alpha and is_in_question and not is_same:
            verdict = "better" if is_better else "worse"
        detectable = minimum_detectable(estimated.standard_errors[i], float(tested.critical[i]), units.n)
        p_value, p_adjusted = float(tested.p_values[i]), float(tested.p_adjusted[i])
        rows.append(
            PairRow(
                metric=measurement.metric,
                label=measurement.label,
                system_a=measurement.systems[a],
                system_b=measurement.systems[b],
                delta=delta,
                interval=estimated.differences[i],
                interval_simultaneous=estimated.simultaneous[i],
                p_value=p_value,
                p_adjusted=p_adjusted,
                monte_carlo_error=monte_carlo_error(p_value, tested.null.n_draws, is_exact=tested.null.is_exact),
                verdict=verdict,
                reason=_reason(units, tested, plan) if verdict == "cannot tell" else "",
                minimum_detectable=detectable if np.isfinite(detectable) else None,
            )
        )
    return rows


def _reason(units: Units, tested: _Tested, plan: Plan) -> str:
    """Say why no difference, however large, could have been significant; empty where one could."""
    family_size = (
        len(tested.p_values) if plan.family == "pairs-and-metrics" else len(tested.p_values) // len(units.measurements)
    )
    least = smallest_p_value(units.n, two_sided=plan.alternative == "two-sided")
    by_units = least_adjusted(least, plan.correction, family_size)
    by_draws = 0.0
    if not tested.null.is_exact:
        by_draws = least_adjusted(1 / (tested.null.n_draws + 1), plan.correction, family_size)
    corrected = " after correction" if by_units > least else ""
    if by_units > plan.alpha:
        return (
            f"{units.n} {units.name}{'s' if units.n != 1 else ''} cannot give p below {min(by_units, 1):g}{corrected}"
        )
    if by_draws > plan.alpha:
        return f"{tested.null.n_draws:,} draws cannot give p below {min(by_draws, 1):.3g}{corrected}: raise -n"
    return ""


def _score_rows(
    measurements: Sequence[Measurement], pairs: Sequence[Pair], estimated: _Estimated, pair_rows: Sequence[PairRow]
) -> list[ScoreRow]:
    """Add rank ranges, and clusters where every pair was tested, to the scores."""
    rows = score_rows(measurements, estimated.scores)
    n_systems = measurements[0].statistics.n_systems
    ranked = []
    for m in range(len(measurements)):
        is_better = np.zeros((n_systems, n_systems), dtype=np.bool_)
        for (a, b), pair in zip(pairs, pair_rows[m * len(pairs) : (m + 1) * len(pairs)], strict=True):
            is_better[a, b] = pair.verdict == "better"
            is_better[b, a] = pair.verdict == "worse"
        part = rows[m * n_systems : (m + 1) * n_systems]
        tested_all = len(pairs) == n_systems * (n_systems - 1) // 2
        cluster = clusters(is_better, [row.rank for row in part]) if tested_all else [None] * n_systems
        found = estimated.shares_best[m]
        shares = [None] * n_systems if found is None else found.tolist()
        for row, (low, high), c, share in zip(part, rank_ranges(is_better), cluster, shares, strict=True):
            ranked.append(replace(row, rank_low=low, rank_high=high, cluster=c, share_best=share))
    return ranked
