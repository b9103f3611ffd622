"""Characters as EED reads them."""

import re  # patterns are compiled when they are first used: importing this file should cost nothing
from collections.abc import Sequence

from steelyard.text.normal_forms import normalize
from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["EED_EN", "EED_JA"]

# What EED.py (rwth-i6/ExtendedEditDistance) does to a line, step by step, its two slips included: the character after
# a title and a space is replaced whatever it is, and "i. e." becomes "e.g.".
_DECIMAL = r"(\d) ([.,]) (\d)"
_TITLES = ("Dr", "Jr", "Prof", "Rev", "Gen", "Mr", "Mt", "Mrs", "Ms")
_TITLE = rf"({'|'.join(_TITLES)}) ."
_JOINED = (("e . g .", "e.g."), ("i . e .", "e.g."), ("U . S .", "U.S."))


def _separate_marks(lines: Sequence[str]) -> list[str]:
    return [_separate_marks_of(line) for line in lines]


def _separate_marks_of(line: str) -> str:
    for mark in ".!?,":
        line = line.replace(mark, f" {mark}")
    line = " " * line[:1].isspace() + " ".join(line.split())
    if " . " in line or " , " in line:  # rare, and all that the next steps look for
        line = re.sub(_DECIMAL, r"\1\2\3", line)
    if any(f"{title} " in line for title in _TITLES):
        line = re.sub(_TITLE, r"\1.", line)
    if " . " in line:
        for apart, joined in _JOINED:
            line = line.replace(apart, joined)
    return line


def _to_nfkc(lines: Sequence[str]) -> list[str]:
    return [normalize("NFKC", line.rstrip()) for line in lines]


EED_EN = Tokenizer(
    name="eed-en",
    summary="makes every code point a token, white space too, after splitting off periods, commas, ! and ? as EED does",
    native="char+space",
    rewrite=_separate_marks,
)
EED_JA = Tokenizer(
    name="eed-ja",
    summary="makes every code point a token, white space too, after Unicode's NFKC, as EED does for Japanese",
    native="char+space",
    rewrite=_to_nfkc,
)
