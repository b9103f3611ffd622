"""Where the words that a tokenizer gave stand in the line that it read."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

__all__ = ["find_words"]

Place = tuple[int, int]

# What tokenizers write for it.
_ALIKE = str.maketrans({"\u2018": "'", "\u2019": "'", "`": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-"})


def find_words(line: str, words: Sequence[str]) -> list[Place | None] | None:
    """Find words in a line, from left to right: as they are, else whatever their case and Unicode form.

    Between words a line may hold anything but letters from a to z and digits, within a word marks and punctuation that
    were taken out, as METEOR reads ``U.S.`` as ``us``.

    Parameters
    ----------
    line : str
        As it was before anything was done to it.
    words : sequence of str
        What was read, in order.

    Returns
    -------
    list of (int, int) or None
        First character of each word and the one past its last; None for a mark that has no place of its own. None in
        place of the list where a word with letters or digits has none: who looked further would find others.

    Examples
    --------
    >>> from steelyard.text import find_words
    >>> find_words("The U.S. ferry.", ["the", "us", "ferry", "."])
    [(0, 3), (4, 7), (9, 14), (14, 15)]
    >>> find_words("A & B", ["a", "and", "b"])
    """
    return _as_they_are(line, words) or _alike(line, words)


def _as_they_are(line: str, words: Sequence[str]) -> list[Place | None] | None:
    places: list[Place | None] = []
    end = 0
    for word in words:
        start = line.find(word, end)
        if start < 0 or (start > end and not line[end:start].isspace()):
            return None
        end = start + len(word)
        places.append((start, end))
    return places


def _alike(line: str, words: Sequence[str]) -> list[Place | None] | None:
    letters = [(letter, place) for place, character in enumerate(line) for letter in _folded(character)]
    places: list[Place | None] = []
    at = taken = 0
    for word in words:
        wanted = "".join(map(_folded, word))
        if not wanted:  # a sign for a space
            nowhere = letters[at][1] if at < len(letters) else len(line)
            places.append((nowhere, nowhere))
            continue
        start, end = at, None
        while start < len(letters):
            end = _match(letters, start, wanted)
            there = line[letters[start][1]]
            if end is not None or (there.isascii() and there.isalnum()):
                break
            start += 1
        if end is None:
            if any(character.isalnum() for character in word):
                return None
            places.append(None)
            continue
        first, past = letters[start][1], letters[end - 1][1] + 1
        places.append((first, past) if first >= taken else None)  # else half of a sign such as ½
        taken, at = past, end
    return places


def _match(letters: Sequence[tuple[str, int]], start: int, wanted: str) -> int | None:
    """Return the end of a word that starts here."""
    at = start
    for letter in wanted:
        while at > start and at < len(letters) and letters[at][0] != letter and _may_be_left_out(letters[at][0]):
            at += 1
        if at >= len(letters) or letters[at][0] != letter:
            return None
        at += 1
    return at if at > start else None


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return folded.translate(_ALIKE)


@lru_cache(maxsize=4096)
def _may_be_left_out(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PMC"
