"""METEOR's -norm, rule by rule; whole texts are compared with the jar in tests/oracles/test_meteor_jar.py."""

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.text import get_tokenizer

ABBREVIATIONS = "# what keeps its full stop\n\nMr\nDr  a comment\nNo #NUMERIC_ONLY#\n"


def words(line: str, name: str = "meteor:en") -> str:
    [cut] = get_tokenizer(name).tokenize([line])
    return " ".join(cut)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ""),
        ("   \t ", ""),
        ("Two  words\there", "two words here"),
        ("no\u00a0break", "no break"),
        # marks stand alone; other scripts count as marks
        ("Why?! (a/b) 50% $5 x_y", "why ? ! ( a / b ) 50 % $ 5 x _ y"),
        ("Na\u00efve \u0416\u0443\u043a \u4e2d\u6587", "na\u00efve \u0436\u0443\u043a \u4e2d \u6587"),
        # quotes become those of ASCII
        ("\u201cyes\u201d, ``no'' and \u00abso\u00bb", '" yes " , " no " and \u00ab so \u00bb'),
        ("\u2018hi\u2019 `x`", "' hi ' ' x '"),
        # dashes: those that join words go, others stay
        ("a well-known x--y, 3-4, U.S.-led", "a well known x y , 3 4 , us led"),
        ("a \u2013 b \u2013c- -5", "a - b - c- -5"),
        ("x---y", "x--y"),
        ("one \u2014 two", "one \u2014 two"),
        # runs of dots stay together
        ("Well... no.. Yes . . .", "well ... no .. yes . . ."),
        ("....", "...."),
        ("\ue000", "\ue000"),
        # commas stay between digits alone
        ("1,000, 2,a b,3 a,b", "1,000 , 2 , a b , 3 a , b"),
        ("1,,2", "1 , , 2"),
        # full stops
        ("It ends. Here.", "it ends . here ."),
        ("an etc. that goes on", "an etc. that goes on"),
        ("The U.S. and the Ph.D. e.g.", "the us and the phd eg"),
        ("Pi is 3.14. It cost 1.5", "pi is 3.14 . it cost 1.5"),
        ("A. B. Smith", "a . b . smith"),
        (".", "."),
        (".net", ".net"),
    ],
)
def test_marks_are_cut_and_unified(line: str, expected: str) -> None:
    assert words(line) == expected


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("en", "It's we don't dogs' 'tis o'clock", "it 's we don 't dogs ' ' tis o 'clock"),
        ("en", "1990's '90s 5'x rock 'n' roll", "1990 's ' 90s 5'x rock ' n ' roll"),
        ("fr", "L'eau aujourd'hui 'x' d' 5'x", "l' eau aujourd' hui ' x ' d ' 5 ' x"),
        ("de", "Geht's 'x' 9'9 d'", "geht ' s ' x ' 9 ' 9 d '"),
        ("es", "l'eau", "l ' eau"),
        ("cs", "l'eau", "l ' eau"),
        ("cz", "l'eau", "l ' eau"),
        ("ru", "\u043e\u0431'\u0435\u043c", "\u043e\u0431 ' \u0435\u043c"),
    ],
)
def test_apostrophes_go_with_the_language(language: str, line: str, expected: str) -> None:
    assert words(line, f"meteor:{language}") == expected


def test_abbreviations_keep_their_full_stop(tmp_path: Path) -> None:
    path = tmp_path / "english.txt"
    path.write_text(ABBREVIATIONS, encoding="utf-8")
    name = f"meteor:en:{path}"
    line = "Mr. Green, Dr. Brown, No. 5, No. Five, Prof. X and mr. Y"
    assert words(line, name) == "mr. green , dr. brown , no. 5 , no . five , prof . x and mr . y"
    assert words(line).startswith("mr . green , dr . brown , no . 5 ,")
    # nor do the comment and the mark after a word count as words
    assert words("It was a. Then #. Then what. Then", name) == "it was a . then # . then what . then"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("It's the U.S., well... 3.5 a-b x_y (no)!", "it s the us well 3 5 a b x y no"),
        ("\u201cNa\u00efve\u201d \u2014 \u0416\u0443\u043a", "na\u00efve \u0436\u0443\u043a"),
        ("?!", ""),
    ],
)
def test_words_alone_lose_punctuation(line: str, expected: str) -> None:
    assert words(line, "meteor-words:en") == expected


def test_the_signature_names_language_and_content(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ABBREVIATIONS, encoding="utf-8")
    start = sha256(ABBREVIATIONS.encode()).hexdigest()[:12]
    assert get_tokenizer("meteor:fr").signature == "meteor:fr"
    assert get_tokenizer(f"meteor-words:de:{path}").signature == f"meteor-words:de#{start}"


def test_languages_and_files_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"language of the tokenizer meteor:.*'xx'"):
        get_tokenizer("meteor:xx")
    with pytest.raises(SpecError, match=r"Unknown tokenizer 'meteor'.*meteor:LANG:FILE"):
        get_tokenizer("meteor")
    with pytest.raises(DataError, match=r"Cannot read .*nowhere\.txt: No such file"):
        get_tokenizer(f"meteor:en:{tmp_path}/nowhere.txt")
    (tmp_path / "bytes").write_bytes(b"Mr\n\xe9\n")
    with pytest.raises(DataError, match=r"bytes is not utf-8: line 2"):
        get_tokenizer(f"meteor:en:{tmp_path}/bytes")


PIECES = (
    "a", "B", "7", ".", ",", "'", "-", " ", "``", "\u2019", "\u2013", "\u201c", "U.S.", "...", "s", "\u0436",
    "\u4e2d",
)  # fmt: skip
lines = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(line=lines, language=st.sampled_from(["en", "fr", "de"]))
def test_letters_and_digits_stay_in_their_order(line: str, language: str) -> None:
    kept = "".join(character for character in line.lower() if character.isalnum())
    for kind in ("meteor", "meteor-words"):
        found = words(line, f"{kind}:{language}")
        expected = kept if kind == "meteor" else kept.replace("\u4e2d", "")
        assert "".join(character for character in found if character.isalnum()) == expected
        assert found == found.lower()
    assert not set(words(line, f"meteor-words:{language}")) & set(".,'-`\"")
