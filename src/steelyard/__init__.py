"""Steelyard weighs translations: scores, honest significance tests, and what they mean.

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
`learning_curves` how scores grow with data, and what more would bring: `LearningCurves`
`lint`           look at the texts before they are scored: a `LintReport`
`explain`        what made the score of a segment: an `Explanation`
`explain_signature` what a signature means, and whether two scores may be compared
`selftest`       whether this installation computes what it should
`meta_evaluate`  how far metrics agree with people: a `MetaEvaluation`
`train_metric`   learn a metric from people's ratings: a `Training`
`compare_spans`  how far two sides mark the same errors: a `SpanAgreementReport`
`control_items`  damaged outputs, which show who rates without reading
`judge_metrics`  what metrics are worth by criteria beside correlation: a `MetricCriteria`
`weigh_metrics`  the sum of metrics that agrees best with people: a `MetricEnsembleFit`
`choose`         the best of several outputs for every source, and what it is worth: a `Choice`
`train_reranker` fit a model that chooses among candidates of lists: a `RerankerModel`
`rerank`         let it choose, and compare with the decoder's first: a `Reranking`
`judge_contrasts` which errors metrics see, from good and wrong translations: `Contrasts`
`judge_suite`    which items of a test suite every system gets right: a `JudgedSuite`
`score_alignments` word alignments against gold links: `Alignments`
`make_checkpoints` check-points from parses, word alignments and lists: `MadeCheckPoints`
`score_checkpoints` words and phrases of the source, by category: `CheckPoints`
`campaign`       many tasks at once: language pairs, domains: a `Campaign`
`metrics_task`   metrics over several language pairs, ranked as WMT does: a `MetricsTask`
`tune`           fit a metric's parameters to ratings: a `Tuning`
`tune_weights`   tune the weights that choose among candidates: a `WeightTuning`
`metrics`        the metrics, as values: `metrics.Bleu()`, `metrics.parse("bleu")`
`inference`      resampling, intervals, tests and corrections on arrays
`load`           read a stored result
`report`         results as text and as an HTML page: `report.html(result, path)`
`verify`         compute a stored result again: a `Verification`
`errors`         what can go wrong
================= ====================================================================
"""

from typing import TYPE_CHECKING, Any

from steelyard.lazy import from_homes
from steelyard.version import __version__

if TYPE_CHECKING:
    from steelyard import errors, inference, metrics, report
    from steelyard.counted.annotation_files import annotate
    from steelyard.data import read_judgements
    from steelyard.evaluating import evaluate, evaluate_files, evaluate_scores, evaluate_shards, write_statistics
    from steelyard.evaluation import Evaluation
    from steelyard.questions.alignments.compute import score_alignments
    from steelyard.questions.campaign.compute import campaign
    from steelyard.questions.checkpoints.compute import score_checkpoints
    from steelyard.questions.checkpoints_judge.compute import judge_suite
    from steelyard.questions.checkpoints_make.compute import make_checkpoints
    from steelyard.questions.choose.compute import choose
    from steelyard.questions.compare.answer import Comparison
    from steelyard.questions.contrasts.compute import judge_contrasts
    from steelyard.questions.control_items.compute import control_items
    from steelyard.questions.explain.compute import explain
    from steelyard.questions.explain_signature.compute import explain_signature
    from steelyard.questions.human.compute import analyse_ratings
    from steelyard.questions.learning_curve.compute import learning_curves
    from steelyard.questions.lint.compute import lint
    from steelyard.questions.marked_spans.compute import compare_spans
    from steelyard.questions.meta.compute import meta_evaluate
    from steelyard.questions.metric_criteria.compute import judge_metrics
    from steelyard.questions.metric_ensemble.compute import weigh_metrics
    from steelyard.questions.metrics_task.compute import metrics_task
    from steelyard.questions.report_page.ratings import ratings_page
    from steelyard.questions.rerank.compute import train_reranker
    from steelyard.questions.rerank_apply.compute import rerank
    from steelyard.questions.score.answer import ScoreTable
    from steelyard.questions.selftest.compute import selftest
    from steelyard.questions.train.compute import train_metric
    from steelyard.questions.tune.compute import tune
    from steelyard.questions.tune_weights.compute import tune_weights
    from steelyard.questions.verify.compute import verify
    from steelyard.results.base import load
    from steelyard.types import TestSet

__all__ = [
    "Comparison",
    "Evaluation",
    "ScoreTable",
    "TestSet",
    "__version__",
    "analyse_ratings",
    "annotate",
    "campaign",
    "choose",
    "errors",
    "evaluate",
    "evaluate_files",
    "evaluate_scores",
    "evaluate_shards",
    "explain",
    "explain_signature",
    "inference",
    "judge_contrasts",
    "judge_suite",
    "compare_spans",
    "control_items",
    "judge_metrics",
    "learning_curves",
    "lint",
    "load",
    "make_checkpoints",
    "meta_evaluate",
    "metrics",
    "metrics_task",
    "ratings_page",
    "read_judgements",
    "report",
    "rerank",
    "score_alignments",
    "score_checkpoints",
    "selftest",
    "train_metric",
    "train_reranker",
    "tune",
    "tune_weights",
    "verify",
    "weigh_metrics",
    "write_statistics",
]

_MODULES = {
    *("analysis", "choosing", "data", "errors", "human", "inference", "learned", "meta", "metrics", "plot", "report"),
    *("results", "text", "tuning", "types"),
}  # fmt: skip
_find = from_homes(
    __name__,
    {
        "results": ["Comparison", "ScoreTable", "load"],
        "types": ["TestSet"],
        "evaluating": ["evaluate", "evaluate_files", "evaluate_scores", "evaluate_shards", "write_statistics"],
        "evaluation": ["Evaluation"],
        "counted.annotation_files": ["annotate"],
        "data": ["read_judgements"],
        "questions.alignments.compute": ["score_alignments"],
        "questions.campaign.compute": ["campaign"],
        "questions.checkpoints.compute": ["score_checkpoints"],
        "questions.checkpoints_judge.compute": ["judge_suite"],
        "questions.checkpoints_make.compute": ["make_checkpoints"],
        "questions.choose.compute": ["choose"],
        "questions.contrasts.compute": ["judge_contrasts"],
        "questions.control_items.compute": ["control_items"],
        "questions.marked_spans.compute": ["compare_spans"],
        "questions.human.compute": ["analyse_ratings"],
        "questions.explain.compute": ["explain"],
        "questions.explain_signature.compute": ["explain_signature"],
        "questions.selftest.compute": ["selftest"],
        "questions.learning_curve.compute": ["learning_curves"],
        "questions.lint.compute": ["lint"],
        "questions.meta.compute": ["meta_evaluate"],
        "questions.metric_criteria.compute": ["judge_metrics"],
        "questions.metric_ensemble.compute": ["weigh_metrics"],
        "questions.train.compute": ["train_metric"],
        "questions.metrics_task.compute": ["metrics_task"],
        "questions.report_page.ratings": ["ratings_page"],
        "questions.rerank.compute": ["train_reranker"],
        "questions.rerank_apply.compute": ["rerank"],
        "questions.tune.compute": ["tune"],
        "questions.tune_weights.compute": ["tune_weights"],
        "questions.verify.compute": ["verify"],
    },
)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import steelyard` costs nothing."""
    if name in _MODULES:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    return _find(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES})
