"""Stems by Snowball's algorithms."""

from functools import cache

from steelyard.text.stems import get_stemmer
from steelyard.text.views.base import View, ViewKind

__all__ = ["STEM"]


def _make(language: str) -> View:
    stem, signature = get_stemmer(language, f"The view 'stem:{language}'")
    algorithm, package = signature.split("-", 1)

    @cache
    def of_word(word: str) -> str:
        return stem(word.lower())  # the algorithms know lower case only

    return View(f"stem:{algorithm}[{package}]", of_word=of_word)


STEM = ViewKind(
    "stem:LANGUAGE",
    "the stem of every word, in lower case, by Snowball's algorithm for a language such as `en` or `english`, or "
    '`porter`; needs `pip install "steelyard[stem]"`',
    _make,
)
