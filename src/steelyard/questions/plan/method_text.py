"""The sentence for a paper on how power was measured."""

from collections.abc import Sequence

from steelyard.metrics import package_version
from steelyard.questions.plan.answer import PowerMethod
from steelyard.results.missing import missing_text
from steelyard.results.plurals import word_for_segment
from steelyard.scored.sentences import describe_metrics, describe_units, describe_worth
from steelyard.types import Measurement

__all__ = ["power_sentence"]

_OF_SPREAD = (
    "nominal 95% intervals of that spread (after Box 1953; they held it in 85% to 88% of real test sets in the median)"
)


def power_sentence(measurements: Sequence[Measurement], method: PowerMethod) -> str:
    """Describe how power was measured."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, alpha = method["systems"], f"{method['alpha']:g}"
    several = method["n_pairs"] > 1
    trust = "" if several else f", with {_OF_SPREAD}"
    draws = list(dict.fromkeys(f"{n:,}" for n in method["test_draws"].values()))
    made = {"as is": "taken as they are", "mixed": "mixed to each difference", "shifted": "shifted to each difference"}
    return (
        f"We measured the power of {method['test']} (two-sided, at {alpha}{_of_the_family(method)}, "
        f"{' or '.join(draws)} draws) with Steelyard {package_version()}: {metrics}. The outputs of "
        f"{'every pair of ' if several else ''}{', '.join(names[:-1])} and {names[-1]} on {units} were "
        f"{' or '.join(made[one] for one in method['made'])}, and {method['n_repetitions']:,} test "
        f"sets of each size drawn from the result with replacement, seed {method['seed']}. {_in_brackets(method)}By "
        f"theory: {method['unit']}s for a power of 80% of a normal two-sided test at "
        f"{'that level' if several else alpha}, from the jackknife spread of the difference{trust}"
        f"{_as_unequal(method)}. {_of_these(method)}" + (f" {missing}" if (missing := missing_text(method)) else "")
    )


def _of_these(method: PowerMethod) -> str:
    """Say that the plan is of what it was made from."""
    if word_for_segment(method) == "item":
        return "The plan knows no items but these: others may need more."
    return "The plan knows no text but these: other text may need more."


def _of_the_family(method: PowerMethod) -> str:
    """Say at which level each pair is tested so that the family keeps its own."""
    if method["n_pairs"] == 1:
        return ""
    levels = ", ".join(f"{level:.2g}" for level in dict.fromkeys(method["test_levels"].values()))
    by = "max-T by normal theory" if method["has_joint_null"] else "Bonferroni"
    return f" over all {method['n_pairs']} pairs of a metric, each pair at {levels} by {by}"


def _in_brackets(method: PowerMethod) -> str:
    if method["n_pairs"] > 1:
        return "Shown are medians over the pairs, and in parentheses the least and the most of them. "
    return "In brackets 95% intervals (Wilson). "


def _as_unequal(method: PowerMethod) -> str:
    """Say that what is to come is taken to be as unequal as what is there, where that matters."""
    worth = describe_worth(method)
    return f", {method['unit']}s to come being as unequal as these ({worth.removeprefix(', ')})" if worth else ""
