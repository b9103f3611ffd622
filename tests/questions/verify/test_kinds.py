"""Every kind of result comes out again; one changed byte, one edited number and one missing file are named."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from tests.cli.running import output, run
from tests.questions.verify.kinds import KINDS, NBEST, RATED, TEXTS, TUNE, TWO, made, write_example, written
from tests.questions.verify.test_command import edited, flat, stored

WAYS_IN = {  # the same, by other ways
    "weighted lines": (
        *("plan", "ratings", "pilot.tsv", "--difference", "9", "--scores", "X=mine.tsv", "--next", "10"),
        *("--sampling", "weights:chance", "--chances", "chances.tsv", "--documents", "docs.tsv"),
    ),
    "designs": (
        *("plan", "ratings", "ratings.tsv", "--difference", "9", "--only-systems", "harbour", "orator", "tangle"),
        *("--segments-per-document", "1", "5", "--ratings-per-segment", "2", "--rater-counts", "3", "--scaling", "z"),
    ),
    "weighted estimates": (
        *("human", "predict", "pilot.tsv", "--scores", "MINE=mine.tsv", "--lower-is-better", "MINE", "--target", "set"),
        *("--sampling", "weights:chance", "--chances", "chances.tsv", "--documents", "docs.tsv"),
    ),
    "documents": ("human", "bare.tsv", "-n", "99", "--documents", "docs.tsv"),
    "ids of lines": ("human", "ids.ratings.tsv", "-n", "99", "--lines", "ids.tsv"),
    "metrics of files": (
        *("meta", *RATED, "--scores", "two.tsv", "--system-scores", "systems.tsv", "--lower-is-better", "Y"),
        *("--documents", "docs.tsv", "--buckets", "domains", "-n", "50"),
    ),
    "metrics of systems": ("meta", *RATED, "--scores", "two.tsv", "--system-scores", "more.tsv", "-n", "50"),
    "texts and files": (
        *("meta", *TEXTS, "-m", "ter", "--scores", "Z=mine.tsv", *RATED, "--scaling", "z", "-n", "50"),
        *("--documents", "documents.txt", "--buckets", "length", "--sources", "source.de", "--levels", "segment"),
    ),
    "other names": ("meta", "reference.1.en", "-i", "a.b.en", "harbour.en", "orator.en", "tangle.en", "--ratings",
                    "names.tsv", "-m", "bleu", "-n", "50"),
    "good raters": ("meta", *TEXTS, *RATED, "--quality-control", "degraded", "--levels", "document", "-n", "50",
                    "--documents", "documents.txt"),
    "judgements": ("meta", "tests", *TEXTS, *RATED, "--tests", "randomization", "--test-on", "judgements", "-n", "50"),
    "tests with documents": (
        *("meta", "tests", *TEXTS, "-m", "ter", "--scores", "two.tsv", "--ratings", "bare.tsv", "--tests", "t"),
        *("-n", "50", "--documents", "documents.txt", "--correction", "holm", "--alphas", "0.05", "0.01"),
    ),
    "tests of other names": ("meta", "tests", "reference.1.en", "-i", "a.en", "harbour.en", "orator.en", "--ratings",
                             "long.names.tsv", "--tests", "randomization", "-n", "50"),
    "aile2013": ("lab", "replicate", "aile2013", *TEXTS, *RATED, "-m", "aile", "bleu", "--judges", "mean"),
    "callisonburch2006": ("lab", "replicate", "callisonburch2006", *TEXTS, *RATED, "-m", "ter", "bleu", "-n", "30"),
    "callisonburch2007": ("lab", "replicate", "callisonburch2007", *TEXTS, *RATED, "-m", "ter", "--rankings",
                          "ranks.tsv", "--times", "times.tsv"),
    "chiang2008": ("lab", "replicate", "chiang2008", *TEXTS, "-m", "bleu", "--genres", "domains", "-n", "30"),
    "graham2014": ("lab", "replicate", "graham2014", *TEXTS, "-m", "ter", *RATED, "--scaling", "z", "-n", "30",
                   "--histograms", "harbour:orator"),
    "graham2014 without people": ("lab", "replicate", "graham2014", *TWO, "-m", "ter", "-n", "30"),
    "riezler2005": ("lab", "replicate", "riezler2005", *TWO, "-m", "bleu", "-n", "30", "--nulls", "4",
                    "--alphas", "0.1"),
    "lists": ("lab", "replicate", "riezler2005", "reference.txt", *NBEST, "-m", "bleu", "-n", "30"),
    "scores in replications": ("lab", "replicate", "graham2014", *TEXTS, "--scores", "two.tsv", "-n", "30",
                               "--lower-is-better", "X", "--lower-is-better", "Y"),
    "bounds": ("lab", "tune", "meteor-2007(synonyms=synonyms.tsv)", *TEXTS, "--ratings", "human.tsv", "--bounds",
               "alpha=0.5:0.95", "--steps", "0.2", "--level", "sentence", "--restarts", "1", "--folds", "2",
               "--objective", "kendall"),
    "checks": ("check", "files", "refs.tsv", "-nr", "2", "-i", "harbour.en", "--documents", "documents.txt",
               "--ignore", "short"),
    "metrics with options": ("explain", "segment", "meteor-2005(without='stem synonym')", *TWO, "--segment", "3", "7"),
    "scores of two metrics": ("compare", *TEXTS, "--scores", "two.tsv",
                              "--lower-is-better", "Y", "--higher-is-better", "X", "-n", "50"),
}  # fmt: skip


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_example(tmp_path_factory.mktemp("example"))


@pytest.fixture(autouse=True)
def in_example(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)


@pytest.mark.parametrize("name", KINDS)
def test_a_fresh_result_comes_out_again(name: str) -> None:
    path = made(name)
    assert flat(output("check", "result", path)).startswith(f"{path} is verified: its ")
    verification = sy.verify(path)
    assert (verification.outcome, verification.versions) == ("equal", ())
    assert {check.state for check in verification.inputs} == {"as it was"}
    assert json.loads(path.read_text(encoding="utf-8"))["method"]["recipe"]["command"] == name


@pytest.mark.parametrize("name", WAYS_IN)
def test_other_ways_in_come_out_again(name: str, tmp_path: Path) -> None:
    outcome = run(*WAYS_IN[name], "-f", "json")
    assert outcome.status < 2, outcome.err
    path = tmp_path / "result.json"
    path.write_text(outcome.out, encoding="utf-8")
    verification = sy.verify(path)
    assert (verification.outcome, verification.method["reason"]) == ("equal", "")
    named = {check.name for check in verification.inputs}
    files = {str(word).partition("=")[2] or word for word in WAYS_IN[name]}
    given = {word for word in files if Path(word).is_file()} - {"refs.tsv"}
    assert given <= named


def test_a_tuning_with_wordnet_comes_out_again(tmp_path: Path) -> None:
    path = stored(tmp_path, "lab", "tune", "meteor-2007", *TUNE[3:])
    assert sy.verify(path).outcome == "equal"


@pytest.mark.parametrize("name", KINDS)
def test_one_changed_byte_is_named_by_its_file(name: str) -> None:
    path, changed = made(name), Path(KINDS[name][1])
    before = changed.read_bytes()
    place = len(before) - 20
    while not chr(before[place]).isdigit() and not chr(before[place]).isalpha():
        place += 1
    changed.write_bytes(before[:place] + (b"3" if before[place : place + 1] != b"3" else b"4") + before[place + 1 :])
    try:
        outcome, verification = run("check", "result", path), sy.verify(path)
    finally:
        changed.write_bytes(before)
    assert (outcome.status, outcome.err) == (1, "")
    assert flat(outcome.out).startswith(f"{path} is not verified: 1 input changed, and ")
    assert [check.name for check in verification.inputs if check.state == "changed"] == [changed.name]
    assert verification.outcome == "differs"


@pytest.mark.parametrize("name", [*KINDS, "check signature"])
def test_an_edited_number_is_named_by_its_row(name: str, tmp_path: Path) -> None:
    path = tmp_path / "edited.json"
    if name == "check signature":
        content = sy.explain_signature("BLEU|nrefs:1|case:lc|version:2.6.0").to_dict()
        assert sy.verify(written(path, content)).outcome == "equal"
    else:
        content = json.loads(made(name).read_text(encoding="utf-8"))
    table, place, field = _a_value(content)
    was = content[table][place][field]
    content[table][place][field] = "edited" if isinstance(was, str) else was + 1
    [found] = sy.verify(written(path, content)).differences
    assert (found.table, found.stored) == (table, content[table][place][field])
    assert found.recomputed == was
    assert found.field == field and found.row
    outcome = run("check", "result", path)
    assert (outcome.status, outcome.err) == (1, "")
    assert "1 of" in outcome.out and "stored" in outcome.out


@pytest.mark.parametrize("name", KINDS)
def test_a_missing_input_is_named_in_one_sentence(name: str) -> None:
    path, gone = made(name), Path(KINDS[name][1])
    content = gone.read_bytes()
    gone.unlink()
    try:
        outcome = run("check", "result", path)
    finally:
        gone.write_bytes(content)
    assert (outcome.status, outcome.err) == (2, "")
    first = flat(outcome.out).split(" Inputs ")[0]
    assert first.startswith(f"{path} cannot be verified: ") and first.endswith(f"({gone.name}) is not there.")


@pytest.mark.parametrize("name", [*KINDS])
def test_a_result_of_before_says_why_it_cannot_be_verified(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    shutil.copy(made(name), path)
    edited(path, lambda content: content["method"].pop("recipe"))
    sy.load(path)
    outcome = run("check", "result", path)
    assert outcome.status == 2
    assert "without the recipe of a result" in flat(outcome.out)


@pytest.mark.parametrize("name", KINDS)
def test_another_version_alone_is_no_difference(name: str, tmp_path: Path) -> None:
    here, text = sy.__version__, made(name).read_text(encoding="utf-8")
    path = tmp_path / "old.json"
    text = text.replace(f"version:sy.{here}", "version:sy.0.0.9").replace(f"Steelyard {here}", "Steelyard 0.0.9")
    path.write_text(text.replace(f'"steelyard": "{here}"', '"steelyard": "0.0.9"'), encoding="utf-8")
    verification = sy.verify(path)
    assert verification.outcome == "equal"
    assert [(version.program, version.stored) for version in verification.versions] == [("steelyard", "0.0.9")]


def _a_value(content: dict[str, Any]) -> tuple[str, int, str]:
    """Find a number of a row, or else a text, that only stands there."""
    for kind in (float, int, str):
        found = next(_values(content, kind), None)
        if found is not None:
            return found
    raise AssertionError("no value")


def _values(content: dict[str, Any], kind: type) -> Iterator[tuple[str, int, str]]:
    for table, rows in content.items():
        if isinstance(rows, list):
            for place, row in enumerate(rows):
                for field, value in row.items():
                    if type(value) is kind and field != "alpha":
                        yield table, place, field
