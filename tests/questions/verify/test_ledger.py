"""`check result` on a ledger of gates: in order, added up, and what was changed is named."""

import json
import random
from pathlib import Path

import pytest

import steelyard as sy
from tests.cli.running import run
from tests.reading.test_ledger import grown


def checked(path: Path) -> tuple[int, str]:
    outcome = run("check", "result", path)
    return outcome.status, " ".join(outcome.out.split())


def test_looks_are_put_in_order_and_added_up(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    ledger = grown(path, 5, failed=frozenset({2}))
    lines = path.read_text(encoding="utf-8").splitlines()
    random.Random(2).shuffle(lines)
    path.write_text("\n".join(lines), encoding="utf-8")
    found = sy.verify(path)
    assert [row.number for row in found.looks] == [1, 2, 3, 4, 5] and found.outcome == "equal"
    assert [lines[row.line - 1] for row in found.looks] == [look.line for look in ledger.looks]
    [account] = found.test_sets
    assert (account.n_looks, account.n_failed, account.n_guaranteed, account.bound) == (5, 1, 5, 0.05)
    assert account.spent == pytest.approx(sum(row.level for row in found.looks if row.verdict == "open"))
    status, said = checked(path)
    assert status == 0 and said.startswith(f"{path} is complete: 5 looks") and "history in git" in said
    kept = json.loads(run("check", "result", path, "-f", "json").out)
    assert sy.results.Verification.from_dict(kept) == found


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    grown(path, 3)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], lines[1].replace("open", "failed"), lines[2]]), encoding="utf-8")
    status, said = checked(path)
    assert status == 1 and "was changed: 1 line differs from the original" in said and "2 it was changed" in said
    path.write_text("\n".join([lines[0], lines[2]]), encoding="utf-8")
    status, said = checked(path)
    assert status == 1 and "2 it names the earlier line" in said and "which is missing" in said


def test_lost_guarantees_and_twice_spent_levels_are_said(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    grown(path, 4, shown=1)
    assert "2 looks at test set s came after scores were shown" in checked(path)[1]
    lines: set[str] = set()
    for name in "abc":
        branch = tmp_path / f"{name}.txt"
        grown(branch, 3, name=name)
        lines |= {*branch.read_text(encoding="utf-8").splitlines()}
    path.write_text("\n".join(lines), encoding="utf-8")
    status, said = checked(path)
    assert status == 0 and "used more than 0.05 together" in said and "at most 0.0854" in said
