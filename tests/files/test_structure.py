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
        (['<?xml version="1.0"?>', "<tmx>", "</tmx>"], "TMX", ()),
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
    assert header_of(["source;target", "a\rb;c", "d;e"]) == ("CSV with semicolons", ("source", "target"))
    assert header_of(["ours\ttheirs", "1\ta"]) is None


OF_TRANSLATORS = {
    "a PO catalogue": ['msgid ""', 'msgstr "Language: de"', "", "#: a.py:3", 'msgid "Save"', 'msgstr "Sichern"'],
    "subtitles": ["1", "00:00:01,000 --> 00:00:03,500", "Good evening.", "", "2", "00:00:04,000 --> 00:00:05,000"],
    "a file of keys and values": ["# keys", *(f"button.{i}=press {i}" for i in "abcdefg")],
    "YAML": ["de:", "  save: Sichern", "  load: Laden", "  send: Senden", "  stop: Halt", "  undo: Zurück"],
    "XLIFF": ['<?xml version="1.0"?>', '<xliff version="1.2">', "<file/>", "</xliff>"],
    "TMX": ['<?xml version="1.0"?>', "<tmx>", "<body/>", "</tmx>"],
}  # fmt: skip


@pytest.mark.parametrize("kind", OF_TRANSLATORS)
def test_files_of_translators_are_no_texts(kind: str) -> None:
    """Keys, times and sources were scored: 49.1 chrF between a Czech and a Hungarian catalogue."""
    found = text_structure(OF_TRANSLATORS[kind])
    assert found is not None and found.what == kind and not found.is_table
    assert text_structure(["WEBVTT", "", "00:01.000 --> 00:02.000", "Yes."]) is not None


@pytest.mark.parametrize(
    "lines",
    [
        [f"{name}: I said so, {i}." for i, name in enumerate(["Anna", "Ben"] * 4)],
        ["Note: it rains.", "We stay.", "Warning: it pours.", "So we go.", "Then: the sun.", "And the moon."],
        [f"a = {i} if b is {i}" for i in range(8)], [f"{i}:00 o'clock" for i in (1, 1, 2, 2, 3, 3)],
        ["msgid is a word", "1", "2", "3"], ["1", "2", "3", "4", "5"],
    ],
)  # fmt: skip
def test_texts_with_colons_and_equals_signs_stay_texts(lines: list[str]) -> None:
    assert text_structure(lines) is None
