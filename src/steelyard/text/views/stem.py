"""Stems by Snowball's algorithms."""

from functools import cache

from steelyard.errors import needs_extra, unknown_name
from steelyard.text.views.base import View, ViewKind

__all__ = ["LANGUAGES", "STEM"]

# Names by ISO 639-1 code. Algorithms without a code, such as porter, go by name alone.
LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def _make(language: str) -> View:
    with needs_extra("stem", f"The view 'stem:{language}'"):
        import snowballstemmer
    algorithms = snowballstemmer.algorithms()
    codes = [code for code, name in LANGUAGES.items() if name in algorithms]
    algorithm = LANGUAGES.get(language, language)
    if algorithm not in algorithms:
        raise unknown_name("language of the view stem:", language, [*algorithms, *codes])
    stemmer = snowballstemmer.stemmer(algorithm)
    package = (
        "PyStemmer" if type(stemmer).__module__ == "Stemmer" else "snowballstemmer"
    )  # it uses the former if it can

    @cache
    def stem(word: str) -> str:
        return str(stemmer.stemWord(word.lower()))  # the algorithms know lower case only

    from importlib.metadata import version  # slow to import

    return View(f"stem:{algorithm}[{package}-{version(package)}]", of_word=stem)


STEM = ViewKind(
    "stem:LANGUAGE",
    "the stem of every word, in lower case, by Snowball's algorithm for a language such as `en` or `english`, or "
    '`porter`; needs `pip install "steelyard[stem]"`',
    _make,
)
