"""A stored result comes out bit for bit; whatever was changed is named, and what cannot be told says why."""

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, REFERENCE_2, output, run
from tests.conftest import EXAMPLES

FEW = ("-r", "5", "-n", "19")
TWO = (REFERENCE, REFERENCE_2, "-i", HARBOUR, ORATOR)
THREE = (REFERENCE, "-i", HARBOUR, LANTERN, ORATOR)
COMMANDS = {
    "scores": ("score", *TWO, "-m", "bleu", "chrf(word_order=2)", "ter"),
    "intervals": ("score", *TWO, "-ci", "-n", "50", "--unit", "block:2", "--seed", "7"),
    "segments": ("score", *TWO, "-sl"),
    "compare": ("compare", *THREE, "--documents", DOCUMENTS, "-m", "bleu", "wer", "-lc"),
    "baseline": ("compare", *THREE, "--pairs", "baseline", "--test", "moses", "--correction", "none", "-n", "99"),
    "named pairs": ("compare", *THREE, "--pairs", "orator:harbour", "--alternative", "better", "-n", "99"),
    "sequential": ("compare", *THREE, "--sequential", "-n", "2000", "--interval", "basic"),
    "exact": ("compare", *TWO, "-m", "ter", "--exact", "--correction", "holm", "--equivalence-margin", "2"),
    "tukey": ("compare", *THREE, "--correction", "randomized-tukey", "-n", "99"),
    "calibrate": ("check", "level", *TWO, *FEW, "--tests", "randomization", "--shares", "0.5", "-m", "wer"),
    "plan": ("plan", "texts", *TWO, *FEW, "--sizes", "60", "30", "--shares", "1", "-m", "ter"),
    "dependence": ("check", "dependence", *TWO, "--block-sizes", "2", "5"),
    "diff": ("explain", "diff", *TWO, "--documents", DOCUMENTS, "--show", "2", "--examples-by", "ter"),
    "influence": ("explain", "influence", *TWO, "--documents", DOCUMENTS, "--show", "2"),
    "human": ("human", str(EXAMPLES / "ratings.tsv"), "-n", "200", "--scaling", "z", "--quality-control", "degraded"),
    "rank sums": ("human", str(EXAMPLES / "ratings.tsv"), "-n", "200", "--test", "rank-sum"),
}


def flat(text: str) -> str:
    """Undo the breaks of lines, which fall elsewhere with another folder's name."""
    return " ".join(text.split())


def stored(folder: Path, *words: str) -> Path:
    path = folder / "result.json"
    path.write_text(output(*words, "-f", "json"), encoding="utf-8")
    return path


