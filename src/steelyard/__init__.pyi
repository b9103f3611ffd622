"""What editors and type checkers are shown: written by tools/door_stubs.py from the questions."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from os import PathLike
from typing import Any, Literal

from steelyard import analysis as analysis
from steelyard import errors as errors
from steelyard import human as human
from steelyard import inference as inference
from steelyard import lab as lab
from steelyard import meta as meta
from steelyard import metrics as metrics
from steelyard import plot as plot
from steelyard import reading as reading
from steelyard import report as report
from steelyard import results as results
from steelyard import text as text
from steelyard import types as types
from steelyard.evaluating import evaluate as evaluate
from steelyard.evaluating import evaluate_files as evaluate_files
from steelyard.evaluating import evaluate_scores as evaluate_scores
from steelyard.evaluating import evaluate_shards as evaluate_shards
from steelyard.evaluating import write_statistics as write_statistics
from steelyard.evaluation import Evaluation as Evaluation
from steelyard.files.reading import TextFile
from steelyard.human import DegradedOutput
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.metrics import Metric
from steelyard.questions.campaign.answer import Campaign
from steelyard.questions.campaign.compute import Evaluated
from steelyard.questions.explain.answer import Explanation
from steelyard.questions.explain_signature.answer import SignatureExplanation
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.lint.answer import LintReport
from steelyard.questions.marked_spans.answer import SpanAgreementReport
from steelyard.questions.meta.answer import MetaEvaluation
from steelyard.questions.metric_criteria.answer import MetricCriteria
from steelyard.questions.metric_ensemble.answer import MetricEnsembleFit
from steelyard.questions.metrics_task.answer import MetricsTask
from steelyard.questions.report_page.ratings import ratings_page as ratings_page
from steelyard.questions.selftest.answer import SelfTest
from steelyard.questions.verify.answer import Verification
from steelyard.reading import Judgements
from steelyard.reading import read as read
from steelyard.reading import read_judgements as read_judgements
from steelyard.results import Comparison as Comparison
from steelyard.results import ScoreTable as ScoreTable
from steelyard.results import load as load
from steelyard.scored.annotation_files import annotate as annotate
from steelyard.types import ErrorMarks, OutputScores
from steelyard.types import TestSet as TestSet
from steelyard.version import __version__ as __version__

__all__: list[str]

def campaign(
    evaluations: Mapping[str, Evaluated],
    *,
    weights: Mapping[str, float] | None = None,
    clusters: Mapping[str, str] | None = None,
    shares: Mapping[str, str] | None = None,
    executor: Executor | None = None,
    metrics: Sequence[str] = (),
    pairs: str | Sequence[str] = "all",
    alpha: float = 0.05,
    n_resamples: int = 10000,
    unit: str | None = None,
    auto_rank: str | None = None,
    is_published: bool = False,
    raters: str | None = None,
    rng: Rng = 12345,
) -> Campaign: ...
def analyse_ratings(
    judgements: Judgements | str | PathLike[str],
    *,
    n_threads: int = 1,
    progress: Progress | bool | None = None,
    test: str | None = None,
    correction: str | None = None,
    scaling: str = "raw",
    weights: Any = None,
    average: str = "macro",
    segments: Literal["auto", "common", "all"] = "auto",
    quality_control: str = "none",
    raters: str | None = None,
    win_rule: str = "expected-wins",
    agreement: Literal["interval", "ratio", "ordinal", "nominal"] = "interval",
    lower_is_better: bool = False,
    unit: str | None = None,
    interval: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    rng: Rng = 12345,
) -> RatingsAnalysis: ...
def compare_spans(
    first: ErrorMarks,
    second: ErrorMarks | None = None,
    *,
    texts: Mapping[str, Sequence[str] | TextFile],
    raters: Sequence[str] | None = None,
    other_severity: float = 1.0,
    clip: bool = False,
    confidence_level: float = 0.95,
) -> SpanAgreementReport: ...
def control_items(
    outputs: Sequence[str], *, unit: Literal["word", "character"] = "word", rng: Rng = 12345
) -> tuple[DegradedOutput | None, ...]: ...
def meta_evaluate(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    progress: Progress | bool | None = None,
    levels: Sequence[str] = ("system", "segment"),
    statistics: Sequence[str] = (),
    by: Sequence[str] = (),
    test: str | None = None,
    swap: Literal["systems", "inputs", "both"] | None = None,
    resample: Literal["systems", "inputs", "both"] = "both",
    metric_lines: str = "all",
    interval: str = "student",
    confidence_level: float = 0.95,
    alpha: float = 0.05,
    n_resamples: int = 1000,
    rng: Rng = 12345,
    raters: str | None = None,
    buckets: Any = None,
) -> MetaEvaluation: ...
def weigh_metrics(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    by: Sequence[str] = ("segment:pearson:none",),
    n_folds: int | None = None,
    n_restarts: int = 2,
    may_be_negative: bool = False,
    confidence_level: float = 0.95,
    alpha: float = 0.05,
    n_resamples: int = 1000,
    rng: Rng = 12345,
) -> MetricEnsembleFit: ...
def judge_metrics(
    people: OutputScores | None = None,
    metrics: Sequence[OutputScores] = (),
    *,
    test_set: TestSet | None = None,
    of_texts: Sequence[str | Metric] = (),
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    criteria: Sequence[str] = ("king",),
    normalise: Literal["none", "min-max", "z"] = "z",
    n_folds: int = 5,
    aided: str | None = None,
    extremes: Sequence[float] = (),
    pair_alpha: float = 0.025,
    confidence_level: float = 0.95,
) -> MetricCriteria: ...
def metrics_task(
    tasks: Mapping[str, tuple[OutputScores, Sequence[OutputScores]]],
    *,
    marks: Mapping[str, str] | None = None,
    weights: Mapping[str, float] | None = None,
    is_published: bool = False,
    alpha: float = 0.05,
    n_draws: int = 1000,
    rng: Rng = 12345,
) -> MetricsTask: ...
def explain(
    test_set: TestSet, metric: Any, *, segments: Sequence[int], systems: Sequence[str] | None = None
) -> Explanation: ...
def lint(
    references: Sequence[str | PathLike[str] | TextFile | Sequence[str]] = (),
    systems: Mapping[str, str | PathLike[str] | TextFile | Sequence[str]] | None = None,
    *,
    sources: str | PathLike[str] | TextFile | Sequence[str] | None = None,
    documents: str | PathLike[str] | TextFile | Sequence[str] | None = None,
    encoding: str = "utf-8",
    checks: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
) -> LintReport: ...
def verify(
    path: str | PathLike[str],
    *,
    n_jobs: int = 1,
    progress: Progress | bool | None = None,
    base: Any = None,
    tolerance: float = 0.0,
) -> Verification: ...
def explain_signature(a: str, b: str | None = None) -> SignatureExplanation: ...
def selftest(*, n_repetitions: int = 1000, rng: Rng = 12345) -> SelfTest: ...
