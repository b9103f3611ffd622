"""`steelyard explain diff` as people type it."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, SPARROW, output, run

PAIR = ("explain", "diff", REFERENCE, "-i", SPARROW, HARBOUR)


def test_the_command_prints_the_stored_result(tmp_path: Path) -> None:
    words = (*PAIR, "--documents", DOCUMENTS, "-m", "bleu", "ter")
    printed = output(*words, "-f", "json")
    path = tmp_path / "diff.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.Difference)
    assert json.loads(printed)["schema"] == "steelyard.difference/1"
    data = sy.TestSet.from_files(
        references=[REFERENCE], systems={"sparrow": SPARROW, "harbour": HARBOUR}, documents=DOCUMENTS
    )
    found = sy.evaluate(data, metrics=["bleu", "ter"]).diff()
    assert [getattr(stored, table) for table in found.tables] == [getattr(found, table) for table in found.tables]
    assert report.text(stored) == output(*words)
    assert "TER (lower is better) by length" in output(*words)


def test_every_flag_arrives(tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("the\t90\n", encoding="utf-8")
    (tmp_path / "labels").write_text("news\ntalk\n" * 60, encoding="utf-8")
    flags = {
        "--show": "1", "--examples": "2", "--examples-by": "ter", "--words": "char", "--alpha": "0.1", "-n": "99",
        "--seed": "3", "--unit": "block:10", "--lengths": "7", "--labels": tmp_path / "labels",
        "--word-counts": tmp_path / "counts",
    }  # fmt: skip
    printed = json.loads(output(*PAIR, *(word for pair in flags.items() for word in pair), "-f", "json"))
    assert printed["method"]["recipe"]["arguments"] == {
        "top": 1, "examples": 2, "by": "ter", "tokenize": "char", "alpha": 0.1, "n_resamples": 99, "rng": 3,
        "unit": "block:10", "lengths": [7], "labels": "file", "word_counts": "file",
    }  # fmt: skip
    assert {row["level"] for row in printed["buckets"]} == {"length", "label"}
    assert {row["name"] for row in printed["buckets"]} == {"0-7", "8 or more", "news", "talk"}
    assert len(printed["examples"]) == 4
    roles = [entry["role"] for entry in printed["method"]["inputs"]]
    assert roles[-2:] == ["labels", "word counts"]


def test_a_page_shows_the_same(tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    output(*PAIR, "--report", page)
    written = page.read_text(encoding="utf-8")
    assert "N-grams that match a reference more often in one of the systems" in written
    assert "advantage of harbour:" in written
    assert '"numbers":[1,2,3,' in written  # all segments that differ, to read


def test_identical_outputs_are_one_sentence() -> None:
    printed = output(
        "explain",
        "diff",
        REFERENCE,
        "-i",
        SPARROW,
        SPARROW.replace("systems/", "systems/../systems/"),
        "--names",
        "x",
        "y",
        "--checks",
        "off",
    )
    assert printed.startswith("y and x are identical in all 120 segments: there is nothing to compare.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("explain", "diff", REFERENCE, "-i", SPARROW), "is about two systems, not 1: give two."),
        ((*PAIR, "--show", "-1"), "top (--show) must be 0 or more, not -1."),
        ((*PAIR, "--examples-by", "blue"), "blue"),
        ((*PAIR, "--words", "spaces"), "spaces"),
        ((*PAIR, "--labels", "/no/such/file"), "/no/such/file"),
        ((*PAIR, "--word-counts", REFERENCE), "line 1: write a word, a tab and its count"),
        ((*PAIR, "--alpha", "2"), "alpha must lie between 0 and 1, not 2.0."),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    outcome = run(*words)
    assert outcome.status == 2
    assert says in outcome.err
    assert outcome.err.startswith("steelyard explain diff: ")
    assert "Traceback" not in outcome.err
