"""What a meta-evaluation says of itself: what it rests on, what takes part, how it was done, and how to ask again."""

import platform
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.files.reading import TextFile
from steelyard.metrics import package_version
from steelyard.questions.meta.answer import ComparedMetrics, MetaMethod, MethodOfBuckets
from steelyard.questions.meta.buckets import Buckets, ByLength
from steelyard.questions.meta.comparison import Compared
from steelyard.questions.meta.question import MetaQuestion
from steelyard.questions.meta.statistics import Statistic
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.of_raters import told_of_gold
from steelyard.ratings.rated import RatingsWithScores
from steelyard.ratings.recipe import file_inputs, given_as, score_inputs, scores_recipe
from steelyard.results.factors import Factors
from steelyard.results.method import WithRecipe
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Sampling
from steelyard.scored.sentences import said_of_gold
from steelyard.types import Labels, OutputScores

__all__ = ["end_of_ratings", "meta_method"]

_FEW = 10  # systems


def meta_method(
    rated: RatingsWithScores,
    shared: Aligned,
    question: MetaQuestion,
    sampling: Sampling,
    *,
    by: Mapping[str, Statistic],
    compared: Mapping[str, Compared | None],
    buckets_by: Statistic | None,
    notes: Sequence[str],
) -> MetaMethod:
    """Say what was read, what was left out, and how metrics were compared at each level."""
    [people] = rated.scales
    taking_part = {metric.name for metric in shared.metrics}
    of_buckets: MethodOfBuckets = {} if buckets_by is None else {"buckets_by": str(buckets_by)}
    method: Any = {
        "people": people.name,
        "n_metrics": len(shared.metrics),
        "without_segments": [metric.name for metric in rated.metrics if metric.name not in taking_part],
        "n_segments": people.n_segments,
        "n_rated_segments": shared.n_segments,
        "n_outputs": int(np.isfinite(shared.ratings).sum()),
        "n_unscored": shared.n_unscored,
        "n_systems": len(shared.system_names),
        "systems": list(shared.system_names),
        "left_out": [{"system": system, "reason": reason} for system, reason in shared.left_out],
        "n_documents": None if shared.documents is None else len(set(shared.documents)),
        "notes": list(notes),
        **told_of_gold(question.raters, rated.scales),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": _inputs(rated, question),
        "levels": list(by),
        "by": {level: str(statistic) for level, statistic in by.items()},
        "compared": {level: _described(by[level], found) for level, found in compared.items() if found is not None},
        "resample": question.resample,
        "metric_lines": question.metric_lines,
        "interval": question.interval,
        "confidence_level": question.confidence_level,
        "alpha": question.alpha,
        "n_resamples": sampling.n_resamples,
        "seed": sampling.seed,
        **of_buckets,
        "sentence": "",
        **_recipe(rated, question, sampling),
    }
    units = "segments" if shared.documents is None else "documents"
    both = {"systems": ("systems",), "inputs": (units,), "both": (units, "systems")}[question.resample]
    others = [one for one in (units, "raters", "systems", "metrics") if one not in both]
    method = {**method, **Factors(both, tuple(others)).told(_meta_sentence(method), "In the intervals")}
    found: MetaMethod = method
    return found


def end_of_ratings(people: OutputScores) -> list[str]:
    """Say where ratings end, if before the test set: they may be another's, with systems named alike."""
    last = int(np.flatnonzero(np.isfinite(people.values).any(axis=0)).max(initial=-1)) + 1
    if people.n_lines is not None or last == people.n_segments:
        return []
    return [f"Ratings end with line {last:,} of {people.n_segments:,}: check that they are of this test set."]


def _inputs(rated: RatingsWithScores, question: MetaQuestion) -> list[dict[str, str]]:
    is_by_length = isinstance(question.buckets, ByLength)
    entries = [
        *score_inputs(rated.scales),
        *score_inputs(rated.metrics, "scores"),
        *rated.inputs,
        *file_inputs("document ids", rated.documents),
        *file_inputs("lengths" if is_by_length else "labels", _text(question)),
    ]
    return [entry for i, entry in enumerate(entries) if entry not in entries[:i]]


def _text(question: MetaQuestion) -> Labels | Sequence[str] | TextFile | None:
    """Return the text whose lines tell buckets."""
    buckets: Buckets | None = question.buckets
    return buckets.text if isinstance(buckets, ByLength) else buckets


