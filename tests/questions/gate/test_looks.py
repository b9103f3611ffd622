"""Gates with a ledger: verdicts alone are told, each look is written down before, and costs its share of alpha."""

import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.reading.ledger import level_of, read_ledger
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, REFERENCE_2, SPARROW, output, run

ROWS = np.random.default_rng(3).normal(size=(12, 60))


def scored(*rows: Any) -> sy.Evaluation:
    table = {f"s{i}": list(map(float, row)) for i, row in enumerate(rows)}
    return sy.evaluate_scores({"score": table}, higher_is_better=["score"])


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w.])-?\d+\.\d+", text))


def gate(*flags: Any, ledger: Path, systems: tuple[str, ...] = (HARBOUR, LANTERN)) -> Any:
    return run("gate", REFERENCE, "-i", *systems, "--ledger", ledger, *flags)


@pytest.mark.parametrize("form", ["text", "json", "markdown", "latex", "csv", "github"])
def test_nothing_but_the_verdict_is_told(form: str, tmp_path: Path) -> None:
    outcome = gate("-f", form, ledger=tmp_path / "looks.txt", systems=(HARBOUR, SPARROW))
    assert outcome.status == 1
    said = outcome.out + outcome.err
    known = {"0.05", "0.01845", "0.0184", "0.0185", "0.0", sy.__version__, np.__version__.rpartition(".")[0], "3.11"}
    told = numbers_in(re.sub(r'"(steelyard|numpy|python)": ".*?"', "", said))
    assert told <= known, told
    assert not re.search(r"sparrow is|BLEU|adjusted|\bbetter\b", said.replace("bleu", ""))


def test_the_line_holds_no_p_unless_scores_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    for system, flags in ((LANTERN, ()), (SPARROW, ()), (ORATOR, ("--show-scores",))):
        gate(*flags, ledger=path, systems=(HARBOUR, system))
    looks = read_ledger(path).looks
    assert [look.p for look in looks[:2]] == ["above", "below"] and 0 < float(looks[2].p) < 0.01
    assert [look.has_failed for look in looks] == [False, True, True]
    assert [look.is_shown for look in looks] == [False, False, True]
    assert path.read_text(encoding="utf-8").count("\n") == 3


