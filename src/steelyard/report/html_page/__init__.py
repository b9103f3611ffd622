"""One self-contained HTML file of a result: templates are files, and text of a test set never becomes markup."""

from steelyard.report.html_page.write import check_path, html, html_text

__all__ = ["check_path", "html", "html_text"]
