"""The figures of a result, whatever kind it is."""

from typing import Any

from steelyard.asking import entry_of, load_part
from steelyard.errors import SpecError, unknown_name
from steelyard.results.figure import Figure

__all__ = ["figures_of"]


def figures_of(result: Any, **beside: Any) -> tuple[Figure, ...]:
    """Return all that is drawn of a result.

    Parameters
    ----------
    result : Result
        Of any kind.
    **beside
        What some kinds draw where it is given: of a `Comparison` ``nulls``, ``segments`` and ``pairs``, of a
        `RatingsAnalysis` ``nulls``, of a `MetaEvaluation` ``people`` and ``metrics``.

    Returns
    -------
    tuple of Figure
        Empty for a kind that has no figures.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> board = sy.evaluate_scores("examples/judge.csv", missing="drop-item").board()
    >>> [figure.name for figure in figures_of(board)]
    ['ranks-score']
    """
    entry = entry_of(type(result))
    module = load_part(entry, "figures") if entry else None
    return tuple(module.draw(result, **beside)) if module else ()


def figure_named(result: Any, name: str | None) -> Figure:
    """Return one figure of a result, the first where no name is given; SpecError where there is none."""
    figures = {figure.name: figure for figure in figures_of(result)}
    kind = type(result).__qualname__
    if not figures:
        raise SpecError(f"A {kind} has no figures: `print(steelyard.report.text(...))` shows its tables.")
    if name is None:
        return next(iter(figures.values()))
    if name not in figures:
        raise unknown_name("figure", name, figures)
    return figures[name]


def rankings_of(result: Any) -> list[Figure]:
    """Return the figures that show what is ranked with its intervals."""
    return [figure for figure in figures_of(result) if figure.kind == "rows" and figure.name.startswith("intervals")]
