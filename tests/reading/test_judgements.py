"""Files of judgements are told by their first lines."""

from pathlib import Path

import pytest

from steelyard.errors import DataError, SpecError
from steelyard.reading import read_judgements

FILES = {
    "ratings": "system\tline\tscore\na\t1\t3\n",
    "mqm": "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\na\td\t1\tann\ts\tt\tNo-error\tNo-error\n",
    "esa": "annotator\tsystem\tline\tscore\terrors_json\nann\ta\t1\t70\t[]\n",
    "appraise": "ann,wmt.a,0,TGT,eng,deu,87,doc#a,False,[],1.0,2.0\n",
    "seg-rating": 'a\t{"errors": []}\nb\tNone\n',
    "seg-score": "a\t0.5\na\tNone\nb\t0.25\nb\t1\n",
    "rankings": "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n1\tann\ta\t1\tb\t2\tr1\n",
    "columns": "a\tb\n3\tNA\n4\t5\n",
}


@pytest.mark.parametrize("name", FILES)
def test_the_format_is_told_by_the_first_lines(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(FILES[name], encoding="utf-8")
    found = read_judgements(path, documents=["doc"] if name == "appraise" else None)
    assert found.format == name
    said = found.ratings or found.marks or found.rankings
    assert said is not None and "a" in said.systems.names


def test_missing_scores_are_left_out_and_counted(tmp_path: Path) -> None:
    for name, n_missing in (("columns", 1), ("seg-score", 1)):
        path = tmp_path / name
        path.write_text(FILES[name], encoding="utf-8")
        ratings = read_judgements(path).ratings
        assert ratings is not None and (len(ratings), ratings.n_missing) == (3, n_missing)


def test_documents_are_named_where_the_file_names_none(tmp_path: Path) -> None:
    path = tmp_path / "ratings"
    path.write_text("system\tline\tscore\na\t2\t3\na\t1\t4\n", encoding="utf-8")
    ratings = read_judgements(path, documents=["x", "y"]).ratings
    assert ratings is not None and ratings.documents.values == ("y", "x")
    with pytest.raises(DataError, match=r"line 2, but there are 1"):
        read_judgements(path, documents=["x"])


def test_ids_that_are_no_lines_can_be_numbered(tmp_path: Path) -> None:
    path = tmp_path / "mqm"
    row = "a\t{}\t{}\tann\ts\tt\tNo-error\tNo-error\n"
    rows = [row.format(*place) for place in (("d", "5"), ("e", "5"), ("d", "5b"))]
    path.write_text(FILES["mqm"].split("\n")[0] + "\n" + "".join(rows), encoding="utf-8")
    with pytest.raises(DataError, match="lines"):
        read_judgements(path)
    marks = read_judgements(path, lines="number").marks
    assert marks is not None and marks.segments.tolist() == [0, 1, 2]


def test_what_holds_no_judgements_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text('{"src": "a", "mt": "b"}\n', encoding="utf-8")
    with pytest.raises(DataError, match="JSON"):
        read_judgements(path)
    with pytest.raises(SpecError, match="ratings"):
        read_judgements(path, file_format="rating")
    path.write_text(FILES["appraise"], encoding="utf-8")
    with pytest.raises(SpecError, match="--documents"):
        read_judgements(path)
