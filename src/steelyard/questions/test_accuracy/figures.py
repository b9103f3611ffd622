"""Figures of what tests conclude beside people."""

from steelyard.questions.test_accuracy.answer import Conclusions, TestAccuracy, levels_of
from steelyard.results.figure import Figure, figure_name, level_cells, named_apart
from steelyard.results.groups import groups_of

__all__ = ["draw"]

_WANTED = 80.0


def draw(accuracy: TestAccuracy) -> tuple[Figure, ...]:
    """Show which systems people, and each test on each metric, call better than which, as Graham's figures 7 and 8.

    A table of systems each, best first by people's mean; the darker, the smaller the level.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> from steelyard.types import OutputScores
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "h", "i"]})
    >>> people = OutputScores("da", ("x", "y"), np.array([[80.0, 70, 60], [10, 20, 10]]))
    >>> found = sy.evaluate(data, metrics=["wer"]).test_accuracy([people], tests=["randomization"], alphas=[0.2])
    >>> [figure.name for figure in figures_of(found)]
    ['conclusions-people-da', 'conclusions-wer-randomization']
    """
    systems, alphas = accuracy.method["systems"], sorted(accuracy.method["alphas"], reverse=True)
    figures = []
    for (test, metric), found in groups_of(accuracy.conclusions, lambda one: (one.test, one.metric)):
        levels = levels_of(found)
        figures.append(level_cells(*_called(found[0], test, metric), systems, levels, alphas))
    return named_apart(figures)


def _called(first: Conclusions, test: str, metric: str) -> tuple[str, str]:
    """Return the name and the title of the table of a test, or of people."""
    if metric == "people":
        return figure_name("conclusions-people", first.label), f"People ({first.label}, {test})"
    return figure_name("conclusions", metric, test), f"{first.label}, {test}"
