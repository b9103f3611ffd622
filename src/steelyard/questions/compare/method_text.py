"""How a comparison came about, in a sentence that can stand in a paper."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.choices import BOOTSTRAPPED, JOINT, RATES
from steelyard.metrics import package_version
from steelyard.results.missing import missing_text
from steelyard.results.plurals import SINGLE_UNITS, counted, word_for_segment
from steelyard.scored.sentences import (
    describe_degrees,
    describe_ends,
    describe_interval,
    describe_metrics,
    describe_rates,
    describe_units,
    describe_worth,
    said_of_score_coverage,
    show_percent,
)
from steelyard.types import Measurement

if TYPE_CHECKING:
    from steelyard.inference import Procedure

__all__ = ["comparison_sentence", "correction_sentence", "describe_intervals", "measured_coverage", "said_of_coverage"]

_FEW_UNITS = 40  # below, a ratio of two variances is known to within a factor of 2 or so
_FAMILIES = {"pairs-and-metrics": "all pairs and metrics", "pairs": "the pairs of each metric"}
_DOUBLED = ("paired-bootstrap",)  # its two-sided p is twice the smaller of two shares
# Documents; share of test sets in which nominal 95 % intervals held all 15 differences of six systems: the median over
# five WMT sets and four metrics, and the least of them. From benchmarks/levels/measured/unequal-documents.json.
_MEASURED = ((8, 0.969, 0.887), (12, 0.971, 0.809), (20, 0.958, 0.706), (45, 0.954, 0.775), (100, 0.956, 0.894))
_MOST = 140  # documents: with more, nothing was measured that falls short


def comparison_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a comparison."""
    metrics = describe_metrics(measurements)
    from steelyard.inference import PROCEDURES, get_test  # not needed for scores alone

    procedure = PROCEDURES.get(method["correction"])
    if _is_over_runs(method):
        draws = ""
    elif not (procedure or get_test(method["test"])).is_resampled:
        draws = "without draws"
    elif method["test"] == JOINT:
        draws = f"{describe_degrees(method)} degrees of freedom; {method['n_draws']:,} draws, seed {method['seed']}"
    elif "sequential" in method:
        draws = _sequential_draws(method)
    elif method["is_exact"] and not method["n_draws"]:
        draws = "exact over all exchanges by dynamic programming"
    elif method["is_exact"]:
        draws = f"all {method['n_draws']:,} outcomes enumerated"
    else:
        doubled = "2 " if method["test"] in _DOUBLED and method["alternative"] == "two-sided" else ""
        draws = f"{method['n_draws']:,} draws, seed {method['seed']}, p = {doubled}(c + 1) / (B + 1)"
    if _is_over_runs(method):
        by = _over_runs(method)
    else:
        by = _procedure(procedure, method, draws) if procedure is not None else _test_and_correction(method, draws)
    return (
        f"We compared systems on {counted(method['n_segments'], word_for_segment(method))} with Steelyard "
        f"{package_version()}: "
        f"{metrics}. Differences were tested by {by}. The significance level is {method['alpha']:g}. "
        + describe_intervals(method)
        + _runs(method)
        + _dependence(method)
        + _equivalence(method)
        + describe_ends(method)
        + (f" {method['warning']}." if method["warning"] else "")
        + (f" {missing}" if (missing := missing_text(method)) else "")
    )


def describe_intervals(method: Mapping[str, Any]) -> str:
    """Describe the intervals of a comparison; a single unit gives none, as it cannot vary."""
    units = describe_units(method)
    from steelyard.inference import PROCEDURES  # not needed for scores alone

    procedure = PROCEDURES.get(method["correction"])
    of_scores, of_differences = method["interval"], method["interval_of_differences"]
    n_units, is_single = method["n_units"], method["n_units"] < 2
    if is_single and of_differences not in BOOTSTRAPPED:
        return f"There are no intervals, because the variance of scores cannot be estimated from {units}."
    by = "the same method" if of_scores == of_differences else describe_interval(method, of_differences)
    if _is_over_runs(method):
        band = "the t intervals of that test with Bonferroni's correction"
    elif procedure is not None and not procedure.is_resampled:
        band = "the critical difference of that test"
    elif of_differences in BOOTSTRAPPED:
        band = "a bootstrap sup-t band"
    elif method["test"] == JOINT and method["correction"] == "maxt":
        band = f"the largest standardised difference in those draws, with standard errors by {by}"
    else:
        band = f"{by} with Bonferroni's correction"
    points = ". They are points, because a single unit has no variance" if is_single else ""
    level, by = show_percent(method["confidence_level"]), describe_interval(method, of_scores)
    return (
        f"Intervals of scores ({level}) are by {by} over {units}{describe_worth(method)}. Intervals of differences are "
        f"simultaneous for the family, by {band}{points}."
        + (f" {told}".rstrip() if of_scores not in RATES and (told := describe_rates(method)) else "")
        + (said_of_coverage(n_units, method["unit"]) if of_differences == "jackknife" else "")
        + ("" if of_scores in RATES else said_of_score_coverage(n_units, method["unit"]))
    )


