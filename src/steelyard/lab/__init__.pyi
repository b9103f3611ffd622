"""What editors and type checkers are shown: written by tools/door_stubs.py from the questions."""

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import Any, Literal

from steelyard.analysis import Term
from steelyard.evaluation import Evaluation
from steelyard.files.reading import TextFile
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.lab import candidates as candidates
from steelyard.lab import choosing as choosing
from steelyard.lab import learned as learned
from steelyard.lab import papers as papers
from steelyard.lab import tuning as tuning
from steelyard.lab.questions.alignments.answer import Alignments
from steelyard.lab.questions.alignments.compute import Links
from steelyard.lab.questions.choose.answer import Choice
from steelyard.lab.questions.choose.compute import Numbers, Texts
from steelyard.lab.questions.consistency.answer import Consistency
from steelyard.lab.questions.contrasts.answer import Contrasts
from steelyard.lab.questions.learning_curve.answer import LearningCurves
from steelyard.lab.questions.replicate.answer import Replication
from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.lab.questions.rerank_apply.answer import Reranking
from steelyard.lab.questions.suite.answer import CheckPoints
from steelyard.lab.questions.suite_judge.answer import JudgedSuite
from steelyard.lab.questions.suite_make.answer import MadeCheckPoints
from steelyard.lab.questions.train.answer import Training
from steelyard.lab.questions.tune.answer import Tuning
from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.metrics import Metric
from steelyard.types import (
    Alignment,
    CandidateParses,
    CheckPoint,
    ContrastivePairs,
    LearningRuns,
    NBestLists,
    NgramModel,
    OutputScores,
    Parse,
    SuiteItem,
    TestSet,
    WordLinks,
)

__all__: list[str]

