"""Figures as drawings: what is drawn is what the numbers say, whatever the text; and the look a column asks for."""

import math
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from steelyard.errors import DataError, MissingExtraError, SpecError
from steelyard.plot import chart, check_folder, figures_of, save
from steelyard.plot.drawing.labels import distinct_labels, shorten, width_of, wrap
from steelyard.plot.drawing.style import COLORS, DASHES, SHAPES, shades
from steelyard.plot.files import _version
from steelyard.results import Calibration, Figure, Mark, PowerPlan, PowerRow, RejectionRow, Series, level_cells

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&')</script>\x1b[31m{{datum.x}}\u202e\ud800\n%s"
ONE = (Series("", (1.0, 2.0, 3.0), (27.0, 29.0, 28.0)),)
TWO = (
    Series("harbour", (1.0, 2.0, 4.0), (3.0, 5.0, 4.0), (2.0, 4.0, 3.5), (4.0, 6.0, 4.5)),
    Series("tangle", (1.0, 2.0, 4.0), (2.0, 2.5, 7.0), (1.0, 2.0, 6.0), (3.0, 3.0, 8.0)),
)
BARS = tuple(Series(name, (-1.0, 0.0, 1.0, 2.0), (1.0, 5.0, 3.0, 2.0)) for name in ("bootstrap", "randomization"))


def figure(kind: str = "points", series: tuple[Series, ...] = ONE, **changed: object) -> Figure:
    given = {"name": "figure-1", "title": "BLEU of samples", "x_label": "sample", "y_label": "BLEU"} | changed
    return Figure(kind=kind, series=series, **given)  # type: ignore[arg-type]


def texts(folder: Path, *figures: Figure) -> list[str]:
    """Return every text of the drawings, and check that they are well-formed."""
    found = []
    for path in save(figures, folder, ["svg"]):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314  # we drew it
        found += [element.text or "" for element in root.iter(f"{SVG}text")]
    return found


def values(node: object) -> list[dict[str, float]]:
    """Collect the data of a specification, wherever it stands, each row once."""
    found: list[dict[str, float]] = []
    if isinstance(node, dict):
        found = list(node["data"]["values"]) if "data" in node else []
        found += [row for part in node.values() for row in values(part) if row not in found]
    elif isinstance(node, list):
        for part in node:
            found += [row for row in values(part) if row not in found]
    return found


EVERY = [
    figure(),
    figure("intervals", TWO),
    figure("lines", TWO),
    figure("bars", BARS),
    figure("bars", BARS[:1]),
    figure("lines", (Series("long", tuple(map(float, range(50))), tuple(map(math.sin, range(50)))),)),
    figure("intervals", TWO, x_scale="log"),
    figure("points", TWO),
]


def test_cells_name_rows_and_columns_and_number_their_colours(tmp_path: Path) -> None:
    names = ["harbour", "orator", HOSTILE]
    levels = [[0, 3, 1], [0, 0, 2], [0, 0, 0]]
    shown = texts(tmp_path, level_cells("figure-8", "BLEU, t", names, levels, [0.05, 0.01, 0.001]))
    assert [text for text in shown if text in {"1", "2", "3"}] == ["1", "2", "3"]
    assert shown.count("harbour") == shown.count("orator") == 2
    assert {"at 0.05", "at 0.01", "at 0.001", "BLEU, t"} <= set(shown)


@pytest.mark.parametrize("alphas", [[0.05], [0.05, 0.01], [0.1, 0.05, 0.01, 0.001]])
def test_cells_are_the_darker_the_smaller_the_level_and_may_be_empty(alphas: list[float]) -> None:
    drawn = shades(len(alphas))
    lightness = [sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) for color in drawn]
    assert len(drawn) == len(alphas) and lightness == sorted(lightness, reverse=True)
    empty = level_cells("figure-8", "none", ["a", "b"], [[0, 0], [0, 0]], alphas)
    rows = values(chart(empty).to_dict())
    assert [row["series"] for row in rows] == [None, None]


def test_cells_outside_the_table_are_refused() -> None:
    with pytest.raises(DataError, match="a cell outside its rows and columns"):
        chart(figure("cells", (Series("at 0.05", (2.0,), (0.0,)),), row_names=("a", "b")))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("drawn", EVERY, ids=lambda f: f"{f.kind}-{len(f.series)}")
