"""Results are values: what is stored comes back equal, and what cannot be read says so."""

import builtins
import json
import os
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import DataError, MissingExtraError, SpecError
from steelyard.page.blocks import Titled
from steelyard.page.formats import page_of
from steelyard.results import PairRow, Result, ScoreRow
from tests.cli.running import HARBOUR, ORATOR, REFERENCE, output
from tests.needs import module

METRICS = ["bleu", "bleu(tokenize=char)"]


@pytest.fixture(scope="module")
def evaluation(example: sy.TestSet) -> sy.Evaluation:
    scores = {name: [n / (2 + i) for n in range(120)] for i, name in enumerate(example.system_names)}
    return sy.evaluate(example, METRICS, segment_scores={'X <&> "Y"': scores}, higher_is_better=['X <&> "Y"'])


@pytest.fixture(
    scope="module", params=["scores", "intervals", "segments", "comparison", "baseline", "single unit", "tuning"]
)
def result(request: pytest.FixtureRequest, evaluation: sy.Evaluation) -> Result:
    tiny = sy.TestSet(references=[["a b c d e"]], systems={"x": ["a b c d f"], "y": ["a b c d"]})
    made: dict[str, Callable[[], Result]] = {
        "scores": evaluation.scores,
        "intervals": lambda: evaluation.scores(0.9),
        "segments": lambda: evaluation.scores(segments=True),
        "comparison": evaluation.compare,
        "baseline": lambda: evaluation.compare(pairs="baseline", unit="segment", n_resamples=50),
        "single unit": lambda: sy.evaluate(tiny).compare(),
        "tuning": lambda: sy.lab.tune(tiny, "aile", {"x": [1.0], "y": [2.0]}, leave_out="none"),
    }
    return made[request.param]()


def test_a_dict_gives_the_result_back(result: Result) -> None:
    assert type(result).from_dict(result.to_dict()) == result
    assert type(result).from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False))) == result


def test_the_dict_is_safe_for_json(result: Result) -> None:
    stored = result.to_dict()
    assert json.loads(result.to_json()) == stored
    assert stored["schema"] == type(result).schema
    assert next(iter(stored)) == "schema"


def test_a_file_gives_the_result_back(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text("what stood there before")
    result.save(path)
    assert sy.load(path) == result == sy.load(str(path))
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
    assert path.read_text(encoding="utf-8") == result.to_json() + "\n"


def test_rows_come_back_as_rows_and_intervals_as_tuples(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare()
    again = sy.Comparison.from_dict(json.loads(comparison.to_json()))
    assert isinstance(again.pairs[0], PairRow)
    assert isinstance(again.scores[0], ScoreRow)
    assert isinstance(again.pairs[0].interval, tuple)
    assert hash(again.pairs[0]) == hash(comparison.pairs[0])


def test_the_text_of_a_result_has_at_most_five_lines(result: Result) -> None:
    lines = str(result).splitlines()
    assert 1 <= len(lines) <= 5
    assert lines[0].startswith(type(result).__name__)
    assert max(map(len, lines)) <= 100


def test_the_text_counts_what_is_there(evaluation: sy.Evaluation) -> None:
    assert str(evaluation.scores()) == "ScoreTable: 5 systems, 3 metrics, 120 segments"
    comparison = evaluation.compare()
    decided = sum(pair.verdict in ("better", "worse") for pair in comparison.pairs)
    assert str(comparison).splitlines() == [
        "Comparison: 5 systems, 3 metrics, 120 segments",
        f"{decided} of 30 differences are significant at 0.05",
    ]
    assert 0 < decided < 30


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no stored result"),
        (b"{", "is no stored result"),
        (b'{\n "schema": "steelyard.scores/1",', "is damaged or cut off: its JSON is broken"),
        (b"\xff\xfe", "is no stored result"),
        (b"[]", "holds no Steelyard result: its schema is None"),
        (b"7", "holds no Steelyard result: its schema is None"),
        (b"{}", "holds no Steelyard result: its schema is None"),
        (
            b'{"schema": "steelyard.scores/2"}',
            r"its schema is 'steelyard\.scores/2'\. This version reads steelyard\.scores/1",
        ),
        (b'{"schema": ["steelyard.scores/1"]}', "holds no Steelyard result"),
        (b'{"schema": "steelyard.scores/1"}', "cannot be read"),
        (b'{"schema": "steelyard.scores/1", "method": {}}', "cannot be read"),
        (b'{"schema": "steelyard.scores/1", "method": {}, "scores": [{"metric": "bleu"}]}', "cannot be read"),
        (
            b'{"schema": "steelyard.scores/1", "method": {}, "scores": [{"colour": "red"}]}',
            "cannot be read.*another version",
        ),
        (b'{"schema": "steelyard.scores/1", "method": {}, "scores": [1, 2]}', "cannot be read"),
        (b'{"schema": "steelyard.scores/1", "method": {}, "scores": 7}', "cannot be read"),
        (b'{"schema": "steelyard.scores/1", "method": {}, "scores": {"metric": "bleu"}}', "cannot be read"),
        (b'{"schema": "steelyard.comparison/1", "method": {}, "scores": [], "pairs": [null]}', "cannot be read"),
    ],
    ids=repr,
)
def test_what_is_no_result_is_a_data_error(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "no-result.json"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        sy.load(path)


def test_a_row_with_a_broken_interval_is_a_data_error(evaluation: sy.Evaluation) -> None:
    for broken in ([1.0, 2.0, 3.0], [1.0], "wide"):
        stored = evaluation.scores(0.9).to_dict()
        stored["scores"][0]["interval"] = broken
        with pytest.raises(DataError, match="cannot be read"):
            sy.ScoreTable.from_dict(stored)


def test_a_missing_file_is_a_data_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"Cannot read .*absent\.json"):
        sy.load(tmp_path / "absent.json")
    with pytest.raises(DataError, match=r"Cannot read"):
        sy.load(tmp_path)