def _is_over_runs(method: Mapping[str, Any]) -> bool:
    """Say whether verdicts are to hold for new runs, too."""
    return bool(method.get("generalise_to") == "both")


def _over_runs(method: Mapping[str, Any]) -> str:
    """Describe the test of systems of several runs, and its correction."""
    sides = {"two-sided": "two-sided", "better": "one-sided (better)", "worse": "one-sided (worse)"}
    return (
        f"{sides[method['alternative']]} Student's t over runs and {method['unit']}s together. p is the largest of "
        f"three: for new {method['unit']}s, for new runs and for both. Verdicts are about new runs on new text. "
        + correction_sentence(method)
    )


def _test_and_correction(method: Mapping[str, Any], draws: str) -> str:
    """Describe a test and its correction."""
    units = describe_units(method)
    from steelyard.inference import get_test  # not needed for scores alone

    test = get_test(method["test"])
    sides = {"two-sided": "two-sided", "better": "one-sided (better)", "worse": "one-sided (worse)"}
    return f"{sides[method['alternative']]} {test.summary} over {units} ({draws}). " + correction_sentence(method)


def correction_sentence(method: Mapping[str, Any]) -> str:
    """Describe a correction."""
    from steelyard.inference import get_correction  # not needed for scores alone

    correction = get_correction(method["correction"])
    summary = correction.summary
    if method["test"] == JOINT and method["correction"] == "maxt":
        summary = (
            "the largest standardised difference in each of the normal draws with the same correlations (Chernozhukov, "
            "Chetverikov and Kato 2013; below an effective number of 40 units Bonferroni's p where it is larger)"
        )
    family = f"a family of {counted(method['family_size'], 'comparison')} ({_FAMILIES[method['family']]})"
    return (
        f"p-values were not corrected{_experimentwise(method)}"
        if method["correction"] == "none"
        else f"p-values were adjusted by {summary}. This {correction.claim}, for {family}"
    )


def _experimentwise(method: Mapping[str, Any]) -> str:
    """Say how often tests without a correction find something where nothing is."""
    if "experimentwise_error" not in method:
        return ""
    found = method["experimentwise_error"]
    if found["rate"] is None:
        return ", so there are no groups"
    return (
        f", so there are no groups. If no pair differs, {counted(found['n_tests'], 'such test')} give at least one "
        f"false positive in {100 * found['rate']:.0f}% of cases (normal scores with the observed covariance)"
    )


def _procedure(procedure: "Procedure", method: Mapping[str, Any], draws: str) -> str:
    """Describe a procedure over all systems."""
    units = describe_units(method)
    n_pairs = method["n_compared"] * (method["n_compared"] - 1) // 2
    n_metrics = method["family_size"] // n_pairs
    metrics = f". p-values were multiplied by {n_metrics}, the number of metrics (Bonferroni)" if n_metrics > 1 else ""
    return (
        f"{procedure.summary}, over {units} ({draws}). It tests the {counted(n_pairs, 'pair')} of the "
        f"{counted(method['n_compared'], 'system')} under a metric together and controls the family-wise error rate, "
        f"assuming {procedure.assumes}{metrics}"
    )


def _sequential_draws(method: Mapping[str, Any]) -> str:
    """Say in the method sentence what was drawn and why it ended."""
    sequential, n_draws, seed = method["sequential"], method["n_draws"], method["seed"]
    most, error = sequential["most_draws"], f"{sequential['error']:g}"
    if sequential["procedure"] == "besag-clifford":
        reached = (
            f"stopped when {sequential['exceedances']} were as extreme as observed, p = {sequential['exceedances']} / B"
            if sequential["is_stopped"]
            else f"fewer than {sequential['exceedances']} of them as extreme as observed, p = (c + 1) / (B + 1)"
        )
        return f"{n_draws:,} of at most {most:,} draws, seed {seed}, {reached}; Besag and Clifford 1991"
    n_undecided = sequential["n_undecided"]
    ended = (
        f"; {n_undecided:,} undecided after the last draw, with p = (c + 1) / (B + 1)"
        if n_undecided
        else ", until every verdict was decided"
    )
    scaled = "; differences scaled by first-order standard errors" if "scales" in sequential else ""
    return (
        f"{n_draws:,} of at most {most:,} draws, seed {seed}, simultaneous bounds with total error {error} after "
        f"Robbins 1970, Lai 1976, and Gandy and Hahn 2014{ended}{scaled}"
    )


