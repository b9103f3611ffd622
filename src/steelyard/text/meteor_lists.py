"""Where METEOR's word lists are: in its jar, in a package or its wheel, or in a folder; and how to get them."""

import importlib.util
import os
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from steelyard.errors import DataError
from steelyard.files.opening import INSIDE, is_input

__all__ = ["MeteorLists", "find_meteor_lists", "what_meteor_lacks"]

_PACKAGE = "pycocoevalcap"  # of the index: it holds METEOR 1.5, and its table of English paraphrases
_STEMMERS = 'pip install "steelyard[stem]"'
_RELEASE = "https://github.com/cmu-mtlab/meteor"
_LANGUAGES = {
    "cs": "czech", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish", "other": "other",
}  # fmt: skip
_OWN_CODES = {"cs": "cz", "sv": "se"}  # METEOR's
_ROOTS = ("", "meteor/", f"{_PACKAGE}/meteor/")
_JARS = ("meteor-1.5.jar", "meteor-1.4.jar", "meteor-1.3.jar")


class MeteorLists(NamedTuple):
    """Paths of METEOR's word lists for a language; a file in a jar stands behind ``!/``, and ``""`` for none.

    Attributes
    ----------
    synonyms : str, default ""
        A folder.
    paraphrases, function_words, abbreviations : str, default ""
        Files.

    Examples
    --------
    >>> from steelyard.text import MeteorLists
    >>> MeteorLists(paraphrases="data/paraphrase-en.gz").function_words
    ''
    """

    synonyms: str = ""
    paraphrases: str = ""
    function_words: str = ""
    abbreviations: str = ""


def find_meteor_lists(path: str, language: str) -> MeteorLists:
    """Look for METEOR's word lists.

    Parameters
    ----------
    path : str
        A jar of METEOR, in whose folder ``data`` the tables are; the package pycocoevalcap, as a folder or a wheel; or
        a folder such as that of METEOR's release. With ``""`` the package is taken where it is installed.
    language : str
        ISO 639-1 code, or ``other``.

    Returns
    -------
    MeteorLists
        What is there.

    Raises
    ------
    DataError
        There is nothing of METEOR at that path.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.text import find_meteor_lists
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pathlib.Path(folder, "function").mkdir()
    ...     pathlib.Path(folder, "function", "english.words").touch()
    ...     found = find_meteor_lists(folder, "en")
    >>> pathlib.Path(found.function_words).name, found.paraphrases
    ('english.words', '')
    """
    place = os.path.expanduser(path) if path else _installed()
    if not place:
        return MeteorLists()
    if not os.path.exists(place):
        raise DataError(f"There is no {path}: name a jar of METEOR, {_PACKAGE} or a folder of METEOR's release.")
    is_folder = os.path.isdir(place)
    roots = [f"{place}{'/' if is_folder else INSIDE}{root}" for root in _ROOTS]
    insides = [f"{root}{jar}{INSIDE}" for root, jar in product(roots, _JARS) if is_input(f"{root}{jar}")]
    beside = [] if is_folder else [os.path.join(os.path.dirname(place), "")]
    name = _LANGUAGES.get(language, language)
    table = f"paraphrase-{_OWN_CODES.get(language, language)}"

    def first(folders: list[str], inner: tuple[str, ...], names: tuple[str, ...]) -> str:
        every = (f"{folder}{between}{one}" for folder, between, one in product(folders, inner, names))
        return next((one for one in every if is_input(one)), "")

    def of(kind: str, *names: str) -> str:
        return first([*roots, *insides], ("", f"{kind}/", f"resources/{kind}/"), names)

    found = MeteorLists(
        of("synonym", f"{name}.synsets", f"{name}.synsets.gz").rpartition("/")[0],
        first([*roots, *beside], ("", "data/"), (f"{table}.gz", table)),
        of("function", f"{name}.words"),
        of("nonbreaking", f"{name}.prefixes"),
    )
    if path and not any(found):
        raise DataError(
            f"{path} has none of METEOR's word lists for {language!r} (function/{name}.words, data/{table}.gz ...): "
            f"name a jar of METEOR, {_PACKAGE} as a folder or wheel, or a folder of METEOR's release."
        )
    return found


def what_meteor_lacks(needs: Sequence[str], lists: MeteorLists, language: str) -> str:
    """Say all that METEOR has not got, the command that brings it, and how to do without.

    Parameters
    ----------
    needs : sequence of str
        The stages that are used, and ``"function words"`` and ``"abbreviations"`` where they are.
    lists : MeteorLists
        What is there.
    language : str
        ISO 639-1 code, or ``other``.

    Returns
    -------
    str
        ``""`` where nothing is missing; else what goes on after "lacks".

    Examples
    --------
    >>> from steelyard.text import MeteorLists, what_meteor_lacks
    >>> what_meteor_lacks(["exact", "function words"], MeteorLists(function_words="none"), "en")
    ''
    """
    lacks = {
        "stem": not importlib.util.find_spec("snowballstemmer"),
        "synonym": not lists.synonyms,
        "paraphrase": not lists.paraphrases,
        "function words": not lists.function_words,
        "abbreviations": not lists.abbreviations,
    }
    missing = [what for what, is_missing in lacks.items() if is_missing and what in needs]
    if not missing:
        return ""
    names = {"stem": "a stemmer", "synonym": "synonyms", "paraphrase": "a table of paraphrases"}
    is_elsewhere = "paraphrase" in missing and language != "en"
    in_package = len(missing) - ("stem" in missing) - is_elsewhere
    commands = [f"pip install --no-deps {_PACKAGE}"] * (in_package > 0) + [_STEMMERS] * ("stem" in missing)
    stages = " ".join(what for what in missing if what in names)
    without = [f"without='{stages}'"] if stages else []
    without += ["function_words=none"] if "function words" in missing else []
    without += [f"tokenize=meteor:{language}"] if "abbreviations" in missing else []
    said = [
        f"{', '.join(names.get(what, what) for what in missing)}.",
        f"One command brings {'the rest' if is_elsewhere else 'it'}: {' && '.join(commands)}." if commands else "",
        f"The table for {language!r} is in the folder data of METEOR's release, {_RELEASE}." if is_elsewhere else "",
        f"Files that you have: --meteor-resources PATH (resources=PATH), METEOR's jar, its release or {_PACKAGE}.",
        f"To leave it out, write into the metric's parentheses: {', '.join(without)}.",
    ]
    return " ".join(filter(None, said))


def _installed() -> str:
    """Return where the package is, without importing it."""
    found = importlib.util.find_spec(_PACKAGE)
    return next(iter(found.submodule_search_locations or ()), "") if found else ""