def test_a_result_of_another_kind_is_a_data_error(evaluation: sy.Evaluation) -> None:
    with pytest.raises(DataError, match=r"not a steelyard\.comparison/1: its schema is 'steelyard\.scores/1'"):
        sy.Comparison.from_dict(evaluation.scores().to_dict())


def test_what_the_command_line_wrote_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(output("compare", REFERENCE, "-i", HARBOUR, ORATOR, "-n", "50", "-f", "json"), encoding="utf-8")
    loaded = sy.load(path)
    assert isinstance(loaded, sy.Comparison)
    assert [(pair.system, pair.against) for pair in loaded.pairs] == [("orator", "harbour")]
    path.write_text(output("score", REFERENCE, "-i", HARBOUR, "-sl", "-f", "json"), encoding="utf-8")
    assert len(sy.load(path).segments[0].scores) == 120


def test_a_file_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, evaluation: sy.Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evaluation.scores()
    kept = tmp_path / "kept.json"
    kept.write_text("before")

    def fail(draft: str, target: object) -> None:
        assert Path(draft).stat().st_size > 100  # written beside the target, not over it
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(DataError, match="the disk is full"):
        table.save(kept)
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]
    assert kept.read_text() == "before"


def test_a_result_with_nan_is_not_written(tmp_path: Path) -> None:
    row = ScoreRow("judge", "judge", "x", float("nan"), None, 1, None, None, None, "")
    with pytest.raises(ValueError, match="JSON"):
        sy.ScoreTable((row,), {"n_segments": 1}).save(tmp_path / "nan.json")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_way_is_not_replaced(tmp_path: Path, evaluation: sy.Evaluation) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(DataError, match="taken: it is a folder"):
        evaluation.scores().save(tmp_path / "taken")
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]


def test_frames_have_a_row_a_record_and_two_columns_an_interval(evaluation: sy.Evaluation) -> None:
    module("polars")  # or pandas, which has the same columns
    comparison = evaluation.compare()
    frame = comparison.to_frame()
    assert frame.shape[0] == 30
    assert {"metric", "system", "against", "difference", "p_value", "p_adjusted", "verdict"} <= set(frame.columns)
    assert list(frame["difference"]) == [pair.difference for pair in comparison.pairs]
    assert list(frame["interval_low"]) == [pair.interval[0] for pair in comparison.pairs]
    assert list(frame["interval_simultaneous_high"]) == [p.interval_simultaneous[1] for p in comparison.pairs]
    scores = comparison.to_frame("scores")
    assert len(scores) == 15
    assert list(scores["score"]) == [row.score for row in comparison.scores]
    assert list(scores["bp"])[:10] == [row.details["bp"] for row in comparison.scores[:10]]
    with pytest.raises(SpecError, match=r"Unknown table 'pair'.*Did you mean 'pairs'"):
        comparison.to_frame("pair")


def test_without_polars_and_pandas_a_frame_names_what_to_install(
    evaluation: sy.Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_import = builtins.__import__

    def without(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.partition(".")[0] in ("polars", "pandas"):
            raise ImportError(name)
        return real_import(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"pip install polars.*to_dict\(\)"):
        evaluation.scores().to_frame()


SVG = ("svg", "text", "title", "line", "circle")


class Cells(HTMLParser):
    """Collect the text of each row's cells; markup that a name brought in would show as a tag."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self.is_cell = False
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")
            self.is_cell = True

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.is_cell:
            self.rows[-1][-1] += data


def cells_of(result: Result) -> Cells:
    parser = Cells()
    parser.feed(result._repr_html_())
    return parser


def test_html_is_escaped(evaluation: sy.Evaluation) -> None:
    data = sy.TestSet(references=[["a b c d"]], systems={"<script>alert(1)</script>&amp;": ["a b c d"]})
    for result, name in (
        (sy.evaluate(data).scores(), "<script>alert(1)</script>&amp;"),
        (evaluation.compare(), 'X <&> "Y"'),
    ):
        cells = cells_of(result)
        plain = {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "p", "b", "br", "small"}
        assert cells.tags <= {*plain, *SVG}
        assert name in cells.text


def test_html_shows_the_tables_of_the_text(result: Result) -> None:
    tables = [block.table for block in page_of(result).blocks if isinstance(block, Titled)]
    shown = cells_of(result).rows
    assert shown == [
        row for table in tables for row in [[h.removeprefix(">") for h in table.headers], *map(list, table.rows)]
    ]
    assert shown


def test_a_name_that_is_no_text_can_be_stored(tmp_path: Path) -> None:
    data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]}, names={"system x": "x\udcff.txt"})
    table = sy.evaluate(data).scores()
    table.save(tmp_path / "scores.json")
    assert sy.load(tmp_path / "scores.json") == table


@pytest.mark.parametrize(
    ("table", "changed", "wanted"),
    [
        ("pairs", {"verdict": "fine"}, "'fine' is none of 'better', 'worse'"),
        ("pairs", {"metric": 3}, "3 is no str"),
        ("scores", {"score": "high"}, "'high' is no float"),
        ("scores", 7, "7 is no ScoreRow"),
    ],
)
def test_a_row_that_holds_what_it_cannot_is_a_data_error(table: str, changed: Any, wanted: str) -> None:
    stored = sy.evaluate_scores({"judge": {"x": [1, 2, 4, 3], "y": [2, 1, 1, 3]}}).compare(n_resamples=20).to_dict()
    stored[table][0] = stored[table][0] | changed if isinstance(changed, dict) else changed
    with pytest.raises(DataError, match=wanted):
        sy.Comparison.from_dict(stored)
