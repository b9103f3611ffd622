"""Rows, orders, heat maps and scatters as drawings: what is drawn is what the numbers say, whatever the text."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.plot import chart, save
from steelyard.plot.drawing.labels import distinct_labels, shorten_middle, signed, width_of
from steelyard.plot.drawing.style import DIVERGING
from steelyard.results import Figure, Mark, Series, figure_name
from tests.plot.drawing.test_chart import HOSTILE, luminance, texts, values

NAMES = ("harbour", "lantern", "orator")
ROWS = (Series("1", (0.0, 1.0), (3.0, 2.0), (2.5, 1.0), (4.0, 2.5)), Series("2", (2.0,), (1.0,)))
ORDER = (
    Series("", (0.0, 1.0, 2.0), (1.0, 2.0, 3.0), (1.0, 1.0, 3.0), (2.0, 2.0, 3.0)),
    Series("", (0.0, 1.0), (0.0, 0.0)),
)
HEAT = (
    Series("row better", (1.0, 2.0), (0.0, 0.0), z=(0.5, 2.0)),
    Series("row worse", (0.0, 0.0), (1.0, 2.0), z=(-0.5, -2.0)),
    Series("", (2.0, 1.0), (1.0, 2.0), z=(0.1, -0.1)),
)
CLOUD = (Series("", (1.0, 2.0, 3.0), (2.0, 2.0, 7.0)),)


def figure(kind: str, series: tuple[Series, ...], **changed: object) -> Figure:
    given = {"name": "figure-1", "title": "Of systems", "x_label": "cluster", "y_label": "BLEU"}
    names = () if kind == "scatter" else NAMES
    return Figure(kind=kind, series=series, **({**given, "row_names": names} | changed))  # type: ignore[arg-type]


EVERY = [figure("rows", ROWS), figure("order", ORDER), figure("heat", HEAT), figure("scatter", CLOUD)]


@pytest.mark.parametrize("drawn", EVERY, ids=lambda f: f.kind)
def test_every_kind_is_eight_centimetres_wide_with_every_name_once_where_it_is_needed(
    drawn: Figure, tmp_path: Path
) -> None:
    shown = texts(tmp_path, drawn)
    assert {"Of systems", "BLEU"} <= set(shown)
    wanted = {"rows": 1, "order": 1, "heat": 2, "scatter": 0}[drawn.kind]
    assert [shown.count(name) for name in NAMES] == [wanted] * 3
    svg = (tmp_path / "figure-1.svg").read_text(encoding="utf-8")
    width = re.search(r'<svg[^>]* width="([0-9.]+)pt"', svg)
    assert width is not None and abs(float(width[1]) - 227) <= 4
    sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)px"', svg)]
    assert min(sizes) >= 7


@pytest.mark.parametrize("drawn", EVERY, ids=lambda f: f.kind)
def test_the_same_figure_gives_the_same_bytes(drawn: Figure, tmp_path: Path) -> None:
    first = [path.read_bytes() for path in save([drawn], tmp_path / "1")]
    assert first == [path.read_bytes() for path in save([drawn], tmp_path / "2")]


def test_rows_show_their_numbers_and_where_groups_begin(tmp_path: Path) -> None:
    drawn = figure("rows", ROWS, marks=(Mark("y", 0.0, "no difference"),))
    rows = [row for row in values(chart(drawn).to_dict()) if "row" in row]
    assert [(r["row"], r["value"], r.get("low"), r.get("high")) for r in rows] == [
        (0.0, 3.0, 2.5, 4.0), (1.0, 2.0, 1.0, 2.5), (2.0, 1.0, None, None),
    ]  # fmt: skip
    shown = texts(tmp_path, drawn)
    assert {"cluster 1", "2", "no difference"} <= set(shown)


def test_one_group_needs_no_name(tmp_path: Path) -> None:
    assert not any("cluster" in text for text in texts(tmp_path, figure("rows", ROWS[:1])))


def test_every_one_of_thirty_rows_is_named(tmp_path: Path) -> None:
    names = tuple(f"system {i}" for i in range(30))
    places = tuple(map(float, range(30)))
    for kind, series in (("rows", Series("1", places, places)), ("order", Series("", *[places] * 4))):
        assert set(names) <= set(texts(tmp_path, figure(kind, (series,), row_names=names)))


def test_an_order_has_a_bar_a_row_and_lines_beside_all_ranks() -> None:
    series = (*ORDER, Series("", (0.0, 2.0), (1.0, 1.0)))
    rows = values(chart(figure("order", series)).to_dict())
    bars = [row for row in rows if "rank" in row]
    assert [(row["rank"], round(row["low"]), round(row["high"])) for row in bars] == [(1, 1, 2), (2, 1, 2), (3, 3, 3)]
    lines = [row for row in rows if "place" in row]
    assert [(row["line"], row["row"]) for row in lines] == [(0, 0.0), (0, 1.0), (1, 0.0), (1, 2.0)]
    assert lines[0]["place"] == lines[1]["place"] < lines[2]["place"] == lines[3]["place"]
    assert lines[0]["place"] > max(row["high"] for row in bars)


def test_ranks_beyond_the_shown_rows_stay_left_of_the_lines() -> None:
    far = (Series("", (0.0, 1.0, 2.0), (1.0, 2.0, 3.0), (1.0,) * 3, (60.0,) * 3), ORDER[1])
    rows = values(chart(figure("order", far)).to_dict())
    assert min(row["place"] for row in rows if "place" in row) > max(row["high"] for row in rows if "high" in row)


def test_a_heat_map_shows_every_value_its_sign_and_numbers_where_there_is_room(tmp_path: Path) -> None:
    rows = [row for row in values(chart(figure("heat", HEAT)).to_dict()) if "z" in row]
    assert {(row["row"], row["column"], row["z"], row.get("sign")) for row in rows} == {
        ("harbour", "lantern", 0.5, "row better"), ("harbour", "orator", 2.0, "row better"),
        ("lantern", "harbour", -0.5, "row worse"), ("orator", "harbour", -2.0, "row worse"),
        ("lantern", "orator", 0.1, None), ("orator", "lantern", -0.1, None),
    }  # fmt: skip
    shown = texts(tmp_path, figure("heat", HEAT))
    assert {"+2", "−2", "+0.1", "row better", "row worse"} <= set(shown)
    many = tuple(f"system {i}" for i in range(20))
    assert "+2" not in texts(tmp_path, figure("heat", HEAT, row_names=many))


def test_long_names_of_a_heat_map_stand_at_its_rows_and_numbers_at_its_columns(tmp_path: Path) -> None:
    names = tuple(f"MetricX-23-{version}-synthetic_ref" for version in ("a", "bb", "ccc"))
    shown = texts(tmp_path, figure("heat", HEAT, row_names=names))
    assert {"1", "2", "3"} <= set(shown)
    assert sum(text.endswith(("  1", "  2", "  3")) for text in shown) == 3


def test_a_heat_map_of_no_difference_and_of_no_pair_is_drawn(tmp_path: Path) -> None:
    for series in ((Series("", (1.0, 0.0), (0.0, 1.0), z=(0.0, 0.0)),), (Series("", (), ()),)):
        assert "harbour" in texts(tmp_path, figure("heat", series))


def test_the_colours_of_a_heat_map_are_as_dark_on_both_sides_and_pale_between() -> None:
    low, middle, high = map(luminance, DIVERGING)
    assert middle > 0.9 > 2 * low > low and middle > 2 * high
    assert abs(low - high) < 0.1  # lightness says how much, and colour which way


def test_a_scatter_of_one_unit_has_one_scale_and_its_diagonal() -> None:
    marked = figure("scatter", CLOUD, marks=(Mark("xy", 0.0, "equal"), Mark("x", 2.0, "two")))
    specification = chart(marked).to_dict()
    assert [(r["x"], r["y"]) for r in values(specification) if "series" in r] == [(1.0, 2.0), (2.0, 2.0), (3.0, 7.0)]
    x, y = (specification["layer"][0]["encoding"][axis]["scale"]["domain"] for axis in "xy")
    assert x == y and x[0] < 1 and x[1] > 7
    line = [(row["x"], row["y"]) for row in values(specification) if row.get("mark") == "equal"]
    assert line == [(x[0], x[0]), (x[1], x[1])]
    x, y = (chart(figure("scatter", CLOUD)).to_dict()["layer"][0]["encoding"][a]["scale"]["domain"] for a in "xy")
    assert x[1] < 4 < 7 < y[1]


def test_text_from_files_is_text(tmp_path: Path) -> None:
    names = (HOSTILE, f"{HOSTILE}2", "] + alert(1) + [\"'\\")
    for drawn in EVERY:
        given = {"row_names": names} if drawn.row_names else {}
        changed = figure(drawn.kind, drawn.series, title=HOSTILE, x_label=HOSTILE, y_label=HOSTILE, **given)
        shown = texts(tmp_path, changed)
        assert not any(c in text for text in shown for c in "\x1b\u202e\ud800\n")
        assert "<script" not in (tmp_path / "figure-1.svg").read_text(encoding="utf-8")
        if names[2] not in shown:
            assert drawn.kind in ("heat", "scatter")  # heat: its number follows


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (figure("rows", (Series("1", (3.0,), (1.0,)),)), "a row without a name"),
        (figure("order", (ORDER[0], Series("", (0.5,), (1.0,)))), "a row without a name"),
        (figure("heat", (Series("", (3.0,), (0.0,), z=(1.0,)),)), "a cell outside"),
        (figure("heat", (Series("", (1.0,), (0.0,)),)), "a value z for every cell"),
        (figure("heat", (*HEAT, HEAT[2])), "at most three series"),
        (figure("heat", (Series("", (1.0,), (0.0,), z=(float("inf"),)),)), "not finite"),
        (figure("heat", (Series("", (1.0,), (0.0,), z=(1.0, 2.0)),)), "differ in length"),
    ],
)
def test_what_cannot_be_drawn_is_refused(bad: Figure, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        chart(bad)


def test_names_are_cut_in_their_middle_and_differences_keep_their_sign() -> None:
    assert shorten_middle("MetricX-23-b-synthetic_ref", 16) == "MetricX…tic_ref"
    labels = distinct_labels(["x" * 60 + end + "y" * 30 for end in "abc"], 26, keep_ends=True)
    assert len(set(labels)) == 3 and max(map(width_of, labels)) <= 26
    assert [signed(value) for value in (1.2345, -0.25, 0.0)] == ["+1.23", "−0.25", "+0"]


@given(st.text(max_size=60), st.integers(3, 30))
def test_a_cut_name_fits(text: str, columns: int) -> None:
    assert width_of(shorten_middle(text, columns)) <= columns


@given(st.lists(st.text(max_size=50), max_size=4))
def test_a_name_for_a_file_stays_as_it_is(parts: list[str]) -> None:
    """A part without any letter of ASCII left two hyphens, which `save` refused."""
    name = figure_name(*parts)
    assert name == figure_name(name) and 1 <= len(name) <= 80