def _recipe(rated: RatingsWithScores, question: MetaQuestion, sampling: Sampling) -> WithRecipe:
    """Say how scores and ratings are had again, for `verify`."""
    text, readings = _text(question), [metric.reading or {} for metric in rated.metrics]
    how = "list" if isinstance(text, Labels) else given_as(text)
    texts: list[Any] = [reading["texts"] for reading in readings if "texts" in reading]
    statistics = [reading["statistics"] for reading in readings if "statistics" in reading]
    options = {key: value for key, value in question.recipe().items() if key != "buckets"}
    return {
        "recipe": {
            **({"statistics": statistics[0]} if statistics else {}),
            "command": "meta",
            "people": scores_recipe(rated.scales[0]),
            "scores": [scores_recipe(metric) for metric in rated.metrics],
            "reading": texts[0] if texts else {},
            "arguments": {
                **options,
                "rng": sampling.seed,
                "documents": given_as(rated.documents),
                "buckets": "length" if isinstance(question.buckets, ByLength) else how,
            },
        }
    }


def _described(statistic: Statistic, found: Compared) -> ComparedMetrics:
    return {
        "statistic": str(statistic),
        "test": found.test,
        "sentence": found.sentence,
        "scope": found.scope,
        "n_draws": found.n_draws,
        "is_exact": found.is_exact,
    }


def _meta_sentence(method: MetaMethod) -> str:
    """Describe how metrics were compared with people, for a paper."""
    units = "segments" if method["n_documents"] is None else "documents"
    drawn = {"systems": "systems", "inputs": units, "both": f"systems and {units}"}[method["resample"]]
    n_resamples = method["n_resamples"]
    intervals = f"percentiles of {n_resamples:,} resamples of {drawn}"
    scale = "on the scale of Fisher's z (ranks and pairs: arcsine)"
    if method["interval"] != "percentile":
        parts = {
            "systems": "over systems (jackknife)",
            "inputs": f"over {units} ({n_resamples:,} resamples)",
            "both": f"over systems (jackknife) plus that over {units} ({n_resamples:,} resamples) minus that of "
            "both together (Cameron, Gelbach and Miller 2011)",
        }
        intervals = f"Student's t with the variance {parts[method['resample']]}. They are {scale}"
    if method["interval"] == "fisher":
        intervals = f"Fisher's for correlations of systems, else {intervals}"
    sentence = (
        f"We compared {number_of(method['n_metrics'], 'metric')} with ratings ({method['people']}) of "
        f"{method['n_outputs']:,} outputs of {method['n_systems']} systems on {method['n_rated_segments']:,} segments "
        f"with Steelyard {package_version()}. Intervals ({100 * method['confidence_level']:g}%) use {intervals}, seed "
        f"{method['seed']}."
    )
    if method["n_systems"] < _FEW and method["interval"] != "percentile" and method["resample"] != "inputs":
        sentence += (
            f" With {method['n_systems']} systems, intervals can be too short. With six very different simulated "
            "systems, 95% intervals had a coverage of 89% for Pearson's correlation over all outputs, and 93% or more "
            "for others."
        )
    is_of_all = method["metric_lines"] == "all" and "system" in method["by"]
    if is_of_all and method["n_segments"] > method["n_rated_segments"]:
        sentence += (
            f" System scores are means: of metrics over all {method['n_segments']:,} lines, of people over the "
            f"{method['n_rated_segments']:,} rated lines."
        )
    if method.get("raters"):
        sentence += f" {said_of_gold(method['n_raters'])}"
    for level, compared in (levels := method["compared"]).items():
        draws = ""
        if compared["n_draws"]:
            draws = f" ({compared['n_draws']:,} {'outcomes enumerated' if compared['is_exact'] else 'draws'})"
        correction = "Holm" if compared["test"] == "williams" else "step-down max-T"
        sentence += (
            f" At the {level} level, metrics were compared by {compared['statistic']} with {compared['sentence']}"
            f"{draws}. p-values were adjusted for all pairs of metrics by {correction} (level {method['alpha']:g}). "
            f"Results are for {compared['scope']}."
        )
    if len(levels) > 1:
        sentence += " Each level is a separate family of tests."
    if "buckets_by" in method:
        sentence += (
            f" Buckets of segments were compared by {method['buckets_by']} with {n_resamples:,} permutations of "
            f"segments, corrected for all metrics and pairs of buckets by step-down max-T, at {method['alpha']:g}."
        )
    return sentence
