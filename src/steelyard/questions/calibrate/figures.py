"""Figures of measured error rates."""

from collections.abc import Sequence

from steelyard.questions.calibrate.answer import Calibration, RejectionRow
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart
from steelyard.results.groups import groups_of

__all__ = ["draw"]


def _set_of(row: RejectionRow) -> tuple[str, str, str]:
    return row.metric, row.situation, row.drawn


def draw(calibration: Calibration) -> tuple[Figure, ...]:
    """Show how many times as many false alarms tests raised as their level allows, and what differences they found.

    False alarms over the level, with 95 % intervals: a figure per metric and way to make data without a difference.
    Then power over the difference in %, with 95 % intervals: a figure per metric and level. Tests are the series.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> options = {"n_repetitions": 20, "n_resamples": 9, "shares": [0.5, 1.0]}
    >>> calibration = sy.evaluate(data, metrics=["wer"]).calibrate(["randomization"], **options)
    >>> [figure.name for figure in figures_of(calibration)][:3]
    ['false-alarms-wer-exchanged-segment', 'false-alarms-wer-equal-scores-segment', 'power-wer-0.1']
    """
    alarms = [_false_alarms(rows) for _, rows in groups_of(calibration.false_alarms, _set_of)]
    found = [_power(rows) for _, rows in groups_of(calibration.power, lambda row: (row.metric, row.alpha))]
    return named_apart([*alarms, *found])


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
        for test, members in groups_of(rows, lambda row: row.test)
    )
    return Figure(
        name=figure_name("false-alarms", first.metric, first.situation, first.drawn),
        title=f"False positives under {first.label}, as a multiple of the level ({first.situation}, by {first.drawn})",
        kind="intervals",
        x_label="level of the test (%)",
        y_label="false positives / level",
        series=series,
        marks=(Mark("y", 1.0, "equal to the level"),),
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
        for test, group in groups_of(rows, lambda row: row.test)
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
