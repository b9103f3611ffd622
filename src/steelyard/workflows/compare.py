"""Which systems differ: every pair under every metric, one test, one correction, one honest verdict each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import (
    CORRECTIONS,
    Alternative,
    Outcome,
    SignificanceTest,
    adjust,
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    check_alternative,
    check_resamples,
    clusters,
    delta_standard_error,
    exact_randomization,
    get_test,
    jackknife_scores,
    minimum_detectable,
    monte_carlo_error,
    rank_ranges,
    seed_of,
    smallest_p_value,
    standard_error,
    sup_t_critical_value,
)
from steelyard.inference.resample import Progress
from steelyard.results import Comparison, PairRow, ScoreRow
from steelyard.results.comparison import Verdict
from steelyard.types import Measurement, TestSet
from steelyard.workflows.intervals import interval_of, rows_of_units, system_intervals
from steelyard.workflows.method import comparison_sentence, provenance
from steelyard.workflows.pairs import Pair, choose_pairs
from steelyard.workflows.score import score_rows
from steelyard.workflows.threads import blas_threads
from steelyard.workflows.units import BOOTSTRAPPED, Interval, Units, choose_interval, choose_units

if TYPE_CHECKING:
    from steelyard.inference.resample import Rng

__all__ = ["FAMILIES", "Plan", "compare"]

_CONTRARY = "the test and the score point to different systems"
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
    exact: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not exist before anything is computed."""
        test = get_test(self.test)
        check_alternative(self.alternative)
        if self.alternative not in test.alternatives:
            raise SpecError(
                f"The test {test.name} is {' or '.join(test.alternatives)} only: it has no alternative "
                f"{self.alternative!r}."
            )
        if self.correction not in CORRECTIONS:
            raise unknown_name("correction", self.correction, CORRECTIONS)
        if self.exact and self.test != "randomization":
            raise SpecError(
                f"exact (--exact) is about exchanges: it goes with the test randomization, not {self.test}."
            )
        if self.correction == "maxt" and not test.has_joint_null:
            raise SpecError(
                f"The correction maxt (the default) needs the joint null distribution of all differences, and the test "
                f"{test.name} has none: choose another one (correction, --correction), such as holm."
            )
        if self.family not in FAMILIES:
            raise unknown_name("family", self.family, FAMILIES)
        if not 0 < self.alpha < 1:
            raise SpecError(f"alpha must lie between 0 and 1, not {self.alpha}.")
        check_resamples(self.n_resamples)


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """Outcome of the test for each difference, metric by metric."""

    outcome: Outcome
    p_values: NDArray[np.float64]
    p_adjusted: NDArray[np.float64]
    critical: NDArray[np.float64]  # standard errors that the test of each difference asks for
    is_contrary: NDArray[np.bool_]  # the test speaks for the system with the worse score


@dataclass(frozen=True, slots=True, eq=False)
class _Estimated:
    """Spread of each score and of each difference, metric by metric."""

    scores: list[list[Interval]]
    differences: list[Interval]
    simultaneous: list[Interval]
    standard_errors: list[float]


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
    unit_rows = rows_of_units(units.measurements, kind)  # before the test: it refuses what the kind is not for
    seed = seed_of(rng)
    families = _families(len(measurements), len(pairs), plan.family)
    if plan.exact and plan.correction == "maxt" and len(families[0]) > 1:
        raise SpecError(
            f"Exact p-values (exact, --exact) have no joint null distribution for max-T over {len(families[0])} "
            "differences: choose another correction (correction, --correction), such as holm."
        )
    with blas_threads(n_threads):
        tested = _test(units, pairs, families, plan, seed, n_threads, progress)
        estimated = _estimate(units, pairs, families, tested, plan, kind, unit_rows, seed, n_threads, progress)
    rows = _pair_rows(units, pairs, tested, estimated, plan)
    scores = _score_rows(measurements, pairs, estimated, rows)
    method = provenance(test_set, score_inputs) | {
        "test": plan.test,
        "validity": get_test(plan.test).validity,
        "validity_adjusted": _validity_adjusted(plan, len(families[0])),
        "warning": _warning(tested, get_test(plan.test)),
        "is_exact": tested.outcome.is_exact,
        "alternative": plan.alternative,
        "correction": plan.correction,
        "family": plan.family,
        "family_size": len(families[0]),
        "unit": units.name,
        "n_units": units.n,
        "n_resamples": plan.n_resamples,
        "n_draws": tested.outcome.n_draws,
        "seed": seed,
        "alpha": plan.alpha,
        "interval": kind,
        "confidence_level": 1 - plan.alpha,
    }
    method["sentence"] = comparison_sentence(measurements, method)
    return Comparison(tuple(rows), tuple(scores), method)


