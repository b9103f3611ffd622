"""Files and folders of mt-metrics-eval, and which format a file resembles."""

import json
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading import resembles
from steelyard.reading.formats import read_metrics_eval, read_ratings, read_seg_rating, read_seg_scores, read_sys_scores


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_scores_are_read_with_what_is_missing(tmp_path: Path) -> None:
    path = write(tmp_path / "en-de.mqm.seg.score", "B\t-1\nB\tNone\nA\t-2.5e-1\nA\t0\n")
    scores = read_seg_scores(path)
    assert list(scores) == ["B", "A"]
    np.testing.assert_array_equal(scores["B"], [-1, np.nan])
    np.testing.assert_array_equal(scores["A"], [-0.25, 0])
    assert read_sys_scores(write(tmp_path / "x.sys.score", "B 1\r\nA 2\r\n")) == {"B": 1, "A": 2}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("A\t1\nB\t1\nA\t2\n", DataError, "line 3: the system 'A' comes back after 'B'"),
        ("A\t1\nA\t2\nB\t2\n", AlignmentError, "'B' has 1 segments, but 'A' 2"),
        ("A\tnan\n", DataError, "line 1: the score of 'A' is 'nan'"),
        ("A\tinf\n", DataError, "line 1: the score of 'A' is 'inf'"),
        ("A\t1\t2\n", DataError, "line 1 is no system with its score"),
        ("\n", DataError, "line 1 is no system with its score"),
        ("", DataError, "is empty"),
        ("system\tline\tscore\n", DataError, "line 1 is no system.*resembles ratings with named columns"),
    ],
)
def test_lines_that_are_no_scores_are_named(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_seg_scores(write(tmp_path / "a.seg.score", text))


def test_a_system_has_one_score(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2: the system 'A' stands twice"):
        read_sys_scores(write(tmp_path / "a.sys.score", "A\t1\nA\t1\n"))


ERROR = {"start": 3, "end": 5, "category": "accuracy/addition", "severity": "major", "score": 5}


def test_marked_errors_are_read(tmp_path: Path) -> None:
    source = ERROR | {"is_source_error": True, "score": 0.1}
    omitted = ERROR | {"start": -1, "end": -1}
    cells = [
        "None",
        json.dumps({"errors": [ERROR, source]}),
        json.dumps({"errors": []}),
        json.dumps({"errors": [omitted]}),
    ]
    path = write(
        tmp_path / "a.seg.rating", "".join(f"{name}\t{cell}\n" for name, cell in zip("AABB", cells, strict=True))
    )
    marks = read_seg_rating(path, rater="r1")
    assert marks.systems.values == ("A", "A", "B", "B")
    assert marks.segments.tolist() == [1, 1, 0, 1]
    assert marks.judgements.tolist() == [0, 0, 1, 2]
    assert marks.places.values == ("hypothesis", "source", "none", "missing")
    assert marks.raters.names == ("r1",)
    np.testing.assert_array_equal(marks.weights, [5, 0.1, np.nan, 5])


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("A\t{\n", DataError, "line 1: no JSON"),
        ("A\n", DataError, "line 1 is no system with its errors"),
        ("A\tNone\nA\tNone\nB\tNone\n", AlignmentError, "'B' has 1 segments"),
        ("system\tline\terrors_json\nA\t0\tNone\n", DataError, "line 2: '0' is no line number"),
        ("system\tline\terrors_json\nA\t1\tNone\nA\t1\tNone\n", DataError, "line 3: line 1 of 'A' stands twice"),
    ],
)
def test_marks_that_are_none_are_named(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_seg_rating(write(tmp_path / "a.seg.rating", text))


def folder(root: Path) -> Path:
    write(root / "sources" / "en-de.txt", "one\ntwo\n")
    write(root / "references" / "en-de.refA.txt", "eins\nzwei\n")
    write(root / "references" / "en-de.refB.txt", "ein\nzwo\n")
    write(root / "references" / "en-fr.refA.txt", "un\n")
    write(root / "system-outputs" / "en-de" / "X.v1.txt", "eins\nzwo\n")
    write(root / "documents" / "en-de.docs", "news\td1\nchat\td2\n")
    write(root / "human-scores" / "en-de.mqm.seg.score", "X.v1\t-1\nX.v1\tNone\nrefA\t0\nrefA\t0\n")
    write(root / "human-scores" / "en-de.mqm.sys.score", "X.v1\t-1\nrefA\t0\n")
    return root


def test_a_folder_is_a_test_set_with_its_scores(tmp_path: Path) -> None:
    made = read_metrics_eval(folder(tmp_path), "en-de")
    assert made.reference_names == ("refA", "refB")
    assert made.domains == ("news", "chat")
    assert tuple(made.test_set.documents or ()) == ("d1", "d2")
    assert {name: tuple(text) for name, text in made.test_set.systems.items()} == {"X.v1": ("eins", "zwo")}
    assert list(made.segment_scores["mqm"]) == ["X.v1", "refA"]
    assert made.system_scores == {"mqm": {"X.v1": -1, "refA": 0}}


@pytest.mark.parametrize(
    ("file", "text", "error", "message"),
    [
        ("sources/en-de.txt", "one\n", AlignmentError, "1"),
        ("documents/en-de.docs", "news d1\nchat\td2\n", DataError, "line 1: a domain and a document"),
        ("human-scores/en-de.mqm.seg.score", "X.v1\t-1\n", AlignmentError, "has 1 segments, but the sources have 2"),
    ],
)
def test_parts_of_a_folder_fit(tmp_path: Path, file: str, text: str, error: type[Exception], message: str) -> None:
    write(folder(tmp_path) / file, text)
    with pytest.raises(error, match=message):
        read_metrics_eval(tmp_path, "en-de")


def test_a_folder_without_the_language_pair_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"Cannot read .*de-en\.txt"):
        read_metrics_eval(folder(tmp_path), "de-en")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A\t1\nA\tNone\n", "read_seg_scores"),
        ('A\tNone\nA\t{"errors": []}\n', "read_seg_rating"),
        ("system\tseg_id\ttarget\tcategory\tseverity\n", "read_mqm"),
        ("system\tline\tscore\terrors_json\n", "read_esa"),
        ("hit\tworker\tsystem\tline\ttype\tz\n", "read_ratings"),
        ("a,wmt.A,1,TGT,eng,deu,5,d#A,False,[],1,2\n", "read_appraise"),
        ("srclang,system1Id,system1rank,system2Id\n", "read_relative_rankings"),
        ("0 ||| a ||| lm= 1 ||| 2\n", "read_moses_nbest"),
        ("0-0 1-2\n", "read_word_alignments"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", "read_conllu"),
    ],
)
def test_files_are_told_by_their_first_lines(tmp_path: Path, text: str, expected: str) -> None:
    assert f"({expected})" in " ".join(resembles(write(tmp_path / "file", text)))


