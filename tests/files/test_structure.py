"""What a file is shows in its content: structured ones are told from text, and text of any kind stays text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.files.structure import binary_structure, header_of, text_structure

OBJECTS = [json.dumps({"id": i, "prediction": "A cat."}) for i in range(20)]


@pytest.mark.parametrize(
    ("lines", "what", "names"),
    [
        (OBJECTS, "JSON Lines", ("id", "prediction")),
        ([*OBJECTS, "cut {"], "JSON Lines", ("id", "prediction")),
        (["", *OBJECTS], "JSON Lines", ("id", "prediction")),
        (OBJECTS[:1], "JSON", ("id", "prediction")),
        (["[", *(f"{line}," for line in OBJECTS), "{}", "]"], "a JSON array", ("id", "prediction")),
        (['["A cat.",', '"A dog."]'], "a JSON array", ()),
        (["id\ttext", "1\tA cat.", "2\tA dog."], "a tab-separated table", ("id", "text")),
        (["source,ours", '"A cat, it', 'is.",Cat', "Dog,Dog"], "CSV", ("source", "ours")),
        (["id;output", "1;A cat."], "CSV with semicolons", ("id", "output")),
        (["<refset>", "<seg id=1>A cat.</seg>", "</refset>"], "a test set in SGML", ()),
        (['<?xml version="1.0"?>', "<tmx>", "</tmx>"], "XML", ()),
    ],
)
def test_structured_lines_are_told_with_their_names(lines: list[str], what: str, names: tuple[str, ...]) -> None:
    found = text_structure(lines)
    assert found is not None and (found.what, found.names) == (what, names)
    assert found.is_table or found.mend


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["", ""],
        ["[Music]", "Good evening.", "[Applause]"],
        ["{name}, hello", "Your code is {code}."],
        ["{", "int x;", "}"],
        ["[1]"],
        ["Source, target and id.", "Yes, we know, I think.", "No."],
        ["id", "doc", "source"],
        ["Text\tmit Tabulator", "ohne"],
        ["The id, the source", "A, b"],
        ["<b>Bold</b> text", "and <i>more</i>"],
        ["<html> is a tag", "which opens a page"],
        ["score: 3;4", "a;b"],
    ],
)
def test_text_with_marks_in_it_is_text(lines: list[str]) -> None:
    assert text_structure(lines) is None


@given(st.lists(st.text(st.characters(blacklist_characters="\n{[<\t,;", blacklist_categories=["Cs"]), max_size=40)))
def test_lines_without_marks_and_separators_are_text(lines: list[str]) -> None:
    assert text_structure(lines) is None


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"PAR1...", "Parquet"), (b"\x1f\x8b\x08", "packed by gzip"), (b"BZh91AY&SYxx", "packed by bzip2")],
)
def test_files_of_bytes_are_told_by_their_first(content: bytes, what: str) -> None:
    found = binary_structure(content)
    assert found is not None and found.what == what


@pytest.mark.parametrize("content", [b"", b"BZh is no archive", b"PK is short for Pakistan", "é".encode()])
def test_text_is_no_file_of_bytes(content: bytes) -> None:
    assert binary_structure(content) is None


def test_a_header_has_rows_of_its_width_below() -> None:
    assert header_of(["id\tdoc", "1\ta"]) == ("a tab-separated table", ("id", "doc"))
    assert header_of(["id\tdoc", "1", "2"]) is None
    assert header_of(["id\tdoc"]) is None
    assert header_of(["ours\ttheirs", "1\ta"]) is None
