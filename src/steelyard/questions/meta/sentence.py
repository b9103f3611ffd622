"""The sentence for a paper on how metrics were held against people."""

from steelyard.metrics import package_version
from steelyard.questions.meta.answer import MetaMethod
from steelyard.results.plurals import counted as number_of

__all__ = ["meta_sentence"]

_LEVELS = {"system": "systems", "segment": "segments", "document": "documents"}


def meta_sentence(method: MetaMethod) -> str:
    """Describe how metrics were held against people, so that it can stand in a paper."""
    units = "segments" if method["n_documents"] is None else "documents"
    drawn = {"systems": "systems", "inputs": units, "both": f"systems and {units}"}[method["resample"]]
    intervals = f"percentiles of {method['n_resamples']:,} resamples of {drawn}"
    if method["interval"] == "fisher":
        intervals = f"Fisher's for correlations of systems, else {intervals}"
    sentence = (
        f"We held {number_of(method['n_metrics'], 'metric')} against ratings ({method['people']}) of "
        f"{method['n_outputs']:,} outputs of {method['n_systems']} systems on {method['n_rated_segments']:,} segments "
        f"with Steelyard {package_version()}; {100 * method['confidence_level']:g}% intervals are {intervals}, seed "
        f"{method['seed']}."
    )
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
    if "buckets_by" in method:
        sentence += (
            f" Buckets of segments were compared by {method['buckets_by']} with {method['n_resamples']:,} permutations "
            f"of what is in which, corrected for all metrics and pairs of buckets by step-down max-T, at "
            f"{method['alpha']:g}."
        )
    return sentence
