"""The faults that `make mutants` plants: they are where they should be, and are there when tests run."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.reliability.mutants import native_faults, python_faults
from tests.reliability.mutants.__main__ import draw, equivalent, faults_of
from tests.reliability.mutants.base import Mutant
from tests.reliability.mutants.running import failed_in, run_tests

PYTHON = '''"""A docstring of 3 words."""
from typing import Literal

SIZES: Literal[1, 2] = 1


def clipped(x: int = 5, *, is_low: bool) -> int:
    if not is_low and x < 3:
        raise ValueError(f"{x + 1} is low")
    return min(x, rows[1:x])  # 7
'''
OF_PYTHON = {
    ("", "constant", "SIZES: Literal[1, 2] = 2"),
    ("clipped", "constant", "def clipped(x: int = 6, *, is_low: bool) -> int:"),
    ("clipped", "boolean", "if not is_low or x < 3:"),
    ("clipped", "boolean", "if (is_low) and x < 3:"),
    ("clipped", "comparison", "if not is_low and x <= 3:"),
    ("clipped", "constant", "if not is_low and x < 4:"),
    ("clipped", "statement", "pass"),
    ("clipped", "guard", "return (x)  # 7"),
    ("clipped", "guard", "return (rows[1:x])  # 7"),
    ("clipped", "constant", "return min(x, rows[2:x])  # 7"),
    ("clipped", "slice", "return min(x, rows[1:(x) + 1])  # 7"),
}
CPP = """#include "a.hpp"

// 3 < 4
template <int n = 4>
std::size_t longest(std::size_t a, std::vector<int>& b) {
  while (a < 10 && !b.empty()) {
    b.pop_back();
    total += a - 1;
  }
  return std::max<std::size_t>(a, b.size());
}
"""
OF_CPP = {
    ("longest", "comparison", "while (a <= 10 && !b.empty()) {"),
    ("longest", "constant", "while (a < 11 && !b.empty()) {"),
    ("longest", "boolean", "while (a < 10 || !b.empty()) {"),
    ("longest", "boolean", "while (a < 10 && b.empty()) {"),
    ("longest", "statement", ";"),
    ("longest", "arithmetic", "total -= a - 1;"),
    ("longest", "arithmetic", "total += a + 1;"),
    ("longest", "constant", "total += a - 2;"),
    ("longest", "guard", "return (a);"),
    ("longest", "guard", "return (b.size());"),
}


@pytest.mark.parametrize(
    ("text", "faults", "wanted"),
    [(PYTHON, python_faults.faults, OF_PYTHON), (CPP, native_faults.faults, OF_CPP)],
    ids=["python", "cpp"],
)
def test_faults_are_in_code_alone_and_one_to_a_place(
    text: str, faults: type, wanted: set[tuple[str, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("base", "python_faults", "native_faults"):
        monkeypatch.setattr(f"tests.reliability.mutants.{module}.ROOT", tmp_path)
    path = tmp_path / "module"
    path.write_text(text, encoding="utf-8")
    found = faults(path)
    assert {(fault.function, fault.kind, fault.after) for fault in found} == wanted
    assert all(text.count(fault.before) and fault.before != fault.after for fault in found)


def test_every_fault_that_is_left_out_is_still_there() -> None:
    names = {fault.name for room in {name[0].split("/")[-2] for name in equivalent()} for fault in _in_folder(room)}
    assert equivalent().keys() - names == set()
    assert all(reason.endswith(".") for reason in equivalent().values())


def _in_folder(room: str) -> list[Mutant]:
    files = {name[0] for name in equivalent() if name[0].split("/")[-2] == room}
    faults = {"py": python_faults.faults, "cpp": native_faults.faults}
    return [fault for file in files for fault in faults[file.rpartition(".")[2]](ROOT / file)]


def test_the_same_seed_draws_the_same_faults() -> None:
    drawn = draw(["files", "native"], 20, 7)
    assert drawn == draw(["files", "native"], 20, 7) != draw(["files", "native"], 20, 8)
    assert [fault.room for fault in drawn] == ["files"] * 16 + ["native"] * 4
    assert len({fault.kind for fault in drawn}) > 6


def test_a_fault_is_there_when_tests_run_and_the_checkout_stays_as_it_is(tmp_path: Path) -> None:
    fault = next(fault for fault in faults_of("files") if fault.function == "is_whole" and fault.kind == "return")
    old = fault.path.read_bytes()
    changed = tmp_path / "changed.py"
    changed.write_bytes(fault.source())
    place = {"module": "steelyard.files.parsing", "path": str(changed), "origin": str(fault.path)}
    doctest = "src/steelyard/files/parsing.py"
    assert run_tests(tmp_path, [doctest], [], 60) == 0
    assert run_tests(tmp_path, [doctest], [], 60, place) == 1
    assert [name.partition("::")[0] for name in failed_in(tmp_path)] == [doctest]
    assert fault.path.read_bytes() == old
