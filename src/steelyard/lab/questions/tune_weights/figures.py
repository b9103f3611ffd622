"""Figures of tuned weights."""

from collections.abc import Iterator

from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.results.figure import Figure, Mark, Series, named_apart

__all__ = ["draw"]

_MOST = 6  # features with a line of their own


def draw(tuning: WeightTuning) -> tuple[Figure, ...]:
    """Show the score along each weight, where every climb ended, and what each selected feature brought.

    Of the weights those are shown along which the score moves most.
    """
    return named_apart([*_along(tuning), *_climbs(tuning), *_selected(tuning)])


def _along(tuning: WeightTuning) -> Iterator[Figure]:
    own = tuning.scores[0]
    found = tuning.by_name
    lines = []
    for name in dict.fromkeys(point.feature for point in tuning.curves):
        points = [point for point in tuning.curves if point.feature == name]
        reach = max(abs(point.weight - found[name]) for point in points)
        x = tuple(round((point.weight - found[name]) / reach, 6) for point in points)
        lines.append(Series(name, x, tuple(point.score for point in points)))
    most = sorted(lines, key=lambda line: min(line.y) - max(line.y))[:_MOST]
    if most:
        left_out = f"The {len(most)} of {len(lines)} features with the largest effect. " if len(lines) > _MOST else ""
        yield Figure(
            name="along-weights",
            title=f"{own.label} of the chosen outputs, by one weight",
            kind="lines",
            x_label="change of the weight (at 1, only this feature counts)",
            y_label=f"{own.label} on the lists of the tuning",
            series=tuple(line for line in lines if line in most),
            marks=(Mark("x", 0.0, "tuned weights"),),
            note=f"{left_out}The other weights stay as tuned. Narrow maxima are not stable on other texts.",
        )


def _climbs(tuning: WeightTuning) -> Iterator[Figure]:
    """Show the ends of climbs from the best down: how much the search itself leaves open."""
    values = tuning.method["values"]
    if len(values) > 1:
        best_first = sorted(values, reverse=tuning.method["value"] >= max(values))
        is_metric = tuning.method["objective"] == tuning.scores[0].metric
        label = tuning.scores[0].label if is_metric else tuning.method["objective"]
        yield Figure(
            name="climbs",
            title="Result of each search",
            kind="points",
            x_label="search, the best first",
            y_label=f"{label} on the lists of the tuning",
            series=(Series("", tuple(float(i) for i in range(1, len(values) + 1)), tuple(best_first)),),
            marks=(Mark("y", values[0], "from the start"),),
            note="Differences smaller than between these results are noise of the search.",
        )


def _selected(tuning: WeightTuning) -> Iterator[Figure]:
    if len(tuning.selected) > 1:
        own = tuning.scores[0]
        steps = tuple(float(i) for i in range(1, len(tuning.selected) + 1))
        yield Figure(
            name="selected",
            title="Gain of each feature",
            kind="lines",
            x_label="features",
            y_label=f"{own.label}, held out",
            series=(Series("", steps, tuple(step.score for step in tuning.selected)),),
            note=f"In this order: {', '.join(step.feature for step in tuning.selected)}.",
        )
