"""Ledgers of gates: levels add up to alpha whatever happened, in any order of lines, and nothing is changed unseen."""

import math
import random
from fractions import Fraction
from pathlib import Path

import pytest

from steelyard.errors import DataError, SpecError
from steelyard.files.writing import append_line
from steelyard.reading.ledger import Ledger, Look, level_of, read_ledger

ALPHA = 0.05


def written(ledger: Ledger, *, set_: str = "s", failed: bool = False, shown: bool = False, name: str = "") -> Look:
    """Return the look that is written next."""
    due = ledger.next(set_, ALPHA)
    said = (due.level, "above", failed, shown, due.is_guaranteed, f'{{"name": "{name}"}}')
    return Look(ledger.heads, set_, f"systems{name}", "2026-11-29", ALPHA, *said)


def grown(path: Path, n: int, *, name: str = "", failed: frozenset[int] = frozenset(), shown: int = -1) -> Ledger:
    """Write looks to a file, one after another."""
    for i in range(n):
        ledger = read_ledger(path) if path.exists() else Ledger()
        append_line(path, written(ledger, failed=i in failed, shown=i == shown, name=f"{name}{i}").line)
    return read_ledger(path)


def test_levels_of_one_line_add_up_to_alpha() -> None:
    spent = 0.0
    for k in range(1, 2000):
        level = level_of(ALPHA, spent, k)
        due = ALPHA * (1 / math.log2(k + 1) - 1 / math.log2(k + 2))
        assert 0.99 * due < level < 1.2 * due  # rounded down; what that leaves goes to the looks after it
        spent += level
        assert spent <= ALPHA * (1 - 1 / math.log2(k + 2)) * 1.001
    assert 0.9 * ALPHA < spent < ALPHA


def test_a_failed_gate_gives_its_level_to_the_looks_after_it(tmp_path: Path) -> None:
    ledger = grown(tmp_path / "looks.txt", 40, failed=frozenset({2, 3, 20}))
    looks = [*ledger.looks]
    assert [look.has_failed for look in looks].count(True) == 3 and not ledger.faults
    for first, last, budget in (
        (0, 3, ALPHA),
        (3, 4, looks[2].level),
        (4, 21, looks[3].level),
        (21, 40, looks[20].level),
    ):
        levels = [look.level for look in looks[first:last]]
        assert sum(map(Fraction, levels)) <= Fraction(budget) and levels == sorted(levels, reverse=True)
        assert ledger.standing_of(looks[first]).budget == budget
    assert [ledger.standing_of(look).number for look in looks] == [*range(1, 41)]


def test_every_way_that_verdicts_may_go_adds_up_to_alpha() -> None:
    """A wrong failure has a chance of alpha at most, whichever looks are of systems that are truly worse.

    The next system depends on the verdicts, so each way is a look of its own: 2 to the power of n - 1 looks n. A truly
    worse system fails at worst always, another one with the chance of its level. All ways together have alpha.
    """
    rng = random.Random(4)

    def risk(budget: float, spent: float, step: int, depth: int) -> float:
        if depth == 0:
            return 0.0
        level = level_of(budget, spent, step)
        goes_on = risk(budget, spent + level, step + 1, depth - 1)
        if rng.random() < 0.5:  # truly worse: a failure is right, and the looks after it have its level
            return goes_on + risk(level, 0.0, 1, depth - 1)
        return goes_on + level

    risks = [risk(ALPHA, 0.0, 1, 12) for _ in range(50)]
    assert max(risks) <= ALPHA and min(risks) > 0.3 * ALPHA


def test_the_order_of_lines_their_ends_and_doubles_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    whole = grown(path, 12, failed=frozenset({5}))
    lines = path.read_text(encoding="utf-8").splitlines()
    for seed in range(5):
        shuffled = [*lines, *lines[3:7], ""]
        random.Random(seed).shuffle(shuffled)
        path.write_bytes("\r\n".join(shuffled).encode())
        found = read_ledger(path)
        assert found.looks == whole.looks and found.faults == () and found.heads == whole.heads