def test_each_look_is_tested_at_its_own_level(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    worse = ROWS[0] + ROWS[1] - ROWS[1].mean() - 2.3 * ROWS[1].std(ddof=1) / np.sqrt(60)  # p is .025
    verdicts = []
    for row in (ROWS[0] + ROWS[2] * 0.01 + 1, worse):
        verdicts.append(scored(ROWS[0], row).gate(test="t", ledger=path).verdict)
    assert scored(ROWS[0], worse).gate(test="t").verdict == "fail" and verdicts == ["open", "open"]
    alone = scored(ROWS[0], worse).gate(test="t", ledger=tmp_path / "other.txt", alpha=0.1)
    assert alone.verdict == "fail" and alone.looks[0].level == level_of(0.1, 0.0, 1)


def test_draws_are_enough_for_the_level(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    for i in range(1, 10):
        scored(ROWS[0], ROWS[i] + 0.5).gate(ledger=path, n_resamples=20)
    far = scored(ROWS[0], ROWS[0] - 1 + 0.1 * ROWS[11]).gate(ledger=path, n_resamples=20, show_scores=True)
    assert far.looks[0].number == 10 and far.looks[0].level < 0.0006
    assert far.verdict == "fail" and far.method["n_draws"] >= 10 / far.looks[0].level


def test_the_same_question_costs_nothing_once_more(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    first, again = (gate("-f", "json", ledger=path) for _ in range(2))
    assert len(read_ledger(path).looks) == 1
    one, two = (json.loads(outcome.out)["looks"][0] for outcome in (first, again))
    assert (one["is_new"], two["is_new"]) == (True, False) and one["line"] == two["line"]
    gate("--alternative", "worse", ledger=path)
    gate("--show-scores", ledger=path)
    assert len(read_ledger(path).looks) == 3


def test_a_test_set_is_known_by_any_name_and_in_any_order(tmp_path: Path) -> None:
    path, order = tmp_path / "looks.txt", list(range(120))
    random.Random(1).shuffle(order)
    moved = {}
    for name, file in (("one", REFERENCE), ("two", REFERENCE_2), ("h", HARBOUR), ("l", LANTERN), ("s", SPARROW)):
        lines = Path(file).read_text(encoding="utf-8").splitlines()
        moved[name] = tmp_path / f"{name}.text"
        moved[name].write_text("\n".join(lines[i] for i in order) + "\n", encoding="utf-8")
    run("gate", REFERENCE, REFERENCE_2, "-i", HARBOUR, LANTERN, "--ledger", path)
    run("gate", moved["two"], moved["one"], "-i", moved["h"], moved["s"], "--ledger", path)
    first, second = read_ledger(path).looks
    assert first.test_set == second.test_set and second.level < first.level
    run("gate", moved["two"], moved["one"], "-i", moved["h"], moved["l"], "--ledger", path)
    assert len(read_ledger(path).looks) == 2  # the same systems, too
    run("gate", REFERENCE, "-i", HARBOUR, LANTERN, "--ledger", path)
    assert len({look.test_set for look in read_ledger(path).looks}) == 2


def test_statistics_files_are_of_the_same_test_set_as_their_texts(tmp_path: Path) -> None:
    path, files = tmp_path / "looks.txt", []
    for name, system in (("harbour", HARBOUR), ("lantern", LANTERN)):
        files.append(tmp_path / f"{name}.jsonl")
        output("score", "-q", REFERENCE, "-i", system, "--names", name, "--documents", DOCUMENTS, "--keep", files[-1])
    gate(ledger=path)
    assert run("gate", "--stats", *files, "--ledger", path, "--alternative", "worse").status == 0
    assert len({look.test_set for look in read_ledger(path).looks}) == 1


def test_shown_scores_are_said_to_end_the_guarantee(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    shown = gate("--show-scores", ledger=path)
    text = " ".join(shown.out.split())
    assert "later gates have no guaranteed level" in text and "BLEU above harbour" in text
    after = " ".join(gate(ledger=path, systems=(HARBOUR, ORATOR)).out.split())
    assert "The level is not guaranteed: scores were shown before" in after


def test_a_gate_that_can_no_longer_fail_says_so(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    rng = np.random.default_rng(1)
    said = []
    for _ in range(4):
        found = scored(*rng.normal(size=(2, 8))).gate(ledger=path)
        said.append(("no difference can be significant" in sy.report.text(found), found.looks[0].can_fail))
    assert said == [(False, True)] + [(True, False)] * 3  # 8 items give no p below 1/128


def test_a_stored_gate_with_a_ledger(tmp_path: Path) -> None:
    for flags, status, said in (
        (("--show-scores",), 0, "is verified"),
        ((), 2, "it contains only a verdict. Check its ledger"),
    ):
        path = tmp_path / "gate.json"
        path.write_text(gate("-f", "json", "-q", *flags, ledger=tmp_path / "looks.txt").out, encoding="utf-8")
        loaded = sy.load(path)
        assert isinstance(loaded, sy.results.Gate) and loaded.to_dict() == json.loads(path.read_text(encoding="utf-8"))
        outcome = run("check", "result", path)
        assert outcome.status == status and said in " ".join(outcome.out.split()), outcome


def test_github_learns_the_verdict(tmp_path: Path) -> None:
    failed = gate("-f", "github", "-q", ledger=tmp_path / "looks.txt", systems=(HARBOUR, SPARROW))
    assert failed.out.startswith("::error title=Steelyard%3A gate::Gate failed: ")
    assert "Look 1 at this test set" in failed.out


def test_a_damaged_ledger_stops_a_gate(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    gate(ledger=path)
    path.write_text(path.read_text(encoding="utf-8").replace("open", "failed"), encoding="utf-8")
    refused = gate(ledger=path, systems=(HARBOUR, SPARROW))
    assert (refused.status, refused.out) == (2, "") and "looks.txt, line 1: it was changed" in refused.err
    path.write_text("no ledger\n", encoding="utf-8")
    refused = gate(ledger=path)
    assert refused.status == 2 and "line 1 is no look of a ledger" in refused.err
    assert path.read_text(encoding="utf-8") == "no ledger\n"


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--min-score", "30"), "uses the score without a test"),
        (("--plots", "figures"), "which --ledger hides"),
        (("-f", "sacrebleu"), "which --ledger hides"),
        (("--report", "page.html"), "which --ledger hides"),
    ],
)
def test_what_would_tell_more_is_refused_before_anything_is_written(
    flags: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    refused = gate(*flags, ledger=tmp_path / "looks.txt")
    assert (refused.status, refused.out) == (2, "") and said in refused.err
    assert list(tmp_path.iterdir()) == []


def test_levels_that_take_too_many_draws_ask_for_another_test(tmp_path: Path) -> None:
    path, rng = tmp_path / "looks.txt", np.random.default_rng(6)
    for i in range(16):  # each failed gate leaves its own level
        worse = scored(ROWS[0], ROWS[0] - 2 - i / 50 + 0.1 * rng.normal(size=60))
        assert worse.gate(test="t", ledger=path).verdict == "fail"
    before = path.read_bytes()
    with pytest.raises(SpecError, match=r"needs [\d,]+ draws: use a test without draws, such as t"):
        scored(ROWS[0], ROWS[1]).gate(ledger=path)
    assert path.read_bytes() == before
    for i in range(5):
        worse = scored(ROWS[0], ROWS[0] - 3 - i / 50 + 0.1 * rng.normal(size=60))
        if read_ledger(path).next(read_ledger(path).looks[0].test_set, 0.05).level < 1e-9:
            with pytest.raises(DataError, match=r"has no level left for another look .*: take a fresh test set"):
                worse.gate(test="t", ledger=path)
            return
        worse.gate(test="t", ledger=path)
    raise AssertionError("the ledger never came to its end")


def test_other_refusals(tmp_path: Path) -> None:
    refused = gate(ledger=tmp_path / "no" / "looks.txt")
    assert refused.status == 2 and "Cannot write" in refused.err
    with pytest.raises(SpecError, match="leave out show_scores"):
        scored(*ROWS[:2]).gate(show_scores=True)
    path = tmp_path / "looks.txt"
    gate(ledger=path)
    refused = gate("--alpha", "0.1", ledger=path, systems=(HARBOUR, SPARROW))
    assert refused.status == 2 and "share an alpha of 0.05" in refused.err
