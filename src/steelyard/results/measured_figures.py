"""Figures of measured error rates, of power, and of what tests conclude beside people."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from statistics import median
from typing import TypeVar

from steelyard.results.calibration import Calibration, RejectionRow
from steelyard.results.figure import Figure, Mark, Series, figure_name, level_cells, named_apart
from steelyard.results.power_plan import PowerPlan, PowerRow
from steelyard.results.test_accuracy import Conclusions, TestAccuracy, levels_of

__all__ = ["calibration_figures", "conclusion_figures", "plan_figures"]

_WANTED = 80.0

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


def plan_figures(plan: PowerPlan) -> tuple[Figure, ...]:
    """Show power over the size of the test set: a figure a metric, a line a difference.

    Parameters
    ----------
    plan : PowerPlan
        Fresh or stored.

    Returns
    -------
    tuple of Figure
        Power in %, with 95 % intervals, over sizes on a logarithmic axis; a mark stands at 80 %.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.results import plan_figures
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> plan = sy.evaluate(data, metrics=["wer"]).plan(sizes=[3, 30], shares=[1.0], n_repetitions=20, n_resamples=19)
    >>> [(figure.name, len(figure.series)) for figure in plan_figures(plan)]
    [('power-wer', 1)]
    """
    method = plan.method
    figures = []
    is_family = method.get("n_pairs", 1) > 1
    for metric, rows in _groups(plan.rows, lambda row: row.metric):
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
        for difference, members in _groups(rows, lambda row: row.difference)
    )


def _family_curves(rows: Sequence[PowerRow]) -> tuple[Series, ...]:
    curves = []
    for wanted, members in _groups(rows, lambda row: row.wanted):
        by_size = [(size, [100 * row.power for row in found]) for size, found in _groups(members, lambda r: r.n_units)]
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


def calibration_figures(calibration: Calibration) -> tuple[Figure, ...]:
    """Show how many false alarms tests raised for each that their level allows, and what differences they found.

    Parameters
    ----------
    calibration : Calibration
        Fresh or stored.

    Returns
    -------
    tuple of Figure
        False alarms over the level, with 95 % intervals: a figure a metric and way to make data without a difference.
        Then power over the difference in %, with 95 % intervals: a figure a metric and level. Tests are the series.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.results import calibration_figures
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> options = {"n_repetitions": 20, "n_resamples": 9, "shares": [0.5, 1.0]}
    >>> calibration = sy.evaluate(data, metrics=["wer"]).calibrate(["randomization"], **options)
    >>> [figure.name for figure in calibration_figures(calibration)][:3]
    ['false-alarms-wer-exchanged-segment', 'false-alarms-wer-equal-scores-segment', 'power-wer-0.1']
    """
    alarms = [
        _false_alarms(rows) for _, rows in _groups(calibration.false_alarms, lambda r: (r.metric, r.situation, r.drawn))
    ]
    found = [_power(rows) for _, rows in _groups(calibration.power, lambda row: (row.metric, row.alpha))]
    return named_apart([*alarms, *found])


def conclusion_figures(accuracy: TestAccuracy) -> tuple[Figure, ...]:
    """Show which systems people, and each test on each metric, call better than which, as Graham's figures 7 and 8.

    Parameters
    ----------
    accuracy : TestAccuracy
        Fresh or stored.

    Returns
    -------
    tuple of Figure
        A table of systems each, best first by people's mean; the darker, the smaller the level.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.results import conclusion_figures
    >>> from steelyard.types import OutputScores
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "h", "i"]})
    >>> people = OutputScores("da", ("x", "y"), np.array([[80.0, 70, 60], [10, 20, 10]]))
    >>> found = sy.evaluate(data, metrics=["wer"]).test_accuracy([people], tests=["randomization"], alphas=[0.2])
    >>> [figure.name for figure in conclusion_figures(found)]
    ['conclusions-people-da', 'conclusions-wer-randomization']
    """
    systems, alphas = accuracy.method["systems"], sorted(accuracy.method["alphas"], reverse=True)
    figures = []
    for (test, metric), found in _groups(accuracy.conclusions, lambda one: (one.test, one.metric)):
        levels = levels_of(found)
        figures.append(level_cells(*_called(found[0], test, metric), systems, levels, alphas))
    return named_apart(figures)


def _called(first: Conclusions, test: str, metric: str) -> tuple[str, str]:
    """Return the name and the title of the table of a test, or of people."""
    if metric == "people":
        return figure_name("conclusions-people", first.label), f"People ({first.label}, {test})"
    return figure_name("conclusions", metric, test), f"{first.label}, {test}"


def _false_alarms(rows: Sequence[RejectionRow]) -> Figure:
    first = rows[0]
    series = tuple(
        Series(
            test,
            tuple(100 * row.alpha for row in members),
            tuple(row.rate / row.alpha for row in members),
            tuple(row.low / row.alpha for row in members),
            tuple(row.high / row.alpha for row in members),
        )
        for test, members in _groups(rows, lambda row: row.test)
    )
    return Figure(
        name=figure_name("false-alarms", first.metric, first.situation, first.drawn),
        title=f"False alarms under {first.label} for each that the level allows ({first.situation}, by {first.drawn})",
        kind="intervals",
        x_label="level of the test (%)",
        y_label="false alarms / allowed",
        series=series,
        marks=(Mark("y", 1.0, "as many as the level allows"),),
        note=f"Each rate is of {first.n_repetitions:,} data sets without a difference; intervals are of 95 % (Wilson).",
        x_scale="log",
    )


def _power(rows: Sequence[RejectionRow]) -> Figure:
    first = rows[0]
    series = tuple(
        Series(
            test,
            tuple(row.difference for row in members),
            tuple(100 * row.rate for row in members),
            tuple(100 * row.low for row in members),
            tuple(100 * row.high for row in members),
        )
        for test, group in _groups(rows, lambda row: row.test)
        for members in [sorted(group, key=lambda row: row.difference)]
    )
    return Figure(
        name=figure_name("power", first.metric, first.alpha),
        title=f"Power at {first.alpha:g} under {first.label}",
        kind="lines",
        x_label=f"difference ({first.label})",
        y_label="power (%)",
        series=series,
        note=f"Each rate is of {first.n_repetitions:,} data sets; bands are 95 % intervals (Wilson).",
    )


def _groups(rows: Iterable[Row], key: Callable[[Row], Key]) -> list[tuple[Key, list[Row]]]:
    """Gather rows by a key, in the order in which keys appear."""
    groups: dict[Key, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())
