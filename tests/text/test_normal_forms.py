"""Normal forms are the standard library's, which takes time with the square of the marks of a letter."""

import random
import sys
import unicodedata

from steelyard.text.normal_forms import _LONG_RUN, normalize

MARKS = [character for character in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(character)]
# Marks that are several, or one of another name, or of no class; letters that take marks; Hangul.
OTHERS = [
    "\u0344",
    "\u0340",
    "\u0f73",
    "\u0f75",
    "\u0f81",
    "\U0001d15e",
    "a",
    "é",
    "字",
    "\u1e69",
    "\u1100",
    "\u1161",
    "\uac00",
]


def test_long_runs_of_marks_get_the_form_of_the_standard_library() -> None:
    draw = random.Random(1)
    for _ in range(150):
        n = draw.choice([60, 70, 300])
        text = "".join(draw.choice(MARKS) if draw.random() < 0.9 else draw.choice(OTHERS) for _ in range(n))
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert normalize(form, text) == unicodedata.normalize(form, text)


def test_all_marks_are_looked_for() -> None:
    assert not [mark for mark in MARKS if not _LONG_RUN.fullmatch(mark * 64)]


def test_a_million_marks_on_one_letter_end() -> None:
    """100,000 took 8 s, a million a quarter of an hour, and nothing interrupted it."""
    text = "a" + "\u0316\u0301" * 500_000
    assert normalize("NFC", text) == "\u00e1" + "\u0316" * 500_000 + "\u0301" * 499_999
