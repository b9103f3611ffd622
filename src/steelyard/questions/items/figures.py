"""Figures of items: how hard they are and how well they tell systems apart, and what fewer would get wrong."""

from steelyard.questions.items.answer import ItemAnalysis
from steelyard.results.figure import Figure, Series, figure_name, named_apart

__all__ = ["draw"]


def draw(items: ItemAnalysis) -> tuple[Figure, ...]:
    """Show items by difficulty and discrimination, and errors of shorter boards.

    ``items-METRIC`` for each metric, and ``shorter-METRIC`` where shorter boards were asked for.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> items = sy.evaluate_scores("examples/judge.csv", missing="drop-item").items()
    >>> [figure.name for figure in figures_of(items)]
    ['items-score']
    """
    figures = []
    for metric in dict.fromkeys(row.metric for row in items.rows):
        rows = [row for row in items.rows if row.metric == metric]
        label = rows[0].label
        groups = {
            "items": [row for row in rows if row.discrimination is not None and not row.is_backwards],
            "weaker systems score higher": [row for row in rows if row.discrimination is not None and row.is_backwards],
        }
        series = tuple(
            Series(name, tuple(row.mean for row in members), tuple(row.discrimination or 0.0 for row in members))
            for name, members in groups.items()
            if members
        )
        if series:
            title = f"{label}: difficulty and discrimination of items"
            note = "Without items on which all systems have the same score."
            axes = "mean score", "discrimination"
            figures.append(Figure(figure_name("items", metric), title, "scatter", *axes, series, note=note))
        short = [row for row in items.short if row.metric == metric]
        if short:
            curves = tuple(
                Series(
                    choice,
                    tuple(float(row.n_items) for row in short if row.choice == choice),
                    tuple(row.score_error for row in short if row.choice == choice),
                )
                for choice in dict.fromkeys(row.choice for row in short)
            )
            title = f"{label}: errors of boards of fewer items"
            figures.append(
                Figure(figure_name("shorter", metric), title, "lines", "items", "score error", curves, note="")
            )
    return tuple(named_apart(figures))
