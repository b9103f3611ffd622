"""Every result in every format: one page a result, however it is laid out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.asking import entry_of, load_part
from steelyard.errors import unknown_name
from steelyard.results.base import Result

if TYPE_CHECKING:
    from steelyard.page.blocks import Page
    from steelyard.results.shown import FirstLook

__all__ = ["in_format", "latex_text", "markdown_text", "page_module", "page_of", "rows_page", "text"]


def text(result: Result, *, console: Any = None, first: "FirstLook | None" = None, **look: Any) -> str:
    """Write a result of any kind as text, for a terminal or a pipe.

    Parameters
    ----------
    result : Result
        Stored or fresh.
    console : rich.console.Console, optional
        A terminal to colour for.
    first : FirstLook, optional
        What a command prints without further flags: the answer, the main tables and cautions. By default all is there.
    **look
        What this kind of result takes. `width`: decimals of scores, by default 2 for percentages and 4 for fractions.
        `short`: short signatures. Of comparisons and ratings, `ranks`: ranges of ranks that hold together, and how
        often each system is first; `effects`: effect sizes, and in how many units each system of a pair is better. Of
        scores, `score_only`: numbers alone. What a kind does not know is ignored.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard import report
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> print(report.text(sy.evaluate(data).compare()).splitlines()[0])
    y and x do not differ significantly (BLEU -81.87, p = 1.0000, 2 segments).
    """
    own = getattr(page_module(result), "as_text", None)
    if own is not None:
        return str(_looking(own, result, {**look, "console": console, "first": first}))
    from steelyard.page.blocks import page_text  # not needed for lines of scores

    return page_text(page_of(result, **look), console, first)


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
    from steelyard.page.markdown import page_markdown

    return page_markdown(page_of(result, **look))


def latex_text(result: Result, **look: Any) -> str:
    r"""Write a result as LaTeX tables with booktabs, caption, label, legend and method.

    Parameters
    ----------
    result : Result
        Scores and comparisons become one table with a row per system and a column per metric: marks say which
        differences are significant, bold which systems no other beats. Of other results every table is set.
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
    own = getattr(page_module(result), "as_latex", None)
    if own is not None:
        return str(_looking(own, result, look))
    from steelyard.page.latex import page_latex

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
    from steelyard.page.csv import csv_text

    formats: dict[str, Callable[[], str]] = {
        "json": result.to_json,
        "csv": lambda: csv_text(result, table),
        "markdown": lambda: markdown_text(result, **look),
        "latex": lambda: latex_text(result, **look),
    }
    if file_format not in formats:
        raise unknown_name("format", file_format, formats)
    return formats[file_format]()


def page_of(result: Result, **look: Any) -> "Page":
    """Lay out what a result says, as `text` takes it."""
    make = getattr(page_module(result), "to_page", None)
    if make is None:
        return rows_page(result)
    page: Page = _looking(make, result, look)
    return page


def rows_page(result: Result) -> "Page":
    """Lay out every table of a result that has no page of its own, as they are stored, and its sentence."""
    from steelyard.page.blocks import Block, MethodText, Page, Paragraph, Titled
    from steelyard.results.table import Table, clean

    def cell(value: object) -> str:
        return "" if value is None else f"{value:.4g}" if isinstance(value, float) else clean(str(value))

    blocks: list[Block] = [Paragraph(str(result))] if type(result).__str__ is not object.__str__ else []
    for name in result.tables:
        records = result.records(name)
        keys = list(dict.fromkeys(key for row in records for key in row))
        are_numbers = {key: all(isinstance(row.get(key), int | float | None) for row in records) for key in keys}
        headers = tuple(f">{clean(key)}" if are_numbers[key] else clean(key) for key in keys)
        cells = [tuple(cell(row.get(key)) for key in keys) for row in records]
        if cells:
            blocks.append(Titled(name.replace("_", " ").capitalize(), Table(headers, cells)))
    sentence = getattr(result, "method", {}).get("sentence")
    return Page((*blocks, *([MethodText(sentence)] if sentence else [])))


def page_module(result: Result) -> Any:
    """Return what lays out this kind of result; None where its tables are shown as they are stored."""
    entry = entry_of(type(result))
    return None if entry is None else load_part(entry, "page")


def _looking(make: Any, result: Result, look: dict[str, Any]) -> Any:
    """Have a result laid out with those of the wishes that what lays it out knows."""
    known = make.__kwdefaults__ or {}
    return make(result, **{key: value for key, value in look.items() if key in known})
