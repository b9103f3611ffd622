"""An anchor: an old release that every new system is compared with, so that small losses cannot add up unseen."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, SPARROW, output, run

GATE = ("gate", REFERENCE, "--documents", DOCUMENTS, "-n", 200, "-q")


def scored(**scores: Any) -> sy.Evaluation:
    rows = {system: list(map(float, row)) for system, row in scores.items()}
    return sy.evaluate_scores({"score": rows}, higher_is_better=["score"])


def releases(n: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return releases that each lose a little less on the release before than a test at 5 % finds: t is -1.9."""
    found = [rng.normal(size=400)]
    for _ in range(n):
        noise = rng.normal(size=400)
        noise -= noise.mean()
        found.append(found[-1] + noise - 1.9 * noise.std(ddof=1) / np.sqrt(400))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_eleven_open_gates_in_a_row_lose_what_the_anchor_finds(seed: int) -> None:
    first, *rest = releases(11, np.random.default_rng(seed))
    open_gates = stopped = 0
    for old, new in pairwise([first, *rest]):
        open_gates += scored(old=old, new=new).gate(test="t").verdict == "cannot tell"
        with_anchor = scored(anchor=first, new=new) if old is first else scored(old=old, anchor=first, new=new)
        stopped += with_anchor.gate(test="t", anchor="anchor").verdict == "fail"
    lost = (first - rest[-1]).mean() / first.std()
    assert open_gates == 11 and lost > 0.9  # a standard deviation is gone, and no gate has said a word
    assert stopped >= 9  # of eleven: from the third release on


def test_each_new_system_is_held_against_both_in_one_family() -> None:
    gate = json.loads(run(*GATE, "-i", HARBOUR, LANTERN, SPARROW, "--anchor", ORATOR, "-f", "json").out)
    pairs = [(one["system"], one["against"], one["is_since_anchor"]) for one in gate["outcomes"]]
    assert pairs == [
        ("lantern", "harbour", False),
        ("sparrow", "harbour", False),
        ("lantern", "orator", True),
        ("sparrow", "orator", True),
    ]
    assert gate["method"]["family_size"] == 4 and gate["method"]["recipe"]["arguments"]["anchor"] == "orator"


def test_a_loss_since_the_anchor_fails_a_gate_that_the_last_release_would_pass() -> None:
    argv = (*GATE, "-i", SPARROW, ORATOR, "--max-drop", "25")
    assert run(*argv).status == 0
    failed = run(*argv, "--anchor", HARBOUR)
    assert failed.status == 1
    lines = failed.out.partition("\n\n")[0].splitlines()
    assert lines[0].startswith("Gate failed: orator is 3") and " BLEU below the anchor harbour [" in lines[0]


def test_the_sum_since_the_anchor_is_said_where_another_limit_failed() -> None:
    failed = run(*GATE, "-i", HARBOUR, SPARROW, "--anchor", ORATOR)
    said = " ".join(failed.out.partition("\n\n")[0].split())
    assert (
        failed.status == 1 and "Since the anchor: sparrow is 17." in said and "BLEU above the anchor orator [" in said
    )


def test_the_last_release_may_be_the_anchor() -> None:
    outcome = run(*GATE, "-i", HARBOUR, LANTERN, "--anchor", HARBOUR, "-f", "json")
    [one] = json.loads(outcome.out)["outcomes"]
    assert (one["against"], one["is_since_anchor"]) == ("harbour", True)


def test_an_anchor_after_the_new_system_says_the_same_as_before_it() -> None:
    rows = np.random.default_rng(5).normal(size=(3, 80))
    rows[2] -= 0.6
    old, anchor, new = rows
    for drop in (None, 0.05):
        before = scored(old=old, anchor=anchor, new=new).gate(drop, anchor="anchor").outcomes[1]
        after = scored(old=old, new=new, anchor=anchor).gate(drop, anchor="anchor").outcomes[1]
        assert (before.system, before.against, before.verdict) == ("new", "anchor", "fail")
        assert after.verdict == before.verdict and after.value == pytest.approx(before.value)
        assert after.interval == pytest.approx(before.interval) and after.system == "new"


def test_statistics_files_take_an_anchor_by_file_or_by_name(tmp_path: Path) -> None:
    files = {}
    for name, path in (("harbour", HARBOUR), ("lantern", LANTERN), ("sparrow", SPARROW)):
        files[name] = tmp_path / f"{name}.jsonl"
        output("score", "-q", REFERENCE, "-i", path, "--names", name, "--keep", files[name])
    both = ("gate", "-q", "-n", 200, "-f", "json", "--stats", files["harbour"], files["lantern"])
    by_file = json.loads(run(*both, "--anchor", files["sparrow"]).out)
    by_name = json.loads(run(*both, files["sparrow"], "--anchor", "sparrow").out)
    assert by_file["outcomes"] == by_name["outcomes"] and len(by_file["outcomes"]) == 2
    refused = run(*both, "--anchor", "kite")
    assert refused.status == 2 and "Unknown anchor 'kite'. Valid: harbour, lantern." in refused.err


def test_a_table_takes_an_anchor_by_name(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    rng = np.random.default_rng(2)
    rows = [f"{i},{','.join(f'{x:.4f}' for x in rng.normal(size=3))}" for i in range(60)]
    table.write_text("item,old,first,new\n" + "\n".join(rows) + "\n", encoding="utf-8")
    argv = ("gate", "-q", "--scores", table, "--higher-is-better", "scores", "-f", "json", "--systems", "old", "first")
    outcome = run(*argv, "new", "--anchor", "first")
    assert outcome.status in (0, 1), outcome.err
    assert [one["against"] for one in json.loads(outcome.out)["outcomes"]] == ["old", "first"]


def test_a_gate_with_an_anchor_is_computed_again(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    path.write_text(run(*GATE, "-i", HARBOUR, LANTERN, "--anchor", SPARROW, "-f", "json").out, encoding="utf-8")
    assert run("check", "result", path).status == 0


def test_what_no_anchor_can_be_is_refused() -> None:
    for flags, said in (
        (("-i", HARBOUR, "--anchor", SPARROW), "There is no new system"),
        (("-i", HARBOUR, LANTERN, "--anchor", SPARROW, "--pairs", "lantern:harbour"), "leave out pairs"),
        (("-i", HARBOUR, LANTERN, "--anchor", "no-such-file"), "Cannot read no-such-file"),
    ):
        outcome = run(*GATE, *flags)
        assert (outcome.status, outcome.out) == (2, "") and said in outcome.err, outcome.err
    with pytest.raises(SpecError, match="Unknown anchor 'kite'"):
        scored(a=range(9), b=range(9)).gate(anchor="kite")