@pytest.mark.parametrize("n_marks", [0, 1, 2])
def test_every_kind_is_eight_centimetres_wide_on_white_with_its_axes_named(
    drawn: Figure, n_marks: int, tmp_path: Path
) -> None:
    marks = (Mark("x", 2.0, "observed difference"), Mark("y", 4.0, "whole test set"))[:n_marks]
    marked = Figure(drawn.name, drawn.title, drawn.kind, "length", "share", drawn.series, marks, "", drawn.x_scale)
    shown = texts(tmp_path, marked)
    assert {"BLEU of samples", "length", "share"} <= set(shown)
    assert all(sum(text == mark.name for text in shown) == 1 for mark in marks)
    assert {series.name for series in drawn.series if len(drawn.series) > 1} <= set(shown)
    svg = (tmp_path / "figure-1.svg").read_text(encoding="utf-8")
    width = re.search(r'<svg[^>]* width="([0-9.]+)pt"', svg)
    assert width is not None and abs(float(width[1]) - 227) <= 4
    assert 'fill="white"' in svg
    sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)px"', svg)]
    assert sizes and min(sizes) >= 8


def test_the_numbers_drawn_are_the_figures_own_and_intervals_step_aside_without_leaving_their_place() -> None:
    rows = values(chart(figure("lines", TWO)).to_dict())
    for series in TWO:
        own = [row for row in rows if row["series"] == series.name]
        assert [(row["x"], row["y"], row["low"], row["high"]) for row in own] == list(
            zip(series.x, series.y, series.low, series.high, strict=True)
        )
    rows = values(chart(figure("intervals", TWO)).to_dict())
    shifts = [row["x"] - x for row, x in zip(rows, TWO[0].x * 2, strict=True)]
    assert shifts == pytest.approx([-0.15] * 3 + [0.15] * 3)
    rows = values(chart(figure("intervals", TWO, x_scale="log")).to_dict())
    ratios = [row["x"] / x for row, x in zip(rows, TWO[0].x * 2, strict=True)]
    assert ratios == pytest.approx([2**-0.15] * 3 + [2**0.15] * 3)


def test_bars_stand_about_the_middle_of_their_bins_and_touch() -> None:
    rows = values(chart(figure("bars", BARS[:1])).to_dict())
    assert [(row["left"], row["right"], row["y"]) for row in rows] == [
        (-1.5, -0.5, 1.0), (-0.5, 0.5, 5.0), (0.5, 1.5, 3.0), (1.5, 2.5, 2.0),
    ]  # fmt: skip


def test_text_from_files_is_text(tmp_path: Path) -> None:
    series = (Series(HOSTILE, (1.0,), (2.0,)), Series(HOSTILE, (2.0,), (3.0,)))
    marks = (Mark("x", 1.5, HOSTILE),)
    for kind in ("points", "intervals", "lines", "bars"):
        drawn = figure(kind, series, title=HOSTILE, x_label=HOSTILE, y_label=HOSTILE, note=HOSTILE, marks=marks)
        shown = texts(tmp_path, drawn)
        assert sum("<script>alert('&')</script>" in text for text in shown) >= 4
        assert not any(c in text for text in shown for c in "\x1b\u202e\ud800\n")
        assert "<script" not in (tmp_path / "figure-1.svg").read_text(encoding="utf-8")


def test_names_that_were_cut_stay_different() -> None:
    names = ["x" * 60 + end for end in "abc"]
    labels = distinct_labels([*names, "short"], 46)
    assert len(set(labels)) == 4 and max(map(width_of, labels)) <= 46
    assert labels[3] == "short" and labels[1].endswith("… (2)")
    assert shorten("系统系统", 5) == "系统…" and shorten("abc", 3) == "abc"
    assert wrap("one two  three " + "y" * 30, 9) == ["one two", "three", "yyyyyyyy…"]
    assert wrap("", 9) == []


def test_the_same_figure_gives_the_same_bytes(tmp_path: Path) -> None:
    drawn = [figure("lines", TWO, name="a"), figure("bars", BARS, name="b")]
    first = {path.name: path.read_bytes() for path in save(drawn, tmp_path / "1")}
    again = {path.name: path.read_bytes() for path in save(drawn, tmp_path / "2")}
    assert sorted(first) == ["a.pdf", "a.png", "a.svg", "b.pdf", "b.png", "b.svg"]
    assert first == again
    assert first["a.png"].startswith(b"\x89PNG") and first["a.pdf"].startswith(b"%PDF")


def test_a_title_can_be_left_to_the_paper(tmp_path: Path) -> None:
    save([figure()], tmp_path, ["svg"], titled=False)
    svg = (tmp_path / "figure-1.svg").read_text(encoding="utf-8")
    assert ">BLEU</text>" in svg and ">BLEU of samples</text>" not in svg


