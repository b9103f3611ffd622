"""Render results for people and programs. Knows results only, so a stored result always renders."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.page.csv import csv_text
    from steelyard.page.formats import in_format, latex_text, markdown_text, text
    from steelyard.page.github import github_commands, github_notices, github_page, github_summary
    from steelyard.page.html.write import check_path, html, html_text
    from steelyard.page.notebook import notebook_html
    from steelyard.page.sacrebleu import sacrebleu_paired, sacrebleu_scores

__all__ = [
    "check_path", "csv_text", "github_commands", "github_notices", "github_page", "github_summary", "html",
    "html_text", "in_format", "latex_text", "markdown_text", "notebook_html", "sacrebleu_paired",
    "sacrebleu_scores", "text",
]  # fmt: skip

__getattr__ = from_homes(
    __name__,
    {
        "steelyard.page.csv": ["csv_text"],
        "steelyard.page.github": ["github_commands", "github_notices", "github_page", "github_summary"],
        "steelyard.page.formats": ["in_format", "latex_text", "markdown_text", "text"],
        "steelyard.page.html.write": ["check_path", "html", "html_text"],
        "steelyard.page.notebook": ["notebook_html"],
        "steelyard.page.sacrebleu": ["sacrebleu_paired", "sacrebleu_scores"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
