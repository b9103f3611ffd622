"""`steelyard check files` as people type it: files as they are, exit status, stored result."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.results import LintReport
from steelyard.text import CHECKS
from tests.bilingual_files import xliff
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, REFERENCE_2, SPARROW, TANGLE, output, run
from tests.conftest import EXAMPLES

SOURCE = str(EXAMPLES / "source.de")
ALL = (REFERENCE, REFERENCE_2, "-i", HARBOUR, LANTERN, SPARROW, TANGLE, ORATOR, "--sources", SOURCE)


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """Return harbour's output without line 41."""
    lines = Path(HARBOUR).read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "cut.en"
    path.write_text("".join(lines[:40] + lines[41:]), encoding="utf-8")
    return path


def test_the_bundled_example_has_no_findings() -> None:
    printed = output("check", "files", *ALL, "--documents", DOCUMENTS, "--fail-on", "note")
    assert printed == "0 errors, 0 warnings, 0 notes: 5 systems, 2 references, 120 segments, 34 checks"


def test_a_missing_line_is_two_errors_and_status_1(cut: Path, tmp_path: Path) -> None:
    outcome = run("check", "files", REFERENCE, "-i", HARBOUR, cut)
    assert (outcome.status, outcome.err) == (1, "")
    assert "cut     119 lines, but the first reference has 120" in outcome.out
    assert "from about line 41 on, line n fits the reference's n + 1" in outcome.out
    stored = run("check", "files", REFERENCE, "-i", HARBOUR, cut, "-f", "json")
    assert stored.status == 1 and json.loads(stored.out)["schema"] == "steelyard.lint-report/1"
    path = tmp_path / "lint.json"
    path.write_text(stored.out, encoding="utf-8")
    found = sy.load(path)
    assert isinstance(found, LintReport)
    assert report.text(found) == outcome.out[:-1]
    assert [finding.check for finding in found.findings] == ["line-counts", "alignment"]
    assert found.method["inputs"][2]["n_lines"] == 119


@pytest.mark.parametrize(
    ("fail_on", "status"),
    [((), 0), (("--fail-on", "error"), 0), (("--fail-on", "warning"), 1), (("--fail-on", "note"), 1)],
)
def test_what_fails_is_chosen(fail_on: tuple[str, ...], status: int, tmp_path: Path) -> None:
    copy = tmp_path / "copy.en"
    copy.write_bytes(Path(HARBOUR).read_bytes())
    outcome = run("check", "files", REFERENCE, "-i", HARBOUR, copy, *fail_on)
    assert outcome.status == status and "warning: same-texts" in outcome.out
    assert run("check", "files", REFERENCE, "-i", HARBOUR, copy, *fail_on, "--ignore", "same-texts").status == 0
    assert run("check", "files", REFERENCE, "-i", HARBOUR, copy, *fail_on, "--only", "empty", "short").status == 0


def test_bytes_that_are_no_text_are_findings(tmp_path: Path) -> None:
    mine = tmp_path / "mine.en"
    content = Path(HARBOUR).read_bytes().split(b"\n")
    content[6] += b" caf\xe9"
    mine.write_bytes(b"\n".join(content))
    outcome = run("check", "files", REFERENCE, "-i", mine)
    assert outcome.status == 1 and "mine    7      not utf-8" in outcome.out
    assert outcome.out.startswith("1 error, 0 warnings, 0 notes")  # and no U+FFFD of our own
    assert run("check", "files", REFERENCE, "-i", mine, "--ignore", "encoding").status == 0
    wide = tmp_path / "wide.en"
    wide.write_bytes(Path(HARBOUR).read_text(encoding="utf-8").encode("utf-16"))
    outcome = run("check", "files", REFERENCE, "-i", wide)
    assert outcome.status == 1 and "not utf-8: it looks like UTF-16" in outcome.out
    assert outcome.out.startswith("1 error, 0 warnings, 0 notes")
    assert run("check", "files", wide, "-i", HARBOUR).status == 1
    output("check", "files", wide, "-i", wide, "-e", "utf-16", "--ignore", "exchanged")


