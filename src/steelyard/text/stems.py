"""Stems by Snowball's algorithms, for views and for metrics that match stems."""

import os
import sys
from collections.abc import Callable
from functools import cache

from steelyard.errors import needs_extra, unknown_name

__all__ = ["LANGUAGES", "get_stemmer"]

# Names by ISO 639-1 code. Algorithms without a code, such as porter, go by name alone.
LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


@cache
def get_stemmer(language: str, feature: str) -> tuple[Callable[[str], str], str]:
    """Look Snowball's algorithm for a language up.

    Parameters
    ----------
    language : str
        An ISO 639-1 code such as ``"en"``, or the name of an algorithm such as ``"english"`` or ``"porter"``.
    feature : str
        What needs it, for error messages.

    Returns
    -------
    stem : callable
        Gives the stem of a lower-case word.
    signature : str
        Algorithm, package and version: equal signatures mean equal stems.

    Raises
    ------
    MissingExtraError
        The extra ``stem`` is not installed.
    SpecError
        There is no such algorithm.

    Examples
    --------
    >>> from steelyard.text import get_stemmer
    >>> stem, _ = get_stemmer("en", "This example")
    >>> stem("generously"), stem("dying")
    ('generous', 'die')
    """
    with needs_extra("stem", feature):
        import snowballstemmer
    algorithms = snowballstemmer.algorithms()
    codes = [code for code, name in LANGUAGES.items() if name in algorithms]
    algorithm = LANGUAGES.get(language, language)
    if algorithm not in algorithms:
        raise unknown_name("language of Snowball's stemmers", language, [*algorithms, *codes])
    stemmer = snowballstemmer.stemmer(algorithm)
    # it uses PyStemmer, written in C, where that is installed
    package = "PyStemmer" if type(stemmer).__module__ == "Stemmer" else "snowballstemmer"
    return stemmer.stemWord, f"{algorithm}-{package}-{_version(package, type(stemmer).__module__)}"


def _version(package: str, module: str) -> str:
    """Return an installed package's version, as the folder that is installed beside it names it."""
    # without pathlib, which takes 5 ms to import
    site, file = os.path.split(sys.modules[module.partition(".")[0]].__file__ or "")
    site = os.path.dirname(site) if file.startswith("__init__.") else site
    found = [name for name in os.listdir(site or ".") if name.lower().startswith(f"{package.lower()}-")]
    if len(found) == 1 and found[0].endswith(".dist-info"):
        return found[0][len(package) + 1 : -len(".dist-info")]

    from importlib.metadata import version  # finds every package, but takes 20 ms to import

    return version(package)
