"""Figures of power."""

from collections.abc import Sequence
from statistics import median

from steelyard.questions.plan.answer import PowerPlan, PowerRow
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart
from steelyard.results.groups import groups_of

__all__ = ["draw"]

_WANTED = 80.0


def draw(plan: PowerPlan) -> tuple[Figure, ...]:
    """Show power over the size of the test set: a figure per metric, a line per difference.

    Power in %, with 95 % intervals, over sizes on a logarithmic axis; a mark stands at 80 %.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> plan = sy.evaluate(data, metrics=["wer"]).plan(sizes=[3, 30], shares=[1.0], n_repetitions=20, n_resamples=19)
    >>> [(figure.name, len(figure.series)) for figure in figures_of(plan)]
    [('power-wer', 1)]
    """
    method = plan.method
    figures = []
    is_family = method.get("n_pairs", 1) > 1
    for metric, rows in groups_of(plan.rows, lambda row: row.metric):
        curves = _family_curves(rows) if is_family else _pair_curves(rows)
        figures.append(
            Figure(
                name=figure_name("power", metric),
                title=f"Power of {method['test']} at {method['alpha']:g} under {rows[0].label}",
                kind="lines",
                x_label=f"{method['unit']}s in the test set",
                y_label="power (%)",
                series=curves,
                marks=(Mark("y", _WANTED, f"{_WANTED:g} %"),),
                note="Medians over all pairs; bands are from the least to the most of them."
                if is_family
                else "Bands are 95 % intervals (Wilson).",
                x_scale="log",
            )
        )
    return named_apart(figures)


def _pair_curves(rows: Sequence[PowerRow]) -> tuple[Series, ...]:
    return tuple(
        Series(
            f"difference {difference:+.3g}",
            tuple(float(row.n_units) for row in members),
            tuple(100 * row.power for row in members),
            tuple(100 * row.low for row in members),
            tuple(100 * row.high for row in members),
        )
        for difference, members in groups_of(rows, lambda row: row.difference)
    )


def _family_curves(rows: Sequence[PowerRow]) -> tuple[Series, ...]:
    curves = []
    for wanted, members in groups_of(rows, lambda row: row.wanted):
        by_size = [
            (size, [100 * row.power for row in found]) for size, found in groups_of(members, lambda r: r.n_units)
        ]
        curves.append(
            Series(
                f"difference {wanted:.3g}",
                tuple(float(size) for size, _ in by_size),
                tuple(median(power) for _, power in by_size),
                tuple(min(power) for _, power in by_size),
                tuple(max(power) for _, power in by_size),
            )
        )
    return tuple(curves)
