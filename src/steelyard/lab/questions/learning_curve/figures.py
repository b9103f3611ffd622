"""Figures of learning curves."""

from dataclasses import replace

from steelyard.lab.questions.learning_curve.answer import CurveFitRow, CurvePointRow, LearningCurves
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart

__all__ = ["draw"]

_FAR = 4.0  # times the largest size: what a curve says beyond is a guess, and not drawn
_N_PLACES = 40  # of a curve, on either side of the largest size


def draw(curves: LearningCurves) -> tuple[Figure, ...]:
    """Show scores over sizes with the curves through them, and the differences between systems.

    Means with their intervals stand over sizes on a logarithmic axis, and of each system the model with the least AICc,
    up to the sizes asked for, or twice the largest; at most, and with a target always, four times.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> curves = sy.lab.learning_curves("examples/learning-curve.tsv", metric="BLEU")
    >>> [figure.name for figure in figures_of(curves)]
    ['learning-curve-BLEU', 'learning-curve-differences-BLEU-subwords']
    """
    method = curves.method
    metric, percent = method["metric"], f"{round(100 * method['confidence_level'], 6):g}%"
    groups: dict[str, list[CurvePointRow]] = {}
    for row in curves.points:
        groups.setdefault(row.system, []).append(row)
    series, lines = [], []
    for system, rows in groups.items():
        best = curves.best(system)
        name = system if best is None else f"{system} ({best.model})"
        series.append(_points(name, rows))
        if best is not None:
            lines.append(_line(name, curves, best, [row.size for row in rows]))
    has_intervals = any(row.interval for row in curves.points)
    note = f"Points are means with {percent} intervals over replicates. " if has_intervals else ""
    if lines:
        note += "Lines are the model with the lowest AICc of each system, dashed beyond the largest size."
    figures = [
        Figure(
            name=figure_name("learning-curve", metric),
            title=f"{metric} by size",
            kind="points",
            x_label="size",
            y_label=metric,
            series=tuple(series),
            marks=() if method["target"] is None else (Mark("y", method["target"], f"target {method['target']:g}"),),
            note=note.strip(),
            x_scale="log",
            curves=tuple(lines),
        )
    ]
    for a in groups:
        found = _differences(curves, a)
        if found:
            others = found[0].name if len(found) == 1 else "others"
            figures.append(
                Figure(
                    name=figure_name("learning-curve-differences", metric, a),
                    title=f"{metric} of {a} minus {others}, by size",
                    kind="intervals",
                    x_label="size",
                    y_label=f"difference ({metric})",
                    series=tuple(found) if len(found) > 1 else (replace(found[0], name=""),),
                    marks=(Mark("y", 0.0, "no difference"),),
                    note=f"Means with {percent} intervals over replicates, paired." if found[0].low else "",
                    x_scale="log",
                )
            )
    return named_apart(figures)


def _points(name: str, rows: list[CurvePointRow]) -> Series:
    """Gather the means of a system; a point without replicates, among others that have some, is its own interval."""
    x, y = tuple(row.size for row in rows), tuple(row.mean for row in rows)
    if not any(row.interval for row in rows):
        return Series(name, x, y)
    ends = [row.interval or (row.mean, row.mean) for row in rows]
    return Series(name, x, y, tuple(low for low, _ in ends), tuple(high for _, high in ends))


def _line(name: str, curves: LearningCurves, fit: CurveFitRow, sizes: list[float]) -> Series:
    least, most = min(sizes), max(sizes)
    asked = [size for size in curves.method["at"] if size > most] or [2 * most]
    end = _FAR * most if curves.method["target"] is not None else min(max(asked), _FAR * most)
    places = [least * (most / least) ** (i / _N_PLACES) for i in range(_N_PLACES)]
    places += [most * (end / most) ** (i / _N_PLACES) for i in range(_N_PLACES + 1)]
    return Series(name, tuple(places), tuple(curves.score_at(fit, place) for place in places))


def _differences(curves: LearningCurves, a: str) -> list[Series]:
    rows = [row for row in curves.differences if row.system == a]
    found = []
    for b in dict.fromkeys(row.against for row in rows):
        mine = [row for row in rows if row.against == b]
        x, y = tuple(row.size for row in mine), tuple(row.difference for row in mine)
        ends = [row.interval or (row.difference, row.difference) for row in mine]
        if any(row.interval for row in mine):
            found.append(Series(b, x, y, tuple(low for low, _ in ends), tuple(high for _, high in ends)))
        else:
            found.append(Series(b, x, y))
    return found
