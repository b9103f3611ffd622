"""How a result came about: provenance, and one plain sentence that can stand in a paper."""

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lines import TextFile
from steelyard.metrics import package_version
from steelyard.results import counted
from steelyard.types import Layout, Measurement
from steelyard.workflows.measured_coverage import said_of_coverage
from steelyard.workflows.units import BOOTSTRAPPED

if TYPE_CHECKING:
    from steelyard.inference import Procedure

__all__ = [
    "calibration_sentence",
    "comparison_sentence",
    "dependence_sentence",
    "describe_intervals",
    "difference_sentence",
    "influence_sentence",
    "plan_sentence",
    "provenance",
    "score_input",
    "score_sentence",
    "tests_sentence",
]

_INTERVALS = {
    "percentile": "percentile bootstrap (Koehn 2004, {n_resamples:,} resamples, seed {seed})",
    "basic": "basic bootstrap (reverse percentiles; Davison and Hinkley 1997, {n_resamples:,} resamples, seed {seed})",
    "normal": "normal quantiles of the bootstrap's spread, corrected for its bias (Davison and Hinkley 1997, "
    "{n_resamples:,} resamples, seed {seed})",
    "bca": "BCa bootstrap (Efron 1987, {n_resamples:,} resamples, seed {seed})",
    "jackknife": "jackknife with Student's t ({degrees} degrees of freedom)",
    "delta": "delta method with Student's t ({degrees} degrees of freedom)",
    "student": "Student's t ({degrees} degrees of freedom)",
}
_FEW_UNITS = 40  # below, a ratio of two variances is known to within a factor of 2 or so
_ENOUGH_UNITS = 100  # in effect: with so many, degrees of freedom hardly matter
_FAMILIES = {"pairs-and-metrics": "all pairs and metrics", "pairs": "the pairs of each metric"}


_DOUBLED = ("paired-bootstrap",)  # its two-sided p is twice the smaller of two shares


def score_input(
    name: str, scores: Mapping[str, Sequence[float]], file: TextFile | tuple[str, str] | None
) -> dict[str, str]:
    """Say which outside scores a result rests on: by their file, or by the numbers themselves."""
    if file is not None:
        path, sha256 = (file.path, file.sha256) if isinstance(file, TextFile) else file
        return {"role": f"scores {name}", "name": path, "sha256": sha256}
    numbers = json.dumps({system: [float(score) for score in row] for system, row in scores.items()})
    return {"role": f"scores {name}", "name": name, "sha256": hashlib.sha256(numbers.encode()).hexdigest()}


def provenance(test_set: Layout, score_inputs: Sequence[dict[str, str]] = ()) -> dict[str, Any]:
    """Say what a result rests on: sizes, versions, and the SHA-256 of every input."""
    return {
        "n_segments": test_set.n_segments,
        "n_systems": len(test_set.system_names),
        "n_documents": len(set(test_set.documents)) if test_set.documents is not None else None,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": [*test_set.inputs(), *score_inputs],
    }


def score_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a table of scores."""
    sentence = f"Scores of {counted(method['n_segments'], 'segment')} with Steelyard {package_version()}: "
    sentence += _metrics(measurements)
    if method["interval"]:
        by = f"{_interval(method, method['interval'])} over {_units(method)}{_worth(method)}"
        sentence += f"; {_percent(method['confidence_level'])} intervals by {by}"
    return sentence + "."


def comparison_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a comparison."""
    from steelyard.inference import PROCEDURES, get_test  # not needed for scores alone

    procedure = PROCEDURES.get(method["correction"])
    if _is_over_runs(method):
        draws = ""
    elif not (procedure or get_test(method["test"])).is_resampled:
        draws = "nothing drawn"
    elif "sequential" in method:
        draws = _sequential_draws(method)
    elif method["is_exact"] and not method["n_draws"]:
        draws = "exact over all exchanges by dynamic programming, nothing drawn"
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
        f"We compared systems on {counted(method['n_segments'], 'segment')} with Steelyard {package_version()}: "
        f"{_metrics(measurements)}. Differences were tested by {by}, and a difference counts as significant "
        f"at {method['alpha']:g}. "
        + describe_intervals(method)
        + _runs(method)
        + _dependence(method)
        + _equivalence(method)
        + (f" {method['warning']}." if method["warning"] else "")
    )