def _validity_adjusted(plan: Plan, family_size: int) -> str:
    """Say what the adjusted p-values claim: max-T over several differences holds for large test sets only."""
    validity = get_test(plan.test).validity
    return "asymptotic" if validity == "exact" and plan.correction == "maxt" and family_size > 1 else validity


def _warning(tested: _Tested, test: SignificanceTest) -> str:
    """Say what must not be overlooked about the p-values; empty where there is nothing."""
    if (tested.p_values == 0).any():
        return (
            "Where p is 0 every unit differs by the same amount, so that nothing varies to hold the difference "
            "against: it is a convention, not a measurement"
        )
    return test.warning


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
    test = get_test(plan.test)
    outcome: Outcome
    if plan.exact:
        outcome = exact_randomization(units.measurements, pairs)
    else:
        outcome = test(
            units.measurements, pairs, n_resamples=plan.n_resamples, rng=seed, n_threads=n_threads, progress=progress
        )
    correction = "none" if plan.exact and plan.correction == "maxt" else plan.correction  # max-T of a single difference
    p_values = outcome.p_values(plan.alternative)
    p_adjusted, critical = np.empty_like(p_values), np.empty_like(p_values)
    for members in families:
        adjusted = adjust(outcome.select(members), p_values[members], correction, plan.alternative, plan.alpha)
        p_adjusted[members], critical[members] = adjusted.p_values, adjusted.critical_value
    if test.is_resampled:  # then it is about the very difference of the scores
        is_contrary = np.zeros(len(p_values), dtype=np.bool_)
    else:
        orientation = np.repeat([1.0 if m.higher_is_better else -1.0 for m in units.measurements], len(pairs))
        lead = np.sign(outcome.p_values("worse") - outcome.p_values("better"))
        is_contrary = lead * orientation * outcome.observed < 0
    return _Tested(outcome, p_values, p_adjusted, critical, is_contrary)