def test_forty_two_series_differ_in_colour_or_shape() -> None:
    assert len({(COLORS[i % len(COLORS)], SHAPES[i % len(SHAPES)]) for i in range(42)}) == 42
    assert len({(COLORS[i % len(COLORS)], DASHES[i % len(DASHES)]) for i in range(35)}) == 35


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_stands_out_from_white() -> None:
    assert all(1.05 / (luminance(color) + 0.05) > 2 for color in COLORS)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (figure(series=()), "has no series"),
        (figure(series=(Series("", (1.0,), (1.0, 2.0)),)), "differ in length"),
        (figure(series=(Series("", (1.0,), (1.0,), (0.5,)),)), "differ in length"),
        (figure(series=(Series("", (1.0,), (float("nan"),)),)), "not finite"),
        (figure(marks=(Mark("x", float("inf"), "m"),)), "not finite"),
        (figure(series=(Series("", (0.0,), (1.0,)),), x_scale="log"), "not above 0"),
        (figure(name="../outside"), "not fit for a file"),
        (figure(name=""), "not fit for a file"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(bad: Figure, sentence: str, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    with pytest.raises(DataError, match=sentence):
        save([figure(name="good"), bad], folder)
    assert not folder.exists()


def test_a_figure_without_points_can_be_drawn(tmp_path: Path) -> None:
    for kind in ("points", "intervals", "lines", "bars"):
        assert "BLEU" in texts(tmp_path, figure(kind, (Series("none", (), ()),)))


def test_folders_and_formats_that_do_not_work_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", "", "a\0b"):
        with pytest.raises(DataError, match="Cannot write to"):
            check_folder(folder)
    with pytest.raises(SpecError, match="Unknown format of figures 'gif'"):
        save([figure()], tmp_path, ["gif"])
    with pytest.raises(SpecError, match="one or more of svg, png, pdf"):
        save([figure()], tmp_path, [])
    with pytest.raises(DataError, match="Two figures are called 'FIGURE-1'"):
        save([figure(), figure(name="FIGURE-1")], tmp_path, ["svg"])
    (tmp_path / "figure-1.svg").mkdir()
    with pytest.raises(DataError, match=r"figure-1\.svg: it is a folder"):
        save([figure(name="a"), figure()], tmp_path, ["svg"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure-1.svg", "file"]


def test_a_new_folder_is_made_and_old_files_are_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "figures"
    check_folder(folder)
    assert not folder.parent.exists()
    save([figure()], folder, ["svg"])
    before = (folder / "figure-1.svg").read_bytes()
    save([figure(title="Another")], folder, ["svg"])
    assert (folder / "figure-1.svg").read_bytes() != before
    assert [path.name for path in folder.iterdir()] == ["figure-1.svg"]


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
def test_a_missing_package_is_named_before_the_work(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtraError, match=r'pip install "steelyard\[figures\]"'):
        check_folder(".")


def test_figures_of_measured_rates_show_every_row() -> None:
    rows = tuple(
        PowerRow(metric, metric.upper(), difference, n, 50, 100, n / 1000, n / 2000, n / 500)
        for metric in ("bleu", "bleu(x=-1)", "bleu(x=1)")
        for difference in (0.5, 1.0)
        for n in (100, 300)
    )
    plan = PowerPlan(rows, {"test": "randomization", "alpha": 0.05, "unit": "segment", "n_segments": 9})
    figures = figures_of(plan)
    assert [f.name for f in figures] == ["power-bleu", "power-bleu-x-1", "power-bleu-x-1-2"]
    assert figures[0].series[1] == Series("difference +1", (100.0, 300.0), (10.0, 30.0), (5.0, 15.0), (20.0, 60.0))
    alarms = tuple(
        RejectionRow("bleu", "BLEU", test, "exchanged", drawn, 0.0, alpha, 9, 100, alpha * 2, alpha, alpha * 4, "holds")
        for drawn in ("segment", "document")
        for test in ("sign", "moses")
        for alpha in (0.1, 0.05)
    )
    found = tuple(
        RejectionRow("bleu", "BLEU", test, "difference", "segment", d, alpha, 9, 100, 0.5, 0.25, 0.75, "")
        for d in (2.0, 1.0)
        for test in ("sign", "moses")
        for alpha in (0.1, 0.05)
    )
    figures = figures_of(Calibration(alarms, found, {"n_segments": 9}))
    assert [f.name for f in figures] == [
        "false-alarms-bleu-exchanged-segment", "false-alarms-bleu-exchanged-document", "power-bleu-0.1",
        "power-bleu-0.05",
    ]  # fmt: skip
    assert figures[0].series[1] == Series("moses", (10.0, 5.0), (2.0, 2.0), (1.0, 1.0), (4.0, 4.0))
    assert figures[2].series[0] == Series("sign", (1.0, 2.0), (50.0, 50.0), (25.0, 25.0), (75.0, 75.0))


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        (["5.8", "5.20", "6.1"], "5.20"),  # the one that Altair writes for
        (["4.17", "5.8", "5.10", "6.1"], "5.10"),  # the newest of its generation
        (["4.17", "6.1"], None),
    ],
)
def test_a_chart_is_drawn_by_the_vega_lite_that_is_nearest(
    known: list[str], wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", SimpleNamespace(get_vegalite_versions=lambda: known))
    if wanted is None:
        with pytest.raises(MissingExtraError, match=r"^Altair's Vega-Lite 5\.20 needs"):
            _version("v5.20.1")
    else:
        assert _version("v5.20.1") == wanted
