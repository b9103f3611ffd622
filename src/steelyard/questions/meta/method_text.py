"""The sentence for a paper on how metrics were held against people."""

from steelyard.metrics import package_version
from steelyard.questions.meta.answer import MetaMethod
from steelyard.results.plurals import counted as number_of
from steelyard.scored.sentences import said_of_gold

__all__ = ["meta_sentence"]

_FEW = 10  # systems
_LEVELS = {"system": "systems", "segment": "segments", "document": "documents"}


def meta_sentence(method: MetaMethod) -> str:
    """Describe how metrics were held against people, so that it can stand in a paper."""
    units = "segments" if method["n_documents"] is None else "documents"
    drawn = {"systems": "systems", "inputs": units, "both": f"systems and {units}"}[method["resample"]]
    intervals = f"percentiles of {method['n_resamples']:,} resamples of {drawn}"
    scale = "on the scale of Fisher's z, or of the arcsine where ranks or pairs decide"
    if method["interval"] != "percentile":
        parts = {
            "systems": "over systems (jackknife)",
            "inputs": f"over {units} ({method['n_resamples']:,} resamples)",
            "both": f"over systems (jackknife) plus that over {units} ({method['n_resamples']:,} resamples) less that "
            "of both together (Cameron, Gelbach and Miller 2011)",
        }
        intervals = f"Student's t of the variance {parts[method['resample']]}, {scale}"
    if method["interval"] == "fisher":
        intervals = f"Fisher's for correlations of systems, else {intervals}"
    sentence = (
        f"We held {number_of(method['n_metrics'], 'metric')} against ratings ({method['people']}) of "
        f"{method['n_outputs']:,} outputs of {method['n_systems']} systems on {method['n_rated_segments']:,} segments "
        f"with Steelyard {package_version()}; {100 * method['confidence_level']:g}% intervals are {intervals}, seed "
        f"{method['seed']}."
    )
    if method["n_systems"] < _FEW and method["interval"] != "percentile" and method["resample"] != "inputs":
        sentence += (
            f" {method['n_systems']} systems are few for intervals: simulated with six that differ much, these at 95% "
            "covered Pearson's correlation over all outputs in 89% of sets, and other agreement in 93% or more."
        )
    is_of_all = method["metric_lines"] == "all" and "system" in method["by"]
    if is_of_all and method["n_segments"] > method["n_rated_segments"]:
        sentence += (
            f" Scores of systems are means by metrics over all {method['n_segments']:,} lines, and by people over the "
            f"{method['n_rated_segments']:,} rated ones."
        )
    if method.get("raters"):
        sentence += f" {said_of_gold(method['n_raters'])}"
    for level, compared in method["compared"].items():
        draws = ""
        if compared["n_draws"]:
            draws = f" ({compared['n_draws']:,} {'outcomes enumerated' if compared['is_exact'] else 'draws'})"
        correction = "Holm" if compared["test"] == "williams" else "step-down max-T"
        sentence += (
            f" Metrics were compared on {_LEVELS[level]} by {compared['statistic']} with {compared['sentence']}"
            f"{draws}, corrected for all pairs of metrics by {correction}, at {method['alpha']:g}; this holds for "
            f"{compared['scope']}."
        )
    if len(method["compared"]) > 1:
        sentence += " Each level is a family of tests of its own."
    if "buckets_by" in method:
        sentence += (
            f" Buckets of segments were compared by {method['buckets_by']} with {method['n_resamples']:,} permutations "
            f"of what is in which, corrected for all metrics and pairs of buckets by step-down max-T, at "
            f"{method['alpha']:g}."
        )
    return sentence
