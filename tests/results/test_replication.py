"""A replication is a value, and its tables and figures become frames by their names."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import DataError, SpecError
from steelyard.results import Figure, Mark, PaperTable, Replication, Series


@pytest.fixture(scope="module")
def result(example: sy.TestSet) -> Replication:
    return sy.lab.replicate(sy.evaluate(example, ["bleu"]), "koehn2004", sizes=[12, 30])


def test_what_is_stored_comes_back(result: Replication, tmp_path: Path) -> None:
    assert Replication.from_dict(json.loads(result.to_json())) == result
    result.save(tmp_path / "replication.json")
    loaded = sy.load(tmp_path / "replication.json")
    assert loaded == result and isinstance(loaded, Replication)
    assert report.text(loaded) == report.text(result)
    assert str(result) == "Replication: koehn2004, 6 tables, 6 figures"


def test_tables_and_figures_are_frames(result: Replication) -> None:
    for table in result.paper_tables:
        frame = result.to_frame(table.name)
        assert tuple(frame.columns) == table.columns
        assert frame.shape == (len(table.rows), len(table.columns))
    assert result.to_frame().shape == result.to_frame("Table 1").shape
    [intervals] = [figure for figure in result.figures if figure.kind == "intervals"]
    frame = result.to_frame("figure-6")
    assert list(frame.columns) == ["series", "x", "y", "low", "high"]
    assert frame["low"].to_list() == list(intervals.series[0].low)
    assert list(result.to_frame("figure-2").columns) == ["series", "x", "y"]
    assert ">harbour</td>" in result._repr_html_()
    with pytest.raises(SpecError, match="Table 3"):
        result.to_frame("Table 5")


def test_a_column_name_stands_once_in_a_table(result: Replication) -> None:
    for table in result.paper_tables:
        assert len(set(table.columns)) == len(table.columns)
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert len(table.decimals) in (0, len(table.columns))


def test_another_schema_is_refused(result: Replication) -> None:
    with pytest.raises(DataError, match="schema"):
        Replication.from_dict({**result.to_dict(), "schema": "steelyard.comparison/1"})


def test_figures_as_text_count_what_a_picture_shows() -> None:
    points = Series("ours", (1.0, 2.0, 3.0, 4.0, 5.0), (1.0, 5.0, 50.0, 95.0, 99.0))
    bars = Series("", (1.0, 2.0), (1.0, 2.0), (0.0, 1.5), (0.5, 2.5))
    figures = (
        Figure("figure-7", "t", "points", "x", "share", (points,), (Mark("y", 5, "no"), Mark("y", 95, "yes"))),
        Figure("figure-6", "t", "intervals", "x", "score", (bars,), (Mark("y", 2, "truth"), Mark("x", 1, "here"))),
        Figure("figure-1", "t", "lines", "x", "score", (Series("none", (), ()),), note="nothing to see"),
    )
    method = {"protocol": "p", "source": "s", "n_segments": 1, "sentence": "How.", "notes": ["one", "two"]}
    table = PaperTable("Table 9", "t", ("system", "n", "share"), (("a\x1b", 1000, 0.123456), ("b", None, "3%/1%")))
    assert report.text(Replication((table,), figures, method)).splitlines() == [
        "p: s", "",
        "Table 9: t", "system      n   share", "a\N{REPLACEMENT CHARACTER}      1,000  0.1235",
        "b           -   3%/1%", "",
        "Figure 7: t",
        "  ours: 5 points, share 1.000 to 99.00; 1 above yes (95), 1 between, 1 below no (5), 2 on a mark", "",
        "Figure 6: t",
        "  2 intervals, score 0.000 to 2.500; 1 of 2 hold truth (2), 0 lie above and 1 below", "",
        "Figure 1: t", "  none: no points", "  nothing to see", "",
        "How.", "",
        "- one", "- two",
    ]  # fmt: skip
