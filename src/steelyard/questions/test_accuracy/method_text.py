"""The sentence for a paper on how accurate tests are."""

from collections.abc import Sequence

from steelyard.metrics import package_version
from steelyard.questions.test_accuracy.answer import AccuracyMethod
from steelyard.scored.sentences import said_of_gold
from steelyard.types import Measurement

__all__ = ["accuracy_sentence"]


def accuracy_sentence(measurements: Sequence[Measurement], method: AccuracyMethod) -> str:
    """Describe the tests, and how people's verdicts came about."""
    n_units, unit = method["n_units"], method["unit"]
    draws = ", ".join(f"{test} ({n:,} draws)" if n else test for test, n in method["n_draws"].items())
    scales = " and, where that leaves a pair open, of ".join(method["scales"])
    if method["people_test"] == "rank-sum":
        by = f"Wilcoxon's rank-sum test of {method['people_n_ratings']:,} single judgements"
    else:
        by = (
            f"randomization of {method['people_n_units']:,} {method['people_unit']}s ({method['people_n_draws']:,} "
            "draws) of mean ratings"
        )
    level = "the level of the test" if method["gold_alpha"] is None else f"{method['gold_alpha']:g}"
    metrics = ", ".join(f"{measurement.label} ({measurement.signature})" for measurement in measurements)
    corrected = "" if method["correction"] == "none" else f" Both are corrected ({method['correction']})."
    return (
        f"We held one-sided tests of all pairs of {len(method['systems'])} systems, in both directions, against "
        f"people's verdicts with Steelyard {package_version()} (after Graham et al. 2014): {metrics}; {draws} over "
        f"{n_units:,} {unit}s, seed {method['seed']}. People's verdicts are by {by}, of {scales}, at {level}."
        f"{corrected} Intervals are Clopper and Pearson's; tests are compared by McNemar's exact test, Holm's "
        "correction over all comparisons." + (f" {said_of_gold(method['n_raters'])}" if method.get("raters") else "")
    )