def _estimate(
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    tested: _Tested,
    plan: Plan,
    kind: str,
    unit_rows: Sequence[NDArray[np.float64]] | None,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> _Estimated:
    level = 1 - plan.alpha
    deltas = tested.outcome.observed.tolist()
    left_out = [jackknife_scores(measurement) for measurement in units.measurements]
    errors = [standard_error(_change(left_out, pairs, i)) for i in range(len(deltas))]
    spreads, resampled = errors, None
    if kind == "delta" and unit_rows is not None:
        spreads = [delta_standard_error(_change(unit_rows, pairs, i)) for i in range(len(deltas))]
    if kind in BOOTSTRAPPED:
        draws = replace(bootstrap_draws(units.n, plan.n_resamples, rng=seed, n_threads=n_threads), progress=progress)
        resampled = bootstrap_scores(units.measurements, draws)
    scores = system_intervals(units.measurements, kind, unit_rows, resampled, level)
    differences = []
    for i, delta in enumerate(deltas):
        row = _change(unit_rows, pairs, i) if unit_rows is not None else None
        values = _change(resampled, pairs, i) if resampled is not None else None
        differences.append(interval_of(kind, delta, row, values, level))
    band = np.empty(len(deltas))
    for members in families:
        if resampled is None:
            band[members] = bonferroni_critical_value(len(members), units.n, plan.alpha)
        else:
            resampled_family = ((deltas[i], errors[i], _change(resampled, pairs, i)) for i in members)
            band[members] = sup_t_critical_value(resampled_family, units.n, plan.alpha)
    simultaneous = [_band(delta, float(c), error) for delta, c, error in zip(deltas, band, spreads, strict=True)]
    return _Estimated(scores, differences, simultaneous, errors)


def _change(table: Sequence[NDArray[np.float64]], pairs: Sequence[Pair], i: int) -> NDArray[np.float64]:
    """Subtract the rows of the i-th difference's systems; the table has one array a metric, with a row a system."""
    (a, b), rows = pairs[i % len(pairs)], table[i // len(pairs)]
    change: NDArray[np.float64] = rows[a] - rows[b]
    return change


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
    can_tell = _least_by_units(units, plan) <= plan.alpha
    n_draws, is_exact = tested.outcome.n_draws, tested.outcome.is_exact
    n_tails = tested.outcome.n_tails(plan.alternative)
    rows = []
    for i, delta in enumerate(tested.outcome.observed.tolist()):
        measurement = units.measurements[i // len(pairs)]
        a, b = pairs[i % len(pairs)]
        values = measurement.statistics.values
        is_same = np.array_equal(values[a], values[b])
        is_better = (delta > 0) == measurement.higher_is_better
        is_in_question = delta != 0 and plan.alternative in ("two-sided", "better" if is_better else "worse")
        verdict: Verdict = "equivalent" if is_same else "cannot tell"
        is_significant = can_tell and tested.p_adjusted[i] <= plan.alpha
        is_contrary = is_significant and bool(tested.is_contrary[i])
        if is_significant and not is_contrary and is_in_question and not is_same:
            verdict = "better" if is_better else "worse"
        reason = _CONTRARY if is_contrary else _reason(units, tested, plan)
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
                monte_carlo_error=n_tails * monte_carlo_error(p_value / n_tails, n_draws, is_exact=is_exact),
                verdict=verdict,
                reason=reason if verdict == "cannot tell" else "",
                minimum_detectable=detectable if np.isfinite(detectable) else None,
            )
        )
    return rows


def _least_by_units(units: Units, plan: Plan) -> float:
    """Return the least p that this many units can support; 0 where the test rests on normal differences instead."""
    if get_test(plan.test).assumes_normal:
        return 0.0
    return smallest_p_value(units.n, two_sided=plan.alternative == "two-sided")


def _reason(units: Units, tested: _Tested, plan: Plan) -> str:
    """Say why no difference, however large, could have been significant; empty where one could."""
    family_size = (
        len(tested.p_values) if plan.family == "pairs-and-metrics" else len(tested.p_values) // len(units.measurements)
    )
    factor = family_size if plan.correction in ("holm", "bonferroni") else 1
    by_units = factor * _least_by_units(units, plan)
    outcome = tested.outcome
    by_draws = 0.0 if outcome.is_exact else factor * outcome.n_tails(plan.alternative) / (outcome.n_draws + 1)
    cannot = "cannot give" if get_test(plan.test).validity == "exact" else "cannot support"  # others may print it
    corrected = " after correction" if factor > 1 else ""
    if by_units > plan.alpha:
        return f"{units.n} {units.name}{'s' if units.n != 1 else ''} {cannot} p below {min(by_units, 1):g}{corrected}"
    if by_draws > plan.alpha:
        return f"{outcome.n_draws:,} draws cannot give p below {min(by_draws, 1):.3g}{corrected}: raise -n"
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
        for row, (low, high), c in zip(part, rank_ranges(is_better), cluster, strict=True):
            ranked.append(replace(row, rank_low=low, rank_high=high, cluster=c))
    return ranked