def describe_intervals(method: Mapping[str, Any]) -> str:
    """Describe the intervals of a comparison; a single unit gives none, as it cannot vary."""
    from steelyard.inference import PROCEDURES  # not needed for scores alone

    procedure = PROCEDURES.get(method["correction"])
    of_scores, of_differences = method["interval"], method["interval_of_differences"]
    if method["n_units"] < 2 and of_differences not in BOOTSTRAPPED:
        return f"There are no intervals: {_units(method)} cannot show how scores vary."
    by = "the same" if of_scores == of_differences else _interval(method, of_differences)
    if _is_over_runs(method):
        band = "Bonferroni's correction of the t intervals of that test"
    elif procedure is not None and not procedure.is_resampled:
        band = "the critical difference of that test"
    elif of_differences in BOOTSTRAPPED:
        band = "a bootstrap sup-t band"
    else:
        band = f"Bonferroni's correction of {by}"
    points = "; of a single unit, which cannot vary, they are points" if method["n_units"] < 2 else ""
    return (
        f"Intervals of scores ({_percent(method['confidence_level'])}) are by {_interval(method, of_scores)} over "
        f"{_units(method)}{_worth(method)}; those of differences are to cover the whole family at once, by "
        f"{band}{points}."
        + (said_of_coverage(method["n_units"], method["unit"]) if of_differences == "jackknife" else "")
    )


def _is_over_runs(method: Mapping[str, Any]) -> bool:
    """Say whether verdicts are to hold for new runs, too."""
    return bool(method.get("generalise_to") == "both")


def _over_runs(method: Mapping[str, Any]) -> str:
    """Describe the test of systems of several runs, and its correction."""
    sides = {"two-sided": "two-sided", "better": "one-sided (better)", "worse": "one-sided (worse)"}
    return (
        f"{sides[method['alternative']]} Student's t over runs and {method['unit']}s together, the largest p of new "
        f"{method['unit']}s, new runs and both (nothing drawn), so that verdicts are about new runs on new text; "
        + correction_sentence(method)
    )


def _test_and_correction(method: Mapping[str, Any], draws: str) -> str:
    """Describe a test and its correction."""
    from steelyard.inference import get_test  # not needed for scores alone

    test = get_test(method["test"])
    sides = {"two-sided": "two-sided", "better": "one-sided (better)", "worse": "one-sided (worse)"}
    return f"{sides[method['alternative']]} {test.summary} over {_units(method)} ({draws}); " + correction_sentence(
        method
    )


def correction_sentence(method: Mapping[str, Any]) -> str:
    """Describe a correction."""
    from steelyard.inference import get_correction  # not needed for scores alone

    correction = get_correction(method["correction"])
    family = f"the family of {counted(method['family_size'], 'comparison')} ({_FAMILIES[method['family']]})"
    return (
        f"p-values were not corrected{_experimentwise(method)}"
        if method["correction"] == "none"
        else f"p-values were adjusted by {correction.summary}, which {correction.claim}, within {family}"
    )


def _experimentwise(method: Mapping[str, Any]) -> str:
    """Say how often tests without a correction find something where nothing is."""
    if "experimentwise_error" not in method:
        return ""
    found = method["experimentwise_error"]
    if found["rate"] is None:
        return ", so that there are no groups"
    return (
        f", so that there are no groups: where no pair differs, {counted(found['n_tests'], 'such test')} call at least "
        f"one different in {100 * found['rate']:.0f}% of cases (normal scores with the covariance that these have)"
    )


