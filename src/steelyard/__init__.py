"""Steelyard scores translations and other generated text, and tests which systems differ.

The public face:

================= ====================================================================
`TestSet`        references, system outputs and documents, aligned and checked
`annotate`       add parses and word alignments from files to a test set
`evaluate`       count every system under every metric: an `Evaluation`
`evaluate_scores` the same of scores alone, without texts: LLM judges, pass or fail
`evaluate_shards` the same part by part, on many cores or machines
`Evaluation`     `.scores()` gives a `ScoreTable`, `.compare()` a `Comparison`
`write_statistics` keep what was counted in a file without texts; `evaluate_files` evaluates from such files
`read_judgements` people's judgements from a file of any known format
`analyse_ratings` which systems people prefer: a `RatingsAnalysis`
`ratings_page`   the same with null distributions, for `report.html`: a `ReportPage`
`lint`           look at the texts before they are scored: a `LintReport`
`explain`        what made the score of a segment: an `Explanation`
`explain_signature` what a signature means, and whether two scores may be compared
`selftest`       whether this installation computes what it should
`meta_evaluate`  how far metrics agree with people: a `MetaEvaluation`
`compare_spans`  how far two sides mark the same errors: a `SpanAgreementReport`
`control_items`  damaged outputs, which show who rates without reading
`judge_metrics`  what metrics are worth by criteria beside correlation: a `MetricCriteria`
`weigh_metrics`  the sum of metrics that agrees best with people: a `MetricEnsembleFit`
`campaign`       many tasks at once: language pairs, domains: a `Campaign`
`metrics_task`   metrics over several language pairs, ranked as WMT does: a `MetricsTask`
`lab`            choose and rerank outputs, fit metrics and weights: `lab.choose`, `lab.tune` and others
`metrics`        the metrics, as values: `metrics.Bleu()`, `metrics.parse("bleu")`
`inference`      resampling, intervals, tests and corrections on arrays
`load`           read a stored result
`report`         results as text and as an HTML page: `report.html(result, path)`
`verify`         compute a stored result again: a `Verification`
`errors`         what can go wrong
================= ====================================================================
"""

from typing import Any

from steelyard.lazy import from_homes
from steelyard.version import __version__ as __version__

__all__: list[str]  # derived below from the list of questions

_MODULES = {
    *("analysis", "errors", "human", "inference", "lab", "meta", "metrics", "plot", "reading"),
    *("report", "results", "text", "types"),
}  # fmt: skip
_HOMES = {
    "results": ["Comparison", "ScoreTable", "load"],
    "types": ["TestSet"],
    "evaluating": ["evaluate", "evaluate_files", "evaluate_scores", "evaluate_shards", "write_statistics"],
    "evaluation": ["Evaluation"],
    "scored.annotation_files": ["annotate"],
    "reading": ["read", "read_judgements"],
    "questions.report_page.ratings": ["ratings_page"],
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import steelyard` costs nothing."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name == "__all__":
        return sorted({"__version__", "errors", "inference", "lab", "metrics", "report", *_names()})
    homes = {**_HOMES, **import_module("steelyard.asking.registry").functions(of_lab=False)}
    return from_homes(__name__, homes)(name)


def __dir__() -> list[str]:
    return sorted({"__version__", *_names(), *_MODULES})


def _names() -> list[str]:
    from steelyard.asking.registry import functions

    return [name for homes in (_HOMES, functions(of_lab=False)) for names in homes.values() for name in names]
