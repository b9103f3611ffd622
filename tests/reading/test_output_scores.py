"""Scores of outputs are the same numbers whatever layout they are kept in, and what is wrong is told with its place."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.reading.formats import read_output_scores, read_seg_scores, with_system_scores
from steelyard.reading.resemblance import score_layout
from steelyard.types import OutputScores

NAN = float("nan")
A, B = [0.5, -1.0, 0.001], [NAN, 2.5, 7.0]  # what every file below says of two systems


def cell(value: float) -> str:
    return "NA" if np.isnan(value) else repr(value)


ROWS = [(name, line, cell(value)) for name, column in (("a", A), ("b", B)) for line, value in enumerate(column, 1)]
LAYOUTS = {
    "x.tsv": "a\tb\n" + "".join(f"{cell(a)}\t{cell(b)}\n" for a, b in zip(A, B, strict=True)),
    "x.json": json.dumps({"a": [{"COMET": v} for v in A], "b": [{"COMET": None if np.isnan(v) else v} for v in B]}),
    "long.tsv": "system\tline\tscore\n" + "".join(f"{s}\t{n}\t{v}\n" for s, n, v in ROWS),
    "shuffled.tsv": "X\tsegment\tsystem\n"
    + "".join(f"{v}\t{n}\t{s}\n" for s, n, v in sorted(ROWS, key=lambda r: r[1])),
    "x.csv": 'system,"line",X\n' + "".join(f'"{s}",{n},{v}\n' for s, n, v in ROWS),
    "x.jsonl": "".join(
        json.dumps({"system": s, "line": n, "X": None if v == "NA" else float(v)}) + "\n" for s, n, v in ROWS
    ),
    "en-de.X.seg.score": "".join(f"{s}\t{'None' if v == 'NA' else v}\n" for s, _, v in ROWS),
    "pairs": "".join(f"{s} {'None' if v == 'NA' else v}\n" for s, _, v in ROWS),
    "wmt16.seg.scr": "".join(f"X\ten-de\tnewstest2016\t{s}\t{n}\t{v}\n" for s, n, v in ROWS),
    "wmt19.seg.scr": "".join(f"X\ten-de\tnewstest2019\t{s}\t{n}\t{v}\tnon-ensemble\tno\n" for s, n, v in ROWS),
    "blanks.scr": "".join(f"X en-de newstest2016 {s} {n} {v}\n" for s, n, v in ROWS),
}
NAMES = {"x.tsv": "", "x.json": "COMET", "long.tsv": "", "pairs": ""}


def write(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("is_packed", [False, True])
def test_every_layout_says_the_same(tmp_path: Path, name: str, is_packed: bool) -> None:
    path = write(tmp_path, name, LAYOUTS[name])
    if is_packed:
        path = tmp_path / f"{name}.gz"
        path.write_bytes(gzip.compress(LAYOUTS[name].encode()))
    (scores,) = read_output_scores(path)
    assert (scores.name, scores.systems, scores.higher_is_better) == (NAMES.get(name, "X"), ("a", "b"), True)
    np.testing.assert_array_equal(scores.values, [A, B])
    assert scores.system_scores is None
    (named,) = read_output_scores(path, name="mine", systems=["b"], higher_is_better=False)
    assert (named.name, named.systems, named.higher_is_better) == ("mine", ("b",), False)
    np.testing.assert_array_equal(named.values, [B])


SYSTEM_LAYOUTS = {
    "table.tsv": "system\tX\na\t1.5\nb\tNA\n",
    "en-de.X.sys.score": "a\t1.5\nb\tNone\n",
    "wmt16.sys.scr": "X\ten-de\tnewstest2016\ta\t1.5\nX\ten-de\tnewstest2016\tb\tNA\n",
    "wmt19.sys.scr": "X\ten-de\tnewstest2019\ta\t1.5\tensemble\tno\nX\ten-de\tnewstest2019\tb\tNA\tensemble\tno\n",
}


@pytest.mark.parametrize("name", SYSTEM_LAYOUTS)
def test_scores_of_systems_alone_have_no_segments(tmp_path: Path, name: str) -> None:
    (scores,) = read_output_scores(write(tmp_path, name, SYSTEM_LAYOUTS[name]))
    assert (scores.name, scores.systems, scores.values.shape) == ("X", ("a", "b"), (2, 0))
    np.testing.assert_array_equal(scores.of_systems(), [1.5, NAN])


MANY = "system\tdoc\tline\tX\tY\ttext\nb\td1\t2\t4\t40\tone\na\td1\t2\t2\t20\ttwo\na\td2\t1\t1\tNA\tthree\n"


def test_a_file_of_several_metrics_gives_each(tmp_path: Path) -> None:
    path = write(tmp_path, "m.tsv", MANY)
    x, y = read_output_scores(path, n_segments=3)
    assert (x.name, y.name, x.systems, x.documents) == ("X", "Y", ("b", "a"), ("d2", "d1", ""))
    np.testing.assert_array_equal(x.values, [[NAN, 4, NAN], [1, 2, NAN]])
    np.testing.assert_array_equal(y.values, [[NAN, 40, NAN], [NAN, 20, NAN]])
    (one,) = read_output_scores(path, name="Y")
    assert one.name == "Y"
    with pytest.raises(SpecError, match=r"column of scores in .*m\.tsv: 'Z'.* Valid: X, Y\."):
        read_output_scores(path, name="Z")
    with pytest.raises(SpecError, match=r"'c'"):
        read_output_scores(path, systems=["c"])
    with pytest.raises(AlignmentError, match=r"scores for segment 2, but there are 1"):
        read_output_scores(path, n_segments=1)


def test_several_raters_of_an_output_are_averaged_and_counted(tmp_path: Path) -> None:
    content = (
        "system\tline\trater\tkind\tscore\na\t1\tann\ttgt\t1\na\t1\tbob\ttgt\t2\na\t2\tann\ttgt\t5\na\t2\tbob\tbad\t9\n"
    )
    (scores,) = read_output_scores(write(tmp_path, "r.tsv", content))
    assert scores.values.tolist() == [[1.5, 5.0]]
    assert scores.counts is not None
    assert scores.counts.tolist() == [[2, 1]]


WRONG = {
    "a word": ("t.tsv", "system\tline\tX\na\t1\t1\na\t2\tgood\n", DataError, r"line 3, column 'X': 'good'"),
    "infinite": ("t.tsv", "system\tline\tX\na\t1\t1\na\t2\tinf\n", DataError, r"line 3, column 'X': 'inf'"),
    "a line that is none": ("t.tsv", "system\tline\tX\na\tone\t1\n", DataError, r"line 2, column 'line': 'one'"),
    "line 0": ("t.tsv", "system\tline\tX\na\t0\t1\n", DataError, r"line 2, column 'line': '0' .* from 1"),
    "an output twice": ("t.tsv", "system\tline\tX\na\t1\t1\na\t1\t2\n", DataError, r"line 3: what line 2 scores"),
    "a system twice": ("t.tsv", "system\tX\na\t1\na\t2\n", DataError, r"line 3: what line 2 scores"),
    "a short row": ("t.tsv", "system\tline\tX\na\t1\n", AlignmentError, r"line 2 has 2 columns"),
    "no column of scores": ("t.tsv", "system\tline\tdoc\na\t1\td\n", DataError, r"no column holds scores"),
    "a document's own lines": (
        "t.tsv", "system\tline\tdoc\tX\na\t1\td\t1\na\t1\te\t2\n", DataError, r"line 3: what line 2 scores",
    ),
    "another document": (
        "t.tsv", "system\tline\tdoc\tX\na\t1\td\t1\nb\t1\te\t2\n", DataError, r"line 3: segment 1 is of document 'e'",
    ),
    "no system": ("t.tsv", "system\tline\tX\n\t1\t1\n", DataError, r"line 2, column 'system': no system"),
    "marked errors": (
        "t.tsv", "system\tseg_id\tcategory\tseverity\na\t1\tx\tminor\n", DataError, r"marked errors, no scores",
    ),
    "two test sets": (
        "x.scr", "X en-de t1 a 1 5\nX en-de t2 a 1 5\n", DataError, r"line 2 is of en-de t2, but line 1 of en-de t1",
    ),
    "a score that is none": ("x.scr", "X en-de t a 1 5\nX en-de t a 2 five\n", DataError, r"line 2, column 6: 'five'"),
    "a segment that is none": ("x.scr", "X en-de t a 1 5\nX en-de t a 0 5\n", DataError, r"line 2, column 5: '0'"),
    "a task line twice": ("x.scr", "X en-de t a 1 5\nX en-de t a 1 5\n", DataError, r"line 2: .* line 1 too"),
    "task lines of two lengths": ("x.scr", "X en-de t a 1 5\nX en-de t a 1\n", AlignmentError, r"line 2 has 5 cells"),
    "pairs with a hole": ("x.seg.score", "a\t1\nb\t1\na\t2\n", DataError, r"line 3: the system 'a' comes back"),
    "a system's second score": ("x.sys.score", "a\t1\na\t2\n", DataError, r"line 2: the system 'a' stands twice"),
    "columns of two lengths": ("x.json", '{"a": [1, 2], "b": [1]}', AlignmentError, r"1 scores for system 'b', but 2"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "error", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_place(
    tmp_path: Path, name: str, content: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_output_scores(write(tmp_path, name, content))


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_missing_score_is_an_error_where_it_matters(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, LAYOUTS[name])
    with pytest.raises(DataError, match=r"system 'b' has .*(line|segment) \d+\. Every segment needs a score\."):
        read_output_scores(path, may_miss=False)
    read_output_scores(path, systems=["a"], may_miss=False)


def test_a_row_that_is_not_there_is_told_by_its_segment(tmp_path: Path) -> None:
    path = write(tmp_path, "t.tsv", "system\tline\tX\na\t1\t1\na\t2\t1\nb\t2\t1\n")
    with pytest.raises(DataError, match=r"system 'b' has no score of segment 1\."):
        read_output_scores(path, may_miss=False)


def test_one_pair_of_a_metrics_task_is_read_by_name(tmp_path: Path) -> None:
    path = write(tmp_path, "x.scr", "X de-en t a 1 5\nX en-de t a 1 6\nY en-de t a 1 7\n")
    x, y = read_output_scores(path, languages="en-de")
    assert (x.name, x.values.tolist(), y.name, y.values.tolist()) == ("X", [[6.0]], "Y", [[7.0]])
    with pytest.raises(DataError, match="no line of fi-en"):
        read_output_scores(path, languages="fi-en")


@pytest.mark.parametrize(
    ("content", "layout"),
    [
        ("1\tb\n3\t4\n", "columns"),
        ("a\t5\n3\t4\n", "columns"),
        ("system\tother\n3\t4\n", "columns"),
        ("system\tother\nx\t4\n", "table"),
        ("1\t2\n3\t4\n", "columns"),
        ("a\t0.5\n", "pairs"),
        ("", "columns"),
        ('{"a": [1]}', "lists"),
    ],
)
def test_layouts_are_told_apart(tmp_path: Path, content: str, layout: str) -> None:
    assert score_layout(write(tmp_path, "x", content)) == layout


@given(st.data())
def test_tables_hold_any_numbers(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 5)))
    number = st.one_of(st.just(NAN), st.floats(min_value=-1e60, max_value=1e60))
    values = np.array(data.draw(st.lists(number, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])))
    values = values.reshape(shape)
    rows = [f"s{s}\t{n + 1}\t{'' if np.isnan(v) else repr(float(v))}\n" for (s, n), v in np.ndenumerate(values)]
    path = write(tmp_path_factory.mktemp("scores"), "t.tsv", "system\tline\tX\n" + "".join(rows))
    (scores,) = read_output_scores(path)
    np.testing.assert_array_equal(scores.values, values)


def of(name: str, systems: tuple[str, ...], values: object, **more: object) -> OutputScores:
    return OutputScores(name, systems, np.array(values, np.float64), **more)  # type: ignore[arg-type]


def test_system_scores_join_by_metric_and_system() -> None:
    segments = [of("X", ("a", "b"), [[1, 2], [3, 4]]), of("Y", ("a", "b"), [[1, 2], [3, 4]])]
    empty = np.empty((2, 0))
    systems = [
        of("Z", ("b", "a"), empty, system_scores=np.array([8.0, 9.0])),
        of("X", ("b", "c"), empty, system_scores=np.array([5.0, 6.0])),
    ]
    x, y, z = with_system_scores(segments, systems)
    np.testing.assert_array_equal(x.of_systems(), [NAN, 5])
    assert y.system_scores is None
    assert z.values.shape == (2, 2)
    assert np.isnan(z.values).all()
    assert z.of_systems().tolist() == [9, 8]
    with pytest.raises(SpecError, match=r"No metric has scores of segments \(Y\) and of systems \(Z\)"):
        with_system_scores(segments[1:], systems[:1])
    with pytest.raises(SpecError, match="twice"):
        with_system_scores(segments, systems[:1] * 2)


@pytest.mark.real_data
def test_sixty_eight_metrics_of_wmt23_are_read_right(test_data: Path) -> None:
    folder = test_data / "data" / "wmt23-en-de" / "metrics"
    segments = read_output_scores(folder / "seg.tsv.gz")
    assert (len(segments), segments[0].values.shape) == (68, (14, 557))
    with gzip.open(folder / "seg.tsv.gz", "rt", encoding="utf-8") as file:
        names, *rows = [line.rstrip("\n").split("\t") for line in file]
    by_name = {metric.name: metric for metric in segments}
    assert list(by_name) == names[2:]
    for row in rows[::997]:
        for name, text in zip(names[2:], row[2:], strict=True):
            value = by_name[name].values[by_name[name].systems.index(row[0]), int(row[1]) - 1]
            np.testing.assert_equal(value, NAN if text in ("NA", "None", "") else float(text))
    joined = with_system_scores(segments, read_output_scores(folder / "sys.tsv"))
    assert [metric.name for metric in joined[68:]] == [
        "HuaweiTSC_EE_Metric-refA",
        "HuaweiTSC_EE_Metric-synthetic_ref",
        "slide-src",
    ]
    comet = next(metric for metric in joined if metric.name == "COMET-refA")
    is_scored = np.isfinite(comet.values).all(axis=1)
    assert is_scored.sum() == 13  # the reference does not score itself
    np.testing.assert_allclose(comet.of_systems()[is_scored], comet.values[is_scored].mean(axis=1), rtol=1e-6)


def test_pairs_are_what_mt_metrics_eval_reads(tmp_path: Path) -> None:
    path = write(tmp_path, "X.seg.score", LAYOUTS["en-de.X.seg.score"])
    (scores,) = read_output_scores(path)
    for system, column in read_seg_scores(path).items():
        np.testing.assert_array_equal(scores.select([system]).values[0], column)


def test_a_column_named_for_a_length_holds_scores_where_someone_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.tsv", "system\tline\tlength\na\t1\t4\na\t2\t31\n")
    with pytest.raises(DataError, match=f"'length' is a length: if it holds scores, name it: --scores length={path}"):
        read_output_scores(path)
    [scores] = read_output_scores(path, name="length")
    assert (scores.name, scores.values.tolist()) == ("length", [[4.0, 31.0]])
