"""The native 13a against a slow one made of regular expressions; `none` and `char` against one line of Python."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from steelyard.text import TOKENIZERS, get_tokenizer
from tests.twins.thirteen_a import thirteen_a

# Dense in what the rules look at, since letters alone never reach them.
pieces = st.sampled_from(
    [
        *"""0159.,-'"&;:/()[]{}<>|\\^_`~!?@#$%+*=""",
        "a",
        "é",
        "中",
        " ",
        "\n",
        "\t",
        "\x1c",
        "\xa0",
        "\u2028",
        "-\n",
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&amp;lt;",
        "<skipped>",
    ]
)
lines = st.lists(pieces, max_size=14).map("".join) | st.text(max_size=30)


@given(lines)
@settings(deadline=None, max_examples=1500)
@example("..5")  # the first period eats the space before it, so the second stays with its digit
@example("a.,b")
@example("5.-3,-")
@example("1-2-3--4")
@example("-\n-\n")
@example("&amp;quot;&amp;amp;lt;")
@example("<skip<skipped>ped>")
@example("&qu<skipped>ot;")
@example("&am-\np;")
def test_thirteen_a_follows_the_rules_of_mteval(line: str) -> None:
    assert get_tokenizer("13a").tokenize([line]) == [thirteen_a(line)]


@given(lines)
@settings(deadline=None, max_examples=500)
def test_none_is_a_split_at_white_space(line: str) -> None:
    assert get_tokenizer("none").tokenize([line]) == [line.split()]


@given(lines)
@settings(deadline=None, max_examples=500)
def test_char_is_every_character_but_white_space(line: str) -> None:
    assert get_tokenizer("char").tokenize([line]) == [[char for char in line if not char.isspace()]]


@given(st.lists(lines, max_size=6), st.sampled_from(sorted(TOKENIZERS)))
@settings(deadline=None, max_examples=200)
def test_lines_do_not_influence_each_other(batch: list[str], name: str) -> None:
    tokenizer = get_tokenizer(name)
    assert tokenizer.tokenize(batch) == [tokens for line in batch for tokens in tokenizer.tokenize([line])]


@pytest.mark.parametrize("name", sorted(TOKENIZERS))
@pytest.mark.parametrize("space", [chr(code) for code in range(0x110000) if chr(code).isspace()], ids=ascii)
def test_white_space_is_never_part_of_a_token(name: str, space: str) -> None:
    expected = ["a", "b", "c", "d"] if name == "char" else ["ab", "cd"]
    assert get_tokenizer(name).tokenize([f"{space}ab{space}{space}cd{space}"]) == [expected]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        # from the rules' own comments: periods and commas but between digits, dashes but after a digit
        ("It costs 1,000.50 euros.", ["It", "costs", "1,000.50", "euros", "."]),
        ("1990-2000, a well-known decade", ["1990", "-", "2000", ",", "a", "well-known", "decade"]),
        ("the U.S. army", ["the", "U", ".", "S", ".", "army"]),
        ("don't &quot;quote&quot; (me)", ["don't", '"', "quote", '"', "(", "me", ")"]),
    ],
)
def test_thirteen_a_of_sentences_worked_by_hand(line: str, tokens: list[str]) -> None:
    assert get_tokenizer("13a").tokenize([line]) == [tokens]
