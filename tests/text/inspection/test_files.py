"""Files that do not fit each other, and lines that others would split."""

from pathlib import Path

import pytest

import steelyard as sy
from tests.text.inspection.damaged import DOCUMENTS, HARBOUR, REFERENCES, Lines, changed, found


@pytest.mark.parametrize("mine", [HARBOUR[:-1], [*HARBOUR, "One more."], []])
def test_unequal_files_are_errors(mine: Lines) -> None:
    [finding] = found("line-counts", mine)
    assert finding.severity == "error" and f"{len(mine)} lines" in finding.message


def test_what_explains_a_count_is_said() -> None:
    [blank] = found("line-counts", [*HARBOUR, "", " "])
    assert blank.message.endswith("empty lines at the end")
    joined = [f"{HARBOUR[0]}\u2028{HARBOUR[1]}", *HARBOUR[2:]]
    [split] = found("line-counts", joined)
    assert "U+2028" in split.message
    [documents] = found("line-counts", HARBOUR, documents=DOCUMENTS[1:])
    assert documents.role == "documents"


def test_transposed_references_are_recognised() -> None:
    pairs = [list(pair) for pair in zip(*REFERENCES, strict=True)]
    [finding] = found("line-counts", HARBOUR, pairs)
    assert "transposed" in finding.fix and finding.message.startswith("120 references of 2 lines")


def test_a_reference_without_lines_is_an_error_and_nothing_else_fails() -> None:
    report = sy.lint([[]], {"mine": ["a"]}, sources=["b"], documents=["c"])
    assert [finding.check for finding in report.findings] == ["line-counts"]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e", "\r"])
def test_marks_at_which_others_split_are_found(mark: str) -> None:
    [finding] = found("line-ends", changed(HARBOUR, [4], lambda line: f"{line[:9]}{mark}{line[9:]}"))
    assert finding.lines == (5,) and f"U+{ord(mark):04X}" in finding.message
    assert len(changed(HARBOUR, [4], lambda line: f"a{mark}b")[4].splitlines()) == 2


def test_columns_are_found_and_a_tab_is_not() -> None:
    columns = [f"{a}\t{b}" for a, b in zip(*REFERENCES, strict=True)]
    [finding] = found("columns", HARBOUR, [columns])
    assert "2 columns" in finding.message and "--num-refs" in finding.fix
    assert found("columns", changed(HARBOUR, [3, 9], lambda line: line + "\tx")) == []


@pytest.mark.parametrize(
    ("content", "looks"),
    [
        ("第一号渡轮今天早上没有开".encode("gb18030"), "it looks like "),
        (b"\xff\xfd\xfc\x80\xff" * 9, ""),
        ("déjà vu, and nothing but ASCII beside it".encode("latin-1"), ""),
    ],
)
def test_another_encoding_is_named_where_it_can_be_told(tmp_path: Path, content: bytes, looks: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content + b"\n")
    report = sy.lint([["one line"]], {"mine": str(path)}, checks=["encoding"])
    [finding] = report.findings
    assert "not utf-8" in finding.message and (looks or "not utf-8") in finding.message
    assert ("looks like" in finding.message) == bool(looks)


def test_a_file_of_objects_is_told_with_its_fields(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text('{"id": 1, "output": "a"}\n{"id": 2, "output": "b"}\n', encoding="utf-8")
    report = sy.lint([["a", "b"]], {"mine": str(path)}, checks=["structure"])
    [finding] = report.findings
    assert "(id, output)" in finding.message