def _procedure(procedure: "Procedure", method: Mapping[str, Any], draws: str) -> str:
    """Describe a procedure over all systems."""
    n_pairs = method["n_compared"] * (method["n_compared"] - 1) // 2
    n_metrics = method["family_size"] // n_pairs
    metrics = f"; p-values were multiplied by {n_metrics}, the number of metrics (Bonferroni)" if n_metrics > 1 else ""
    return (
        f"{procedure.summary}, over {_units(method)} ({draws}), which takes the {counted(n_pairs, 'pair')} of the "
        f"{counted(method['n_compared'], 'system')} under a metric at once and controls the family-wise error assuming "
        f"{procedure.assumes}{metrics}"
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
        f"; {n_undecided:,} undecided when the draws ran out, with p = (c + 1) / (B + 1)"
        if n_undecided
        else ", until every verdict was decided"
    )
    scaled = "; differences scaled by their spread to first order, without draws" if "scales" in sequential else ""
    return (
        f"{n_draws:,} of at most {most:,} draws, seed {seed}, bounded at all times with total error {error} after "
        f"Robbins 1970, Lai 1976, and Gandy and Hahn 2014{ended}{scaled}"
    )


def _runs(method: Mapping[str, Any]) -> str:
    """Say what was done with several runs of a system, where there are."""
    if "runs" not in method:
        return ""
    n_runs = len(method["runs"][0]["runs"])
    score = "the mean of their scores" if method["run_score"] == "mean" else "that of their outputs as one text"
    swap = "each run by itself" if method["run_swap"] == "independent" else "all runs at once"
    about = (
        "intervals of single scores are of these runs"
        if _is_over_runs(method)
        else f"a unit was exchanged in {swap} (after Clark et al. 2011), so that verdicts are about these runs alone: "
        "where runs spread, a method trained twice is called different from itself more often than the level says"
    )
    return (
        f" Each system is {n_runs} runs: its score is {score}, and {about}. Intervals for new data take the runs as "
        "they are (jackknife), those for new runs take the test set as it is (Welch's t over runs), those for both add "
        "the two variances (Satterthwaite's degrees of freedom) and are never narrower than either; they hold for each "
        "pair alone."
    )


def _dependence(method: Mapping[str, Any]) -> str:
    """Say what a test of single segments would have got wrong, where documents or blocks were the unit."""
    if "design_effect" not in method:
        return ""
    effect = method["design_effect"]
    several = effect["n_differences"] > 1
    spread = f" in the median ({effect['low']:.1f} to {effect['high']:.1f})" if several else ""
    rough = f", a rough figure from {method['n_units']} of them" if method["n_units"] < _FEW_UNITS else ""
    return (
        f" The design effect of {method['unit']}s on the differences was {effect['median']:.1f}{spread}{rough}: with "
        f"it, a test of single segments at {method['alpha']:g} raises false alarms at a rate of "
        f"{effect['segment_level']:.2g}."
    )


def _equivalence(method: Mapping[str, Any]) -> str:
    """Describe how equivalence was decided, where it was."""
    if "equivalence_margin" not in method:
        return ""
    degrees = f"jackknife t tests ({_degrees(method)} degrees of freedom"
    tests = f"t tests (over runs and {method['unit']}s" if _is_over_runs(method) else degrees
    corrected = (
        "not corrected" if method["correction"] == "none" else f"corrected by Holm within {_FAMILIES[method['family']]}"
    )
    return (
        f" Pairs without a significant difference were called equivalent within {_margin(method)} by two one-sided "
        f"{tests}, {corrected}) at {method['alpha']:g}, a family "
        "beside that of the differences."
    )


def _margin(method: Mapping[str, Any]) -> str:
    """Name the margin, or that of each metric which has one."""
    margin = method["equivalence_margin"]
    if not isinstance(margin, Mapping):
        return f"{margin:g}"
    return ", ".join(f"{value:g} ({metric})" for metric, value in margin.items())


