"""What a computation returns: frozen values that can be stored, read back and rendered without the texts."""

from steelyard.results.base import Result, load
from steelyard.results.calibration import Calibration, RejectionRow
from steelyard.results.comparison import Comparison, PairRow, RunRow, Verdict
from steelyard.results.dependence import Dependence, EffectRow, PairEffect, SpreadRow
from steelyard.results.explanation import ExplainedSegment, Explanation, Link, SegmentExplanation
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart
from steelyard.results.influence import Excerpt, Influence, InfluenceRow, TurnRow
from steelyard.results.power_plan import PowerPlan, PowerRow
from steelyard.results.ratings_analysis import AgreementRow, CategoryRow, RaterRow, RatingsAnalysis, WinRow
from steelyard.results.report_page import (
    AgreementOfMetrics,
    BucketPair,
    BucketRow,
    NullRow,
    ReportPage,
    ShownSegments,
)
from steelyard.results.replication import PaperTable, Replication
from steelyard.results.score_table import ScoreRow, ScoreTable, SegmentScores
from steelyard.results.signature import extend_signature, shorten_signature
from steelyard.results.tuning import Tuning, TuningFold

__all__ = [
    "AgreementOfMetrics",
    "AgreementRow",
    "BucketPair",
    "BucketRow",
    "Calibration",
    "CategoryRow",
    "Comparison",
    "Dependence",
    "EffectRow",
    "Excerpt",
    "ExplainedSegment",
    "Explanation",
    "Figure",
    "Influence",
    "InfluenceRow",
    "Link",
    "Mark",
    "NullRow",
    "PairEffect",
    "PairRow",
    "PaperTable",
    "PowerPlan",
    "PowerRow",
    "RaterRow",
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
    "SpreadRow",
    "Tuning",
    "TuningFold",
    "TurnRow",
    "Verdict",
    "WinRow",
    "extend_signature",
    "figure_name",
    "load",
    "named_apart",
    "shorten_signature",
]
