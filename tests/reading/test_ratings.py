"""Tables of ratings with named columns, ESA judgements, and exports of Appraise."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_appraise, read_esa, read_ratings
from tests.oracles.real_sets import lines_of


def write(folder: Path, text: str, name: str = "ratings.tsv") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


TSV = (
    "worker\tsystem\tline\ttype\tz\n"
    "w1\tA\t3\tSYSTEM\t0.5\n"
    "w1\tA\t3\tREPEAT\t-1e-3\n"
    "w2\tB\t1\tBAD_REF\t2\n"
    "w2\tB\t1\tREF\t3\n"
)


def as_object(cells: list[str]) -> dict[str, str | float]:
    return dict(zip(TSV.split("\n")[0].split("\t"), [*cells[:4], float(cells[4])], strict=True))


@pytest.mark.parametrize(
    "text",
    [
        TSV,
        "\ufeff" + TSV.replace("\n", "\r\n"),
        TSV.replace("\t", ","),
        "\n".join('"' + line.replace("\t", '","') + '"' for line in TSV.split("\n")[:-1]),
        "".join(json.dumps(as_object(line.split("\t"))) + "\n" for line in TSV.split("\n")[1:-1]),
    ],
    ids=["tabs", "windows", "commas", "quotes", "json"],
)
def test_the_same_table_in_every_dress(tmp_path: Path, text: str) -> None:
    ratings = read_ratings(write(tmp_path, text))
    assert ratings.systems.values == ("A", "A", "B", "B")
    assert ratings.segments.tolist() == [2, 2, 0, 0]
    assert ratings.raters.values == ("w1", "w1", "w2", "w2")
    assert ratings.kinds.values == ("system", "repeat", "degraded", "reference")
    assert ratings.scores.tolist() == [0.5, -0.001, 2, 3]
    assert ratings.scales.names == ("z",)
    assert ratings.documents.codes.tolist() == [-1] * 4


def test_quotes_are_characters_between_tabs_and_hold_commas_and_line_ends_between_commas(tmp_path: Path) -> None:
    ratings = read_ratings(write(tmp_path, 'system\tline\tscore\n"A"\t1\t2\n'))
    assert ratings.systems.names == ('"A"',)
    ratings = read_ratings(write(tmp_path, 'system,line,score,doc\n"A,""b""",1,2,"one\ntwo"\n'))
    assert (ratings.systems.names, ratings.documents.names) == (('A,"b"',), ("one\ntwo",))
    with pytest.raises(DataError, match="line 4, column 'score': 'x'"):
        read_ratings(write(tmp_path, 'system,line,score\n"A\nB",1,2\nC,1,x\n'))


