"""Test sets from files: the lines of the files, and errors that name them."""

import hashlib
from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.types import TestSet


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    path = tmp_path / "ref.en"
    path.write_bytes(b"one\ntwo\n\nfour\n")
    return path


def write(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_files_give_their_lines_names_and_hashes(tmp_path: Path, reference: Path) -> None:
    output = write(tmp_path, "x.en", "uno\r\ndos\u2028tres\r\n\r\ncuatro".encode())
    documents = write(tmp_path, "docs", b"a\na\nb\nb\n")
    data = TestSet.from_files(references=[reference], systems={"x": output}, sources=reference, documents=documents)
    assert data.references == (("one", "two", "", "four"),)
    assert data.systems == {"x": ("uno", "dos\u2028tres", "", "cuatro")}
    assert data.document_codes().tolist() == [0, 0, 1, 1]
    files = {"reference 1": reference, "system x": output, "sources": reference, "documents": documents}
    assert data.inputs() == [
        {"role": role, "name": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for role, path in files.items()
    ]


def test_an_empty_reference_line_is_an_empty_or_a_missing_reference(tmp_path: Path, reference: Path) -> None:
    other = write(tmp_path, "ref2.en", b"\nzwei\ndrei\nvier\n")
    paths = {"references": [reference, other], "systems": {"x": reference}}
    assert TestSet.from_files(**paths).references == (("one", "two", "", "four"), ("", "zwei", "drei", "vier"))
    missing = TestSet.from_files(**paths, empty_reference="missing")
    assert missing.references == (("one", "two", None, "four"), (None, "zwei", "drei", "vier"))
    assert missing.systems == {"x": ("one", "two", "", "four")}  # an empty output stays one
    with pytest.raises(DataError, match=r"must be 'empty' or 'missing', not 'drop'"):
        TestSet.from_files(**paths, empty_reference="drop")


def test_a_line_empty_in_every_reference_has_none_left_when_empty_means_missing(reference: Path) -> None:
    with pytest.raises(AlignmentError, match=r"^Segment 3 has no reference"):
        TestSet.from_files(references=[reference], systems={"x": reference}, empty_reference="missing")


def test_systems_without_names_are_called_by_their_paths(reference: Path) -> None:
    assert TestSet.from_files(references=[reference], systems=[reference]).system_names == (str(reference),)


def test_a_system_given_twice_is_refused(reference: Path) -> None:
    with pytest.raises(AlignmentError, match=r"The system '.*ref\.en' is given twice"):
        TestSet.from_files(references=[reference], systems=[reference, str(reference)])


def test_a_bare_path_is_refused_with_the_fix(reference: Path) -> None:
    with pytest.raises(AlignmentError, match=r"^references must be a list of files: pass \['.*ref\.en'\]"):
        TestSet.from_files(references=str(reference), systems={"x": reference})
    with pytest.raises(AlignmentError, match=r"^systems must map names to files, or be a list: pass \['.*ref\.en'\]"):
        TestSet.from_files(references=[reference], systems=reference)


def test_different_lengths_name_both_files_both_counts_and_the_first_extra_line(
    tmp_path: Path, reference: Path
) -> None:
    output = write(tmp_path, "x.en", b"a\nb\nc\nd\ntoo much\n")
    with pytest.raises(AlignmentError) as caught:
        TestSet.from_files(references=[reference], systems={"x": output})
    assert str(caught.value) == (
        f"system x ({output}) has 5 lines but reference 1 ({reference}) has 4. "
        "The first extra one is line 5: 'too much'. Check for blank, missing or wrapped lines."
    )


def test_a_file_of_one_line_is_told_as_a_length_and_never_as_transposed_references(
    tmp_path: Path, reference: Path
) -> None:
    # Line r of a reference file cannot be reference r: from files, nothing is transposed.
    output = write(tmp_path, "x.en", b"one two four\n")
    with pytest.raises(AlignmentError, match=r"ref\.en\) has 4 lines but system x .*x\.en\) has 1\."):
        TestSet.from_files(references=[reference], systems={"x": output})


def test_files_without_a_line_are_refused(tmp_path: Path) -> None:
    empty = write(tmp_path, "empty", b"")
    with pytest.raises(DataError, match=r"empty is empty"):
        TestSet.from_files(references=[empty], systems={"x": empty})


def test_an_empty_document_id_names_file_and_line(tmp_path: Path, reference: Path) -> None:
    documents = write(tmp_path, "docs.txt", b"a\n\nb\nb\n")
    with pytest.raises(DataError, match=r"docs\.txt, line 2: the document id is empty"):
        TestSet.from_files(references=[reference], systems={"x": reference}, documents=documents)


def test_the_encoding_holds_for_all_files(tmp_path: Path) -> None:
    latin = write(tmp_path, "latin", "Größe\n".encode("latin-1"))
    data = TestSet.from_files(references=[latin], systems={"x": latin}, encoding="latin-1")
    assert data.references[0] == data.systems["x"] == ("Größe",)
    with pytest.raises(DataError, match=r"latin is not utf-8: line 1, byte 3 of the line \(0xf6\)"):
        TestSet.from_files(references=[latin], systems={"x": latin})