def calibration_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a calibration."""
    names, several = method["systems"], len(method["systems"]) > 2
    made = (
        "Exchanged: the systems' outputs are put in random order, so that there is no difference. Equal scores: what "
        "the units of the systems contribute is shifted until all scores are equal, and test sets are drawn from the "
        "result with replacement. One apart: the same, but for the system furthest from the median, and only pairs of "
        f"the others count. Counted are families in which any of {len(names) * (len(names) - 1) // 2} pairs was called "
        f"different that is not, after {_corrections(method)}. "
        if several
        else "Exchanged: the systems' outputs "
        "change sides at random, so that there is no difference. Equal scores: the outputs are mixed until the scores "
        "are equal, and test sets are drawn from the result with replacement. Difference: the same, mixed to a share "
        "of the observed difference. "
    )
    return (
        f"We measured how often tests over {_units(method)} call {', '.join(names[:-1])} and {names[-1]} different, "
        f"with Steelyard {package_version()}: {_metrics(measurements)}; {method['n_repetitions']:,} data sets a "
        f"situation, {method['n_resamples']:,} draws a test, two-sided, seed {method['seed']}. {made}In brackets 95% "
        "intervals (Wilson). Too many: above the level by an exact binomial test at 0.05 over all these rates together "
        "(Bonferroni); holds: not found to be."
    )


def _corrections(method: Mapping[str, Any]) -> str:
    """Name the corrections over all pairs, and the tests where they differ."""
    names = {"maxt": "max-T", "holm": "Holm's correction"}
    by_name: dict[str, list[str]] = {}
    for test, correction in method["corrections"].items():
        by_name.setdefault(names[correction], []).append(test)
    if len(by_name) == 1:
        return f"{next(iter(by_name))} over all pairs"
    return " or ".join(f"{name} ({', '.join(tests)})" for name, tests in by_name.items()) + " over all pairs"


def plan_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how power was measured."""
    names, alpha = method["systems"], f"{method['alpha']:g}"
    several = method["n_pairs"] > 1
    trust = "" if several else ", with 95% intervals of that spread (after Box 1953)"
    draws = list(dict.fromkeys(f"{n:,}" for n in method["test_draws"].values()))
    made = {"as is": "taken as they are", "mixed": "mixed to each difference", "shifted": "shifted to each difference"}
    return (
        f"We measured the power of {method['test']} (two-sided, at {alpha}{_of_the_family(method)}, "
        f"{' or '.join(draws)} draws) with Steelyard {package_version()}: {_metrics(measurements)}. The outputs of "
        f"{'every pair of ' if several else ''}{', '.join(names[:-1])} and {names[-1]} on {_units(method)} were "
        f"{' or '.join(made[one] for one in method['made'])}, and {method['n_repetitions']:,} test "
        f"sets of each size drawn from the result with replacement, seed {method['seed']}. {_in_brackets(method)}By "
        f"theory: {method['unit']}s for a power of 80% of a normal two-sided test at "
        f"{'that level' if several else alpha}, from the jackknife spread of the difference{trust}"
        f"{_as_unequal(method)}. The plan knows no text but these: other text may need more."
    )


def _of_the_family(method: Mapping[str, Any]) -> str:
    """Say at which level each pair is tested so that the family keeps its own."""
    if method["n_pairs"] == 1:
        return ""
    levels = ", ".join(f"{level:.2g}" for level in dict.fromkeys(method["test_levels"].values()))
    by = "max-T by normal theory" if method["has_joint_null"] else "Bonferroni"
    return f" over all {method['n_pairs']} pairs of a metric, each pair at {levels} by {by}"


def _in_brackets(method: Mapping[str, Any]) -> str:
    if method["n_pairs"] > 1:
        return "Shown are medians over the pairs, and in parentheses the least and the most of them. "
    return "In brackets 95% intervals (Wilson). "


def _as_unequal(method: Mapping[str, Any]) -> str:
    """Say that what is to come is taken to be as unequal as what is there, where that matters."""
    worth = _worth(method)
    return f", {method['unit']}s to come being as unequal as these ({worth.removeprefix(', ')})" if worth else ""


def dependence_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how dependence was measured."""
    effects = (
        f"The design effect is the jackknife variance of a difference of systems over documents or blocks, divided by "
        f"that over segments (Kish 1965; {counted(method['n_pairs'], 'difference')} a metric); the real level is that "
        f"of a two-sided test of segments at {method['alpha']:g} with the median effect, by normal theory. "
        if method["n_pairs"]
        else ""
    )
    return (
        f"We measured how {counted(method['n_segments'], 'segment')} hang together with Steelyard {package_version()}: "
        f"{_metrics(measurements)}. {effects}Broad sets take every g-th segment, blocks take neighbours (Koehn 2004), "
        "and their scores are those of single systems."
    )


def influence_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how parts of the test set were left out."""
    a, b = method["system_a"], method["system_b"]
    return (
        f"We left out parts of {counted(method['n_segments'], 'segment')} one by one, and scored the rest of {a} and "
        f"{b} again, with Steelyard {package_version()}: {_metrics(measurements)}. The number of {method['unit']}s "
        f"that carry a verdict is an upper bound, found by leaving out at every step the one without which it is "
        f"nearest its end (after Broderick et al. 2020); significant means a jackknife t test over {_units(method)} at "
        f"{method['alpha']:g}. Scores of parts are a description: no test says that they differ."
    )


