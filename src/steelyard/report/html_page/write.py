"""From a result to a file, whole or not at all."""

import os
import tempfile
from pathlib import Path

from steelyard.errors import DataError, needs_extra
from steelyard.report.formats import page_of
from steelyard.report.html_page.render import render_blocks, render_meta, render_page
from steelyard.results import Comparison, MetaEvaluation, RatingsAnalysis, ReportPage, Result

__all__ = ["check_path", "html", "html_text"]


def html(result: Result, path: str | os.PathLike[str]) -> None:
    """Write a result as one HTML file that needs nothing else: no network, no other file.

    Parameters
    ----------
    result : Result
        What `Evaluation.report_page` collected, or a `RatingsAnalysis`. A `Comparison` alone has a page without null
        distributions, buckets and texts; any other result has one with its tables, method and provenance.
    path : path-like
        An existing file is replaced, once the new one is whole.

    Raises
    ------
    MissingExtraError
        Jinja2 is not installed: it comes with the extra ``report``.
    DataError
        The file cannot be written.

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
    ...     "BLEU cannot tell any of the 2 systems apart." in path.read_text(encoding="utf-8")
    True
    """
    content = html_text(result).encode("utf-8", "backslashreplace")
    folder, name = os.path.split(os.fspath(path))
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{name[:100]}.", dir=folder or ".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(draft, 0o666 & ~_umask())
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from error


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

    Raises
    ------
    MissingExtraError
        Jinja2 is not installed.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "<y>": ["a b c", "e f"]})
    >>> page = sy.report.html_text(sy.evaluate(data).compare())
    >>> page[:15], "<y>" in page, "&lt;y&gt;" in page
    ('<!DOCTYPE html>', False, True)
    """
    _check_extra()
    if isinstance(result, ReportPage):
        return render_page(result)
    if isinstance(result, Comparison):
        return render_page(ReportPage({"n_segments": result.method["n_segments"]}, comparison=result))
    if isinstance(result, RatingsAnalysis):
        return render_page(ReportPage({"n_segments": result.method["n_segments"]}, ratings=result))
    if isinstance(result, MetaEvaluation):
        return render_meta(result, page_of(result))
    return render_blocks(result, page_of(result))


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuse, before any work, a file that could not be written, and a missing package.

    Parameters
    ----------
    path : path-like
        Of the report.

    Raises
    ------
    MissingExtraError
        Jinja2 is not installed.
    DataError
        It is a folder, or its folder does not exist or cannot be written to.

    Examples
    --------
    >>> from steelyard.report import check_path
    >>> check_path("report.html")
    """
    _check_extra()
    name = os.fspath(path)
    try:
        if not name or "\0" in name:
            raise ValueError("its name is empty, or holds a null character")
        if Path(path).is_dir():
            raise IsADirectoryError(f"{name} is a folder")
        with tempfile.TemporaryFile(dir=Path(path).absolute().parent):
            pass
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from error


def _check_extra() -> None:
    with needs_extra("report", "An HTML report"):
        import jinja2  # noqa: F401
        import markupsafe  # noqa: F401


def _cannot_write(path: str | os.PathLike[str], error: OSError | ValueError) -> DataError:
    reason = getattr(error, "strerror", None) or error
    return DataError(f"Cannot write the report to {os.fspath(path)!r}: {reason}.")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