def test_nothing_is_said_of_what_is_not_known(tmp_path: Path) -> None:
    assert resembles(write(tmp_path / "file", "A plain sentence.\n")) == ()
    assert resembles(write(tmp_path / "empty", "")) == ()
    assert resembles(tmp_path / "none") == ()
    assert resembles(write(tmp_path / "broken.gz", "text")) == ()


@pytest.mark.real_data
def test_marks_of_wmt23_add_up_to_the_published_scores(test_data: Path) -> None:
    """wmt23-en-de: the weights of 19,569 marked errors give each of the 5,980 published scores."""
    human = test_data / "data" / "wmt23-en-de" / "human"
    marks = read_seg_rating(human / "mqm.merged.seg.rating.tsv.gz")
    assert (len(marks), marks.n_judgements) == (21108, 5980)
    assert sum(severity != "no-error" for severity in marks.severities.values) == 19569
    sums = np.bincount(marks.judgements, np.nan_to_num(marks.weights))
    published = read_ratings(human / "mqm.seg.tsv", may_miss=True)
    scores = dict(
        zip(zip(published.systems.values, published.segments.tolist(), strict=True), published.scores, strict=True)
    )
    assert len(scores) == 5980
    systems = marks.systems.values
    for row, judgement in enumerate(marks.judgements):
        assert -sums[judgement] == pytest.approx(scores[systems[row], int(marks.segments[row])], abs=1e-9)
