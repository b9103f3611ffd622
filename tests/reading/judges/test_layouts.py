"""Scores of trained metrics and language models, in each layout that their programs write."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_output_scores
from steelyard.reading.joined_scores import join_scores
from steelyard.reading.score_files import read_score_files
from steelyard.types import ErrorSpan, OutputScores


def read(folder: Path, text: str, name: str = "ours.out") -> OutputScores:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    [found] = read_output_scores(path)
    return found


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


PRINTED = (
    "Seed set to 1\n"
    "a.en\tSegment 0\tscore: 0.8512\nb.en\tSegment 0\tscore: 0.7000\n"
    "a.en\tSegment 1\tscore: 0.5000\tvariance: 0.01\nb.en\tSegment 1\tscore: -0.1000\n"
    "a.en\tscore: 0.6756\nb.en\tscore: 0.3000\n"
)


def test_what_comet_prints(tmp_path: Path) -> None:
    found = read(tmp_path, PRINTED)
    assert found.name == "COMET" and found.systems == ("a.en", "b.en")
    assert found.values.tolist() == [[0.8512, 0.5], [0.7, -0.1]]


def test_what_comet_prints_of_systems_alone(tmp_path: Path) -> None:
    found = read(tmp_path, "a.en\tscore: 0.6756\nb.en\tscore: 0.3000\n")
    assert not found.n_segments and found.of_systems().tolist() == [0.6756, 0.3]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (PRINTED + "a.en\tSegment 1\tscore: 0.5\n", DataError, "segment 1 of 'a.en' stands twice"),
        (PRINTED + "a.en\tSegment 2\tscore: 0.5\n", AlignmentError, "has 2 segments of 'b.en'.*but 3 of 'a.en'"),
        ("a.en\tSegment 0\tscore: nan\n", DataError, "line 1: 'nan' where a finite number"),
    ],
)
def test_half_of_what_comet_prints_is_refused(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        '{"scores": [0.5, 0.25, null], "system_score": 0.375}',
        "[0.5, 0.25, null]",
        "0.5\n0.25\nNone\n",
        " 0.5\n0.25\nNA\n\n",
    ],
)
def test_one_system_is_called_after_its_file(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, text)
    assert found.systems == ("ours",) and found.values[0, :2].tolist() == [0.5, 0.25]
    assert np.isnan(found.values[0, 2]) and found.name == ""


def test_xcomet_has_error_spans_beside_its_scores(tmp_path: Path) -> None:
    spans = [[{"text": "x", "confidence": 0.5, "severity": "minor", "start": 0, "end": 1}], []]
    stored = {"scores": [0.5, 1.0], "system_score": 0.75, "metadata": {"error_spans": spans}}
    found = read(tmp_path, json.dumps(stored))
    assert found.name == "XCOMET" and found.errors == (ErrorSpan("ours", 0, 0, 1, "minor", 0.5),)
    both = join_scores([found, replace(found, systems=("b",), errors=(ErrorSpan("b", 1, 2, 3, "major"),))])
    assert both.errors == (*found.errors, ErrorSpan("b", 1, 2, 3, "major"))
    assert both.select(["b"]).errors == both.errors[1:]
    stored["metadata"] = {"error_spans": spans[:1]}
    with pytest.raises(AlignmentError, match="2 scores, but the error spans of 1 segments"):
        read(tmp_path, json.dumps(stored))


@pytest.mark.parametrize(
    ("spans", "says"),
    [
        ([{"severity": "huge", "start": 0, "end": 1}], "segment 1: unknown severity 'huge'"),
        ([{"severity": "minor", "start": 3, "end": 1}], "segment 1: the span from 3 to 1 is none"),
        ("minor", "segment 1: a list of marked errors is expected"),
    ],
)
def test_spans_that_cannot_be_read_are_refused(tmp_path: Path, spans: object, says: str) -> None:
    with pytest.raises(DataError, match=says):
        read(tmp_path, json.dumps({"scores": [0.5], "error_spans": [spans]}))


def test_xcomet_in_comets_json_keeps_its_score(tmp_path: Path) -> None:
    row = {
        "src": "s",
        "mt": "m",
        "COMET": 0.5,
        "errors": [{"text": "m", "confidence": 0.6, "severity": "minor", "start": 0, "end": 1}],
    }
    found = read(tmp_path, json.dumps({"ours.en": [row, row]}), "x.json")
    assert found.systems == ("ours.en",) and found.values.tolist() == [[0.5, 0.5]]
    assert found.errors == tuple(ErrorSpan("ours.en", i, 0, 1, "minor", 0.6) for i in range(2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"scores": [0.5, 0.25], "system_score": 0.9}',
            "system_score of 0.9000, but its 2 scores have the mean 0.3750",
        ),
        ('{"scores": 3, "system_score": 3}', "scores should be a list"),
        ('{"scores": [Infinity]}', "segment 1: inf where a finite number"),
        ('{"scores": [[1]]}', r"segment 1: \[1\] where a number"),
    ],
)
def test_what_is_no_prediction_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, text)


def test_metricx_is_better_lower(tmp_path: Path) -> None:
    found = read(tmp_path, lines(*({"source": "s", "hypothesis": "h", "prediction": p} for p in (1.5, 0.25))))
    assert found.name == "MetricX" and found.systems == ("ours",) and not found.higher_is_better
    assert found.better_is_more().tolist() == [[-1.5, -0.25]] and "lower scores are better" in found.notes[0]


def test_metricx_may_name_systems_and_segments(tmp_path: Path) -> None:
    rows = [("a", 7, 1.0), ("a", 8, 2.0), ("b", 8, 3.0), ("b", 7, 4.0)]
    keys = ("system_id", "segment_id", "prediction")
    found = read(tmp_path, lines(*({"hypothesis": "h", **dict(zip(keys, row, strict=True))} for row in rows)))
    assert found.items == ("7", "8") and found.values.tolist() == [[1, 2], [4, 3]]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Score: 85\n**Score:** 90/100\n['70']\nNone\n", [85, 90, 70, None]),
        ("-5\n0\nNone\n-25\n", [-5, 0, None, -25]),
        ("★★★★\n5 stars\n***\n", [4, 5, 3]),
        (lines({"answer": "I give 85 of it.", "model": "g"}, {"answer": "80 to 90", "model": "g"}), [85, None]),
        (lines({"answer": 85, "temperature": 0}, {"answer": None, "temperature": 1}), [85, None]),
    ],
)
def test_answers_of_a_judge(tmp_path: Path, text: str, values: list[float | None]) -> None:
    found = read(tmp_path, text)
    assert [None if np.isnan(value) else value for value in found.values[0]] == values
    assert found.systems == ("ours",)


def test_answers_without_a_number_are_counted(tmp_path: Path) -> None:
    assert "1 of 2 answers hold no single number" in read(tmp_path, "Score: 85\nNone\n").notes[0]


def test_a_file_for_each_system_is_one_metric(tmp_path: Path) -> None:
    for name, text in (("ours.de.txt", "0.5\n0.25\n"), ("theirs.de.txt", "0.75\n1\n")):
        (tmp_path / name).write_text(text)
    [found] = read_score_files([f"judge={tmp_path / name}" for name in ("ours.de.txt", "theirs.de.txt")])
    assert found.name == "judge" and found.systems == ("ours", "theirs")
    assert found.values.tolist() == [[0.5, 0.25], [0.75, 1.0]]