def edited(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two systems and a reference, from which results are made by relative paths."""
    monkeypatch.chdir(tmp_path)
    for path in (REFERENCE, HARBOUR, ORATOR):
        shutil.copy(path, tmp_path)
    return tmp_path


COPIED = ("reference.1.en", "-i", "harbour.en", "orator.en")


@pytest.mark.parametrize("name", COMMANDS)
def test_what_was_stored_comes_out_again(name: str, tmp_path: Path) -> None:
    path = stored(tmp_path, *COMMANDS[name])
    shown = output("check", "result", path)
    assert flat(shown).startswith(f"{path} is verified: its ")
    verification = sy.verify(path)
    assert (verification.outcome, verification.differences, verification.versions) == ("equal", (), ())
    assert {check.state for check in verification.inputs} == {"as it was"}
    assert verification.method["n_values"] > 10
    assert type(verification).from_dict(json.loads(verification.to_json())) == verification


def test_other_ways_in_come_out_again(copied: Path) -> None:
    (copied / "a.gz").write_bytes(gzip.compress(Path(HARBOUR).read_bytes()))
    (copied / "latin").write_bytes("é a b c\nd ü\n".encode("latin-1"))
    (copied / "ours").write_bytes("é a b d\nd ü\n".encode("latin-1"))
    one, two = (Path(path).read_text(encoding="utf-8").splitlines() for path in (REFERENCE, REFERENCE_2))
    (copied / "refs.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in zip(one, two, strict=True)), encoding="utf-8")
    scores = "".join(f"{n / 7}\t{n % 5}\n" for n in range(120))
    (copied / "x.tsv").write_text(f"harbour\torator\n{scores}", encoding="utf-8")
    (copied / "counts").write_text("the\t90\nof\t7\n", encoding="utf-8")
    (copied / "labels").write_text("news\ntalk\n" * 60, encoding="utf-8")
    for words in (
        ("score", "reference.1.en", "-i", "a.gz", "orator.en", "-t", "x")[:5],
        ("score", "latin", "-i", "ours", "-e", "latin-1"),
        ("score", "refs.tsv", "-nr", "2", "-i", "harbour.en"),
        ("compare", *COPIED, "--scores", "X=x.tsv", "--lower-is-better", "X", "-n", "50", "-m", "chrf"),
        ("explain", "influence", *COPIED, "--labels", "labels"),
        ("explain", "diff", *COPIED, "--labels", "labels", "--word-counts", "counts"),
    ):
        assert "verified:" in output("check", "result", stored(copied, *words)), words


def test_runs_and_annotation_come_out_again(copied: Path) -> None:
    for name in "abcd":
        shutil.copy(HARBOUR if name in "ab" else ORATOR, copied / name)
    (copied / "c").write_text(Path(LANTERN).read_text(encoding="utf-8"), encoding="utf-8")
    runs = ("compare", "reference.1.en", "-i", "a", "b", "c", "d", "--runs", "X=a,b", "Y=c,d", "-n", "50", "-q")
    assert "verified:" in output("check", "result", stored(copied, *runs))
    (copied / "src").write_text("un chien courait\n", encoding="utf-8")
    (copied / "ref").write_text("a dog ran\n", encoding="utf-8")
    (copied / "ref.align").write_text("0-0 1-1 2-2\n", encoding="utf-8")
    (copied / "sys.align").write_text("1-0 2-1\n", encoding="utf-8")
    (copied / "sys").write_text("dogs ran\n", encoding="utf-8")
    aligned = ("score", "ref", "-i", "sys", "--sources", "src", "--alignments", "ref.align", "sys.align")
    assert "is verified: its 5 inputs" in flat(output("check", "result", stored(copied, *aligned)))


def test_a_changed_input_is_named_with_both_hashes(copied: Path) -> None:
    path = stored(Path(), "compare", *COPIED, "-n", "200")
    text = (copied / "orator.en").read_text(encoding="utf-8").replace("the", "teh", 3)
    (copied / "orator.en").write_text(text, encoding="utf-8")
    outcome = run("check", "result", path)
    assert (outcome.status, outcome.err) == (1, "")
    assert flat(outcome.out).startswith(f"{path} is not verified: 1 input changed, and ")
    verification = sy.verify(path)
    [changed] = [check for check in verification.inputs if check.state != "as it was"]
    assert (changed.role, changed.state, changed.name) == ("system orator", "changed", "orator.en")
    assert changed.sha256[:12] in outcome.out
    assert (changed.sha256_found or "")[:12] in outcome.out
    assert {check.table for check in verification.differences} >= {"pairs", "scores"}
    assert all(check.row != "bleu, harbour" for check in verification.differences if check.table == "scores")


def test_a_changed_byte_that_changes_no_number_is_still_a_change(copied: Path) -> None:
    path = stored(Path(), "score", *COPIED)
    text = (copied / "orator.en").read_bytes()
    (copied / "orator.en").write_bytes(text.replace(b"\n", b"\r\n"))
    outcome = run("check", "result", path)
    assert outcome.status == 1
    assert "1 input changed, and all recomputed values are equal" in flat(outcome.out)


def test_a_missing_input_is_named(copied: Path) -> None:
    path = stored(Path(), "score", *COPIED)
    (copied / "harbour.en").unlink()
    outcome = run("check", "result", path)
    assert (outcome.status, outcome.err) == (2, "")
    assert flat(outcome.out).startswith(f"{path} cannot be verified: system harbour (harbour.en) is not there.")
    assert "2 other inputs are unchanged." in outcome.out


def test_inputs_that_moved_are_found_from_a_base(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored(Path(), "score", *COPIED)
    moved = copied / "moved"
    moved.mkdir()
    for name in ("reference.1.en", "harbour.en", "orator.en"):
        (copied / name).rename(moved / name)
    assert run("check", "result", path).status == 2
    assert "verified:" in output("check", "result", path, "--base", moved)
    absolute = stored(copied, "score", *(str(moved / name) if name != "-i" else name for name in COPIED))
    monkeypatch.chdir("/")
    other = copied / "other"
    moved.rename(other)
    assert "verified:" in output("check", "result", absolute, "--base", other)


def test_an_edited_number_is_named(tmp_path: Path) -> None:
    path = stored(tmp_path, "compare", *TWO, "-n", "200")
    edited(path, lambda content: content["pairs"][0].update(p_value=0.001))
    verification = sy.verify(path)
    [found] = verification.differences
    assert (found.table, found.row, found.field, found.stored) == ("pairs", "bleu, orator, harbour", "p_value", 0.001)
    outcome = run("check", "result", path)
    assert outcome.status == 1
    assert f"{path} is not verified: 1 of " in flat(outcome.out)
    assert "The inputs are unchanged" in flat(outcome.out)
    edited(path, lambda content: content["pairs"][0]["interval"].reverse())
    assert {"interval.0", "interval.1"} <= {check.field for check in sy.verify(path).differences}
    edited(path, lambda content: content["pairs"].append(content["pairs"][0]))
    assert any((check.table, check.field) == ("pairs", "") for check in sy.verify(path).differences)


def test_the_last_digit_needs_a_tolerance(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO)
    score = json.loads(path.read_text(encoding="utf-8"))["scores"][0]["score"]
    edited(path, lambda content: content["scores"][0].update(score=score * (1 + 1e-15)))
    outcome = run("check", "result", path)
    assert outcome.status == 1
    assert "another processor or C library can cause" in flat(outcome.out)
    assert "are equal within 1e-09." in flat(output("check", "result", path, "--tolerance", "1e-9"))
    edited(path, lambda content: content["scores"][0].update(rank=2))  # counts are exact
    assert sy.verify(path, tolerance=10).outcome == "differs"
    with pytest.raises(SpecError, match="tolerance"):
        sy.verify(path, tolerance=-1)
    with pytest.raises(SpecError, match="tolerance"):
        sy.verify(path, tolerance=float("nan"))


def test_another_version_alone_is_no_difference(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO)
    here = sy.__version__
    text = path.read_text(encoding="utf-8")
    text = text.replace(f"sy.{here}", "sy.0.0.9").replace(f"Steelyard {here}", "Steelyard 0.0.9")
    path.write_text(text.replace(f'"steelyard": "{here}"', '"steelyard": "0.0.9"'), encoding="utf-8")
    shown = output("check", "result", path)
    assert "is verified" in flat(shown)
    assert f"These versions differ: steelyard {here} (stored with 0.0.9)." in flat(shown)


def test_fields_that_rows_got_later_are_no_difference(tmp_path: Path) -> None:
    """Every row of an older result was called changed, as its new fields stood at nothing."""
    path = stored(tmp_path, *COMMANDS["plan"])
    older = edited(path, lambda content: [row.pop("n_needed") for row in content["rows"]])
    assert sy.verify(older).outcome == "equal"
    one_short = edited(stored(tmp_path, *COMMANDS["plan"]), lambda content: content["rows"][0].pop("n_needed"))
    assert [check.field for check in sy.verify(one_short).differences] == ["n_needed"]  # an edit, not a version


def test_scores_stored_without_a_direction_are_verified(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO, "-m", "ter")
    edited(path, lambda content: [row.pop("higher_is_better") for row in content["scores"]])
    assert [row.higher_is_better for row in sy.load(path).scores] == [None, None]
    assert sy.verify(path).outcome == "equal"
    edited(path, lambda content: [row.update(higher_is_better=True) for row in content["scores"]])
    assert {check.field for check in sy.verify(path).differences} == {"higher_is_better"}


def test_results_of_before_say_why_they_cannot_be_verified(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO)
    edited(path, lambda content: content["method"].pop("recipe"))
    outcome = run("check", "result", path)
    assert outcome.status == 2
    assert "without the recipe of a result" in flat(outcome.out)
    assert {check.state for check in sy.verify(path).inputs} == {"as it was"}


def test_what_no_file_holds_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    data = sy.TestSet(references=[["a b"]], systems={"x": ["a"]})
    sy.evaluate(data).scores().save(path)
    assert "did not come as a whole file" in sy.verify(path).method["reason"]
    whole = sy.TestSet.from_files(references=[REFERENCE], systems={"harbour": HARBOUR})
    sy.evaluate(whole.select(range(50))).scores().save(path)
    assert "did not come as a whole file" in sy.verify(path).method["reason"]
    sy.evaluate(whole, [], segment_scores={"judge": {"harbour": [0.5] * 120}}).scores().save(path)
    assert sy.verify(path).method["reason"] == "scores judge (judge) did not come as a whole file"
    words = ("score", REFERENCE, "-f", "json")
    path.write_text(output(*words, stdin=Path(HARBOUR).read_bytes()), encoding="utf-8")
    assert run("check", "result", path).status == 2


def test_rankings_come_out_again(tmp_path: Path) -> None:
    rows = "".join(f"{n + 1}\tann\ta\t{1 + n % 3 // 2}\tb\t{2 - n % 3 // 2}\tr{n}\n" for n in range(60))
    (tmp_path / "rr.tsv").write_text(f"line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n{rows}")
    assert "verified:" in output("check", "result", stored(tmp_path, "human", str(tmp_path / "rr.tsv"), "-n", "99"))


def test_a_metric_that_is_not_known_here_is_named(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO)
    edited(path, lambda content: content["method"]["recipe"].update(metrics=["bleux"]))
    assert "computing it again failed: Unknown metric 'bleux'" in sy.verify(path).method["reason"]


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"schema": "steelyard.scores/9", "method": {}}', encoding="utf-8")
    outcome = run("check", "result", path)
    assert (outcome.status, outcome.out) == (2, "")
    assert "its schema is 'steelyard.scores/9'" in outcome.err
    with pytest.raises(DataError, match="Cannot read"):
        sy.verify(tmp_path / "absent.json")


def test_word_lists_are_in_the_signature_by_their_hash(copied: Path) -> None:
    (copied / "synonyms").write_text("big\tlarge\n", encoding="utf-8")
    path = stored(Path(), "score", *COPIED, "-m", "meteor-2005", "--synonyms", "synonyms")
    assert run("check", "result", path).status == 0
    (copied / "synonyms").write_text("big\tlarge\nship\tboat\n", encoding="utf-8")
    # A process reads a word list once, so the change shows in another one.
    command = [sys.executable, "-m", "steelyard", "check", "result", str(path), "-f", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    differences = json.loads(done.stdout)["differences"]
    assert any(check["field"] == "signature" and "synonym[synonyms#" in check["stored"] for check in differences)


def test_the_verification_has_every_format(tmp_path: Path) -> None:
    path = stored(tmp_path, "score", *TWO)
    edited(path, lambda content: content["scores"][0].update(score=1.0))
    assert run("check", "result", path, "-f", "csv").out.startswith(
        'table,row,field,stored,recomputed\nscores,"bleu, harbour",'
    )
    assert "| scores | bleu, harbour | score | 1.0 |" in run("check", "result", path, "-f", "markdown").out
