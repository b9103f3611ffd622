"""What editors and type checkers are shown: written by tools/door_stubs.py from the questions."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, Literal

from steelyard.files.reading import TextFile
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.metrics import Metric
from steelyard.questions.board.answer import Board
from steelyard.questions.calibrate.answer import Calibration
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.dependence.answer import Dependence
from steelyard.questions.diff.answer import Difference
from steelyard.questions.errors.answer import Errors
from steelyard.questions.gate.answer import Gate
from steelyard.questions.influence.answer import Influence
from steelyard.questions.instruments.answer import Instruments
from steelyard.questions.items.answer import ItemAnalysis
from steelyard.questions.plan.answer import PowerPlan
from steelyard.questions.references.answer import ReferenceReport
from steelyard.questions.report_page.answer import ReportPage
from steelyard.questions.score.answer import ScoreTable
from steelyard.questions.test_accuracy.answer import TestAccuracy
from steelyard.results.null_row import NullRow
from steelyard.scored import Counted
from steelyard.types import CountedSet, Measurement, OutputScores, Ratings, TestSet

__all__ = ["Evaluation"]

class Evaluation:
    counted: Counted
    @property
    def test_set(self) -> TestSet | CountedSet: ...
    @property
    def measurements(self) -> tuple[Measurement, ...]: ...
    @property
    def segment_metrics(self) -> tuple[Metric, ...]: ...
    @property
    def score_inputs(self) -> tuple[dict[str, str], ...]: ...
    @property
    def n_jobs(self) -> int: ...
    def texts(self, purpose: str) -> TestSet: ...
    def ask(self, name: str, options: dict[str, Any], *also: object) -> Any: ...
    def scores(
        self,
        confidence_level: float | None = None,
        *,
        n_resamples: int = 1000,
        rng: Rng = 12345,
        unit: str | None = None,
        interval: str | None = None,
        segments: bool = False,
        progress: Progress | bool | None = None,
    ) -> ScoreTable: ...
    def compare(
        self,
        test: str = "randomization",
        correction: str | None = None,
        *,
        n_resamples: int | None = None,
        alternative: Literal["two-sided", "better", "worse"] = "two-sided",
        alpha: float = 0.05,
        pairs: str | Sequence[str] = "all",
        family: str = "pairs-and-metrics",
        unit: str | None = None,
        interval: str | None = None,
        exact: bool = False,
        equivalence_margin: float | Mapping[str, float] | None = None,
        runs: Mapping[str, Sequence[str]] | None = None,
        run_swap: str = "segment",
        run_score: str = "concatenation",
        generalise_to: str | None = None,
        sequential: bool = False,
        rng: Rng = 12345,
        executor: Executor | None = None,
        progress: Progress | bool | None = None,
    ) -> Comparison: ...
    def gate(
        self,
        max_drop: float | Mapping[str, float] | None = None,
        min_score: float | Mapping[str, float] | None = None,
        *,
        test: str = "randomization",
        correction: str | None = None,
        n_resamples: int | None = None,
        alternative: Literal["two-sided", "better", "worse"] = "two-sided",
        alpha: float = 0.05,
        pairs: str | Sequence[str] = "baseline",
        family: str = "pairs-and-metrics",
        unit: str | None = None,
        interval: str | None = None,
        exact: bool = False,
        equivalence_margin: float | Mapping[str, float] | None = None,
        runs: Mapping[str, Sequence[str]] | None = None,
        run_swap: str = "segment",
        run_score: str = "concatenation",
        generalise_to: str | None = None,
        sequential: bool = False,
        rng: Rng = 12345,
        anchor: str | None = None,
        ledger: str | None = None,
        show_scores: bool = False,
        executor: Executor | None = None,
        progress: Progress | bool | None = None,
    ) -> Gate: ...
    def board(
        self,
        *,
        against: str = "leader",
        test: str = "joint",
        alpha: float = 0.05,
        top: int = 25,
        auto_rank: str | None = None,
        raters: str | None = None,
        n_resamples: int = 10000,
        unit: str | None = None,
        rng: Rng = 12345,
        progress: Progress | bool | None = None,
    ) -> Board: ...
    def items(
        self,
        *,
        shorten: Sequence[int] = (),
        model: str = "auto",
        link: TextFile | None = None,
        score_range: Sequence[float] = (0.0, 1.0),
        n_splits: int = 20,
        top: int = 5,
        alpha: float = 0.05,
        rng: Rng = 12345,
    ) -> ItemAnalysis: ...
    def report_page(
        self,
        comparison: Comparison | Difference,
        *,
        labels: Mapping[str, Sequence[str] | TextFile] | None = None,
        texts: bool = True,
        languages: str | None = None,
    ) -> ReportPage: ...
    def null_distributions(self, comparison: Comparison) -> tuple[NullRow, ...]: ...
    def errors(
        self,
        *,
        examples: int = 1,
        top: int = 5,
        count: str = "words",
        base: str = "",
        tokenize: str = "",
        repair: Sequence[str] = (),
        repair_edits: int | None = None,
        by: Sequence[str] = (),
        factors: str = "",
        people: Sequence[str] | TextFile | None = None,
        pairs: str | Sequence[str] = "all",
        alpha: float = 0.05,
        n_resamples: int = 10000,
        unit: str | None = None,
        rng: Rng = 12345,
    ) -> Errors: ...
    def references(self, *, kinds: Sequence[str] = (), subsets: int = 20, rng: Rng = 12345) -> ReferenceReport: ...
    def influence(
        self,
        *,
        top: int = 5,
        lengths: Sequence[int] = (10, 20, 30, 40),
        alpha: float = 0.05,
        unit: str | None = None,
        labels: Sequence[str] | TextFile | None = None,
        spans: Sequence[str] | TextFile | None = None,
        lines: Sequence[str] | TextFile | None = None,
    ) -> Influence: ...
    def diff(
        self,
        *,
        top: int = 5,
        examples: int = 3,
        by: str = "chrf",
        lengths: Sequence[int] = (10, 20, 30, 40),
        labels: Sequence[str] | TextFile | None = None,
        tokenize: str = "",
        word_counts: TextFile | None = None,
        alpha: float = 0.05,
        n_resamples: int = 10000,
        unit: str | None = None,
        rng: Rng = 12345,
    ) -> Difference: ...
    def dependence(
        self, *, sizes: Sequence[int] = (), pairs: str | Sequence[str] = "all", alpha: float = 0.05
    ) -> Dependence: ...
    def plan(
        self,
        test: str = "randomization",
        *,
        sizes: Sequence[int] = (100, 300, 1000, 3000),
        differences: Sequence[float] = (),
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        alpha: float = 0.05,
        n_repetitions: int = 500,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: Rng = 12345,
        progress: Progress | bool | None = None,
    ) -> PowerPlan: ...
    def calibrate(
        self,
        tests: Sequence[str] = (),
        *,
        n_repetitions: int = 1000,
        n_resamples: int = 1000,
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        unit: str | None = None,
        rng: Rng = 12345,
        progress: Progress | bool | None = None,
    ) -> Calibration: ...
    def test_accuracy(
        self,
        ratings: Sequence[OutputScores] | Ratings,
        tests: Sequence[str] = ("paired-bootstrap", "shifted-bootstrap", "randomization"),
        *,
        alphas: Sequence[float] = (0.05, 0.01, 0.001),
        gold_alpha: float | None = None,
        correction: str = "none",
        scales: Sequence[str] | None = None,
        raters: str | None = None,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: Rng = 12345,
        progress: Progress | bool | None = None,
    ) -> TestAccuracy: ...
    def instruments(
        self,
        ratings: Sequence[OutputScores] | Ratings,
        *,
        test: str = "randomization",
        alpha: float = 0.05,
        scales: Sequence[str] | None = None,
        raters: str | None = None,
        n_repetitions: int = 400,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: Rng = 12345,
        progress: Progress | bool | None = None,
    ) -> Instruments: ...
    def __init__(self, counted: Counted) -> None: ...
