"""Test sets from tables hold the texts of the files that the tables were made of, whatever their layout and order."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError, SteelyardError
from tests import needs
from tests.conftest import EXAMPLES

NAMES = ("harbour", "tangle")
FILES = sy.TestSet.from_files(
    references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
    systems={name: EXAMPLES / "systems" / f"{name}.en" for name in NAMES},
    sources=EXAMPLES / "source.de",
    documents=EXAMPLES / "documents.txt",
)


def wide() -> list[dict[str, Any]]:
    """Write a row per segment, with a column per system."""
    texts = {"ref1": FILES.references[0], "ref2": FILES.references[1], "source": FILES.sources, **FILES.systems}
    columns = {**texts, "docid": FILES.documents, "id": range(FILES.n_segments)}
    return [{name: column[i] for name, column in columns.items()} for i in range(FILES.n_segments)]  # type: ignore[index]


def long() -> list[dict[str, Any]]:
    """Write a row per output; the rows of each system are in an order of their own."""
    rows = [
        {"model": name, "mt": row[name], "references": [row["ref1"], row["ref2"]], "src": row["source"]}
        | {"doc": row["docid"], "seg_id": row["id"]}
        for name in NAMES
        for row in wide()
    ]
    first, rest = rows[:1], rows[1:]
    segments = rows[: FILES.n_segments]
    random.Random(1).shuffle(rest)
    order = {row["seg_id"]: i for i, row in enumerate(segments)}
    return first + sorted(
        rest, key=lambda row: (row["model"] != NAMES[0], row["model"] == NAMES[0] and order[row["seg_id"]])
    )


def same(data: sy.TestSet) -> bool:
    """Whether all texts are those of the files."""
    return (
        data.references == FILES.references
        and data.systems == FILES.systems
        and data.sources == FILES.sources
        and data.documents == FILES.documents
    )


def test_a_column_per_system() -> None:
    assert same(sy.TestSet.from_frame(wide(), systems=NAMES))
    assert same(
        sy.TestSet.from_frame(needs.module("polars").DataFrame(wide()), systems=NAMES, reference=["ref1", "ref2"])
    )
    assert same(sy.TestSet.from_frame({name: [row[name] for row in wide()] for name in wide()[0]}, systems=NAMES))


def test_a_row_per_output() -> None:
    assert same(sy.TestSet.from_frame(long()))
    assert same(sy.TestSet.from_frame(needs.module("polars").DataFrame(long())))


class Pandas:
    """What is used of a pandas frame."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        """Keep the rows."""
        self._rows = rows
        self.columns = list(rows[0])
        self.iloc = None
        self.column = "a frame may have a column of this name"

    def __getitem__(self, name: str) -> Any:
        """Return a column."""
        rows = self._rows

        class Series:
            def tolist(self) -> list[Any]:
                return [row[name] for row in rows]

        return Series()


class Arrow:
    """What is used of a PyArrow table."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        """Keep the rows."""
        self._frame = needs.module("polars").DataFrame(rows)
        self.column_names = self._frame.columns
        self.columns = ["chunked arrays, not names"]

    def column(self, name: str) -> Any:
        """Return a column."""
        column = self._frame[name]

        class Chunked:
            def to_pylist(self) -> list[Any]:
                return column.to_list()

        return Chunked()


@pytest.mark.parametrize("kind", [Pandas, Arrow])
def test_frames_of_other_packages(kind: type) -> None:
    assert same(sy.TestSet.from_frame(kind(wide()), systems=NAMES))


def test_a_table_per_system_meets_by_ids(tmp_path: Path) -> None:
    for name in NAMES:
        rows = [
            {"id": f"s{row['id']}", "prediction": row[name], "target": row["ref1"]} | {"source": row["source"]}
            for row in wide()
        ]
        if name != NAMES[0]:
            random.Random(2).shuffle(rows)
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    data = sy.TestSet.from_table([tmp_path / f"{name}.jsonl" for name in NAMES])
    assert data.systems == FILES.systems and data.references == FILES.references[:1] and data.sources == FILES.sources
    assert data.inputs()[1]["name"] == f"{tmp_path}/harbour.jsonl, column prediction"


def test_missing_references_and_nested_columns() -> None:
    rows = [
        {"translation": {"de": "ja", "en": "yes"}, "gold": ["yes", "yep"], "outputs": ["Yes."]},
        {"translation": {"de": "nein", "en": "no"}, "gold": ["no"], "outputs": ["No."]},
    ]
    data = sy.TestSet.from_frame(rows, systems="outputs.0", columns={"source": "translation.de"})
    assert data.references == (("yes", "no"), ("yep", None))
    assert data.sources == ("ja", "nein") and data.systems == {"outputs.0": ("Yes.", "No.")}


def test_segments_that_are_counted_within_each_document_stay_apart() -> None:
    rows = [
        {"system": name, "doc": doc, "segment": 1, "output": f"{name} {doc}", "reference": doc}
        for name in ("a", "b")
        for doc in ("x", "y")
    ]
    data = sy.TestSet.from_frame(rows)
    assert data.systems == {"a": ("a x", "a y"), "b": ("b x", "b y")} and data.documents == ("x", "y")


def test_other_columns_are_metadata() -> None:
    rows = [
        {"ref": "a", "x": "b", "domain": "news", "length": 3},
        {"ref": "c", "x": "d", "domain": "talk", "length": 4},
    ]
    data = sy.TestSet.from_frame(rows, systems="x")
    assert data.metadata == {"domain": ["news", "talk"], "length": [3, 4]}


def without(rows: list[dict[str, Any]], *drop: int, **change: Any) -> list[dict[str, Any]]:
    """Leave rows out, and change the first."""
    kept = [dict(row) for i, row in enumerate(rows) if i not in drop]
    kept[0] |= change
    return kept


@pytest.mark.parametrize(
    ("rows", "how", "error", "sentence"),
    [
        (wide(), {}, SpecError, "Name them with --systems"),
        (wide(), {"systems": ["harbour", "none"]}, DataError, "no column 'none'. It has 'ref1'"),
        (wide(), {"systems": ["harbour", "harbour"]}, AlignmentError, "'harbour' is named twice"),
        (wide(), {"systems": NAMES, "columns": {"genre": "docid"}}, SpecError, "not 'genre'"),
        (without(wide(), harbour=None), {"systems": NAMES}, DataError, "row 1, column 'harbour': there is nothing"),
        (without(wide(), harbour=4), {"systems": NAMES}, DataError, "there is a number where a text should be"),
        (without(wide(), id=5), {"systems": NAMES}, AlignmentError, r"the id '5' .* stands a second time"),
        (without(wide(), docid=""), {"systems": NAMES}, DataError, "there is '' where a name should be"),
        (without(long(), 5), {}, AlignmentError, "has outputs of 119 of 120 segments; the first that it lacks"),
        (without(long(), seg_id=7), {}, AlignmentError, "has a second output of the segment"),
        (without(long(), references=["else"]), {}, AlignmentError, "Segment 1 has two references"),
        ([], {}, DataError, "A frame has named columns"),
        ({"a": ["x"], "b": []}, {"systems": "a"}, AlignmentError, "have the same length"),
        ({"ref": [], "a": []}, {"systems": "a"}, DataError, "no record: only names of columns"),
        ("outputs.csv", {"systems": "a"}, DataError, "got str"),
        (
            [{"system": "x", "output": "a", "ref": "b"}],
            {},
            SpecError,
            "has a row per output, but no column says of which segment: name it with --id-field. It has 'system'",
        ),
    ],
)
def test_what_cannot_be_is_refused(rows: Any, how: dict[str, Any], error: type[SteelyardError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        sy.TestSet.from_frame(rows, **how)


def test_tables_of_other_segments_are_refused(tmp_path: Path) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    rows = [{"id": i, "output": f"{i}", "target": "x"} for i in range(4)]
    paths[0].write_text("\n".join(map(json.dumps, rows)))
    paths[1].write_text("\n".join(map(json.dumps, rows[1:])))
    with pytest.raises(AlignmentError, match=r"tells of 4 segments; .* lacks 1 of them, the first '0'"):
        sy.TestSet.from_table(paths)
    paths[1].write_text("\n".join(json.dumps({**row, "target": "y"}) for row in rows))
    with pytest.raises(AlignmentError, match="Segment 1 has two references: 'x'"):
        sy.TestSet.from_table(paths)
    for path in paths:
        path.write_text("\n".join(json.dumps({"output": row["output"]}) for row in rows[: 4 - (path == paths[1])]))
    with pytest.raises(AlignmentError, match=r"has 3 records but .* has 4, and no column holds their ids"):
        sy.TestSet.from_table(paths)


def test_tables_of_several_systems_need_the_outputs_of_each(tmp_path: Path) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path, row in zip(paths, ({"output": "x", "ref": "y"}, {"text": "x"}), strict=True):
        path.write_text(json.dumps(row))
    with pytest.raises(SpecError, match=r"b\.jsonl has no column of outputs: name it with --field. It has 'text'"):
        sy.TestSet.from_table(paths)
    with pytest.raises(SpecError, match=r"Columns of systems stand in one table, but there are 2\."):
        sy.TestSet.from_table(paths, systems="output")


def test_a_table_without_references_takes_those_of_the_first(tmp_path: Path) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path, row in zip(paths, ({"output": "x", "ref": "y"}, {"output": "z"}), strict=True):
        path.write_text(json.dumps(row))
    data = sy.TestSet.from_table(paths)
    assert data.references == (("y",),) and list(data.systems.values()) == [("x",), ("z",)]


def test_a_cell_with_a_list_of_one_text_is_that_text() -> None:
    data = sy.TestSet.from_frame([{"ref": "a", "x": ["b"]}, {"ref": "c", "x": "d"}], systems="x")
    assert data.systems == {"x": ("b", "d")}
