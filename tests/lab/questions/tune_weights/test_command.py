"""`steelyard lab tune-weights` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from tests.cli.running import output, run
from tests.lab.papers.nbest import write_lists, write_reference

FAST = ("--restarts", "1", "--directions", "1", "--folds", "2")


@pytest.fixture
def words(tmp_path: Path) -> tuple[object, ...]:
    return ("lab", "tune-weights", "--nbest", write_lists(tmp_path), "--references", write_reference(tmp_path), *FAST)


def test_what_is_printed(words: tuple[object, ...]) -> None:
    lines = output(*words).splitlines()
    assert lines[0].startswith("BLEU on held-out lists is ")
    assert max(map(len, lines)) <= 120
    table = next(i for i, line in enumerate(lines) if line.startswith("metric"))
    assert [line.split()[0] for line in lines[table + 1 : table + 5]] == ["BLEU", "chrF2", "TER", "length"]
    assert "exact line searches (Och 2003)" in " ".join(lines)


def test_weights_are_written_and_read_back(words: tuple[object, ...], tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    first = json.loads(output(*words, "-m", "bleu", "-o", path, "-f", "json"))
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored["schema"] == "steelyard.weights/1"
    assert stored["weights"] == {row["feature"]: row["weight"] for row in first["weights"]}
    again = json.loads(output(*words, "-m", "bleu", "--start", path, "-f", "json"))
    assert again["scores"][0]["start"] == first["scores"][0]["tuned"]
    named = [f"{name}={value!r}" for name, value in stored["weights"].items()]
    by_name = json.loads(output(*words, "-m", "bleu", "--start", *named, "-f", "json"))
    assert by_name["weights"] == again["weights"]
    numbers = tmp_path / "init.txt"
    numbers.write_text(" ".join(map(repr, stored["weights"].values())) + "\n", encoding="utf-8")
    assert json.loads(output(*words, "-m", "bleu", "--start", numbers, "-f", "json"))["weights"] == again["weights"]


def test_a_stored_result_shows_the_same(words: tuple[object, ...], tmp_path: Path) -> None:
    path = tmp_path / "tuning.json"
    path.write_text(output(*words, "-f", "json"), encoding="utf-8")
    assert sy.report.text(sy.load(path)) + "\n" == output(*words) or sy.report.text(sy.load(path)) == output(*words)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--nbest",), "expected at least one argument"),
        (("--extracted", "a", "b"), "--extracted has BLEU's counts and no texts"),
        (("--start", "lm=x"), "Cannot read --start 'lm=x': 'x' should be a number"),
        (("--start", "a=1", "b"), "Cannot read --start 'b'"),
        (("--bounds", "lm=1"), "write NAME=LOW:HIGH"),
        (("--folds", "0"), "must be a whole number from 1"),
        (("--sharpness", "0"), "sharpness must be above 0"),
        (("--start", "nowhere.json"), "nowhere.json"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[object, ...], flags: tuple[str, ...], message: str) -> None:
    outcome = run(*words[: -len(FAST)], *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_what_is_missing_is_asked_for() -> None:
    assert "Give n-best lists with --nbest and references with --references." in run("lab", "tune-weights").err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "is no file of weights"),
        ('{"weights": {"lm": "much"}}', "is no file of weights"),
        ("1 2\n", "has 2 weights, but the lists have 3 features"),
        ("one two three\n", "the first line should be numbers"),
    ],
)
def test_files_of_weights_that_are_none(words: tuple[object, ...], tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "weights"
    path.write_text(content, encoding="utf-8")
    assert message in run(*words, "--start", path).err


def test_nothing_is_written_where_lists_are_bad(tmp_path: Path) -> None:
    lists, weights = tmp_path / "bad.txt", tmp_path / "weights.json"
    lists.write_text("0 ||| a ||| lm= nan ||| 0\n", encoding="utf-8")
    outcome = run("lab", "tune-weights", "--nbest", lists, "--references", write_reference(tmp_path), "-o", weights)
    assert "the value of 'lm' is 'nan', but must be finite" in outcome.err
    lists.write_text("0 ||| a ||| lm= 1 ||| 0\n2 ||| a ||| lm= 1 ||| 0\n", encoding="utf-8")
    assert (
        "segment 1 has no candidate"
        in run("lab", "tune-weights", "--nbest", lists, "--references", write_reference(tmp_path), "-o", weights).err
    )
    assert not weights.exists()


def test_the_page_has_tables_and_figures(words: tuple[object, ...], tmp_path: Path) -> None:
    page, stored = tmp_path / "tuned.html", tmp_path / "tuned.json"
    printed = output(*words, "-m", "bleu", "--select", "--report", page, "-f", "json", "-q")
    content = page.read_text(encoding="utf-8")
    for told in ("BLEU on held-out lists is", "by one weight", "Result of each search"):
        assert told in content
    stored.write_text(printed, encoding="utf-8")
    assert sy.report.html_text(sy.load(stored)).count("<svg") == content.count("<svg") > 1


def test_a_page_that_cannot_be_written_is_refused_before_any_work(words: tuple[object, ...], tmp_path: Path) -> None:
    outcome = run(*words, "--report", tmp_path / "nowhere" / "x.html", "-o", tmp_path / "weights.json")
    assert (outcome.status, outcome.out) == (2, "")
    assert not list(tmp_path.glob("weights.json"))


def extracted(folder: Path) -> tuple[str, str]:
    """Write features and BLEU's counts of eight lists of two candidates, the second of which is better."""
    features, scores = [], []
    for segment in range(8):
        features += [f"FEATURES_TXT_BEGIN_0 {segment} 2 2 lm_0 w_0", f"0.5 -{segment % 3}", "0.25 -2"]
        features += ["FEATURES_TXT_END_0"]
        scores += [f"SCORES_TXT_BEGIN_0 {segment} 2 9 BLEU", "1 4 0 3 0 2 0 1 5", "4 4 3 3 2 2 1 1 5"]
        scores += ["SCORES_TXT_END_0"]
    for name, rows in (("features.dat", features), ("scores.dat", scores)):
        (folder / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(folder / "features.dat"), str(folder / "scores.dat")


def test_extracted_counts_are_tuned_on_without_texts_and_verified(tmp_path: Path) -> None:
    words = ("lab", "tune-weights", "--extracted", *extracted(tmp_path), *FAST)
    stored = tmp_path / "tuned.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    found = json.loads(stored.read_text(encoding="utf-8"))
    assert found["scores"][0]["tuned"] == pytest.approx(100 * np.exp(1 - 5 / 4))  # all right, but 4 words for 5
    assert "verified:" in output("check", "result", stored)
    assert sy.report.text(sy.load(stored)) == output(*words)
    refused = run(*words, "--mbr", "bleu")
    assert refused.status == 2 and "--mbr compares texts with each other, and --extracted has none" in refused.err
    refused = run(*words, "--objective", "ter")
    assert refused.status == 2 and "The objective is of ter, but there are counts of" in refused.err


def test_a_feature_is_bound_once_and_between_its_bounds(words: tuple[object, ...]) -> None:
    refused = run(*words, "--bounds", "lm=0:1", "lm=0:2")
    assert refused.status == 2 and "Cannot read --bounds 'lm=0:2': write NAME=LOW:HIGH, once for" in refused.err
    found = json.loads(output(*words, "-m", "bleu", "--bounds", "lm=0:0.5", "tm.1=-1:0", "-f", "json"))
    weights = {row["feature"]: row["weight"] for row in found["weights"]}
    assert weights["lm"] >= 0 >= weights["tm.1"]


def test_without_folds_nothing_is_said_of_unseen_lists(words: tuple[object, ...]) -> None:
    found = json.loads(output(*words[: -len(FAST)], *FAST[:-1], "1", "-m", "bleu", "-f", "json"))
    assert found["held_out"] == [] and found["scores"][0]["held_out"] is None
