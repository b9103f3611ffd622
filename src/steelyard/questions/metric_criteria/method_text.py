"""The sentence for a paper on criteria for metrics."""

from steelyard.metrics import package_version
from steelyard.questions.metric_criteria.answer import MetricCriteria

__all__ = ["criteria_sentence"]

_MEANS = {"none": "as they are", "min-max": "brought to 0 to 1", "z": "standardised"}


def criteria_sentence(found: MetricCriteria) -> str:
    """Say in words what was done."""
    method, options = found.method, found.method["options"]
    parts = [f"We judged {len(method['metrics'])} metrics with Steelyard {package_version()}."]
    if method["n_compared"]:
        parts.append(
            f"Likeness to people (QARLA) rests on {method['n_compared']:,} segments with {method['n_references']} "
            "references: a metric compares each text with one reference at a time."
        )
    if method["people"] is not None:
        parts.append(
            f"Ratings ({method['people']}) are of {method['n_outputs']:,} outputs; correlations are Pearson's over all "
            "of them."
        )
        if "ulc" in method["criteria"]:
            parts.append(f"ULC is the plain mean of scores, {_MEANS[str(options['normalise'])]}.")
        if {"weights", "significance", "decrease", "choice"} & set(method["criteria"]):
            parts.append(f"Systems are compared on the {method['n_whole']:,} segments of which all were rated.")
        if "significance" in method["criteria"]:
            parts.append(
                f"Pairs are told apart by Wilcoxon's signed-rank test at {options['pair_alpha']:g}, one-sided."
            )
    if found.sets:
        parts.append(
            "Sets were searched by adding metrics from the best on while the criterion rises; the held-out value is "
            f"the mean over {options['n_folds']} folds of sets that were searched on the others."
        )
    return " ".join(parts)