def choose(
    candidates: NBestLists | Texts,
    *,
    references: Sequence[Sequence[str | None]] = (),
    evidence: NBestLists | Texts | None = None,
    qe: Numbers | None = None,
    prior: Numbers | None = None,
    ratings: Numbers | None = None,
    documents: Sequence[str] | None = None,
    language_model: NgramModel | None = None,
    by: str | None = None,
    utility: str | None = None,
    metrics: Sequence[str] = (),
    decoder: str = "exact",
    temperature: float = 1.0,
    weights: Mapping[str, float] | None = None,
    refine: float | None = None,
    keep_by_qe: int | None = None,
    combine: str | None = None,
    backbones: str = "one",
    network_alignment: str = "edits",
    log_votes: bool = False,
    rank_votes: bool = False,
    null_weight: float = 0.0,
    word_weight: float = 0.0,
    lm_weight: float = 1.0,
    baseline: str | None = None,
    n_pools: int = 10,
    unit: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    rng: Rng = 12345,
) -> Choice: ...
def train_reranker(
    lists: NBestLists,
    references: TestSet,
    *,
    parses: CandidateParses | None = None,
    n_jobs: int = 1,
    gold: str = "bleu",
    gammas: Sequence[float] = (0.5, 0.2, 0.1, 0.05, 0.02),
    n_add: int | None = None,
    ngrams: int = 2,
    chains: int = 2,
    fewest_lists: int = 2,
    unscaled: bool = False,
    n_folds: int | None = None,
) -> RerankerModel: ...
def rerank(
    lists: NBestLists,
    model: str | PathLike[str],
    *,
    parses: CandidateParses | None = None,
    references: TestSet | None = None,
    n_jobs: int = 1,
    metrics: Sequence[str] = ("bleu",),
    n_resamples: int | None = None,
    rng: Rng = 12345,
) -> Reranking: ...
def tune_weights(
    lists: NBestLists | str | PathLike[str] | Sequence[str | PathLike[str]],
    references: Sequence[str | PathLike[str]] | TestSet,
    metrics: Sequence[str] = ("bleu", "chrf", "ter"),
    *,
    n_jobs: int = 1,
    objective: str = "bleu",
    search: str = "line",
    start: Mapping[str, float] | None = None,
    fix_weights: Sequence[str] = (),
    bounds: Mapping[str, tuple[float, float]] | None = None,
    as_scores: Sequence[str] = (),
    n_restarts: int = 20,
    n_directions: int = 5,
    sharpness: float = 1.0,
    l2: float = 0.01,
    vocabulary: int | None = None,
    select: bool = False,
    cross: bool = False,
    also: Sequence[str] = (),
    mbr: str | None = None,
    n_folds: int | None = None,
    n_resamples: int = 10000,
    alpha: float = 0.05,
    rng: Rng = 12345,
) -> WeightTuning: ...
def train_metric(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    learner: str | Sequence[str] = "ridge",
    learner_options: Sequence[str] = (),
    unscaled: bool = False,
    intra_set: Sequence[str] = (),
    language: Sequence[str] = (),
    by: Sequence[str] = ("segment:pearson:none",),
    n_folds: int = 5,
    hold_systems: bool = False,
    confidence_level: float = 0.95,
    alpha: float = 0.05,
    n_resamples: int = 1000,
    rng: Rng = 12345,
) -> Training: ...
def tune(
    test_set: TestSet,
    metric: str | Metric,
    human: Mapping[str, Sequence[float]],
    *,
    human_file: TextFile | None = None,
    n_jobs: int = 1,
    parameters: Sequence[str] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    objective: Literal["pearson", "spearman", "kendall"] = "pearson",
    level: Literal["segment", "sentence", "system"] = "segment",
    leave_out: Literal["system", "segments", "none"] | None = None,
    steps: Sequence[float] = (0.32, 0.16, 0.08, 0.04, 0.02, 0.01),
    n_restarts: int = 0,
    n_folds: int = 3,
    lower_is_better: bool = False,
    confidence_level: float = 0.95,
    alpha: float = 0.05,
    n_resamples: int = 1000,
    rng: Rng = 12345,
) -> Tuning: ...
def score_checkpoints(
    points: Sequence[CheckPoint],
    outputs: Mapping[str, Sequence[str]],
    *,
    references: Sequence[Sequence[str]] = (),
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    credit: str = "ngrams",
    match: str = "lower",
    tokenize: str = "",
    categories: Sequence[str] = (),
    examples: int = 1,
    pairs: str | Sequence[str] = "all",
    alpha: float = 0.05,
    n_resamples: int = 10000,
    unit: str | None = None,
    rng: Rng = 12345,
) -> CheckPoints: ...
def make_checkpoints(
    references: Sequence[Sequence[str]],
    *,
    sources: Sequence[str] | None = None,
    alignments: Sequence[Sequence[Alignment]] = (),
    source_parses: Sequence[Sequence[Parse]] = (),
    parses: Sequence[Sequence[Parse]] = (),
    lists: Mapping[str, Sequence[Term]] | None = None,
    dictionary: Mapping[str, Collection[str]] | None = None,
    categories: Sequence[str] = (),
    side: str | None = None,
    tokenize: str = "",
) -> MadeCheckPoints: ...
def judge_suite(
    items: Sequence[SuiteItem],
    outputs: Mapping[str, Sequence[str]],
    *,
    documents: Sequence[str] | None = None,
    undecided: str = "leave-out",
    examples: int = 1,
    pairs: str | Sequence[str] = "all",
    unit: str | None = None,
    alpha: float = 0.05,
    n_resamples: int = 10000,
    rng: Rng = 12345,
) -> JudgedSuite: ...
def consistency(
    evaluation: Evaluation,
    *,
    glossary: Sequence[str] | TextFile | None = None,
    glossary_languages: Sequence[str] = (),
    top: int = 10,
    target_view: str = "",
    source_view: str = "",
    enforce: Sequence[str] = (),
    case: bool = False,
    stop_words: Sequence[str] | TextFile | None = None,
    target_stop_words: Sequence[str] | TextFile | None = None,
    frequent: int | None = None,
    tags: Sequence[str] = ("NOUN", "PROPN", "VERB", "ADJ", "ADV"),
    tokenize: str = "",
    pairs: str | Sequence[str] = "all",
    alpha: float = 0.05,
    n_resamples: int = 10000,
    unit: str | None = None,
    rng: Rng = 12345,
) -> Consistency: ...
def score_alignments(
    gold: WordLinks | Links,
    alignments: Mapping[str, WordLinks | Links],
    *,
    possible: Links | None = None,
    sources: Sequence[str] | None = None,
    targets: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    metrics: Sequence[str] = ("aer", "precision", "recall", "cper"),
    f_weight: float = 0.5,
    longest: Sequence[int] = (3, 7),
    tight: bool = False,
    sure_phrases: bool = False,
    pairs: str | Sequence[str] = "all",
    unit: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    rng: Rng = 12345,
) -> Alignments: ...
def judge_contrasts(
    items: ContrastivePairs,
    metrics: Any = ("bleu",),
    *,
    segment_scores: Mapping[str, tuple[Sequence[float], Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    langpair: str = "",
    n_jobs: int = 1,
    ties: str = "wrong",
    examples: int = 1,
    keep_all: bool = False,
    phenomena: Sequence[str] = (),
    leave_out: Sequence[str] = (),
    pairs: str | Sequence[str] = "all",
    unit: str | None = None,
    alpha: float = 0.05,
    n_resamples: int = 10000,
    rng: Rng = 12345,
) -> Contrasts: ...
def expand_references(
    test_set: TestSet,
    *,
    max_phrase_length: int = 3,
    min_count: int = 1,
    min_probability: float = 0.0,
    stop_words: Collection[str] | Sequence[str] | TextFile = (),
    keep_length: bool = True,
    first_only: bool = False,
    max_paraphrases: int = 50,
) -> TestSet: ...
def learning_curves(
    runs: str | PathLike[str] | LearningRuns | Mapping[str, Sequence[Any]],
    *,
    metric: str = "",
    lower_is_better: bool = False,
    target: float | None = None,
    at: Sequence[float] = (),
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    rng: Rng = 12345,
) -> LearningCurves: ...
def replicate(
    evaluation: Evaluation,
    protocol: str,
    *,
    progress: Progress | bool | None = None,
    n_resamples: int = 1000,
    unit: str | None = None,
    rng: Rng = 12345,
    **options: Any,
) -> Replication: ...
