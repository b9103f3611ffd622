"""Strings to compare tokenizers on: seeded, dense in what their rules look at, and the same under every Python."""

import random

# Blocks instead of unicodedata's categories: they do not grow with the Unicode version of the interpreter. Unassigned
# code points inside them are harmless, since no rule looks at them.
_BLOCKS = (
    (0x00A1, 0x024F),  # Latin, with letters whose lower case has another length
    (0x0300, 0x036F),  # combining marks
    (0x0370, 0x03FF),  # Greek, with the final sigma
    (0x0400, 0x052F),  # Cyrillic
    (0x0591, 0x05F4),  # Hebrew
    (0x0600, 0x06FF),  # Arabic, with its digits, comma and full stop
    (0x0900, 0x097F),  # Devanagari
    (0x0E01, 0x0E5B),  # Thai
    (0x13A0, 0x13F5),  # Cherokee, where lower case is the newer one
    (0x1E00, 0x1FFE),  # Latin and Greek with marks
    (0x2010, 0x2027),  # dashes and quotes
    (0x2030, 0x205E),
    (0x20A0, 0x20BF),  # currencies
    (0x2190, 0x21FF),
    (0x3001, 0x30FF),  # CJK punctuation and kana
    (0x4E00, 0x9FFF),  # CJK
    (0xAC00, 0xD7A3),  # Hangul
    (0xE000, 0xE0FF),  # private use
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFF01, 0xFF5E),  # full-width ASCII
    (0x10400, 0x1044F),  # Deseret, cased beyond the first plane
    (0x1F1E6, 0x1F1FF),  # flags
    (0x1F300, 0x1F64F),  # emoji
    (0x20000, 0x200FF),  # CJK beyond the first plane
)
_SPACES = tuple(chr(code) for code in range(0x110000) if chr(code).isspace())
_CONTROLS = (
    *map(chr, range(0x00, 0x09)),
    *map(chr, range(0x0E, 0x1C)),
    "\x7f",
    "\x80",
    "\x9f",
    "\xad",
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\U0010ffff",
)
_MARKS = (
    "&quot;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&amp;lt;",
    "&amp;amp;quot;",
    "&apos;",
    "&",
    ";",
    "<skipped>",
    "<skip",
    "ped>",
    "-\n",
    "-\r\n",
    "-",
)
_PUNCTUATION = tuple("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LETTERS = tuple("abcXYZ")
_DIGITS = tuple("0159")


def _block(rng: random.Random) -> str:
    first, last = rng.choice(_BLOCKS)
    return chr(rng.randint(first, last))


def _word(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return "".join(rng.choices(_LETTERS, k=rng.randint(1, 6)))
    if kind < 0.99:
        return "".join(_block(rng) for _ in range(rng.randint(1, 4)))
    return rng.choice(_LETTERS + _DIGITS + _PUNCTUATION) * rng.randint(
        100, 3000
    )  # longer than any buffer one may think of


_PIECES = (
    (30, _word),
    (15, lambda rng: rng.choice(_DIGITS)),
    (12, lambda rng: rng.choice(".,")),
    (12, lambda rng: rng.choice(_PUNCTUATION)),
    (14, lambda rng: " "),
    (6, lambda rng: rng.choice(_SPACES)),
    (6, lambda rng: rng.choice(_MARKS)),
    (3, lambda rng: rng.choice(_CONTROLS)),
    (2, _block),
)
_WEIGHTS = [weight for weight, _ in _PIECES]
_MAKERS = [make for _, make in _PIECES]


def fuzz_lines(n: int, seed: int) -> list[str]:
    """Return n strings, some of them empty; the same for the same seed."""
    rng = random.Random(seed)
    return ["".join(make(rng) for make in rng.choices(_MAKERS, _WEIGHTS, k=rng.randint(0, 16))) for _ in range(n)]
