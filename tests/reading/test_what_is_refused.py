"""Files that hold nothing, or the wrong thing, layout by layout: what each is told, with its line where it has one."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import SteelyardError
from steelyard.reading import formats
from steelyard.reading.formats.metrics_task import read_metrics_task
from steelyard.reading.formats.statistics_files import files_in
from steelyard.reading.judgements import read_judgements
from steelyard.reading.lists.candidates import lists_of_systems, read_candidates
from steelyard.reading.logged_scores import json_lines, plain_json
from steelyard.reading.score_files import read_score_files
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import groups_of_items, read_item_scores
from steelyard.reading.text_spans import read_text_spans
from steelyard.types import OutputScores
from steelyard.types.text_files import read_text
from tests import needs

RANKINGS = "system2Id\tsystem3Id\tsystem2rank\tsystem3rank\tsegmentId\tjudgeId\n"
NO_RATING = OutputScores("people", ("a",), np.full((1, 2), np.nan))


@pytest.mark.parametrize(
    ("name", "content", "read", "wanted"),
    [
        (
            "a.csv",
            "output,loss\nx,1\n",
            lambda path: read_candidates([path], columns={"loss": "loss"}),
            "Columns of candidates have the roles ",
        ),
        ("a.txt", "1 2 0.5\n", read_metrics_task, "a.txt, line 1 has 3 cells, but METRIC LP"),
        ("a.arpa", "\\data\\\nngram 1=0\n\n\\1-grams:\n\n\\end\\\n", formats.read_arpa, "a.arpa has no n-gram."),
        (
            "n.txt",
            "9999999999 ||| a ||| lm= 1 ||| 1\n",
            formats.read_moses_nbest,
            "n.txt, line 1: the segment's number is '9999999999'. Numbers count from 0",
        ),
        (
            "n.txt",
            "0 ||| a ||| lm= 1 ||| 1\n0 ||| b ||| lm= 2 ||| 1\n0 ||| c ||| lm= inf ||| 1\n",
            formats.read_moses_nbest,
            "n.txt, line 3: the value of 'lm' is 'inf', but must be finite.",
        ),
        ("suite.json", " \n", formats.read_test_suite, "suite.json is empty: a test suite is JSON, and patterns are"),
        ("a.svm", "1 qid:1 99999999999:1\n", formats.read_svmlight, "line 1: '99999999999:1' is beyond the "),
        (
            "rr.tsv",
            RANKINGS + "a\tb\t1\t2\t1\tme\n",
            formats.read_relative_rankings,
            "rr.tsv, line 1: the columns of systems are not numbered 1, 2, 3 ...",
        ),
        (
            "a.json",
            '{"scores": [1, 2], "error_spans": {"0": []}}',
            lambda path: read_score_files([str(path)]),
            "a.json: error_spans should be a list, with a list for each segment.",
        ),
        ("r.jsonl", '{"a": 1}\n3\n', lambda path: json_lines(str(path)), "r.jsonl, line 2: an object is expected."),
        ("r.json", "{,}", lambda path: plain_json(str(path)), "r.json is not JSON that can be read: "),
        (
            "r.json",
            b"\xff{}",
            lambda path: plain_json(str(path)),
            "r.json is not utf-8: line 1, byte 1 of the line (0xff)",
        ),
        (
            "r.jsonl",
            '{"system": "a", "segment": 1, "rater": "x", "score": 1}\n[1]\n',
            formats.read_ratings,
            "r.jsonl, line 2: an object with names and values was expected.",
        ),
        (
            "r.csv",
            "system,line,rater,scale,x,y\na,1,me,s,1,2\n",
            lambda path: formats.read_ratings(path, scores=["x", "y"]),
            "r.csv has a column of scales: read one column of scores.",
        ),
        (
            "s.csv",
            "item,score\n",
            lambda path: read_item_scores([str(path)], HowScores()),
            "s.csv has no rows below its header",
        ),
        (
            "s.sys.score",
            "a\t1\nb\t2\n",
            lambda path: read_item_scores([f"x={path}"], HowScores()),
            "s.sys.score has scores of whole systems alone: a comparison needs one for every item.",
        ),
        (
            "s.csv",
            "item,system,p,r\nq1,a,1,2\nq1,b,2,1\n",
            lambda path: read_item_scores([f"f1={path}"], HowScores()),
            "Unknown column of scores in ",
        ),
        (
            "docs.csv",
            "item,document\nq1,d\nq1,e\n",
            lambda path: groups_of_items("document", str(path), ["q1"], [], HowScores()),
            "docs.csv, line 3: item 'q1' stands in two documents.",
        ),
        (
            "s.csv",
            "model,mean\na,1\nb,2\n",
            lambda path: read_item_scores([str(path)], HowScores(items_in_columns=True)),
            "s.csv has no column of scores of an item. It has ",
        ),
        (
            "s.csv",
            "item,score\nq1,1\n",
            lambda path: read_item_scores([str(path), f"{path.parent}/./{path.name}"], HowScores(names=["x"])),
            "There are 1 names (--names) for 2 files of scores.",
        ),
    ],
)
def test_what_a_file_cannot_say_is_told(
    tmp_path: Path, name: str, content: str | bytes, read: Callable[[Path], object], wanted: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(SteelyardError) as refused:
        read(path)
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        (lambda folder: formats.read_contrasts([]), "There is no file of contrastive pairs."),
        (lambda folder: read_judgements([]), "There is no file of judgements."),
        (lambda folder: read_score_files([]), "There is no file of scores."),
        (lambda folder: read_item_scores([], HowScores()), "There is no file of scores."),
        (lambda folder: formats.find_metric_scores(folder, "en-de"), "has no ratings of en-de: human-scores/en-de."),
        (
            lambda folder: formats.find_metric_scores(folder, "en-fr"),
            "has no scores of metrics for en-fr: metric-scores/en-fr/NAME-refA",
        ),
        (lambda folder: formats.read_metrics_eval(folder, "en-fr"), "has no references of en-fr."),
        (files_in, "has no statistics file: `steelyard score --shards`"),
        (
            lambda folder: formats.write_svmlight(
                folder / "x", NO_RATING, [OutputScores("m", ("a",), np.ones((1, 2)))]
            ),
            "There is no rated output with features to write.",
        ),
        (
            lambda folder: formats.nbest_lines(lists_of_systems({"a": ["x ||| y"]})),
            "Segment 0: an n-best list cannot hold a text with ||| or a line end.",
        ),
    ],
)
def test_what_is_not_there_is_named(tmp_path: Path, read: Callable[[Path], object], wanted: str) -> None:
    for name in ("human-scores/en-fr.mqm.seg.score", "sources/en-fr.txt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("a\t1\n", encoding="utf-8")
    with pytest.raises(SteelyardError) as refused:
        read(tmp_path)
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    ("content", "read", "wanted"),
    [
        ("1 qid:1 1:0.5\n\n2 qid:2 1:1\n", lambda path: formats.read_svmlight(path)[0].values.size, 2),
        (
            "text\tsegment\tstart\tend\n\na\t1\t0\t1\n",
            lambda path: len(read_text_spans(read_text(path, raw=True)).starts),
            1,
        ),
        ('{"a": 1}\n\n{"a": 2}\n', lambda path: [n for n, _ in json_lines(str(path))[0]], [1, 3]),
    ],
)
def test_empty_lines_between_rows_are_passed_over(
    tmp_path: Path, content: str, read: Callable[[Path], object], wanted: object
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(content, encoding="utf-8")
    assert read(path) == wanted


def test_a_table_of_parquet_without_a_row_has_no_candidate(tmp_path: Path) -> None:
    path = tmp_path / "candidates"  # known by its first bytes
    needs.module("polars").DataFrame({"source": [], "output": []}).write_parquet(path)
    with pytest.raises(SteelyardError, match="candidates has no record: there is nothing to choose from"):
        read_candidates([path])
