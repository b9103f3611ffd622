"""Render results for people and programs. Knows results only, so a stored result always renders."""

from steelyard.report.calibration import calibration_text
from steelyard.report.comparison import comparison_text, gate_text
from steelyard.report.power_plan import plan_text
from steelyard.report.replication import replication_text
from steelyard.report.sacrebleu import sacrebleu_paired, sacrebleu_scores
from steelyard.report.text import score_text, segment_text
from steelyard.report.tuning import tuning_text

__all__ = [
    "calibration_text",
    "comparison_text",
    "gate_text",
    "plan_text",
    "replication_text",
    "sacrebleu_paired",
    "sacrebleu_scores",
    "score_text",
    "segment_text",
    "tuning_text",
]
