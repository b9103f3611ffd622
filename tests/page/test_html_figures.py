"""Figures on pages: where numbers stand, what is said of them in words, and that names stay text."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.page.html.figures import draw, side_by_side
from steelyard.page.html.intervals import log_axis, value_axis
from steelyard.results import Calibration, Figure, Mark, PaperTable, RejectionRow, Replication, Series, level_cells
from steelyard.types import OutputScores

FINITE = st.floats(-1e9, 1e9, allow_nan=False)


def made(kind: str = "points", *series: Series, marks: tuple[Mark, ...] = (), scale: str = "linear") -> Figure:
    return Figure("figure-2", "Title", kind, "sets", "BLEU", series, marks, "A note.", scale)  # type: ignore[arg-type]


@given(st.lists(FINITE, min_size=1, max_size=6))
@example([5e-324])
@example([0.0, 5e-324])
@example([1e9, np.nextafter(1e9, 2e9)])
@example([1.0, 1.0 + 2**-52])
def test_values_stand_within_their_axis_in_order(values: list[float]) -> None:
    axis = value_axis(values)
    places = [axis.place(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in places)
    assert all(0 <= axis.place(value) <= 100 for value, _ in axis.ticks)
    assert len(axis.ticks) <= 7


def test_an_axis_begins_at_0_only_where_bars_are_to_be_compared_by_their_length() -> None:
    assert value_axis([90.0, 100.0], from_zero=True).place(0.0) == 0
    assert value_axis([90.0, 100.0]).place(90.0) == pytest.approx(100 * 0.04 / 1.08, abs=0.001)


def test_a_logarithmic_axis_has_equal_factors_equally_far_apart() -> None:
    axis = log_axis([1.0, 10.0, 100.0])
    assert [label for _, label in axis.ticks] == ["1", "10", "100"]
    first, second, third = (axis.place(value) for value, _ in axis.ticks)
    assert second - first == pytest.approx(third - second, abs=0.002)
    assert len(log_axis([1.0, 1.001, 100.0]).ticks) == 2  # labels would stand on each other
    assert log_axis([5.0]).place(5.0) == pytest.approx(50.0)


@pytest.mark.parametrize("values", [[5e-324], [5e-324, 1e-323], [5e-324, 1e308], [1e308]])
def test_a_logarithmic_axis_reaches_to_the_ends_of_what_floats_hold(values: list[float]) -> None:
    axis = log_axis(values)
    places = [axis.place(value) for value in values]
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in places)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("value", [-30.0, 40.0])
def test_a_line_beyond_all_points_is_within_its_axis_and_stretches_no_other(axis: str, value: float) -> None:
    series = Series("", (0.0, 10.0), (0.0, 10.0))
    [panel] = draw(made("points", series, marks=(Mark(axis, value, "far"),))).panels  # type: ignore[arg-type]
    [plain] = draw(made("points", series)).panels
    [(_, place, _)] = panel.marks
    assert 0 <= place <= 100
    if axis == "x":
        assert [y for _, y in panel.curves[0].points] == [y for _, y in plain.curves[0].points]
    else:
        assert [x for x, _ in panel.curves[0].points] == [x for x, _ in plain.curves[0].points]


def test_points_stand_where_the_axes_say() -> None:
    [panel] = draw(made("points", Series("", (0.0, 10.0), (0.0, 5.0)), marks=(Mark("y", 5.0, "all"),))).panels
    (low, bottom), (high, top) = panel.curves[0].points
    assert (low, high) == pytest.approx((100 * 0.04 / 1.08, 100 - 100 * 0.04 / 1.08), abs=0.001)
    assert (bottom, top) == pytest.approx((high, low), abs=0.001)
    assert panel.marks == (("y", top, 1),)
    assert panel.description == "Title. BLEU over sets: 0 at 0, 5 at 10. A line at 5: all."


def test_intervals_of_several_series_stand_side_by_side_inside_the_plot() -> None:
    series = [Series(name, (1.0, 5.0, 10.0), (1.0,) * 3, (0.5,) * 3, (2.0,) * 3) for name in "abcdefg"]
    drawn = draw(made("intervals", *series, scale="log"))
    [panel] = drawn.panels
    places = [[x for x, _, _ in curve.ends] for curve in panel.curves]
    assert len({x for row in places for x in row}) == 21
    assert all(0 < x < 100 for row in places for x in row)
    assert all(row[0] < other[0] for row, other in itertools.pairwise(places))
    assert max(row[0] for row in places) < min(row[1] for row in places)  # no series reaches the next level
    assert len({(look.colour, look.shape) for look in drawn.legend}) == 7


def test_lines_have_bands_and_bars_their_heights() -> None:
    [panel] = draw(made("lines", Series("t", (1.0, 2.0), (1.0, 3.0), (0.0, 2.0), (2.0, 4.0)))).panels
    curve = panel.curves[0]
    assert curve.line.count("L") == 1
    assert curve.band.count("L") == 3
    assert curve.band.endswith("Z")
    bars = draw(made("bars", Series("a", (0.0, 1.0, 2.0), (1.0, 4.0, 0.0)), Series("b", (0.0, 1.0), (2.0, 2.0))))
    assert [panel.name for panel in bars.panels] == ["a", "b"]
    (_, _, width, low), (_, top, _, high), (*_, none) = bars.panels[0].curves[0].bars
    assert high == pytest.approx(4 * low, abs=0.01)
    assert none == 0
    assert top + high == pytest.approx(100)
    assert width == pytest.approx(100 / 3 / 1.08, abs=0.1)
    assert "3 bars from 0 to 2, the highest, 4, at 1" in bars.panels[0].description


def test_cells_have_levels() -> None:
    figure = level_cells("f", "t", ["x", "y"], [[0, 2], [1, 0]], [0.05, 0.01])
    drawn = draw(figure)
    assert drawn.cells == ((0, 2), (1, 0))
    assert [look.name for look in drawn.legend] == ["at 0.05", "at 0.01"]
    panels = draw(made("points", Series("", (1.0,), (1.0,))))
    assert [len(row) for row in side_by_side([drawn, drawn, panels, drawn])] == [2, 1, 1]


def test_empty_and_constant_series_can_be_drawn() -> None:
    for kind in ("points", "intervals", "lines", "bars"):
        for scale in ("linear", "log"):
            assert draw(made(kind, Series("", (), ()), scale=scale)).panels[0].curves[0].points == ()
            assert draw(made(kind, Series("", (3.0, 3.0), (2.0, 2.0)), scale=scale)).panels


def calibration(verdict: str = "too many") -> Calibration:
    rows = [
        RejectionRow("bleu", "<b>BLEU", test, "exchanged", "segment", 0.0, alpha, 9, 100, 0.09, 0.05, 0.16, found)
        for test, found in (("moses", verdict), ("randomization", "holds"))
        for alpha in (0.1, 0.01)
    ]
    power = [
        RejectionRow("bleu", "<b>BLEU", "moses", "difference", "segment", d, 0.05, 50, 100, 0.5, 0.4, 0.6, "")
        for d in (1.0, 2.0)
    ]
    return Calibration(
        tuple(rows), tuple(power), {"n_repetitions": 100, "n_segments": 9, "unit": "segment", "sentence": "We."}
    )


def test_a_calibration_says_first_which_tests_fail_and_draws_both_tables() -> None:
    page = sy.report.html_text(calibration())
    assert '<h1 class="summary"><bdi>Too many false positives: moses under ' in page
    assert page.count("<figure") == 2
    assert "False positives under &lt;b&gt;BLEU" in page
    assert "<b>" not in page
    labels = re.findall(r'class="figure-plot"[^>]*aria-label="([^"]+)"', page)
    assert [label.split(" under")[0] for label in labels] == ["False positives", "Power at 0.05"]
    assert "No test has significantly too many false positives" in sy.report.html_text(calibration("holds"))


def test_a_replication_has_its_figures_before_its_tables() -> None:
    table = PaperTable("Table 1", "scores", ("system", "BLEU"), (("<i>x", 1.0),))
    figure = made(
        "intervals", Series("</svg><i>", (1.0, 2.0), (3.0, 4.0), (2.0, 3.0), (4.0, 5.0)), marks=(Mark("y", 3.5, "all"),)
    )
    page = sy.report.html_text(
        Replication((table,), (figure, figure), {"protocol": "p", "source": "s", "n_segments": 2, "notes": []})
    )
    assert page.count("<figure") == 2
    assert page.index("Figure 2: Title") < page.index("Table 1")
    assert "2 of 2 hold all (3.5), 0 lie above and 0 below. A note." in page
    assert "<i>" not in page.replace("<i>3<br>", "").replace("<i>", "", 2)  # those that keep room for numbers
    assert "&lt;/svg&gt;&lt;i&gt;" in page


def test_results_without_figures_keep_their_blocks() -> None:
    data = sy.TestSet(references=[["a b c", "d e"]], systems={"x": ["a b", "d"]})
    table = sy.evaluate(data, ["wer"]).scores()
    assert "<figure" not in sy.report.html_text(table)


def test_conclusions_of_tests_are_maps_after_the_tables() -> None:
    people = OutputScores("da", ("x", "y"), np.array([[80.0, 70, 60], [10, 20, 10]]))
    data = sy.TestSet(
        references=[["a b c", "d e", "f g"]], systems={"x": ["a b c", "d e", "f g"], "y": ["c", "h", "i"]}
    )
    found = sy.evaluate(data, metrics=["wer"]).test_accuracy([people], tests=["randomization"], alphas=[0.4])
    page = sy.report.html_text(found)
    assert page.count('<table class="matrix levels"') == page.count("<figure") == 2
    assert page.rindex('<table class="plain"') < page.index("<h2>Figures</h2>") < page.index("<figure")
    assert page.count("better <bdi>at 0.4</bdi>") >= 1