def test_columns_and_scores_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "mt,row,adequacy,fluency\nA,0,1,2\nB,1,3,NA\n")
    columns = {"system": "mt", "line": "row"}
    ratings = read_ratings(path, columns=columns, scores=["adequacy", "fluency"], counts_from=0, may_miss=True)
    assert ratings.scales.values == ("adequacy", "adequacy", "fluency")
    assert (ratings.scores.tolist(), ratings.segments.tolist(), ratings.n_missing) == ([1, 3, 2], [0, 1, 0], 1)
    with pytest.raises(DataError, match="several columns of scores: adequacy, fluency"):
        read_ratings(path, columns=columns)
    with pytest.raises(SpecError, match=r"names 'systems'\. Valid: system, line"):
        read_ratings(path, columns={"systems": "mt"})
    ratings = read_ratings(path, columns=columns, scores="adequacy", lines={"0": 5, "1": 4})
    assert ratings.segments.tolist() == [5, 4]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("A\t1\tx\n", r"ratings\.tsv, line 2, column 'score': 'x' where a finite number \(1e60 at most\) should be"),
        ("A\t1\t5\nA\t2\tNaN\n", r"line 3, column 'score': 'NaN'.*may_miss=True"),
        ("A\t1\tinf\n", r"line 2, column 'score': 'inf'"),
        ("A\t1\t1_0\n", r"line 2, column 'score': '1_0'"),
        ("A\t1\t٣\n", r"line 2, column 'score'"),
        ("A\t1\t\n", r"line 2, column 'score': ''"),
        ("A\t0\t5\n", r"line 2, column 'line': '0' where a whole number from 1"),
        ("A\t1.0\t5\n", r"line 2, column 'line': '1.0'"),
        ("\t1\t5\n", r"line 2, column 'system': no system is named"),
        ("A\t1\t5\nA\t1\t6\n", r"line 3: the row repeats the judgement of line 2"),
    ],
)
def test_cells_that_are_no_ratings_are_named(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_ratings(write(tmp_path, "system\tline\tscore\n" + rows))


def test_a_table_without_rows_has_no_rating(tmp_path: Path) -> None:
    assert len(read_ratings(write(tmp_path, "system\tline\tscore\n"))) == 0


def test_doubles_are_whole_rows_where_raters_are_known(tmp_path: Path) -> None:
    path = write(tmp_path, "system\tline\tscore\trater\nA\t1\t5\tr\nA\t1\t6\tr\n")
    assert len(read_ratings(path)) == 2
    path = write(tmp_path, "system\tline\tscore\trater\nA\t1\t5\tr\nA\t1\t5\tr\n")
    with pytest.raises(DataError, match="line 3: the row repeats the judgement of line 2"):
        read_ratings(path)
    assert len(read_ratings(path, keep_doubles=True)) == 2


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", DataError, "is empty"),
        ("system,line,score\nA,1\n", AlignmentError, "line 2 has 2 columns separated by commas, but 3"),
        ("system\tline\tscore\nA\t1\n", AlignmentError, "line 2 has 2 columns separated by tabs, but 3"),
        ('system,line,score\n"A"b,1,2\n', DataError, "line 2"),
        ("system\tline\tscore\ttype\nA\t1\t2\tODD\n", DataError, "line 2, column 'type': unknown type of item 'ODD'"),
        ('{"system": "A", "line": 1}\n{"system": "A"}\n', AlignmentError, "line 2 and line 1 .*: 'line'"),
        ('{"system": "A", "system": "B"}\n', DataError, "line 1: .*stands twice"),
        ('{"system": "A"\n', DataError, "line 1: no JSON"),
        ("<srcset>\n", DataError, "no column holds the system.*resembles a test set in SGML"),
    ],
)
def test_tables_that_are_none_are_refused(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_ratings(write(tmp_path, text))


SPANS = [
    [{"start_i": 2, "end_i": 4, "severity": "minor", "error_type": None}],
    [],
    [
        {"start_i": "missing", "end_i": "missing", "severity": "major", "error_type": ["Accuracy", "Omission"]},
        {"start_i": 0, "end_i": 4, "severity": "undecided"},
    ],
]


def test_esa_gives_scores_and_marks(tmp_path: Path) -> None:
    rows = [f"ann\tA\t{i + 1}\t{90 - i}\t{json.dumps(spans)}" for i, spans in enumerate(SPANS)]
    ratings, marks = read_esa(write(tmp_path, "\n".join(["annotator\tsystem\tline\tscore\terrors_json", *rows])))
    assert ratings.scores.tolist() == [90, 89, 88]
    assert marks.judgements.tolist() == [0, 1, 2, 2]
    assert marks.places.values == ("hypothesis", "none", "missing", "hypothesis")
    assert (marks.starts.tolist(), marks.ends.tolist()) == ([2, -1, -1, 0], [5, -1, -1, 4])
    assert marks.severities.values == ("minor", "no-error", "major", "undecided")
    assert marks.categories.values == ("", "", "Accuracy/Omission", "")


@pytest.mark.parametrize(
    ("score", "cell", "message"),
    [
        ("101", "[]", "not from 0 to 100"),
        ("1", "[", "line 2, column 'errors_json': no JSON"),
        ("1", "{}", "line 2, column 'errors_json': a list of marked errors"),
        ("1", '[{"start_i": 1, "end_i": 2, "severity": "odd"}]', "error 1: unknown severity 'odd'"),
        ("1", '[{"start_i": 3, "end_i": 2, "severity": "minor"}]', "error 1: the span from 3 to 2 is none"),
        ("1", '[{"start_i": -1, "end_i": 2, "severity": "minor"}]', "the span from -1 to 2"),
        ("1", '[{"start_i": "missing", "end_i": 2, "severity": "minor"}]', "the span from 'missing' to 2"),
        ("1", '[{"start": 0, "end": 2, "severity": "minor", "score": "1"}]', "the weight is '1', no number"),
    ],
)
def test_esa_names_what_is_no_judgement(tmp_path: Path, score: str, cell: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_esa(write(tmp_path, f"system\tline\tscore\terrors_json\nA\t1\t{score}\t{cell}\n"))


DOCUMENTS = ["d1", "d1", "d2"]


def export(item: int, document: str, score: int, *, kind: str = "TGT", system: str = "A", spans: str = "[]") -> str:
    return f'ann,wmt.{system},{item},{kind},eng,deu,{score},{document},False,"{spans}",1.0,2.0\n'


def test_appraise_items_find_their_lines_by_their_documents(tmp_path: Path) -> None:
    rows = [
        export(11, "d1#A", 70),
        export(10, "d1#A", 60, spans='[{""start_i"":1,""end_i"":2,""severity"":""minor"",""error_type"":null}]'),
        export(12, "d2#A#bad7", 5, kind="BAD"),
        export(13, "d2#A#duplicate1", 55),
        export(14, "tutorial", 1, system="tutorial"),
    ]
    ratings, marks = read_appraise(write(tmp_path, "".join(rows)), DOCUMENTS)
    assert ratings.segments.tolist() == [1, 0, 2, 2]
    assert ratings.scores.tolist() == [70, 60, 5, 55]
    assert ratings.kinds.values == ("system", "system", "degraded", "repeat")
    assert ratings.documents.values == ("d1", "d1", "d2", "d2")
    assert (ratings.systems.names, ratings.n_missing) == (("A",), 1)
    assert (marks.starts.tolist(), marks.ends.tolist()) == ([-1, 1, -1, -1], [-1, 3, -1, -1])


def test_appraise_refuses_documents_whose_lines_are_not_known(tmp_path: Path) -> None:
    path = write(tmp_path, export(10, "d1#A", 60) + export(11, "d2#A", 61))
    with pytest.raises(DataError, match="line 1: ann judged 1 items of document 'd1#', which has 2 lines"):
        read_appraise(path, DOCUMENTS)
    ratings, _ = read_appraise(path, DOCUMENTS, whole_documents_only=True)
    assert (ratings.segments.tolist(), ratings.n_missing) == ([2], 1)


@pytest.mark.parametrize(
    ("row", "error", "message"),
    [
        (export(1, "d9#A", 1), DataError, "no line of the test set is of document 'd9'"),
        (export(1, "d2#B", 1), DataError, "the system is 'wmt.A', but the document 'd2#B'"),
        (export(1, "d2#A#odd", 1), DataError, "column 8: unknown kind of document"),
        (export(1, "d2#A", 1, kind="ODD"), DataError, "column 4: unknown type of item 'ODD'"),
        (export(1, "d2#A", 1).replace(",1,d2", ",x,d2"), DataError, "column 'score': 'x'"),
        ("a,b\n", AlignmentError, "line 1 has 2 columns, but a row of Appraise has 9"),
    ],
)
def test_appraise_names_mistakes(tmp_path: Path, row: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_appraise(write(tmp_path, row), DOCUMENTS)


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("name", "n_raters", "n_pairs", "kinds"),
    [
        ("wmt21-news-is-en", 106, 8903, {"system": 10090, "repeat": 1033, "degraded": 1049, "reference": 1058}),
        ("wmt22-general-ja-en", 201, 23326, {"system": 24983, "repeat": 3581, "degraded": 3605, "reference": 3604}),
        ("wmt22-general-uk-en", 144, 16470, {"system": 17930, "repeat": 2375, "degraded": 2408, "reference": 2425}),
    ],
)
def test_da_campaigns_have_their_published_counts(
    test_data: Path, name: str, n_raters: int, n_pairs: int, kinds: dict[str, int]
) -> None:
    human = test_data / "data" / name / "human"
    ratings = read_ratings(human / "da.judgements.tsv.gz")
    assert Counter(ratings.kinds.values) == kinds
    assert len(ratings.raters.names) == n_raters
    both = read_ratings(human / "da.seg.tsv", scores=["raw", "z"])
    assert len(both) == 2 * n_pairs
    assert ratings.segments.max() < len(lines_of(human.parent / "docs.tsv")) - 1


@pytest.mark.real_data
def test_esa_of_wmt24(test_data: Path) -> None:
    """wmt24-esa-en-ja: counts of its README, and its means by (system, line), computed by others."""
    human = test_data / "data" / "wmt24-esa-en-ja" / "human"
    with pytest.raises(DataError, match="line 1583: the row repeats the judgement of line 1578"):  # 50 such rows
        read_esa(human / "esa.judgements.tsv.gz")
    ratings, marks = read_esa(human / "esa.judgements.tsv.gz", keep_doubles=True)
    assert (len(ratings), marks.n_judgements, len(ratings.systems.names)) == (8294, 8294, 13)
    assert Counter(marks.places.values) == {"none": 6844, "hypothesis": 2273, "missing": 202}
    found: dict[tuple[str, int], list[float]] = {}
    for system, segment, score in zip(ratings.systems.values, ratings.segments, ratings.scores, strict=True):
        found.setdefault((system, int(segment)), []).append(score)
    means = read_ratings(human / "esa.seg.tsv")
    assert len(means) == len(found) == 8242
    for system, segment, score in zip(means.systems.values, means.segments, means.scores, strict=True):
        assert np.mean(found[system, int(segment)]) == pytest.approx(score, abs=1e-6)


@pytest.mark.real_data
def test_appraise_export_gives_the_published_scores(test_data: Path) -> None:
    """wmt23-en-de: 1,849 outputs judged in whole documents have the published score, the later of two."""
    folder = test_data / "data" / "wmt23-en-de"
    documents = [line.split("\t")[2] for line in lines_of(folder / "docs.tsv")[1:]]
    export_file = folder / "human" / "campaign" / "raw" / "240315rc5ESA.scores.csv.gz"
    ratings, _ = read_appraise(export_file, documents, whole_documents_only=True)
    assert (len(ratings), ratings.n_missing) == (2151, 3314 - 2151)
    published = read_ratings(folder / "human" / "campaign" / "ESA-1.seg.tsv", may_miss=True)
    scores = {
        (system, int(segment)): score
        for system, segment, score in zip(published.systems.values, published.segments, published.scores, strict=True)
    }
    found: dict[tuple[str, int], list[float]] = {}
    rows = zip(ratings.systems.values, ratings.segments, ratings.kinds.values, ratings.scores, strict=True)
    for system, segment, kind, score in rows:
        if kind == "system":
            found.setdefault((system, int(segment)), []).append(score)
    differing = [item for item, given in found.items() if abs(np.mean(given) - scores[item]) > 1e-9]
    assert (len(found), differing) == (1849, [])


@pytest.mark.parametrize("line", ["1000000001", "99999999999999999999", "9" * 5000])
def test_a_line_that_no_file_has_was_an_id(tmp_path: Path, line: str) -> None:
    path = tmp_path / "ratings.tsv"
    path.write_text(f"system\tline\tscore\na\t1\t3\na\t{line}\t4\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 3, column 'line': there is no line [0-9]{10,30}\.$"):
        read_judgements(path, lines="number")
    path.write_text(f"system\tseg_id\tscore\na\t1\t3\na\t{line}\t4\n", encoding="utf-8")
    assert read_judgements(path, lines="number").ratings.segments.tolist() == [0, 1]


def test_scales_that_stand_in_a_column_are_chosen_by_their_names(tmp_path: Path) -> None:
    """`--scale x` was told that no column is called x, though the error of several scales asks for it."""
    path = tmp_path / "r.tsv"
    rows = [f"{system}\t{line}\t{scale}\t{line}" for system in "ab" for line in (1, 2) for scale in ("x", "y", "z")]
    rows.append("b\t3\t\t7")  # of no scale
    path.write_text("system\tline\tscale\tscore\n" + "\n".join(rows) + "\n", encoding="utf-8")
    found = read_ratings(path, scores=["z", "x"])
    assert found.scales.names == ("z", "x") and found.scores.tolist() == [1, 1, 2, 2] * 2
    assert [found.scales.names[code] for code in found.scales.codes] == ["x", "z"] * 4
    assert read_ratings(path, scores="score").scales.names == ("x", "y", "z", "")
    with pytest.raises(DataError, match=r"r\.tsv has no scale 'w' in its column of scales, but x, y, z\."):
        read_ratings(path, scores=["x", "w"])
