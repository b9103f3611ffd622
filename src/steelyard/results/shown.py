"""How a result shows itself in Python: a page, figures, and what a notebook displays."""

import os
from typing import Any, NamedTuple

from steelyard.asking.registry import renderer

__all__ = ["FirstLook", "Shown"]


class FirstLook(NamedTuple):
    """What a terminal shows of a page at first: what fits, without what a flag shows.

    Attributes
    ----------
    columns : int, default 80
        Characters of a line.
    shown : frozenset of {"details", "method", "legend"}
        What is shown beside the answer, the main tables and cautions.
    more : tuple of str
        Where else the result can be looked at, for the last line.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard import report
    >>> from steelyard.results import FirstLook
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> print(report.text(sy.evaluate(data).compare(), first=FirstLook()).splitlines()[-1])
    details: --details, method: --method, legend: --legend
    """

    columns: int = 80
    shown: frozenset[str] = frozenset()
    more: tuple[str, ...] = ()


class Shown:
    """What a result does to be looked at. What draws it knows results, so that it is imported when it is asked for.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> "100.00" in sy.evaluate(data, metrics=["bleu"]).scores()._repr_html_()
    True
    """

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write the result as one HTML file that needs nothing else: `steelyard.report.html`.

        Parameters
        ----------
        path : path-like
            An existing file is replaced, once the new one is whole.

        Raises
        ------
        DataError
            The file cannot be written, or is an input of the result, a folder, a device or a FIFO.

        Notes
        -----
        The page of a `Comparison` has no texts, null distributions or buckets: those are collected from the outputs,
        by ``evaluation.report_page(comparison).report(path)``.
        """
        renderer("page")(self, path)

    def plot(self, name: str | None = None) -> Any:
        """Draw one figure of the result, as Altair shows it in a notebook.

        Parameters
        ----------
        name : str, optional
            Such as ``"differences-bleu"``; by default the first figure. An unknown name lists those that there are.

        Returns
        -------
        altair.Chart
            Or one of its layers or concatenations; ``.save("figure.html")`` and Altair's other methods work on it.

        Raises
        ------
        MissingExtraError
            Altair is not installed: ``pip install "steelyard[figures]"``.
        SpecError
            This kind of result has no figures, or none of that name.
        """
        return renderer("chart")(renderer("figure")(self, name))

    def _repr_html_(self) -> str:
        """Return what the text of this result says as escaped HTML, below its ranking as a figure: for notebooks."""
        return str(renderer("notebook")(self))
