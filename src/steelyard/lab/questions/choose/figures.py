"""Figures of a choice: what pools of each size would have given, and which systems agree."""

from collections.abc import Iterator

from steelyard.lab.questions.choose.answer import Choice
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart

__all__ = ["draw", "growth"]

_KINDS = {
    "random": "random candidates",
    "best first": "the best systems",
    "greedy": "greedy",
    "unlike": "diverse systems",
}
_MOST_SYSTEMS = 30


def draw(choice: Choice) -> tuple[Figure, ...]:
    """Show the growth of the choice with the pool, a figure a judge, and the matrix of systems.

    Scores over the number of candidates stand where smaller pools were tried; the matrix, of 3 to 30 systems, has how
    much each one's outputs agree with those of each other.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> pools, reference = [["a b c d", "a b x d", "y"]] * 2, ["a b c d"] * 2
    >>> choice = sy.lab.choose(pools, references=[reference], n_resamples=99)
    >>> [figure.name for figure in figures_of(choice)]
    ['pools-chrf', 'pools-bleu']
    """
    return named_apart([*growth(choice), *_matrix(choice)])


def growth(choice: Choice) -> Iterator[Figure]:
    """Show scores over the number of candidates, a figure a judge."""
    baseline = {row.metric: row.score for row in choice.scores if row.system == "baseline"}
    labels = {row.metric: row.label for row in choice.pools}
    for metric, label in labels.items():
        series = []
        for kind, name in _KINDS.items():
            rows = sorted(
                (row for row in choice.pools if row.metric == metric and row.pools == kind),
                key=lambda row: row.n_candidates,
            )
            if rows:
                x = tuple(float(row.n_candidates) for row in rows)
                series.append(Series(name, x, tuple(row.score for row in rows)))
        score = baseline.get(metric)
        own = " (the metric of the choice)" if metric == choice.method["utility"] else ""
        greedy = " Greedy pools were selected on the same sources." if len(series) > 2 else ""
        yield Figure(
            name=figure_name("pools", metric),
            title=f"{label}{own}: score by pool size",
            kind="lines",
            x_label="candidates of each source",
            y_label=label,
            series=tuple(series),
            marks=() if score is None else (Mark("y", score, choice.method["baseline"]),),
            note=f"Random pools: the mean.{greedy}",
        )


def _matrix(choice: Choice) -> Iterator[Figure]:
    systems = [row.name for row in choice.chosen]
    if not 3 <= len(systems) <= _MOST_SYSTEMS or not choice.agreement:
        return
    place = {name: float(i) for i, name in enumerate(systems)}
    mean = sum(row.utility for row in choice.agreement) / len(choice.agreement)
    label = choice.method["utility_label"]
    yield Figure(
        name=figure_name("agreement", choice.method["utility"]),
        title=f"Agreement of systems: {label} minus the mean of all pairs ({mean:.1f})",
        kind="heat",
        x_label="system of the references",
        y_label=f"{label} minus the mean",
        series=(
            Series(
                "",
                tuple(place[row.against] for row in choice.agreement),
                tuple(place[row.system] for row in choice.agreement),
                z=tuple(row.utility - mean for row in choice.agreement),
            ),
        ),
        note="Rows: system that is scored; columns: system of the references. Systems with most choices come first.",
        row_names=tuple(systems),
    )
