"""Sets of words with the same meaning, from WordNet or from a file of one's own."""

import codecs
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard import _native
from steelyard.errors import DataError
from steelyard.files.opening import is_input
from steelyard.files.parsing import is_whole
from steelyard.files.reading import Content, decode_lines, read_content, read_lines
from steelyard.reprs import short_repr

__all__ = ["Synonyms", "read_synonyms"]

_SHIPPED = Path(__file__).parent / "resources" / "wordnet.gz"  # tools/make_synonyms.py writes it
_COME_WITH_US = ("wordnet", "meteor")
_PARTS = ("noun", "verb", "adj", "adv")
_METEOR = "english"  # METEOR has synonyms of English only

# Endings and what they may stand for, tried in this order; from the documentation of WordNet 3.0, morphy(7WN).
_ENDINGS = (
    *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z")),
    *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    *(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    *(("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
)  # fmt: skip
_ENDINGS_BY_LETTER = {last: [pair for pair in _ENDINGS if pair[0][-1] == last] for last in "sndgrt"}


@dataclass(frozen=True, slots=True, eq=False)
class Synonyms:
    """Which sets of synonyms each word belongs to.

    Two words are synonyms when they have a set in common.

    Attributes
    ----------
    signature : str
        Kind and the start of a SHA-256 over the files unpacked: equal signatures mean equal synonyms.
    find : callable
        Returns the numbers of a word's sets, with white space between, or None.
    bases : mapping of str to sequence of str
        Base forms of irregular forms.
    has_endings : bool
        Whether regular English endings are taken off.

    Examples
    --------
    >>> from steelyard.text.synonyms import Synonyms
    >>> synonyms = Synonyms("mine", {"cure": "1 2", "treat": "2"}.get, {})
    >>> sorted(synonyms.sets_of("treats")), synonyms.sets_of("treats") & synonyms.sets_of("cure")
    ([2], frozenset({2}))
    """

    signature: str
    find: Callable[[str], str | None]
    bases: Mapping[str, Iterable[str]]
    has_endings: bool = True

    __repr__ = short_repr

    def sets_of(self, word: str) -> frozenset[int]:
        """Return the sets of a lower-case word and of its base forms.

        An irregular form has the base forms of the list of exceptions; any other word loses the first ending that
        leaves a known word, whatever its part of speech.
        """
        found = set(self._own(word))
        for base in self.bases.get(word) or self._base(word):
            found.update(self._own(base))
        return frozenset(found)

    def _own(self, word: str) -> Iterable[int]:
        return map(int, (self.find(word) or "").split())

    def _base(self, word: str) -> Iterable[str]:
        if not self.has_endings or word.endswith("ss") or len(word) <= 2:
            return ()
        for ending, replacement in _ENDINGS_BY_LETTER.get(word[-1], ()):
            if word.endswith(ending):
                base = word[: -len(ending)] + replacement
                if self.find(base):
                    return (base,)
        return ()


def read_synonyms(path: str) -> Synonyms:
    """Read sets of synonyms.

    Parameters
    ----------
    path : str
        ``"wordnet"`` for WordNet 3.0, or ``"meteor"`` for the same as METEOR 1.5 has it; both come with Steelyard. Else
        a folder with WordNet's database files (``index.noun``, ``noun.exc`` and so on, version 3), a folder with the
        synonym files of METEOR 1.5 (``english.synsets`` and ``english.exceptions``, also with ``.gz``), or a text file
        with one set per line, its words separated by tabs.

    Returns
    -------
    Synonyms
        Of lower-case words; a phrase of WordNet is none.

    Raises
    ------
    DataError
        There is nothing of that kind, and the message says how to get it; or a file is not what its name says.

    Notes
    -----
    METEOR's files were taken from WordNet 3.0, so both give nearly the same sets. METEOR's numbers do not tell a noun's
    set from a verb's: 282 of them stand for several sets, and words of these are synonyms to METEOR that are none, such
    as `mechanize` and `transparently`. Its phrases have an underscore between their words.

    Examples
    --------
    >>> from steelyard.text import read_synonyms
    >>> synonyms = read_synonyms("wordnet")
    >>> bool(synonyms.sets_of("ferry") & synonyms.sets_of("ferryboats")), synonyms.sets_of("the")
    (True, frozenset())
    """
    if path in _COME_WITH_US:
        return _read_shipped(path)
    place = Path(path).expanduser()
    if (place / "index.noun").is_file():
        return _read_wordnet(place)
    synsets = _given(place, f"{_METEOR}.synsets")
    if synsets is not None:
        return _read_meteor(place, synsets)
    if place.is_file():
        return _read_own(place)
    raise DataError(
        f"There are no synonyms. {str(place)!r} does not have them: name wordnet, which comes with Steelyard, a folder "
        "of WordNet 3 (index.noun ...), one of METEOR's synonym files (english.synsets), or a file with one set per "
        "line; or leave this stage out (without=synonym)."
    )


def _read_shipped(kind: str) -> Synonyms:
    """Read what comes with the package: METEOR's files in one, but for the part of speech in front of each number."""
    file = read_content(_SHIPPED)
    synsets, _, exceptions = file.content.partition(b"\n\n")
    index = _native.LineIndex(synsets, True)

    def find_in_wordnet(word: str) -> str | None:
        return None if "_" in word else index.find(word)

    def find_in_meteor(word: str) -> str | None:
        numbers = index.find(word)
        return numbers and " ".join(number[1:] for number in numbers.split())

    find = find_in_wordnet if kind == "wordnet" else find_in_meteor
    return Synonyms(f"{kind}#{_hash([file])}", find, _bases(exceptions.decode("ascii").splitlines()))


def _given(folder: Path, name: str) -> Path | None:
    return next((path for path in (folder / name, folder / f"{name}.gz") if is_input(str(path))), None)


def _offsets(line: str) -> list[str]:
    """Return the places of a word's sets."""
    # lemma pos n_synsets n_pointers pointer... n_senses n_tagged offset...
    fields = line.split()
    try:
        n_sets, n_pointers = int(fields[2]), int(fields[3])
    except (IndexError, ValueError):
        n_sets, n_pointers = 0, 0
    offsets = fields[6 + n_pointers :]
    if not offsets or len(offsets) != n_sets or not all(map(is_whole, offsets)):
        raise DataError(f"The files of WordNet are broken: this is no line of an index: {line!r}. Install them anew.")
    return offsets


def _read_wordnet(folder: Path) -> Synonyms:
    files = [read_content(folder / name.format(part)) for name in ("index.{}", "{}.exc") for part in _PARTS]
    indexes = [_index(file, has_numbers_below=False) for file in files[: len(_PARTS)]]
    bases: dict[str, list[str]] = {}
    for file in files[len(_PARTS) :]:
        for line in decode_lines(file.content, file.path):
            form, *forms = line.split() or [""]
            bases.setdefault(form, []).extend(forms)

    def find(word: str) -> str | None:
        """Return the part of speech and the offset of each set."""
        if not word or "_" in word:  # what begins with a space is the licence; an underscore joins a phrase
            return None
        found = []
        for part, index in enumerate(indexes, 1):
            if line := index.find(word):
                found += [f"{part}{offset}" for offset in _offsets(line)]
        return " ".join(found)

    return Synonyms(f"wordnet#{_hash(files)}", find, bases)


def _read_meteor(folder: Path, synsets: Path) -> Synonyms:
    exceptions = _given(folder, f"{_METEOR}.exceptions")
    if exceptions is None:
        raise DataError(f"{str(folder)!r} has METEOR's english.synsets, but no english.exceptions beside it.")
    files = [read_content(path) for path in (synsets, exceptions)]
    try:
        index = _index(files[0], has_numbers_below=True)  # a word line, then a line of set numbers
    except ValueError as error:
        raise DataError(
            f"{synsets} is not METEOR's: every word has a line with the numbers of its sets below it, but {error}."
        ) from error
    bases = _bases(decode_lines(files[1].content, files[1].path))
    return Synonyms(f"meteor#{_hash(files)}", index.find, bases)


def _bases(lines: Sequence[str]) -> dict[str, list[str]]:
    """Return base forms by irregular form; each base form has a line, and its irregular forms the next one."""
    bases: dict[str, list[str]] = {}
    for base, forms in zip(lines[::2], lines[1::2], strict=False):
        for form in forms.split():
            bases.setdefault(form, []).append(base)
    return bases


def _index(file: Content, *, has_numbers_below: bool) -> _native.LineIndex:
    content = file.content.removeprefix(codecs.BOM_UTF8)
    if not content.isascii():
        decode_lines(content, file.path)  # says where it is no UTF-8
    return _native.LineIndex(content, has_numbers_below)


def _read_own(path: Path) -> Synonyms:
    file = read_lines(path)
    sets: dict[str, list[str]] = {}
    for number, line in enumerate(file.lines, 1):
        words = [word.strip().lower() for word in line.split("\t") if word.strip()]
        if len(words) == 1:
            raise DataError(
                f"{path}, line {number}: a set of synonyms has two words or more, with tabs between, not {line!r}."
            )
        for word in words:
            sets.setdefault(word, []).append(str(number))
    return Synonyms(
        f"{path.name}#{file.content_sha256[:12]}", {word: " ".join(numbers) for word, numbers in sets.items()}.get, {}
    )


def _hash(files: Iterable[Content]) -> str:
    """Return the start of the SHA-256 of several files' SHA-256, the same packed or not."""
    return hashlib.sha256("".join(file.content_sha256 for file in files).encode()).hexdigest()[:12]
