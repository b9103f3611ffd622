"""Render results for people and programs. Knows results only, so a stored result always renders."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.report.calibration import calibration_text
    from steelyard.report.comparison import comparison_text, gate_text
    from steelyard.report.dependence import dependence_text
    from steelyard.report.influence import influence_text
    from steelyard.report.lint_report import checks_text, lint_text
    from steelyard.report.meta_evaluation import meta_text
    from steelyard.report.page.write import check_path, html, html_text
    from steelyard.report.power_plan import plan_text
    from steelyard.report.prediction_powered import powered_text
    from steelyard.report.rating_plan import rating_plan_text
    from steelyard.report.ratings_analysis import ratings_text
    from steelyard.report.replication import replication_text
    from steelyard.report.sacrebleu import sacrebleu_paired, sacrebleu_scores
    from steelyard.report.test_accuracy import accuracy_text
    from steelyard.report.text import score_text, segment_text
    from steelyard.report.tuning import tuning_text

__all__ = [
    "accuracy_text",
    "calibration_text",
    "check_path",
    "checks_text",
    "comparison_text",
    "dependence_text",
    "gate_text",
    "html",
    "html_text",
    "influence_text",
    "lint_text",
    "meta_text",
    "plan_text",
    "powered_text",
    "rating_plan_text",
    "ratings_text",
    "replication_text",
    "sacrebleu_paired",
    "sacrebleu_scores",
    "score_text",
    "segment_text",
    "tuning_text",
]

__getattr__ = from_homes(
    __name__,
    {
        "calibration": ["calibration_text"],
        "comparison": ["comparison_text", "gate_text"],
        "dependence": ["dependence_text"],
        "influence": ["influence_text"],
        "lint_report": ["checks_text", "lint_text"],
        "meta_evaluation": ["meta_text"],
        "page.write": ["check_path", "html", "html_text"],
        "power_plan": ["plan_text"],
        "prediction_powered": ["powered_text"],
        "rating_plan": ["rating_plan_text"],
        "ratings_analysis": ["ratings_text"],
        "replication": ["replication_text"],
        "sacrebleu": ["sacrebleu_paired", "sacrebleu_scores"],
        "test_accuracy": ["accuracy_text"],
        "text": ["score_text", "segment_text"],
        "tuning": ["tuning_text"],
    },
)
