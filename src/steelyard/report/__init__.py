"""Render results for people and programs. Knows results only, so a stored result always renders."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.report.calibration import calibration_text
    from steelyard.report.comparison import comparison_text, gate_text
    from steelyard.report.csv import csv_text
    from steelyard.report.dependence import dependence_text
    from steelyard.report.difference import difference_text
    from steelyard.report.formats import in_format, latex_text, markdown_text
    from steelyard.report.html_page.write import check_path, html, html_text
    from steelyard.report.influence import influence_text
    from steelyard.report.learning_curves import learning_curves_text
    from steelyard.report.lint_report import checks_text, lint_text
    from steelyard.report.meta_evaluation import meta_text
    from steelyard.report.notebook import notebook_html
    from steelyard.report.power_plan import plan_text
    from steelyard.report.prediction_powered import powered_text
    from steelyard.report.rating_plan import rating_plan_text
    from steelyard.report.ratings_analysis import ratings_text
    from steelyard.report.replication import replication_text
    from steelyard.report.sacrebleu import sacrebleu_paired, sacrebleu_scores
    from steelyard.report.signature_explanation import signature_explanation_text
    from steelyard.report.test_accuracy import accuracy_text
    from steelyard.report.text import score_text, segment_text
    from steelyard.report.tuning import tuning_text
    from steelyard.report.verification import verification_text

__all__ = [
    "accuracy_text",
    "calibration_text",
    "check_path",
    "checks_text",
    "comparison_text",
    "csv_text",
    "dependence_text",
    "difference_text",
    "gate_text",
    "html",
    "html_text",
    "in_format",
    "influence_text",
    "latex_text",
    "learning_curves_text",
    "lint_text",
    "markdown_text",
    "meta_text",
    "notebook_html",
    "plan_text",
    "powered_text",
    "rating_plan_text",
    "ratings_text",
    "replication_text",
    "sacrebleu_paired",
    "sacrebleu_scores",
    "score_text",
    "segment_text",
    "signature_explanation_text",
    "tuning_text",
    "verification_text",
]

__getattr__ = from_homes(
    __name__,
    {
        "calibration": ["calibration_text"],
        "comparison": ["comparison_text", "gate_text"],
        "csv": ["csv_text"],
        "dependence": ["dependence_text"],
        "difference": ["difference_text"],
        "formats": ["in_format", "latex_text", "markdown_text"],
        "influence": ["influence_text"],
        "learning_curves": ["learning_curves_text"],
        "lint_report": ["checks_text", "lint_text"],
        "meta_evaluation": ["meta_text"],
        "html_page.write": ["check_path", "html", "html_text"],
        "notebook": ["notebook_html"],
        "power_plan": ["plan_text"],
        "prediction_powered": ["powered_text"],
        "rating_plan": ["rating_plan_text"],
        "ratings_analysis": ["ratings_text"],
        "replication": ["replication_text"],
        "sacrebleu": ["sacrebleu_paired", "sacrebleu_scores"],
        "signature_explanation": ["signature_explanation_text"],
        "test_accuracy": ["accuracy_text"],
        "text": ["score_text", "segment_text"],
        "tuning": ["tuning_text"],
        "verification": ["verification_text"],
    },
)
