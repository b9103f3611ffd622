"""Figures of learning curves: what they hold, and how they are drawn."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError
from steelyard.plot import chart, figures_of
from steelyard.results import LearningCurves, Series
from steelyard.types import LearningRuns

SIZES = [1000, 2000, 4000, 8000, 16000, 32000]
SCORES = [20.1, 22.0, 23.6, 24.9, 26.1, 27.0]


def curves(n_replicates: int = 3, systems: str = "ab", **options: object) -> LearningCurves:
    rows = [
        (system, size, str(r), score + 0.1 * r * (i % 2) + place)
        for place, system in enumerate(systems)
        for r in range(n_replicates)
        for i, (size, score) in enumerate(zip(SIZES, SCORES, strict=True))
    ]
    columns = dict(zip(("system", "size", "replicate", "score"), zip(*rows, strict=True), strict=True))
    return sy.lab.learning_curves(columns, metric="BLEU", **options)  # type: ignore[arg-type]


def test_points_are_means_and_lines_are_the_best_models() -> None:
    result = curves(target=30.0)
    figure, difference = figures_of(result)
    assert figure.x_scale == difference.x_scale == "log"
    assert [series.name for series in figure.series] == [curve.name for curve in figure.curves]
    for series, curve, system in zip(figure.series, figure.curves, "ab", strict=True):
        best = result.best(system)
        assert best is not None and series.name == f"{system} ({best.model})"
        rows = [row for row in result.points if row.system == system]
        assert series.y == tuple(row.mean for row in rows) and list(series.x) == SIZES
        assert (series.low[0], series.high[0]) == rows[0].interval
        assert curve.x[0] == 1000 and curve.x[-1] == pytest.approx(128000) and curve.x == tuple(sorted(curve.x))
        assert curve.y == tuple(result.score_at(best, x) for x in curve.x)
        assert 32000 in curve.x  # where the dashes start
    assert figure.marks[0].value == 30.0
    assert difference.series[0].y == tuple(row.difference for row in result.differences)


def test_lines_reach_the_sizes_asked_for_and_at_most_four_times_the_largest() -> None:
    for at, end in (([48000], 48000), ([100], 64000), ([1e6], 128000)):
        figure = figures_of(curves(at=at))[0]
        assert figure.curves[0].x[-1] == pytest.approx(end)


def test_single_replicates_have_no_intervals_and_several_systems_a_figure_each() -> None:
    figures = figures_of(curves(1, "abc"))
    assert [figure.name for figure in figures] == [
        "learning-curve-BLEU", "learning-curve-differences-BLEU-a", "learning-curve-differences-BLEU-b",
    ]  # fmt: skip
    assert all(series.low == () for figure in figures for series in figure.series)
    assert [series.name for series in figures[1].series] == ["b", "c"]
    assert figures[2].series[0].name == "" and "minus c" in figures[2].title


def test_curves_are_drawn_whole_where_measured_and_dashed_beyond() -> None:
    layers = chart(figures_of(curves())[0]).to_dict()["layer"]
    lines = [layer for layer in layers if layer["mark"]["type"] == "line"]
    assert [line["mark"]["strokeDash"] for line in lines] == [[1, 0], [4, 3]]
    inside, beyond = ([row["x"] for row in line["data"]["values"]] for line in lines)
    assert max(inside) == min(beyond) == 32000
    assert {layer["mark"]["type"] for layer in layers} == {"rule", "line", "point"}


def test_a_curve_must_belong_to_a_series() -> None:
    figure = figures_of(curves())[0]
    with pytest.raises(DataError, match="belongs to none of its series"):
        chart(replace(figure, curves=(Series("nobody", (1.0,), (2.0,)),)))
    with pytest.raises(DataError, match="not above 0"):
        chart(replace(figure, curves=(Series(figure.series[0].name, (0.0,), (2.0,)),)))


def test_a_logarithm_is_read_off_at_any_size() -> None:
    result = curves(1, "a")
    [log] = [fit for fit in result.fits if fit.model == "log"]
    assert result.score_at(log, 4096) == pytest.approx(log.parameters["a"] + 12 * log.parameters["b"])


def test_points_without_a_curve_are_shown_alone() -> None:
    result = replace(curves(1, "a"), fits=())
    figure = figures_of(result)[0]
    assert figure.curves == () and figure.series[0].name == "a" and "Lines are" not in figure.note
    runs = LearningRuns(("a",) * 6, np.array(SIZES, float), np.array(SCORES), ("1",) * 6)
    assert (
        sy.lab.learning_curves(runs).points
        == sy.lab.learning_curves({"system": ["a"] * 6, "size": SIZES, "score": SCORES, "replicate": ["1"] * 6}).points
    )