def test_branches_that_merge_share_what_is_left(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.txt", tmp_path / "theirs.txt"
    grown(ours, 3)
    theirs.write_bytes(ours.read_bytes())
    first, second = grown(ours, 1, name="ours"), grown(theirs, 1, name="theirs")
    assert first.looks[-1].level == second.looks[-1].level  # neither knows of the other
    lines = {*ours.read_text(encoding="utf-8").splitlines(), *theirs.read_text(encoding="utf-8").splitlines()}
    ours.write_text("\n".join(sorted(lines)), encoding="utf-8")
    merged = read_ledger(ours)
    assert len(merged.heads) == 2 and merged.faults == ()
    due, alone = merged.next("s", ALPHA), first.next("s", ALPHA)
    assert due.number == alone.number == 5 and due.level < alone.level
    assert due.spent == pytest.approx(alone.spent + second.looks[-1].level)
    [account] = merged.accounts()
    assert account.spent == pytest.approx(due.spent) and account.bound == ALPHA


def test_what_branches_spent_twice_is_added_up(tmp_path: Path) -> None:
    lines: set[str] = set()
    for name in "abc":
        path = tmp_path / f"{name}.txt"
        grown(path, 3, name=name)
        lines |= {*path.read_text(encoding="utf-8").splitlines()}
    merged = tmp_path / "all.txt"
    merged.write_text("\n".join(lines), encoding="utf-8")
    ledger = read_ledger(merged)
    [account] = ledger.accounts()
    assert account.bound == account.spent == pytest.approx(3 * ALPHA * (1 - 1 / math.log2(5)), rel=1e-3)
    assert ledger.next("s", ALPHA).level == 0.0


def test_scores_that_were_shown_end_the_guarantee_of_the_looks_after(tmp_path: Path) -> None:
    ledger = grown(tmp_path / "looks.txt", 6, shown=2)
    assert [look.is_guaranteed for look in ledger.looks] == [True] * 3 + [False] * 3
    assert ledger.accounts()[0].n_guaranteed == 3


def test_two_failed_gates_that_did_not_know_of_each_other_end_it_too(tmp_path: Path) -> None:
    lines: set[str] = set()
    for name in "ab":
        path = tmp_path / f"{name}.txt"
        grown(path, 2, name=name, failed=frozenset({1}))
        lines |= {*path.read_text(encoding="utf-8").splitlines()}
    path = tmp_path / "all.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert not read_ledger(path).next("s", ALPHA).is_guaranteed


def test_another_test_set_has_an_alpha_of_its_own(tmp_path: Path) -> None:
    ledger = grown(tmp_path / "looks.txt", 5)
    assert ledger.next("other", 0.1) == Ledger().next("other", 0.1)
    with pytest.raises(SpecError, match=r"share an alpha of 0.05, so it cannot be 0.1"):
        ledger.next("s", 0.1)


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("verdict=open", "verdict=failed", "its hash is another"),
        ("date=2026-11-29", "date=2026-11-28", "its hash is another"),
        ("scores=shown", "scores=hidden", "its hash is another"),
        ("systems=systems1", "systems=systems2", "its hash is another"),
    ],
)
def test_a_changed_line_is_found(before: str, after: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    grown(path, 4, shown=1)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert before in lines[1] or before == "verdict=open"
    lines[1] = lines[1].replace(before, after)
    path.write_text("\n".join(lines), encoding="utf-8")
    ledger = read_ledger(path)
    assert [(fault.line, what in fault.what) for fault in ledger.faults] == [(2, True)]
    assert len(ledger.looks) == 1  # the others rest on it


def test_a_line_that_is_missing_is_found_unless_it_is_the_last(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    grown(path, 4)
    lines = path.read_text(encoding="utf-8").splitlines()
    for gone in range(4):
        path.write_text("\n".join(lines[:gone] + lines[gone + 1 :]), encoding="utf-8")
        faults = read_ledger(path).faults
        assert len(faults) == (gone < 3) and all("which is missing" in fault.what for fault in faults)


def test_a_line_with_its_hash_made_anew_cannot_have_another_level(tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    ledger = grown(path, 2)
    due = ledger.next("s", ALPHA)
    forged = Look(ledger.heads, "s", "x", "2026-11-29", ALPHA, 0.02, "below", True, False, due.is_guaranteed, "{}")
    append_line(path, forged.line)
    [fault] = read_ledger(path).faults
    assert fault.line == 3 and "its level is 0.02, but was" in fault.what
    other = Look(
        ledger.heads, "s", "y", "2026-11-29", 0.5, level_of(0.5, due.spent, 3), "below", True, False, True, "{}"
    )
    path.write_text("\n".join([*path.read_text().splitlines()[:2], other.line]), encoding="utf-8")
    assert "its alpha is 0.5" in read_ledger(path).faults[0].what


@pytest.mark.parametrize("line", ["<<<<<<< HEAD", "steelyard-look/1 0", "steelyard-look/2 " + "0" * 64])
def test_what_is_no_look_is_one_sentence(line: str, tmp_path: Path) -> None:
    path = tmp_path / "looks.txt"
    grown(path, 2)
    append_line(path, line)
    with pytest.raises(DataError, match=r"line 3 is no look of a ledger of gates\. Marks of a merge"):
        read_ledger(path)