def difference_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how two systems were held against each other part by part."""
    a, b, alpha = method["system_a"], method["system_b"], method["alpha"]
    start = f"We compared two systems part by part, with Steelyard {package_version()}: {a} (A) and {b} (B) on "
    start += f"{counted(method['n_segments'], 'segment')}; {_metrics(measurements)}. "
    if not method["n_changed"]:
        return start + "Their outputs are identical, so that there was nothing to test."
    return (
        f"{start}Buckets of segments and classes of words (F1) were tested by randomization of {_units(method)} "
        f"({method['n_resamples']:,} draws, or all exchanges where these are fewer; seed {method['seed']}); n-grams by "
        f"an exact two-sided binomial test of the {method['unit']}s in which A has more of one against those in which "
        f"B has. What too few {method['unit']}s bear on for a p of {alpha:g} was not tested. Adjusted p-values control "
        "the false discovery rate (Benjamini and Hochberg 1995) over "
        f"{counted(method['n_bucket_tests'], 'test')} of buckets and metrics, {method['n_word_tests']:,} of classes of "
        f"words, and {method['n_ngram_tests']:,} of n-grams: of what is called different at {alpha:g} in a family, at "
        f"most a share of {alpha:g} is expected to be false. P-values on all segments are not corrected. Words are "
        f"those of the tokenizer {method['tokenize']}. Examples were chosen by {method['by_signature']}, the largest "
        "differences first: they show, and prove nothing."
    )


def tests_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe one-sided tests of every ordered pair, several beside each other."""
    draws = ", ".join(f"{test} ({n:,} draws)" for test, n in method["n_draws"].items())
    return (
        f"We asked of every ordered pair of {method['n_systems']} systems whether the first is better, on "
        f"{counted(method['n_segments'], 'segment')} with Steelyard {package_version()}: {_metrics(measurements)}; "
        f"one-sided tests over {_units(method)}: {draws}, seed {method['seed']}."
    )


def _percent(share: float) -> str:
    """Show a share as a percentage without rounding it away: 0.999 is 99.9%."""
    return f"{round(100 * share, 6):g}%"


def _metrics(measurements: Sequence[Measurement]) -> str:
    return ", ".join(f"{measurement.label} ({measurement.signature})" for measurement in measurements)


def _units(method: Mapping[str, Any]) -> str:
    if "block_size" not in method:
        return counted(method["n_units"], method["unit"])
    size, last = method["block_size"], method["last_block_size"]
    shorter = f", the last of {last}" if last != size else ""
    return f"{counted(method['n_units'], 'block')} of {counted(size, 'consecutive segment')}{shorter}"


def _worth(method: Mapping[str, Any]) -> str:
    """Say how many units of equal size there are in effect, where that is a small number."""
    n_effective = method["n_effective"]
    if n_effective >= _ENOUGH_UNITS or n_effective > 0.95 * method["n_units"]:
        return ""
    return f", as good as {n_effective:.1f} of equal size"


def _interval(method: Mapping[str, Any], kind: str) -> str:
    degrees = _degrees(method) if kind in ("jackknife", "delta") else method["n_units"] - 1
    return _INTERVALS[kind].format(**{**method, "degrees": degrees})


def _degrees(method: Mapping[str, Any]) -> str:
    """Show the degrees of freedom of as many equal units as these are worth."""
    degrees = max(method["n_effective"] - 1, 1)
    return f"{degrees:.0f}" if degrees >= _ENOUGH_UNITS else f"{round(degrees, 1):g}"
