"""Lemmas from simplemma's dictionaries."""

from functools import cache

from steelyard.errors import needs_extra, unknown_name
from steelyard.text.stems import LANGUAGES
from steelyard.text.views.base import View, ViewKind

__all__ = ["LEMMA"]


def _make(language: str) -> View:
    with needs_extra("lemma", f"The view 'lemma:{language}'"):
        import simplemma
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES
    code = {name: code for code, name in LANGUAGES.items()}.get(language, language)
    if code not in SUPPORTED_LANGUAGES:
        raise unknown_name("language of the view lemma:", language, SUPPORTED_LANGUAGES)

    @cache
    def lemma(word: str) -> str:
        return simplemma.lemmatize(word, lang=code)

    from importlib.metadata import version  # slow to import

    return View(f"lemma:{code}[simplemma-{version('simplemma')}]", of_word=lemma)


LEMMA = ViewKind(
    "lemma:LANGUAGE",
    "the dictionary form of every word by simplemma, for a language such as `en`; a word that is not known is itself; "
    'needs `pip install "steelyard[lemma]"`',
    _make,
)
