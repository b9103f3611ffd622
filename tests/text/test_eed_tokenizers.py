"""How EED reads a line, against its rules applied one after the other."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.text import get_tokenizer
from tests.twins.characters import prepare_english

PIECES = (
    " ", "  ", "\t", "\u3000", ".", ",", "!", "?", "0", "1", "Mr", "Mrs", "Dr", "e. g.", "i . e .", "U.S.",
    "a", "é", "😀",
)  # fmt: skip
lines = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@given(lines)
def test_english_is_prepared_rule_by_rule(line: str) -> None:
    assert get_tokenizer("eed-en").tokenize([line]) == [list(prepare_english(line))]


@given(lines | st.text(max_size=9))
def test_japanese_is_normalised(line: str) -> None:
    try:
        line.encode()
    except UnicodeEncodeError:
        return
    assert get_tokenizer("eed-ja").tokenize([line]) == [list(unicodedata.normalize("NFKC", line.rstrip()))]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("It cost 1,000.5, no?", "It cost 1 ,000 .5 , no ?"),
        ("1 . 5 or 2 , 3 . 4", "1.5 or 2,3 . 4"),
        ("Mr. Green, Dr Brown", "Mr. Green , Dr.rown"),
        ("e. g. this, i. e. that", "e.g. this , e.g. that"),
        ("  two\tspaces \u3000", " two spaces"),
    ],
)
def test_lines_worked_by_hand(line: str, text: str) -> None:
    assert "".join(get_tokenizer("eed-en").tokenize([line])[0]) == text
