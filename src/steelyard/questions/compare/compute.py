"""Which systems differ: every pair under every metric, one test, one correction, one honest verdict each."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counted import Counted
from steelyard.counted.design_effects import describe_dependence
from steelyard.counted.intervals import rows_of_units
from steelyard.counted.method import provenance
from steelyard.counted.pairs import Pair, choose_pairs
from steelyard.counted.recipe import pairs_given, recipe, unit_given
from steelyard.counted.threads import blas_threads
from steelyard.counted.units import Units, choose_intervals, choose_units
from steelyard.errors import SpecError
from steelyard.inference import (
    NullDistribution,
    Outcome,
    Procedure,
    SignificanceTest,
    VarianceSplit,
    exact_randomization,
    get_correction,
    seed_of,
)
from steelyard.inference.draws.resample import Progress
from steelyard.metrics import measure
from steelyard.questions.compare.all_pairs import critical_bands, describe_procedure, test_all_pairs
from steelyard.questions.compare.answer import Comparison, RunRow
from steelyard.questions.compare.by_metric import by_metric
from steelyard.questions.compare.carrying_units import few_carry
from steelyard.questions.compare.decisions import decide_equivalence
from steelyard.questions.compare.detectable import detectable_differences
from steelyard.questions.compare.estimates import Estimated, estimate
from steelyard.questions.compare.over_runs import RUNS_TEST, bands_over_runs, test_over_runs
from steelyard.questions.compare.plan import NEED_JOINT_NULL, Plan
from steelyard.questions.compare.runs import check_runs, pool_runs, run_rows, run_splits, spread_runs
from steelyard.questions.compare.sentence import comparison_sentence
from steelyard.questions.compare.sequential import stop_early
from steelyard.questions.compare.uncorrected import describe_uncorrected
from steelyard.questions.compare.verdicts import Tested, adjusted, pair_rows, ranked_rows
from steelyard.results.contradiction import contradictions
from steelyard.results.family_level import has_family_level
from steelyard.results.method import DesignEffects
from steelyard.types import CountedSet, Layout, Measurement, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["compare", "measure_per_reference"]


def compare(
    test_set: Layout,
    measurements: Sequence[Measurement],
    plan: Plan,
    *,
    rng: "Rng",
    score_inputs: Sequence[dict[str, str]] = (),
    per_reference: Sequence[Sequence[Measurement]] = (),
    estimated: Estimated | None = None,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Compare systems as a plan says.

    Parameters
    ----------
    test_set : Layout
        A test set of at least two systems.
    measurements : sequence of Measurement
        Over its segments.
    plan : Plan
        Test, correction and all other choices.
    rng : int or numpy.random.Generator
        The same value repeats the result bit for bit.
    score_inputs : sequence of dict, optional
        What outside scores rest on, for the provenance.
    per_reference : sequence of sequence of Measurement, optional
        With runs: by reference, the measurements under it alone.
    estimated : Estimated, optional
        Scores and intervals of a model, in place of those of the sums.
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
    runs, of_runs = None if plan.runs is None else check_runs(test_set.system_names, plan.runs), measurements
    if runs is not None:
        measurements = [pool_runs(measurement, runs, plan.run_score) for measurement in measurements]
    names = test_set.system_names if runs is None else list(runs)
    pairs = choose_pairs(names, plan.pairs, keep_order=plan.alternative != "two-sided")
    units = choose_units(test_set, measurements, plan.unit)
    margins = _margins(plan, measurements)
    n_effective = units.n_effective()
    kinds = choose_intervals(plan.interval, n_effective)
    # Before the test, as it refuses metrics that a kind of interval is not for.
    unit_rows = {kind: rows_of_units(units.measurements, kind) for kind in dict.fromkeys(kinds)}
    seed = seed_of(rng)
    families = _families(len(measurements), len(pairs), plan.family)
    if plan.exact and plan.correction_made in NEED_JOINT_NULL and len(families[0]) > 1:
        raise SpecError(
            f"Exact p-values (exact, --exact) have no joint null distribution for max-T over {len(families[0])} "
            "differences: choose another correction (correction, --correction), such as holm."
        )
    by_run: list[RunRow] = []
    splits: list[VarianceSplit] = []
    if runs is not None:
        run_units = choose_units(test_set, of_runs, plan.unit).measurements
        splits = run_splits(run_units, pairs, runs, 1 - plan.alpha, n_effective, per_reference)
        by_run = run_rows(run_units, pairs, runs, splits)
    with blas_threads(n_threads):
        if plan.is_over_runs:
            tested = test_over_runs(units, pairs, families, splits, plan)
        elif plan.procedure is not None:
            tested = test_all_pairs(units, pairs, plan.procedure, plan, seed, progress)
        else:
            tested = _test(
                _exchanged(units, test_set, of_runs, runs, plan), pairs, families, plan, seed, n_threads, progress
            )
        deltas = tested.outcome.observed.tolist()
        if estimated is None:
            estimated = estimate(
                units, pairs, families, deltas, plan, kinds, unit_rows, n_effective, seed, n_threads, progress
            )
    if plan.is_over_runs:
        estimated = bands_over_runs(estimated, deltas, families, splits, plan)
    detectable = detectable_differences(
        units, pairs, tested.critical, tested.critical_difference, estimated, plan, seed
    )
    rows = critical_bands(pair_rows(units, pairs, tested, estimated, detectable, plan), tested)
    if margins is not None:
        rows = decide_equivalence(
            rows, units, pairs, families,
            margins=margins, alpha=plan.alpha, is_corrected=plan.correction_made != "none", n_effective=n_effective,
            splits=splits if plan.is_over_runs else None,
        )  # fmt: skip
    warnings: list[str] = []
    dependence: DesignEffects = {}
    if plan.own is None:  # a test of its own says in its sentence what it rests on, which is not these units
        warnings = [_warning(plan, tested, plan.procedure or plan.significance)]
        warnings.append(few_carry(units, pairs, estimated, plan))
        two_sided = plan.alternative == "two-sided"
        dependence = describe_dependence(units, measurements, pairs, plan.alpha, two_sided=two_sided)
    method = provenance(test_set, score_inputs) | {
        "test": RUNS_TEST if plan.is_over_runs else plan.test,
        "validity": "asymptotic" if plan.is_over_runs else plan.significance.validity,
        "validity_adjusted": "" if plan.procedure else _validity_adjusted(plan, len(families[0])),
        "warning": ". ".join(filter(None, warnings)),
        "is_exact": tested.outcome.is_exact,
        "alternative": plan.alternative,
        "correction": plan.correction_made,
        "family": plan.family,
        "family_size": len(families[0]),
        **units.described(),
        "n_effective": n_effective,
        "n_resamples": plan.n_bootstrap,
        "n_draws": tested.outcome.n_draws,
        "seed": seed,
        "alpha": plan.alpha,
        "interval": kinds[0],
        "interval_of_differences": kinds[1],
        "confidence_level": 1 - plan.alpha,
        **dependence,
    }
    if plan.procedure is not None:
        method |= describe_procedure(plan.procedure, len(names), len(measurements), plan)
    method |= describe_uncorrected(units, pairs, plan, seed)
    contrary = contradictions(rows)
    if contrary:
        method["contradictions"] = [asdict(one) | {"for_a": [*one.for_a], "for_b": [*one.for_b]} for one in contrary]
    if tested.stopped is not None:
        method["sequential"] = tested.stopped.method
    if margins is not None:
        method["equivalence_margin"] = (
            margins if isinstance(plan.equivalence_margin, Mapping) else plan.equivalence_margin
        )
    if runs is not None:
        inputs = test_set.system_names
        method |= {"run_swap": plan.run_swap, "run_score": plan.run_score}
        method["runs"] = [{"system": name, "runs": [inputs[i] for i in members]} for name, members in runs.items()]
        method["generalise_to"] = "both" if plan.is_over_runs else "text"
    scores = ranked_rows(measurements, pairs, estimated, rows, has_groups=has_family_level(method))
    if plan.own is None:
        method["sentence"] = comparison_sentence(measurements, method)
    else:
        method |= plan.own.told
        method["sentence"] = plan.own.sentence(measurements, method)
    if isinstance(test_set, TestSet | CountedSet):
        method |= recipe("compare", test_set, of_runs, score_inputs, _asked(plan, units, seed))
    return Comparison(tuple(rows), tuple(scores), method, tuple(by_run))


def measure_per_reference(counted: Counted) -> list[list[Measurement]]:
    """Measure under each reference alone, where there are several without gaps."""
    data = counted.test_set
    if isinstance(data, CountedSet):
        return []
    is_whole = all(line is not None for text in data.references for line in text)
    if len(data.references) < 2 or not is_whole or data.parses or data.alignments:
        return []
    return [
        measure(replace(data, references=[text]), counted.segment_metrics, n_threads=counted.n_threads)
        for text in data.references
    ]


def _asked(plan: Plan, units: Units, seed: int) -> dict[str, Any]:
    """Return what `Evaluation.compare` is to be told to give the same again."""
    margin = plan.equivalence_margin
    asked = {field.name: getattr(plan, field.name) for field in fields(plan) if field.name != "own"}
    return asked | {
        "correction": plan.correction_made,
        "pairs": pairs_given(plan.pairs),
        "equivalence_margin": dict(margin) if isinstance(margin, Mapping) else margin,
        "unit": unit_given(units),
        "n_resamples": plan.n_resamples if plan.sequential else plan.n_bootstrap,
        "runs": None if plan.runs is None else {name: list(runs) for name, runs in plan.runs.items()},
        "rng": seed,
    }


def _margins(plan: Plan, measurements: Sequence[Measurement]) -> dict[str, float] | None:
    """Give each metric its margin of equivalence, where there are any."""
    given = plan.equivalence_margin
    return None if given is None else by_metric(given, measurements, "margin of equivalence", "--equivalence-margin")


def _exchanged(
    units: Units,
    test_set: Layout,
    of_runs: Sequence[Measurement],
    runs: Mapping[str, Sequence[int]] | None,
    plan: Plan,
) -> Units:
    """Return what the test exchanges: the units, or those of each run by itself."""
    if runs is None or plan.run_swap == "segment":
        return units
    over_units = choose_units(test_set, of_runs, plan.unit).measurements
    spread = tuple(spread_runs(measurement, runs, plan.run_score) for measurement in over_units)
    return replace(units, measurements=spread)


def _validity_adjusted(plan: Plan, family_size: int) -> str:
    """Say what the adjusted p-values claim: some corrections hold for large test sets only, or under an assumption.

    A correction adds nothing to a single difference, and cannot mend a test that does not hold its level.
    """
    validity = "asymptotic" if plan.is_over_runs else plan.significance.validity
    holds = "always" if plan.own is not None else get_correction(plan.correction_made).holds
    return validity if family_size == 1 or holds == "always" or validity == "reproduction" else holds


def _warning(plan: Plan, tested: Tested, test: SignificanceTest | Procedure) -> str:
    """Say what must not be overlooked about the p-values; empty where there is nothing."""
    if plan.run_swap == "independent":
        return (
            "Each run was exchanged by itself, which takes the runs of a system for independent evidence: they repeat "
            "each other, and p is too small"
        )
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
) -> Tested:
    test = plan.significance
    outcome: Outcome
    if plan.exact:
        outcome = exact_randomization(units.measurements, pairs)
    else:
        n_draws = plan.n_draws(len(units.measurements) * len(pairs))
        outcome = test(units.measurements, pairs, n_resamples=n_draws, rng=seed, n_threads=n_threads, progress=progress)
    if plan.sequential and isinstance(outcome, NullDistribution) and not outcome.is_exact:  # it has not drawn yet
        return Tested.from_stopped(stop_early(outcome, units, pairs, families, plan), plan.alternative)
    # max-T of a single difference corrects nothing; of several `compare` has refused it
    is_settled = plan.exact and plan.correction_made in NEED_JOINT_NULL
    is_settled = is_settled or (plan.own is not None and plan.own.is_for_all_pairs)
    p_values = outcome.p_values(plan.alternative)
    p_adjusted, critical = adjusted(outcome, pairs, families, plan, "none" if is_settled else plan.correction_made)
    if test.is_resampled:  # then it is about the very difference of the scores
        return Tested(outcome, p_values, p_adjusted, critical, np.zeros(len(p_values), dtype=np.bool_))
    orientation = np.repeat([1.0 if m.higher_is_better else -1.0 for m in units.measurements], len(pairs))
    lead = np.sign(outcome.p_values("worse") - outcome.p_values("better"))
    is_contrary = lead * orientation * outcome.observed < 0
    if plan.own is None:
        return Tested(outcome, p_values, p_adjusted, critical, is_contrary)
    if plan.own.remarks:
        is_contrary &= [not remark for remark in plan.own.remarks]
    return Tested(outcome, p_values, p_adjusted, critical, is_contrary, lead=lead, remarks=plan.own.remarks)
