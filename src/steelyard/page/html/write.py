"""From a result to a file, whole or not at all."""

import os

from steelyard.asking import entry_of, load_part
from steelyard.files import check_target, write_file
from steelyard.page.formats import page_of
from steelyard.page.html.blocks import blocks_page
from steelyard.page.html.render import Filled, render
from steelyard.results.base import Result

__all__ = ["check_path", "html", "html_text"]


def html(result: Result, path: str | os.PathLike[str]) -> None:
    """Write a result as one HTML file that needs nothing else: no network, no other file.

    Parameters
    ----------
    result : Result
        What `Evaluation.report_page` collected, or a `RatingsAnalysis`. A `Comparison` alone has a page without null
        distributions, buckets and texts; any other result has one with its tables, method and provenance.
    path : path-like
        An existing file is replaced, once the new one is whole, and keeps its mode; a symbolic link is followed.

    Raises
    ------
    DataError
        The file cannot be written, or is an input of the result, a folder, a device or a FIFO.

    Notes
    -----
    All text is escaped, and the page forbids itself every script but its own and every request. Characters that could
    turn text around, or that one cannot see, are shown by their numbers.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> evaluation = sy.evaluate(data)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "report.html")
    ...     sy.report.html(evaluation.report_page(evaluation.compare()), path)
    ...     "y and x do not differ significantly" in path.read_text(encoding="utf-8")
    True
    """
    filled = _filled(result)
    content = render(filled).encode("utf-8", "backslashreplace")
    write_file(path, content, filled.method.get("inputs", ()))


def html_text(result: Result) -> str:
    """Return a result as the text of an HTML file.

    Parameters
    ----------
    result : Result
        As for `html`.

    Returns
    -------
    str
        The whole page.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "<y>": ["a b c", "e f"]})
    >>> page = sy.report.html_text(sy.evaluate(data).compare())
    >>> page[:15], "<y>" in page, "&lt;y&gt;" in page
    ('<!DOCTYPE html>', False, True)
    """
    return render(_filled(result))


def _filled(result: Result) -> Filled:
    """Lay out the page as the result's question says, or of the blocks that its other formats have."""
    entry = entry_of(type(result))
    own = load_part(entry, "html") if entry else None
    filled: Filled = own.fill(result) if own else blocks_page(result, page_of(result))
    return filled


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuse, before any work, a file that could not be written.

    Parameters
    ----------
    path : path-like
        Of the report.

    Raises
    ------
    DataError
        It is a folder, a device, a FIFO or read-only, or its folder does not exist or cannot be written to.

    Examples
    --------
    >>> from steelyard.report import check_path
    >>> check_path("report.html")
    """
    check_target(path)
