"""What a file is shows in its content: structured ones are told from text, and text of any kind stays text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.files.structure import Structure, binary_structure, header_of, text_structure

OBJECTS = [json.dumps({"id": i, "prediction": "A cat."}) for i in range(20)]


STRUCTURED = [  # lines, what they are, its names; of those without names some were scored: keys, times and sources
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
    (['<?xml version="1.0"?>', "<tmx>", "<body/>", "</tmx>"], "TMX", ()),
    (['<?xml version="1.0"?>', '<xliff version="1.2">', "<file/>", "</xliff>"], "XLIFF", ()),
    (['msgid ""', 'msgstr "Language: de"', "", "#: a.py:3", 'msgid "Save"', 'msgstr "Sichern"'], "a PO catalogue", ()),
    (["1", "00:00:01,000 --> 00:00:03,500", "Good evening.", "", "2"], "subtitles", ()),
    (["WEBVTT", "", "00:01.000 --> 00:02.000", "Yes."], "subtitles", ()),
    (["# keys", *(f"button.{i}=press {i}" for i in "abcdefg")], "a file of keys and values", ()),
    (["de:", "  save: Sichern", "  load: Laden", "  send: Senden", "  stop: Halt", "  undo: Zurück"], "YAML", ()),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "what", "names"), STRUCTURED)
def test_structured_lines_are_told_with_their_names(lines: list[str], what: str, names: tuple[str, ...]) -> None:
    found = text_structure(lines)
    assert found is not None and (found.what, found.names) == (what, names)
    assert bool(found.is_table) == bool(names) and (found.is_table or found.mend)


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
        [f"{name}: I said so, {i}." for i, name in enumerate(["Anna", "Ben"] * 4)],
        ["Note: it rains.", "We stay.", "Warning: it pours.", "So we go.", "Then: the sun.", "And the moon."],
        [f"a = {i} if b is {i}" for i in range(8)],
        [f"{i}:00 o'clock" for i in (1, 1, 2, 2, 3, 3)],
        ["msgid is a word", "1", "2", "3"],
        ["1", "2", "3", "4", "5"],
    ],
)
def test_text_with_marks_in_it_is_text(lines: list[str]) -> None:
    assert text_structure(lines) is None


@given(st.lists(st.text(st.characters(blacklist_characters="\n{[<\t,;", blacklist_categories=["Cs"]), max_size=40)))
def test_lines_without_marks_and_separators_are_text(lines: list[str]) -> None:
    assert text_structure(lines) is None


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"PAR1...", "Parquet"), (b"\x1f\x8b\x08", "packed by gzip"), (b"BZh91AY&SYxx", "packed by bzip2"),
        (b"", ""), (b"BZh is no archive", ""), (b"PK is short for Pakistan", ""), ("é".encode(), ""),
    ],
)  # fmt: skip
def test_files_of_bytes_are_told_by_their_first(content: bytes, what: str) -> None:
    found = binary_structure(content)
    assert (found.what if found is not None else "") == what


def test_a_header_has_rows_of_its_width_below() -> None:
    assert header_of(["id\tdoc", "1\ta"]) == Structure("a tab-separated table", ("id", "doc"), is_table=True)
    assert header_of(["id\tdoc", "1", "2"]) is None
    assert header_of(["id\tdoc"]) is None
    assert header_of(["source;target", "a\rb;c", "d;e"]) == Structure(
        "CSV with semicolons", ("source", "target"), is_table=True
    )
    assert header_of(["ours\ttheirs", "1\ta"]) is None
