"""Every result in every format: one page a result, however it is laid out."""

from collections.abc import Callable
from typing import Any

from steelyard.errors import unknown_name
from steelyard.report.calibration import calibration_page
from steelyard.report.comparison import comparison_page
from steelyard.report.csv import csv_text
from steelyard.report.dependence import dependence_page
from steelyard.report.difference import difference_page
from steelyard.report.influence import influence_page
from steelyard.report.latex import page_latex
from steelyard.report.learning_curves import learning_curves_page
from steelyard.report.lint_report import lint_page
from steelyard.report.markdown import page_markdown
from steelyard.report.meta_evaluation import meta_page
from steelyard.report.page import Block, Page, Paragraph, Titled
from steelyard.report.paper import paper_latex
from steelyard.report.power_plan import plan_page
from steelyard.report.prediction_powered import powered_page
from steelyard.report.rating_plan import rating_plan_page
from steelyard.report.ratings_analysis import ratings_page
from steelyard.report.replication import replication_page
from steelyard.report.signature_explanation import signature_explanation_page
from steelyard.report.table import Table, clean
from steelyard.report.test_accuracy import accuracy_page
from steelyard.report.text import score_page
from steelyard.report.tuning import tuning_page
from steelyard.report.verification import verification_page
from steelyard.results import (
    Calibration,
    Comparison,
    Dependence,
    Difference,
    Influence,
    LearningCurves,
    LintReport,
    MetaEvaluation,
    PoweredRatings,
    PowerPlan,
    RatingPlan,
    RatingsAnalysis,
    Replication,
    Result,
    ScoreTable,
    SignatureExplanation,
    TestAccuracy,
    Tuning,
    Verification,
)

__all__ = ["in_format", "latex_text", "markdown_text", "page_of"]

_PAGES: dict[type[Result], tuple[Callable[..., Page], tuple[str, ...]]] = {  # with what each lets one choose
    Calibration: (calibration_page, ()),
    Comparison: (comparison_page, ("width", "short", "ranks", "effects")),
    Dependence: (dependence_page, ("width",)),
    Difference: (difference_page, ("width",)),
    Influence: (influence_page, ("width",)),
    LearningCurves: (learning_curves_page, ()),
    LintReport: (lint_page, ()),
    MetaEvaluation: (meta_page, ("width",)),
    PoweredRatings: (powered_page, ("width",)),
    PowerPlan: (plan_page, ()),
    RatingPlan: (rating_plan_page, ()),
    RatingsAnalysis: (ratings_page, ("width", "short", "ranks", "effects")),
    Replication: (replication_page, ()),
    ScoreTable: (score_page, ("width", "short")),
    SignatureExplanation: (signature_explanation_page, ()),
    TestAccuracy: (accuracy_page, ()),
    Tuning: (tuning_page, ("width",)),
    Verification: (verification_page, ()),
}


def markdown_text(result: Result, **look: Any) -> str:
    r"""Write a result as Markdown: what its text says, with tables in GitHub's form.

    Parameters
    ----------
    result : Result
        Stored or fresh, of any kind.
    **look
        What the text of this kind of result takes: `width`, `short`, `ranks`, `effects`.

    Returns
    -------
    str
        Without a line end. Names are escaped: none can become markup.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import markdown_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"a|b": ["a b c d", "e"], "y": ["a b", "e f"]})
    >>> print(markdown_text(sy.evaluate(data, ["wer"]).scores()).splitlines()[-4])
    | 1 | a\|b | 0.1667 |
    """
    return page_markdown(page_of(result, **look))


def latex_text(result: Result, **look: Any) -> str:
    r"""Write a result as LaTeX tables with booktabs, caption, label, legend and method.

    Parameters
    ----------
    result : Result
        Scores and comparisons become one table with a row a system and a column a metric: marks say which differences
        are significant, bold which systems no other beats. Of other results every table is set.
    **look
        `width`: decimals of scores.

    Returns
    -------
    str
        Without a line end. Names are escaped.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import latex_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"50%": ["a b c d", "e"], "y": ["a b", "e f"]})
    >>> print(latex_text(sy.evaluate(data, ["wer"]).scores()).splitlines()[11])
    50\% & 0.1667 &  \\
    """
    if isinstance(result, Comparison | RatingsAnalysis | ScoreTable):
        return paper_latex(result, width=look.get("width"))
    return page_latex(page_of(result, **look), result.schema.split(".")[-1].partition("/")[0])


def in_format(result: Result, file_format: str, *, table: str | None = None, **look: Any) -> str:
    """Write a result in one of the formats that every result has.

    Parameters
    ----------
    result : Result
        Stored or fresh.
    file_format : {"json", "csv", "markdown", "latex"}
        `Result.to_json`, `csv_text`, `markdown_text` or `latex_text`.
    table : str, optional
        Of CSV: which table.
    **look
        What the text of this kind of result takes.

    Returns
    -------
    str
        Without a line end.

    Raises
    ------
    SpecError
        There is no such format or table.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import in_format
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> in_format(sy.evaluate(data).scores(), "csv").split(",")[:3]
    ['metric', 'label', 'system']
    """
    formats: dict[str, Callable[[], str]] = {
        "json": result.to_json,
        "csv": lambda: csv_text(result, table),
        "markdown": lambda: markdown_text(result, **look),
        "latex": lambda: latex_text(result, **look),
    }
    if file_format not in formats:
        raise unknown_name("format", file_format, formats)
    return formats[file_format]()


def page_of(result: Result, **look: Any) -> Page:
    """Lay out what a result says, as `markdown_text` takes it."""
    known = _PAGES.get(type(result))
    if known is None:
        return _rows_page(result)
    make, choices = known
    return make(result, **{key: value for key, value in look.items() if key in choices})


def _rows_page(result: Result) -> Page:
    """Lay out a result that has no page of its own: its tables as they are stored."""
    blocks: list[Block] = [Paragraph(str(result))] if type(result).__str__ is not object.__str__ else []
    for name in result.tables:
        records = result.records(name)
        keys = list(dict.fromkeys(key for row in records for key in row))
        are_numbers = {key: all(isinstance(row.get(key), int | float | None) for row in records) for key in keys}
        headers = tuple(f">{clean(key)}" if are_numbers[key] else clean(key) for key in keys)
        cells = [tuple(_cell(row.get(key)) for key in keys) for row in records]
        if cells:
            blocks.append(Titled(name.replace("_", " ").capitalize(), Table(headers, cells)))
    sentence = getattr(result, "method", {}).get("sentence")
    return Page((*blocks, *([Paragraph(sentence)] if sentence else [])))


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else clean(str(value))
