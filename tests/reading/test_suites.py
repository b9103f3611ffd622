"""Test suites and patterns are read, and each mistake is told with file, item and position."""

import json
import re
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import SourcePattern, items_of_patterns, read_patterns, read_test_suite
from steelyard.types import SuiteItem

ITEM = {
    "id": "001", "category": "Negation", "phenomenon": "Negation", "source_sentence": "Nein!",
    "positive_regex": "[Nn]o\\b", "negative_regex": "", "positive_tokens": ["Nope! "], "negative_tokens": [],
}  # fmt: skip
PATTERN = """
[[pattern]]
name = "negation"
category = "meaning"
source = '\\bnicht\\b'
right = ['\\bnot\\b', "n't"]
ignore-case = true

[[pattern]]
name = "brackets"
wrong = '\\['
neither = "right"
"""


def suite(folder: Path, *items: object, whole: object = None) -> Path:
    path = folder / "items.json"
    path.write_text(json.dumps({"items": items} if whole is None else whole), encoding="utf-8")
    return path


def test_a_suite_is_read_with_either_spelling_of_its_names(tmp_path: Path) -> None:
    spaced = {key.replace("_", " "): value for key, value in ITEM.items()} | {"id": "002"}
    found = read_test_suite(suite(tmp_path, ITEM, spaced)).items
    assert [(item.segment, item.id, item.phenomenon, item.source) for item in found] == [
        (1, "001", "Negation", "Nein!"),
        (2, "002", "Negation", "Nein!"),
    ]
    assert found[0].right == found[1].right and found[0].right[0].search("no")  # type: ignore[union-attr]
    assert found[0].wrong == () and found[0].listed_right == {"Nope!"}
    assert len(read_test_suite(suite(tmp_path, whole=[ITEM])).items) == 1


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        (
            [ITEM | {"positive_regex": "(a|b"}],
            r"items\.json, item 1 \(id 001\), pattern for right, position 1: '\(a\|b' does not",
        ),
        (
            [ITEM, ITEM | {"id": "2", "negative_regex": "a**"}],
            r"item 2 \(id 2\), pattern for wrong, position 3: 'a\*\*' does",
        ),
        ([ITEM, ITEM], r"item 2 \(id 001\): its id stands twice"),
        ([ITEM | {"positive_tokens": "no"}], r"item 1 \(id 001\): positive_tokens is not a list"),
        ([ITEM | {"positive_regex": 3}], "positive_regex is 3, but a text"),
        ([ITEM | {"phenomenon": " "}], "it has no phenomenon"),
        (["no"], "item 1: an object is expected"),
        ([], "has no list of items"),
    ],
)
def test_what_is_wrong_with_a_suite_is_told_with_its_item(tmp_path: Path, items: list[object], wanted: str) -> None:
    with pytest.raises(DataError, match=wanted):
        read_test_suite(suite(tmp_path, *items))


def test_a_suite_that_is_no_json_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    path.write_text('{"items":\n[}')
    with pytest.raises(DataError, match=r"items\.json, line 2, column 2: .* a test suite is JSON"):
        read_test_suite(path)


def toml(folder: Path, text: str) -> Path:
    path = folder / "patterns.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_patterns_make_an_item_of_every_segment_that_they_are_about(tmp_path: Path) -> None:
    read = read_patterns(toml(tmp_path, PATTERN))
    items = items_of_patterns(read.patterns, ["Er kam NICHT.", "Er kam."], 2)
    assert [(item.phenomenon, item.segment, item.category) for item in items] == [
        ("negation", 1, "meaning"),
        ("brackets", 1, ""),
        ("brackets", 2, ""),
    ]
    assert items[0].source == "Er kam NICHT." and items[1].neither == "right"
    with pytest.raises(
        DataError, match=r"patterns\.toml, pattern 1 \(negation\): it looks at the source, and no sources"
    ):
        items_of_patterns(read.patterns, None, 2)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "[[pattern]]\nname = 'x'\nright = 'a('\n",
            r"pattern 1 \(x\), pattern for right, position 2: 'a\(' does not compile",
        ),
        (
            "[[pattern]]\nname = 'x'\nright = 'a'\nsource = '['\n",
            r"\(x\), pattern for source, position 1: '\[' does not",
        ),
        ("[[pattern]]\nname = 'x'\n", "neither right nor wrong patterns"),
        ("[[pattern]]\nright = 'x'\n", "pattern 1: it has no name"),
        ("[[pattern]]\nname = 'x'\nrihgt = 'a'\n", "it has 'rihgt', but may have name"),
        ("[[pattern]]\nname = 'x'\nright = 3\n", "right is 3, but a pattern or a list"),
        ("[[pattern]]\nname = 'x'\nright = 'a'\nneither = 'bad'\n", "neither is undecided, right or wrong, not 'bad'"),
        ("[[pattern]]\nname = 'x'\nright = 'a'\nignore-case = 1\n", "ignore-case is 1, but true or false"),
        ("[[pattern]]\nname = x\n", r"patterns\.toml, line 2, column 8: Invalid value; patterns are TOML"),
        ("name = 'x'\n", "it may have tables"),
        ("", "has no pattern"),
    ],
)
def test_what_is_wrong_with_patterns_is_told_with_its_place(tmp_path: Path, text: str, wanted: str) -> None:
    with pytest.raises(DataError, match=wanted):
        read_patterns(toml(tmp_path, text))


def test_a_name_is_of_one_category(tmp_path: Path) -> None:
    twice = PATTERN + "[[pattern]]\nname = 'negation'\nwrong = 'a'\n"
    with pytest.raises(DataError, match=r"pattern 3 \(negation\): the category is '', but 'meaning' for the same name"):
        read_patterns(toml(tmp_path, twice))


def test_a_pattern_for_the_source_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.regex_timeout._SECONDS", 0.1)
    pattern = SourcePattern(re.compile("(a|aa)+c"), SuiteItem(0, "x", right=["b"], place="mine.toml, pattern 1"))
    with pytest.raises(DataError, match=r"^mine.toml, pattern 1: the pattern for the source, on line 1, took over"):
        items_of_patterns([pattern], ["a" * 90], 1)