def _runs(method: Mapping[str, Any]) -> str:
    """Say what was done with several runs of a system, where there are."""
    if "runs" not in method:
        return ""
    n_runs = len(method["runs"][0]["runs"])
    score = "the mean of their scores" if method["run_score"] == "mean" else "the score of their outputs as one text"
    swap = "each run by itself" if method["run_swap"] == "independent" else "all runs at once"
    about = (
        "Intervals of single scores are for these runs"
        if _is_over_runs(method)
        else f"A unit was exchanged in {swap} (after Clark et al. 2011), so verdicts are about these runs alone. "
        "If runs vary, two trainings of one method differ significantly more often than the nominal level"
    )
    return (
        f" Each system has {n_runs} runs; its score is {score}. {about}. Intervals for new data keep the runs fixed "
        "(jackknife). Intervals for new runs keep the test set fixed (Welch's t over runs). Intervals for both add the "
        "two variances (Satterthwaite's degrees of freedom) and are never narrower than either. Each is for one pair "
        "alone."
    )


def _dependence(method: Mapping[str, Any]) -> str:
    """Say how many false positives a test of single segments would have, where documents or blocks were the unit."""
    if "design_effect" not in method:
        return ""
    effect = method["design_effect"]
    several = effect["n_differences"] > 1
    spread = f" (median; {effect['low']:.1f} to {effect['high']:.1f})" if several else ""
    rough = f", a rough estimate from {method['n_units']} {method['unit']}s" if method["n_units"] < _FEW_UNITS else ""
    return (
        f" The design effect of {method['unit']}s on the differences was {effect['median']:.1f}{spread}{rough}. A test "
        f"of single {word_for_segment(method)}s would have {100 * effect['segment_level']:.2g}% false positives, not "
        f"{show_percent(method['alpha'])}."
    )


def _equivalence(method: Mapping[str, Any]) -> str:
    """Describe how equivalence was decided, where it was."""
    if "equivalence_margin" not in method:
        return ""
    degrees = f"jackknife t tests ({describe_degrees(method)} degrees of freedom"
    tests = f"t tests (over runs and {method['unit']}s" if _is_over_runs(method) else degrees
    corrected = (
        "not corrected" if method["correction"] == "none" else f"corrected by Holm within {_FAMILIES[method['family']]}"
    )
    rates = f" (rates: if their {show_percent(1 - 2 * method['alpha'])} intervals lie within the margin)"
    corrected += rates if method.get("rates") else ""
    return (
        f" Pairs without a significant difference were tested for equivalence within {_margin(method)} by two "
        f"one-sided {tests}, {corrected}) at {method['alpha']:g}. These tests are a family of their own."
    )


def _margin(method: Mapping[str, Any]) -> str:
    """Name the margin, or that of each metric which has one."""
    margin = method["equivalence_margin"]
    if not isinstance(margin, Mapping):
        return f"{margin:g}"
    return ", ".join(f"{value:g} ({metric})" for metric, value in margin.items())


def measured_coverage(n_units: int) -> tuple[int, float, float] | None:
    """Find the measurement nearest in size.

    Its number of documents, and the shares of test sets in which the intervals held all differences, in the median and
    at worst; None where there are so many units that nothing was measured.
    """
    if n_units > _MOST:
        return None
    return min(_MEASURED, key=lambda row: max(row[0], n_units) / min(row[0], n_units))


def said_of_coverage(n_units: int, unit: str) -> str:
    """Say it in a sentence, where the units are documents or blocks and few; else nothing."""
    found = measured_coverage(n_units) if unit not in SINGLE_UNITS else None
    if found is None:
        return ""
    n, median, worst = found
    return (
        f" With {n} documents, simultaneous 95% intervals for six systems had a coverage of {100 * median:.0f}% "
        f"(median of five WMT sets; worst {100 * worst:.0f}%)."
    )
