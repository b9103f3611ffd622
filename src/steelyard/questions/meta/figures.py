"""Figures of how far metrics agree with people."""

from collections.abc import Iterator, Sequence

import numpy as np

from steelyard.plot.pairs import thinned
from steelyard.plot.ranking import Ranked, difference_heat, interval_rows, partial_order
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow
from steelyard.results.figure import Figure, Mark, Series, figure_name, named_apart
from steelyard.results.plurals import counted
from steelyard.types import OutputScores

__all__ = ["draw"]

_MOST_METRICS = 3  # to hold against people, output by output


def draw(
    evaluation: MetaEvaluation, *, people: OutputScores | None = None, metrics: Sequence[OutputScores] = ()
) -> tuple[Figure, ...]:
    """Show metrics ranked by their agreement with people, their differences, and the partial order; and single outputs.

    Parameters
    ----------
    evaluation : MetaEvaluation
        Fresh or stored.
    people : OutputScores, optional
        The ratings that metrics were held against.
    metrics : sequence of OutputScores, default ()
        Their scores; with both, the outputs of the three metrics that agree best on outputs are shown.

    Returns
    -------
    tuple of Figure
        A level at a time, by the statistic that decides: ``intervals-LEVEL``, ``differences-LEVEL`` and
        ``ranks-LEVEL``; then ``outputs-METRIC``, people's rating of each output over the metric's score. Of more than
        30 metrics the 30 best are shown, and differences of the 20 best.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(8, 1)) + rng.normal(size=(8, 40)), tuple("abcdefgh")
    >>> people = OutputScores("people", systems, quality)
    >>> metrics = [OutputScores(f"noise {n}", systems, quality + n * rng.normal(size=(8, 40))) for n in (1, 9)]
    >>> found = sy.meta_evaluate(people, metrics, levels=["segment"], n_resamples=200)
    >>> [figure.name for figure in figures_of(found, people=people, metrics=metrics)]
    ['intervals-segment', 'differences-segment', 'ranks-segment', 'outputs-noise-1', 'outputs-noise-9']
    """
    levels = dict.fromkeys(row.level for row in evaluation.agreement)
    figures = [figure for level in levels for figure in _of_level(evaluation, level)]
    if people is not None and metrics:
        figures += _of_outputs(evaluation, people, metrics)
    return named_apart(figures)


def _ranking(evaluation: MetaEvaluation, level: str) -> list[MetricAgreementRow]:
    """Return the rows of the statistic that decides at a level; of a single metric, the first statistic."""
    rows = [row for row in evaluation.agreement if row.level == level]
    first = next(row for row in rows if row.is_deciding or not any(row.is_deciding for row in rows))
    return [row for row in rows if (row.statistic, row.average) == (first.statistic, first.average)]


def _of_level(evaluation: MetaEvaluation, level: str) -> Iterator[Figure]:
    rows = _ranking(evaluation, level)
    ranked = [
        Ranked(row.metric, row.value, row.interval, row.rank, row.rank_low, row.rank_high, row.cluster)
        for row in rows
        if row.value is not None
    ]
    if not ranked:
        return
    label = rows[0].statistic.replace("-", " ")
    confidence = f"{round(100 * evaluation.method['confidence_level'], 6):g} % intervals"
    guesses = {row.guess for row in rows}
    guess = next(iter(guesses)) if len(guesses) == 1 else None
    yield interval_rows(
        figure_name("intervals", level),
        f"Agreement with people on {level}s, {confidence}",
        label,
        ranked,
        marks=() if guess is None else (Mark("y", guess, "guessing"),),
    )
    pairs = [row for row in evaluation.pairs if row.level == level]
    if not pairs:
        return
    better = {(row.metric, row.against) for row in pairs if row.verdict == "better"}
    yield difference_heat(
        figure_name("differences", level),
        f"Differences of agreement on {level}s",
        f"{label} in favour of the row",
        ranked,
        {(row.metric, row.against): row.difference for row in pairs},
        better,
    )
    yield partial_order(figure_name("ranks", level), f"Ranks of metrics on {level}s", ranked, better)


def _of_outputs(evaluation: MetaEvaluation, people: OutputScores, metrics: Sequence[OutputScores]) -> Iterator[Figure]:
    """Hold the best metrics against people, on the outputs that the evaluation rests on: those that all have."""
    scored = [metric for metric in metrics if np.isfinite(metric.values).any()]
    systems = list(evaluation.method["systems"])
    of_people, *of_metrics = (one.select(systems).values for one in (people, *scored))
    is_shared = np.all([np.isfinite(cells) for cells in (of_people, *of_metrics)], axis=0)
    level = "segment" if any(row.level == "segment" for row in evaluation.agreement) else evaluation.agreement[0].level
    named = {metric.name: (metric, values) for metric, values in zip(scored, of_metrics, strict=True)}
    best = [named[row.metric] for row in _ranking(evaluation, level) if row.metric in named][:_MOST_METRICS]
    for metric, values in best:
        points = thinned(list(zip(values[is_shared].tolist(), of_people[is_shared].tolist(), strict=True)))
        n = int(is_shared.sum())
        of = counted(n, "output") if len(points) == n else f"{len(points):,} of {counted(n, 'output')}"
        yield Figure(
            name=figure_name("outputs", metric.name),
            title=f"People's {people.name} over {metric.name}: {of}",
            kind="scatter",
            x_label=metric.name if metric.higher_is_better else f"{metric.name} (lower is better)",
            y_label=f"people's {people.name}" + ("" if people.higher_is_better else " (lower is better)"),
            series=(Series("", *(tuple(point[i] for point in points) for i in (0, 1))),),
        )
