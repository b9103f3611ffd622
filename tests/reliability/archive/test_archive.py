"""The archive of outputs: it has every example of help, and says of every difference what it is."""

import subprocess
import sys
from pathlib import Path

import pytest

import steelyard as sy
from tests.cli.example_folder import LINES, in_format
from tests.conftest import ROOT
from tests.reliability.archive.cases import cases, lines_of_cases
from tests.reliability.archive.comparison import (
    CLOSE,
    DIFFER,
    FITS_OF_REAL_SETS,
    GONE,
    NEW,
    RENAMED,
    SAME,
    compare,
    report,
)
from tests.reliability.archive.outputs import Output, stable
from tests.reliability.archive.record import FILE, Machine, Record, Shelf, read, this_machine, written

HERE = Machine("Python 3", "openblas Haswell")
FIT = "steelyard lab train x"


def test_every_example_page_and_command_is_recorded_and_nothing_else() -> None:
    assert read(FILE.read_text(encoding="utf-8")).digests.keys() == lines_of_cases().keys()


def test_every_example_but_of_selftest_is_a_case() -> None:
    lines = {case.line for case in cases() if case.kind == "example"}
    assert lines == {line for line in LINES if line.split()[1] != "selftest"}


def test_no_two_cases_have_one_name() -> None:
    names = [case.name for case in cases()]
    assert len(names) == len(set(names)) > 500


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("text", ["board", "x", "--by", "y"]),
        ("json", ["board", "x", "--by", "y", "-f", "json"]),
        ("html", ["board", "x", "--by", "y", "--report", "page.html"]),
    ],
)
def test_a_format_takes_the_place_of_those_that_a_line_names(form: str, expected: list[str]) -> None:
    assert in_format(["board", "x", "--format", "csv", "--by", "y", "--report", "z.html"], form) == expected


def test_fits_are_named_by_commands_that_there_are() -> None:
    lines = [line for said in lines_of_cases().values() for line in said]
    assert all(any(line.startswith(name) for line in lines) for name in (*FITS_OF_REAL_SETS, *NO_OPTIMUM_OF_PAGES))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"version:sy.{sy.__version__}, steelyard {sy.__version__}.", "version:sy.VERSION, steelyard VERSION."),
        (
            f"1{sy.__version__} {sy.__version__}5 2.{sy.__version__}",
            f"1{sy.__version__} {sy.__version__}5 2.{sy.__version__}",
        ),
        ('"versions": {"numpy": "2.4.6"}, "x": {}', '"versions": {VERSIONS}, "x": {}'),
        ("a fault: no data (questions/items/page.py, line 147). See", "a fault: no data. See"),
    ],
)
def test_only_what_may_differ_is_taken_out(text: str, expected: str) -> None:
    assert stable(text) == expected


def outcome(
    before: str,
    now: str,
    folder: Path,
    *,
    line: str = "steelyard score x",
    kernels: str = HERE.kernels,
    renames: tuple[tuple[str, str], ...] = (),
    is_at_hand: bool = True,
) -> str:
    """Return what becomes of a case whose output was another one."""
    shelf, recorded = Shelf(folder), Output(0, before)
    if is_at_hand:
        shelf.keep(recorded)
    record = Record(Machine(HERE.packages, kernels), {"a": (0, recorded.sha256)})
    [found] = compare(record, {"a": Output(0, now)}, shelf, lines={"a": (line,)}, here=HERE, renames=renames)
    return found.outcome


def test_only_equal_bytes_are_the_same(tmp_path: Path) -> None:
    assert outcome("a 1.5\n", "a 1.5\n", tmp_path) == SAME
    assert outcome("a 1.5\n", "a  1.5\n", tmp_path) == DIFFER
    assert outcome("a 1.5\n", "a 1.50000000001\n", tmp_path) == DIFFER


def test_another_status_is_a_difference(tmp_path: Path) -> None:
    record = Record(HERE, {"a": (0, Output(0, "x").sha256)})
    [found] = compare(record, {"a": Output(1, "x")}, Shelf(tmp_path), lines={"a": ()}, here=HERE)
    assert found.outcome == DIFFER


def test_fits_may_differ_in_last_digits_where_kernels_are_others(tmp_path: Path) -> None:
    other = "openblas Prescott"
    assert outcome("0.5", "0.50000000001", tmp_path, line=FIT, kernels=other) == CLOSE
    assert outcome("0.5", "0.50000000001", tmp_path, line=FIT) == DIFFER
    assert outcome("0.5", "0.50001", tmp_path, line=FIT, kernels=other) == DIFFER
    assert outcome("0.5", "0.50000000001", tmp_path, kernels=other) == DIFFER
    assert outcome("0.5", "0.6", tmp_path, line=f"{NO_OPTIMUM_OF_PAGES[0]} x", kernels=other) == FREE


def test_renamed_outputs_are_held_against_what_was_recorded(tmp_path: Path) -> None:
    renames = (("steelyard board items", "steelyard board items"),)
    before, now = "See steelyard board items\n--help.\n", "See steelyard board\nitems --help.\n"
    assert outcome(before, now, tmp_path / "1", renames=renames) == RENAMED
    assert outcome(before, "See steelyard boards.\n", tmp_path / "1", renames=renames) == DIFFER
    assert outcome(before, now, tmp_path / "1") == DIFFER
    assert outcome(before, now, tmp_path / "2", renames=renames, is_at_hand=False) == DIFFER


def test_cases_that_came_and_went_are_told(tmp_path: Path) -> None:
    record = Record(HERE, {"a": (0, "0" * 64)})
    found = compare(record, {"b": Output(0, "x")}, Shelf(tmp_path), lines={"b": ()}, here=HERE)
    assert [(finding.name, finding.outcome) for finding in found] == [("a", GONE), ("b", NEW)]


def test_a_difference_is_shown_once_with_all_cases_that_have_it(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    before = {name: Output(0, f"{name}\nits\nend\n") for name in ("example/a#1.csv", "page/a.md#1", "real/a.json")}
    for output in before.values():
        shelf.keep(output)
    record = Record(HERE, {name: (0, output.sha256) for name, output in before.items()})
    now = {name: Output(0, output.text.replace("its", "their")) for name, output in before.items()}
    now["real/a.json"] = before["real/a.json"]
    said = list(report(compare(record, now, shelf, lines=dict.fromkeys(now, ()), here=HERE)))
    assert said == [
        "example/a#1.csv\npage/a.md#1\n  -its\n  +their\n",
        "3 cases: 2 differ, 1 the same",
        "by source: 1 example, 1 page",
        "by format: 1 csv, 1 text",
    ]


def test_a_record_is_read_as_it_was_written() -> None:
    record = Record(this_machine(), {"b": (1, "0" * 64), "a": (0, "1" * 64)})
    assert read(written(record)) == record
    assert list(read(written(record)).digests) == ["a", "b"]


def test_cases_that_no_machine_changes_are_as_recorded(tmp_path: Path) -> None:
    words = ("help/explain_signature", "example/explain_signature", "page/README.md")
    argv = [sys.executable, "-m", "tests.reliability.archive", "--outputs", str(tmp_path), "--cases", *words]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    n_cases = sum(any(word in name for word in words) for name in lines_of_cases())
    assert done.stdout.startswith(f"{n_cases} cases: {n_cases} the same\n"), done.stdout + done.stderr
    assert done.returncode == 0 and len(list(tmp_path.iterdir())) > 10
