"""What a computation returns: frozen values that can be stored, read back and rendered without the texts."""

from steelyard.results.base import Result, load
from steelyard.results.calibration import Calibration, RejectionRow
from steelyard.results.comparison import Comparison, PairRow, RunRow, Verdict
from steelyard.results.contradictions import Contradiction, contradictions
from steelyard.results.dependence import Dependence, EffectRow, PairEffect, SpreadRow
from steelyard.results.difference import BucketRow, ChangedRow, Difference, ExampleRow, NgramRow, WordRow
from steelyard.results.explanation import ExplainedSegment, Explanation, Link, SegmentExplanation
from steelyard.results.family_level import WITHOUT_FAMILY_LEVEL, has_family_level
from steelyard.results.figure import Figure, Mark, Series, figure_name, level_cells, named_apart
from steelyard.results.influence import Excerpt, Influence, InfluenceRow, TurnRow
from steelyard.results.learning_curves import (
    CurveDifferenceRow,
    CurveFitRow,
    CurvePointRow,
    CurvePredictionRow,
    CurveSizeRow,
    LearningCurves,
)
from steelyard.results.lint_report import Finding, LintReport
from steelyard.results.measured_figures import calibration_figures, conclusion_figures, plan_figures
from steelyard.results.meta_evaluation import (
    BucketAgreementRow,
    BucketPairRow,
    MetaEvaluation,
    MetricAgreementRow,
    MetricPairRow,
)
from steelyard.results.power_plan import PowerPlan, PowerRow
from steelyard.results.prediction_powered import PoweredPair, PoweredRatings, PoweredScore
from steelyard.results.rating_plan import NextRow, PlanRow, RatingPlan, VarianceRow
from steelyard.results.ratings_analysis import AgreementRow, CategoryRow, RaterRow, RatingsAnalysis, WinRow
from steelyard.results.replication import PaperTable, Replication
from steelyard.results.report_page import (
    AgreementOfMetrics,
    BucketScores,
    BucketTest,
    NullRow,
    ReportPage,
    ShownSegments,
)
from steelyard.results.score_table import ScoreRow, ScoreTable, SegmentScores, is_higher_better
from steelyard.results.signature import extend_signature, shorten_signature
from steelyard.results.signature_explanation import SignatureExplanation, SignatureField
from steelyard.results.test_accuracy import (
    Conclusions,
    PeopleRow,
    TestAccuracy,
    TestAccuracyRow,
    TestDifferenceRow,
    levels_of,
)
from steelyard.results.tuning import Tuning, TuningFold
from steelyard.results.verification import InputCheck, NumberCheck, Verification, VersionCheck
from steelyard.results.words import counted

__all__ = [
    "AgreementOfMetrics",
    "AgreementRow",
    "BucketAgreementRow",
    "BucketPairRow",
    "BucketRow",
    "BucketScores",
    "BucketTest",
    "Calibration",
    "CategoryRow",
    "ChangedRow",
    "Comparison",
    "Conclusions",
    "Contradiction",
    "CurveDifferenceRow",
    "CurveFitRow",
    "CurvePointRow",
    "CurvePredictionRow",
    "CurveSizeRow",
    "Dependence",
    "Difference",
    "EffectRow",
    "ExampleRow",
    "Excerpt",
    "ExplainedSegment",
    "Explanation",
    "Figure",
    "Finding",
    "Influence",
    "InfluenceRow",
    "InputCheck",
    "LearningCurves",
    "Link",
    "LintReport",
    "Mark",
    "MetaEvaluation",
    "MetricAgreementRow",
    "MetricPairRow",
    "NextRow",
    "NgramRow",
    "NullRow",
    "NumberCheck",
    "PairEffect",
    "PairRow",
    "PaperTable",
    "PeopleRow",
    "PlanRow",
    "PowerPlan",
    "PowerRow",
    "PoweredPair",
    "PoweredRatings",
    "PoweredScore",
    "RaterRow",
    "RatingPlan",
    "RatingsAnalysis",
    "RejectionRow",
    "Replication",
    "ReportPage",
    "Result",
    "RunRow",
    "ScoreRow",
    "ScoreTable",
    "SegmentExplanation",
    "SegmentScores",
    "Series",
    "ShownSegments",
    "SignatureExplanation",
    "SignatureField",
    "SpreadRow",
    "TestAccuracy",
    "TestAccuracyRow",
    "TestDifferenceRow",
    "Tuning",
    "TuningFold",
    "TurnRow",
    "VarianceRow",
    "Verdict",
    "Verification",
    "VersionCheck",
    "WITHOUT_FAMILY_LEVEL",
    "WinRow",
    "WordRow",
    "calibration_figures",
    "conclusion_figures",
    "contradictions",
    "counted",
    "extend_signature",
    "figure_name",
    "has_family_level",
    "is_higher_better",
    "level_cells",
    "levels_of",
    "load",
    "named_apart",
    "plan_figures",
    "shorten_signature",
]
