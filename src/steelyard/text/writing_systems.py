"""Scripts that are written without spaces between words, and texts in them."""

import re  # patterns are compiled when they are first used: importing this file should cost nothing
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

__all__ = ["SPACELESS", "Spaceless", "may_be_spaceless", "spaceless"]

_LETTERS = {  # letters, vowel signs and syllable marks; a script is judged by these alone
    "Chinese": "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "Japanese": "\u3041-\u3096\u309d-\u30ff\u31f0-\u31ff\uff66-\uff9f",  # kana: Han is theirs, too, where these are
    "Thai": "\u0e01-\u0e3a\u0e40-\u0e4e",
    "Lao": "\u0e81-\u0ece\u0edc-\u0edf",
    "Khmer": "\u1780-\u17d3\u17dd",
    "Burmese": "\u1000-\u103f\u1050-\u108f\ua9e0-\ua9fe\uaa60-\uaa7f",
    "Tibetan": "\u0f00\u0f40-\u0fbc",
}
SPACELESS = tuple(_LETTERS)
"""Names of these scripts."""

_SAMPLE = 2_000  # lines that are looked at, of each text
_OF_A_LINE = 0.2  # of its letters: names in Latin letters are longer than what stands around them
_OF_LINES = 0.1  # fewer lines are quotations
_MOST_LINES = 0.5
_KANA = 0.1  # of Japanese letters; a title may have none
_BESIDE = 0.1  # of such lines in a second script, which then counts


class Spaceless(NamedTuple):
    """What is known of texts with lines that have no spaces between words.

    Attributes
    ----------
    scripts : tuple of str
        The commonest first.
    share : float
        Of the lines that have letters.

    Examples
    --------
    >>> from steelyard.text import spaceless
    >>> spaceless([["我昨天去了图书馆。", "今天下雨。"]])
    Spaceless(scripts=('Chinese',), share=1.0)
    """

    scripts: tuple[str, ...]
    share: float

    def __str__(self) -> str:
        """Return what is to be said of it: how much is in which script."""
        how_many = "" if self.is_most else f"in {self.share:.0%} of the lines "
        return f"{how_many}{' and '.join(self.scripts)}, written without spaces between words"

    @property
    def is_most(self) -> bool:
        """Whether most lines are such, so that a tokenizer may be chosen for all."""
        return self.share >= _MOST_LINES


def spaceless(texts: Iterable[Sequence[str | None]]) -> Spaceless | None:
    """Find out by their letters whether texts are written without spaces between words.

    Parameters
    ----------
    texts : iterable of sequence of str or None
        Such as the references; of a long one, lines at equal distances are looked at.

    Returns
    -------
    Spaceless or None
        None where fewer than one line in ten has no spaces between words.

    Examples
    --------
    >>> from steelyard.text import spaceless
    >>> spaceless([["It is late.", "Good."]]) is None
    True
    """
    lines = [line for text in texts for line in text[:: max(1, len(text) // _SAMPLE)] if line]
    joined = "".join(lines)
    if joined.isascii() or not may_be_spaceless(joined):
        return None
    scripts = [_script_of(line) for line in lines if any(map(str.isalpha, line))]
    found = Counter(script for script in scripts if script)
    if not found or found.total() < _OF_LINES * len(scripts):
        return None
    if found["Japanese"] >= _KANA * (found["Japanese"] + found["Chinese"]) > 0:
        found["Japanese"] += found.pop("Chinese", 0)
    usual = tuple(script for script, n in found.most_common() if n >= _BESIDE * found.total())
    return Spaceless(usual, found.total() / len(scripts))


def may_be_spaceless(alphabet: Iterable[str]) -> bool:
    """Say whether any of these characters is a letter of such a script.

    Parameters
    ----------
    alphabet : iterable of str
        The characters of a text.

    Returns
    -------
    bool
        Where False, `spaceless` need not look.

    Examples
    --------
    >>> from steelyard.text import may_be_spaceless
    >>> may_be_spaceless("It is late."), may_be_spaceless("\u4eca")
    (False, True)
    """
    return _pattern().search("".join(alphabet)) is not None


@cache
def _pattern(script: str = "") -> re.Pattern[str]:
    """Return what matches a letter of a script, or of any."""
    return re.compile(f"[{_LETTERS[script] if script else ''.join(_LETTERS.values())}]")


def _script_of(line: str) -> str:
    """Return the script of a line without spaces between words; "" of any other."""
    letters = _pattern().findall(line)
    if not letters or len(letters) < _OF_A_LINE * sum(map(str.isalpha, line)):
        return ""
    counts = {script: len(_pattern(script).findall(line)) for script in SPACELESS}
    return "Japanese" if counts["Japanese"] else max(SPACELESS, key=lambda script: counts[script])