def test_windows_line_ends_and_packed_files_are_read(tmp_path: Path) -> None:
    import gzip

    mine = tmp_path / "mine.en.gz"
    mine.write_bytes(gzip.compress(Path(HARBOUR).read_bytes().replace(b"\n", b"\r\n")))
    printed = output("check", "files", REFERENCE, "-i", mine)
    assert printed.startswith("0 errors, 0 warnings, 1 note") and "lines end in CRLF" in printed


def test_references_can_be_looked_at_alone_and_columns_split(tmp_path: Path) -> None:
    (tmp_path / "job.xlf").write_text(xliff(["Hallo.", "Bis bald."], ["Hello.", ""]), encoding="utf-8")
    assert "1 system, 0 references, 2 segments" in run("check", "files", tmp_path / "job.xlf").out
    assert output("check", "files", REFERENCE, REFERENCE_2).startswith("0 errors, 0 warnings, 0 notes: 0 systems")
    both = tmp_path / "both.tsv"
    lines = (Path(path).read_text(encoding="utf-8").splitlines() for path in (REFERENCE, REFERENCE_2))
    both.write_text("".join(f"{a}\t{b}\n" for a, b in zip(*lines, strict=True)), encoding="utf-8")
    assert run("check", "files", both, "-i", HARBOUR).status == 1
    assert output("check", "files", both, "-nr", "2", "-i", HARBOUR).startswith(
        "0 errors, 0 warnings, 0 notes: 1 system, 2 ref"
    )


def test_all_checks_are_listed() -> None:
    printed = output("check", "files", "--list")
    assert len(printed.splitlines()) == len(CHECKS) + 1
    assert all(f"\n{name} " in printed for name in CHECKS)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ((), "There is no reference"),
        ((REFERENCE, "-i", "no-such-file"), "Cannot read no-such-file"),
        ((REFERENCE, "-i", HARBOUR, "--only", "emtpy"), "Unknown check 'emtpy'. Did you mean 'empty'?"),
        ((REFERENCE, "-i", HARBOUR, "--only", "empty", "--ignore", "empty"), "No check is left"),
        ((REFERENCE, "-i", HARBOUR, "--names", "a", "b"), "--names has 2 names for 1 system."),
        ((REFERENCE, "-i", HARBOUR, "-e", "utf-9"), "Unknown encoding 'utf-9'"),
        ((REFERENCE, "-i", HARBOUR, HARBOUR), "stands twice"),
    ],
)
def test_what_cannot_be_looked_at_is_said_in_one_line(argv: tuple[str, ...], sentence: str) -> None:
    outcome = run("check", "files", *argv)
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err and outcome.err.startswith("steelyard check files: ") and outcome.err.count("\n") == 1
    )


def test_a_name_cannot_steer_the_terminal() -> None:
    found = sy.lint([["A long line."]], {"\x1b[31mred": ["", "x\x1b[2J"]})
    assert "\x1b" not in report.text(found)


@pytest.mark.parametrize("references", ["ref.txt", [], b"x"])
def test_python_says_what_references_must_be(references: object) -> None:
    with pytest.raises(sy.errors.AlignmentError, match="references must be a list"):
        sy.lint(references)  # type: ignore[arg-type]


def test_python_says_what_a_text_must_be() -> None:
    with pytest.raises(sy.errors.AlignmentError, match="mine must be the path of a file, or a list of strings"):
        sy.lint([["a"]], {"mine": [1]})  # type: ignore[list-item]


def test_without_sources_untranslated_lines_are_not_said_to_be_looked_for() -> None:
    first = output("check", "files", REFERENCE, "-i", HARBOUR)
    assert first.endswith("1 reference, 120 segments, 33 checks;\nwith --sources also copied-source")
    assert "copied-source" not in output("check", "files", REFERENCE, "-i", HARBOUR, "--ignore", "copied-source")
    refused = run("check", "files", REFERENCE, "-i", HARBOUR, "--only", "copied-source")
    assert refused.status == 2 and "The check 'copied-source' needs a test set with sources" in refused.err
