"""Render results for people and programs. Knows results only, so a stored result always renders."""

from typing import TYPE_CHECKING, Any

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.page.csv import csv_text
    from steelyard.page.formats import in_format, latex_text, markdown_text, text
    from steelyard.page.github import github_commands, github_notices, github_page, github_summary
    from steelyard.page.html.write import check_path, html, html_text
    from steelyard.page.notebook import notebook_html
    from steelyard.page.sacrebleu import sacrebleu_paired, sacrebleu_scores
    from steelyard.questions.lint.page import checks_text
    from steelyard.questions.score.page import segment_text

__all__ = [
    "check_path",
    "checks_text",
    "csv_text",
    "github_commands",
    "github_notices",
    "github_page",
    "github_summary",
    "html",
    "html_text",
    "in_format",
    "latex_text",
    "markdown_text",
    "notebook_html",
    "sacrebleu_paired",
    "sacrebleu_scores",
    "segment_text",
    "text",
]

# What `text` was called, by kind of result: kept, so that scripts go on.
_FORMER = frozenset(
    {
        "accuracy_text",
        "calibration_text",
        "comparison_text",
        "dependence_text",
        "difference_text",
        "influence_text",
        "learning_curves_text",
        "lint_text",
        "meta_text",
        "plan_text",
        "powered_text",
        "rating_plan_text",
        "ratings_text",
        "replication_text",
        "signature_explanation_text",
        "tuning_text",
        "verification_text",
        "score_text",
    }
)
_find = from_homes(
    __name__,
    {
        "steelyard.page.csv": ["csv_text"],
        "steelyard.page.github": ["github_commands", "github_notices", "github_page", "github_summary"],
        "steelyard.page.formats": ["in_format", "latex_text", "markdown_text", "text"],
        "steelyard.questions.lint.page": ["checks_text"],
        "steelyard.page.html.write": ["check_path", "html", "html_text"],
        "steelyard.page.notebook": ["notebook_html"],
        "steelyard.page.sacrebleu": ["sacrebleu_paired", "sacrebleu_scores"],
        "steelyard.questions.score.page": ["segment_text"],
    },
)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    return _find("text" if name in _FORMER else name)


def __dir__() -> list[str]:
    return sorted(__all__)
