"""What to know when reading how accurate tests are."""

from collections.abc import Sequence

from steelyard.inference import SignificanceTest, least_adjusted
from steelyard.metrics import package_version
from steelyard.questions.test_accuracy.answer import AccuracyMethod
from steelyard.questions.test_accuracy.human_verdicts import HumanVerdicts
from steelyard.questions.test_accuracy.ordered_pairs import correction_for
from steelyard.questions.test_accuracy.question import TestAccuracyQuestion
from steelyard.questions.test_accuracy.rated_systems import RatedSystems
from steelyard.scored.sentences import said_of_gold
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["accuracy_notes", "accuracy_sentence", "limits", "told_of_people"]


def accuracy_notes(
    people: RatedSystems,
    tests: Sequence[SignificanceTest],
    measurements: Sequence[Measurement],
    question: TestAccuracyQuestion,
    units: Units,
) -> list[str]:
    """Say what must be known when reading the counts."""
    correction = question.correction
    notes = [
        "Pairs share systems and are not independent: intervals are too short and McNemar's p is too small.",
        "People's verdicts are from ratings, too: a pair without a significant difference may differ, and more ratings "
        "would give more verdicts.",
    ]
    if correction == "none":
        notes.append(
            "Both directions of each pair are tested at the level without a correction, as in the paper; --correction "
            "corrects for all pairs."
        )
    replaced = [test.name for test in tests if _correction_of(test, correction) != correction]
    if people.verdicts.test == "rank-sum" and correction_for(None, correction) != correction:
        replaced.append("people's rank-sum tests")
    if replaced:
        notes.append(f"Holm's correction replaces max-T for {', '.join(replaced)} (no joint null distribution).")
    skipped = [m.label for m in measurements if not m.is_mean]
    if skipped and any(test.needs_means for test in tests):
        needing = ", ".join(test.name for test in tests if test.needs_means)
        notes.append(f"{needing}: only for metrics that are means of segment scores, not for {', '.join(skipped)}.")
    notes += [f"{test.name}: {test.warning}." for test in tests if test.warning]
    if people.left_out:
        notes.append(f"Left out, without ratings: {', '.join(people.left_out)}.")
    notes += limits(people, tests, units, question.n_resamples, question.alphas, correction)
    return notes


def limits(
    people: RatedSystems,
    tests: Sequence[SignificanceTest],
    units: Units,
    n_resamples: int,
    alphas: Sequence[float],
    correction: str,
) -> list[str]:
    """Name the levels at which the draws, or the units, allow no conclusion, or chance in the draws moves some."""
    n, lowest = len(people.systems), min(alphas)
    n_pairs = n * (n - 1) // 2
    sides = [
        (
            test.name,
            _least(units.n if test.name == "randomization" else None, n_resamples),
            _correction_of(test, correction),
        )
        for test in tests
        if test.is_resampled
    ]
    if people.verdicts.test == "randomization":
        sides.append(("people's verdicts", _least(people.verdicts.method["people_n_units"], n_resamples), correction))
    notes = []
    for name, least, corrected in sides:
        bound = least_adjusted(least, corrected, n_pairs)
        closed = [f"{alpha:g}" for alpha in alphas if alpha < bound]
        if closed:
            notes.append(
                f"{name}: p-values cannot be below {bound:.2g}, so nothing is significant at {', '.join(closed)}. Use "
                "more draws (-n) or more units."
            )
    if not notes and n_resamples < 10 / lowest:
        notes.append(f"{n_resamples:,} draws are too few for stable results at {lowest:g}: use more draws (-n).")
    return notes


def _least(n_units: int | None, n_resamples: int) -> float:
    """Return the least p-value that draws allow, and exchanges of so many units."""
    drawn = 1 / (n_resamples + 1)
    if n_units is None:
        return drawn
    is_enumerated = n_units < n_resamples.bit_length()  # 2**n_units <= n_resamples, for any number of units
    return 2.0**-n_units if is_enumerated else drawn


def _correction_of(test: SignificanceTest, correction: str) -> str:
    """Return what corrects the p-values of a test."""
    return correction if test.has_joint_null else correction_for(None, correction)


def told_of_people(verdicts: HumanVerdicts) -> str:
    """Say by what test of which ratings people's verdicts are."""
    told = verdicts.method
    if verdicts.test == "rank-sum":
        by = f"Wilcoxon's rank-sum test of {told['people_n_ratings']:,} single judgements"
    else:
        by = (
            f"randomization of {told['people_n_units']:,} {told['people_unit']}s ({told['people_n_draws']:,} draws) of "
            "mean ratings"
        )
    return f"{by}, of {' and, for pairs without a significant difference, of '.join(verdicts.scales)}"


def accuracy_sentence(measurements: Sequence[Measurement], method: AccuracyMethod, verdicts: HumanVerdicts) -> str:
    """Describe the tests, and how people's verdicts came about."""
    n_units, unit = method["n_units"], method["unit"]
    draws = ", ".join(f"{test} ({n:,} draws)" if n else test for test, n in method["n_draws"].items())
    level = "the level of the test" if method["gold_alpha"] is None else f"{method['gold_alpha']:g}"
    metrics = ", ".join(f"{measurement.label} ({measurement.signature})" for measurement in measurements)
    corrected = "" if method["correction"] == "none" else f" Both are corrected ({method['correction']})."
    return (
        f"We compared one-sided tests of all pairs of {len(method['systems'])} systems, in both directions, with "
        f"people's verdicts, with Steelyard {package_version()} (after Graham et al. 2014): {metrics}; {draws} over "
        f"{n_units:,} {unit}s, seed {method['seed']}. People's verdicts are by {told_of_people(verdicts)}, at {level}."
        f"{corrected} Intervals are Clopper and Pearson's. Tests were compared by McNemar's exact test with Holm's "
        "correction over all comparisons." + (f" {said_of_gold(method['n_raters'])}" if method.get("raters") else "")
    )
