"""Places of words: by hand, and held against tokenizers that keep the text."""

import random
from itertools import pairwise

import pytest

from steelyard.text import get_tokenizer
from steelyard.text.word_places import find_words
from tests.needs import module

PIECES = [
    "Ferry",
    "U.S.",
    "don't",
    "“",
    "”",
    "’s",
    "–",
    "-",
    " ",
    " ",
    "3.14",
    "1,000",
    "...",
    "(",
    "é",
    "ß",
    "冷凍",
    "庫",
]


@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        ("a  b", ["a", "b"], ["a", "b"]),
        ("The U.S. ship", ["the", "us", "ship"], ["The", "U.S", "ship"]),
        ("don’t go", ["dont", "go"], ["don’t", "go"]),  # without punctuation
        ("\u201cGo\u201d", ['"', "go", '"'], ["\u201c", "Go", "\u201d"]),
        ("Cafe\u0301 bar", ["café", "bar"], ["Cafe\u0301", "bar"]),  # another Unicode form
        ("Ａ １", ["a", "1"], ["Ａ", "１"]),
        ("Café s", ["caf", "s"], ["Caf", "s"]),  # ROUGE drops the letter
        ("ΟΔΟΣ", ["οδος"], ["ΟΔΟΣ"]),
        ("½", ["1", "⁄", "2"], ["½", None, None]),
        ("bus", [], []),
    ],
)
def test_words_are_found_where_they_stand(line: str, words: list[str], found: list[str | None]) -> None:
    places = find_words(line, words)
    assert places is not None
    assert [place and line[slice(*place)] for place in places] == found


@pytest.mark.parametrize(
    ("line", "words"), [("A & B", ["a", "and", "b"]), ("&quot;a", ['"', "a"]), ("us bus", ["bus"])]
)
def test_a_word_is_not_looked_for_behind_others(line: str, words: list[str]) -> None:
    assert find_words(line, words) is None


@pytest.mark.parametrize("name", ["13a", "ja-mecab", "meteor:en"])
def test_every_word_of_a_tokenizer_has_its_place(name: str) -> None:
    if "mecab" in name:
        module("ipadic")
    draw = random.Random(17)
    lines = ["".join(draw.choices(PIECES, k=draw.randint(1, 12))) for _ in range(300)]
    for line, words in zip(lines, get_tokenizer(name).tokenize(lines), strict=True):
        places = find_words(line, words)
        assert places is not None, (line, words)
        spans = [place for place in places if place is not None]
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
        found = ["" if place is None else line[slice(*place)] for place in places]
        if name == "meteor:en":  # which unifies marks, and takes dots out
            found, words = _letters(found), _letters(words)
        assert found == words


def _letters(words: list[str]) -> list[str]:
    return ["".join(letter for letter in word.casefold() if letter.isalnum()) for word in words]
