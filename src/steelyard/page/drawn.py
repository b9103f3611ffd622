"""The figures of a result, whatever kind it is."""

from steelyard.errors import SpecError, unknown_name
from steelyard.results.base import Result
from steelyard.results.drawn import figures_of
from steelyard.results.figure import Figure

__all__ = ["figure_named", "rankings_of"]


def figure_named(result: Result, name: str | None) -> Figure:
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


def rankings_of(result: Result) -> list[Figure]:
    """Return the figures that show what is ranked with its intervals."""
    return [figure for figure in figures_of(result) if figure.kind == "rows" and figure.name.startswith("intervals")]
