"""Which systems differ: every pair under every metric, one test, one correction, one honest verdict each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import RATES
from steelyard.inference import (
    SettledPValues,
    VarianceSplit,
    detectable_range,
    few_carry,
    get_correction,
    jackknife_scores,
    joint_experimentwise_error,
)
from steelyard.inference.differences import observe
from steelyard.inference.intervals.jackknife import effective_numbers
from steelyard.metrics import measure
from steelyard.questions.compare.all_pairs import critical_bands, describe_procedure, test_all_pairs
from steelyard.questions.compare.answer import CompareMethod, Comparison, MethodOfRuns, RunRow
from steelyard.questions.compare.attainable import least_by_units
from steelyard.questions.compare.bounds import at_both_ends, check_bounds, ends_of
from steelyard.questions.compare.design import Design, design_of
from steelyard.questions.compare.detectable import detectable_differences
from steelyard.questions.compare.equivalent_pairs import decide_equivalence
from steelyard.questions.compare.estimates import Estimates, estimate
from steelyard.questions.compare.method_text import comparison_sentence
from steelyard.questions.compare.outcomes import Outcomes, adjusted, test_by_draws
from steelyard.questions.compare.plan import Plan, plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.runs import run_rows, run_splits
from steelyard.questions.compare.verdicts import pair_rows, ranked_rows
from steelyard.results.contradiction import contradictions
from steelyard.results.factors import Factors
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import PairRow
from steelyard.scored import Counted
from steelyard.scored.cautions import Carried, caution_of_units
from steelyard.scored.design_effects import describe_dependence
from steelyard.scored.intervals import ends_by_range
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import pairs_given, unit_given
from steelyard.scored.sentences import rates_told
from steelyard.scored.threads import working_threads
from steelyard.scored.units import choose_units
from steelyard.types import CountedSet, Measurement

__all__ = ["compare", "compute"]


def compute(counted: Counted, question: CompareQuestion) -> Comparison:
    """Say which systems differ."""
    plan = plan_of(question)
    if counted.best is not None:
        return _at_both_ends(counted, question, plan)
    return _compared(counted, question, plan)


def _at_both_ends(counted: Counted, question: CompareQuestion, plan: Plan) -> Comparison:
    """Compare with missing scores at both ends of their scale."""
    check_bounds(question, plan.correction, is_procedure=plan.procedure is not None)
    shown = _compared(counted, question, plan)
    against, in_favour = (
        _compared(end, asked, plan_of(asked)) for end, asked in ends_of(counted, question, plan.correction)
    )
    return at_both_ends(shown, against, in_favour, counted.test_set.system_names)


def _compared(counted: Counted, question: CompareQuestion, plan: Plan) -> Comparison:
    """Say which systems differ, with the scores as they are."""
    sampling = counted.sampling(question.n_bootstrap, question.rng)
    design = design_of(counted.test_set, counted.measurements, plan, sampling)
    per_reference = () if question.runs is None else _measured_per_reference(counted)
    raters: Any = {"raters": "fixed"} if counted.ratings else {}
    factors = _factors(design, raters.values())
    found = compare(design, factors, score_inputs=counted.score_inputs, per_reference=per_reference)
    return replace(found, method={**found.method, **raters, **counted.recipe(question, _settled(design))})


def compare(
    design: Design,
    factors: Factors,
    *,
    score_inputs: Sequence[dict[str, str]] = (),
    per_reference: Sequence[Sequence[Measurement]] = (),
    estimated: Estimates | None = None,
) -> Comparison:
    """Test, estimate and decide.

    With runs, `per_reference` has by reference the measurements under it alone. What is `estimated` takes the place of
    scores and intervals of the sums, as a model does.
    """
    splits, by_run = _runs(design, per_reference)
    with working_threads(design.sampling.n_threads):
        tested = _test(design, splits)
        deltas = tested.outcome.observed.tolist()
        estimated = estimated or estimate(design, tested)
        if design.asked.is_over_runs:
            estimated = bands_over_runs(estimated, deltas, design, splits)
        detectable = estimated.detectable or detectable_differences(design, tested, estimated)
        rows = critical_bands(pair_rows(design, tested, estimated, detectable), tested)
        rows = decide_equivalence(rows, design, splits, estimated.rates)
        method = _method(design, tested, estimated, rows, score_inputs, factors)
        scores = ranked_rows(design, tested, estimated, rows, has_groups=has_family_level(method))
    return Comparison(tuple(rows), tuple(scores), method, tuple(by_run))


def _runs(design: Design, per_reference: Sequence[Sequence[Measurement]]) -> tuple[list[VarianceSplit], list[RunRow]]:
    """Split the variance of every difference into that of text and that of runs; nothing where systems are one run."""
    if design.runs is None:
        return [], []
    units = choose_units(design.test_set, design.counted, design.asked.unit).measurements
    level = 1 - design.asked.alpha
    splits = run_splits(units, design.pairs, design.runs, level, design.n_effective, per_reference)
    return splits, run_rows(units, design.pairs, design.runs, splits)


def _test(design: Design, splits: Sequence[VarianceSplit]) -> Outcomes:
    if design.asked.is_over_runs:
        return test_over_runs(design, splits)
    procedure = design.plan.procedure
    return test_by_draws(design) if procedure is None else test_all_pairs(design, procedure)


def _method(
    design: Design,
    tested: Outcomes,
    estimated: Estimates,
    rows: Sequence[PairRow],
    score_inputs: Sequence[dict[str, str]],
    factors: Factors,
) -> CompareMethod:
    """Say how the comparison came about; its sentence is made of all the rest."""
    asked, plan = design.asked, design.plan
    warnings: list[str] = []
    more: dict[str, Any] = {}
    if plan.own is None:  # a test of its own says in its sentence what it rests on, which is not these units
        of_units = caution_of_units(design.units, design.measurements, carried_by_few(design, estimated))
        warnings = [warning(design, tested), of_units]
        two_sided = asked.alternative == "two-sided"
        more |= describe_dependence(design.units, design.measurements, design.pairs, asked.alpha, two_sided=two_sided)
    more |= describe_procedure(design) | describe_uncorrected(design)
    if contrary := contradictions(rows):
        more["contradictions"] = [asdict(one) | {"better": [*one.better], "worse": [*one.worse]} for one in contrary]
    if tested.stopped is not None:
        more["sequential"] = tested.stopped.method
    if design.margins is not None:
        given = asked.equivalence_margin
        more["equivalence_margin"] = design.margins if isinstance(given, Mapping) else given
    ends = ends_by_range(design.units) if design.runs is None else {}
    are_rates = bool(estimated.rates) and None not in estimated.rates
    intervals = RATES if are_rates and not asked.is_over_runs else design.intervals
    method: Any = {
        **provenance(design.test_set, score_inputs),
        "test": RUNS_TEST if asked.is_over_runs else plan.test.name,
        "validity": "asymptotic" if asked.is_over_runs else plan.test.validity,
        "validity_adjusted": validity_adjusted(design),
        "warning": ". ".join(filter(None, warnings)),
        "is_exact": tested.outcome.is_exact,
        "alternative": asked.alternative,
        "correction": plan.correction,
        "family": asked.family,
        "family_size": design.family_size,
        **design.units.described(),
        "n_effective": design.n_effective,
        "detectable_range": detectable_range(design.n_effective),
        **({"ends": {name: list(both) for name, both in ends.items()}} if ends else {}),
        "n_resamples": design.sampling.n_resamples,
        "n_draws": tested.outcome.n_draws,
        "seed": design.sampling.seed,
        "alpha": asked.alpha,
        "interval": intervals[0],
        "interval_of_differences": intervals[1],
        "confidence_level": 1 - asked.alpha,
        **rates_told(design.measurements, estimated.rates),
        **more,
        **_method_of_runs(design),
    }
    if plan.own is not None:
        method |= plan.own.told
    sentence = comparison_sentence if plan.own is None else plan.own.sentence
    method = {**method, **factors.told(sentence(design.measurements, method))}
    found: CompareMethod = method
    return found


def _factors(design: Design, roles: Collection[str]) -> Factors:
    """Runs are sampled where verdicts are for new runs, and else are those that were compared."""
    units, runs = f"{design.units.name}s", ("runs",) if design.runs is not None else ()
    if design.asked.is_over_runs:
        return Factors.with_raters((units, *runs), roles)
    return Factors.with_raters((units,), roles, (*runs, "systems"))


def _method_of_runs(design: Design) -> MethodOfRuns:
    if design.runs is None:
        return {}
    inputs, asked = design.test_set.system_names, design.asked
    return {
        "run_swap": asked.run_swap,
        "run_score": asked.run_score,
        "runs": [{"system": name, "runs": [inputs[i] for i in members]} for name, members in design.runs.items()],
        "generalise_to": "both" if asked.is_over_runs else "text",
    }


def _settled(design: Design) -> dict[str, Any]:
    """Say what became of options that were left open, so that the same is asked again."""
    asked = design.asked
    margin = asked.equivalence_margin
    return {
        "correction": design.plan.correction,
        "pairs": pairs_given(asked.pairs),
        "equivalence_margin": dict(margin) if isinstance(margin, Mapping) else margin,
        "unit": unit_given(design.units),
        "n_resamples": asked.n_resamples if asked.sequential else asked.n_bootstrap,
        "runs": None if asked.runs is None else {name: list(runs) for name, runs in asked.runs.items()},
        "rng": design.sampling.seed,
    }


def _measured_per_reference(counted: Counted) -> list[list[Measurement]]:
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


# What must not be overlooked about verdicts: few dominating units, uncorrected tests, what p claims.


def warning(design: Design, tested: Outcomes) -> str:
    """Say what must not be overlooked about the p-values; empty where there is nothing."""
    if design.asked.run_swap == "independent":
        return (
            "p is too small: each run was exchanged by itself, but the runs of a system are not independent "
            "(use --run-swap segment)"
        )
    if (tested.p_values == 0).any():
        return (
            "Where p is 0, every unit differs by the same amount. There is no variance to test against, and p = 0 is a "
            "convention"
        )
    return (design.plan.procedure or design.plan.test).warning


def validity_adjusted(design: Design) -> str:
    """Say what the adjusted p-values claim: some corrections hold for large test sets only, or under an assumption.

    A correction adds nothing to a single difference, and cannot mend a test that does not hold its level.
    """
    plan = design.plan
    if plan.procedure is not None:
        return ""
    validity = "asymptotic" if design.asked.is_over_runs else plan.test.validity
    holds = "always" if plan.own is not None else get_correction(plan.correction).holds
    return validity if design.family_size == 1 or holds == "always" or validity == "reproduction" else holds


def carried_by_few(design: Design, estimated: Estimates) -> list[Carried]:
    """List the differences whose variance comes from few of many units.

    What no p can tell, as too few units differ, is left to its reason.
    """
    found = []
    can_tell, n_units = least_by_units(design) <= design.asked.alpha, design.units.n
    for here, changes in design.changes(estimated.left_out):
        varies = can_tell[here] & np.isfinite(changes).all(axis=1) & (np.ptp(changes, axis=1) != 0)
        places, changes = np.flatnonzero(varies), changes[varies]
        numbers = effective_numbers(np.square(changes - changes.mean(axis=1, keepdims=True)))
        is_few = few_carry(numbers, n_units)
        for place, carrying in zip(places[is_few].tolist(), numbers[is_few].tolist(), strict=True):
            i = here.start + place
            measurement, (a, b) = design.measurement_of(i), design.pair_of(i)
            found.append((carrying, f"{measurement.label} of {measurement.systems[a]} and {measurement.systems[b]}"))
    return found


def describe_uncorrected(design: Design) -> dict[str, Any]:
    """Say how often so many uncorrected tests call some pair different where none differs.

    This is ``experimentwise_error`` of the method; nothing where a correction was made, there is one difference, or a
    single unit, which tells nothing apart.
    """
    asked, n_tests = design.asked, design.n_differences
    if design.plan.correction != "none" or n_tests == 1:
        return {}
    found: dict[str, Any] = {"n_tests": n_tests, "level": asked.alpha, "rate": None}
    if design.plan.own is not None:  # the rate is known for tests of paired differences alone
        return {"experimentwise_error": found}
    if design.units.n < 2:
        return {}
    rows = [jackknife_scores(m) * (1.0 if m.higher_is_better else -1.0) for m in design.units.measurements]
    oriented = [(b, a) for a, b in design.pairs] if asked.alternative == "worse" else design.pairs
    two_sided, seed = asked.alternative == "two-sided", design.sampling.seed
    rate = joint_experimentwise_error(rows, oriented, asked.alpha, two_sided=two_sided, rng=seed)
    return {"experimentwise_error": found | {"rate": rate}}


# Verdicts on systems of several runs that hold for new runs and new text alike.


RUNS_TEST = "t-over-runs"  # as results name it; it takes the place of a registered test


def test_over_runs(design: Design, splits: Sequence[VarianceSplit]) -> Outcomes:
    """Test every difference against the spread of runs and of text together.

    Nothing is drawn, and there is no joint null.
    """
    asked, correction = design.asked, design.plan.correction
    seen = observe(design.units.measurements, design.pairs)
    oriented = seen.differences * seen.orientation
    better = np.array([split.tail(distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    worse = np.array([split.tail(-distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    outcome = SettledPValues.from_tails(seen.differences, better, worse, design.units.n)
    p_values = outcome.p_values(asked.alternative)
    p_adjusted, _ = adjusted(outcome, p_values, design, correction)
    critical: NDArray[np.float64] = np.empty_like(p_values)
    n_sides = 2 if asked.alternative == "two-sided" else 1
    for members in design.families:
        alpha = asked.alpha / (1 if correction == "none" else len(members))
        for i in members:
            band = splits[i].interval(0.0, 1 - 2 * alpha / n_sides)
            error = splits[i].standard_error
            critical[i] = np.inf if band is None else band[1] / error if error else 0.0
    return Outcomes(outcome, p_values, p_adjusted, critical, np.zeros(len(p_values), dtype=np.bool_))


def bands_over_runs(
    estimated: Estimates, deltas: Sequence[float], design: Design, splits: Sequence[VarianceSplit]
) -> Estimates:
    """Take intervals of differences, and their standard errors, from runs and text together; bands by Bonferroni."""
    alone = [split.interval(delta, 1 - design.asked.alpha) for split, delta in zip(splits, deltas, strict=True)]
    together = list(alone)
    for members in design.families:
        for i in members:
            together[i] = splits[i].interval(deltas[i], 1 - design.asked.alpha / len(members))
    errors = [split.standard_error for split in splits]
    return replace(estimated, differences=alone, simultaneous=together, standard_errors=errors)
