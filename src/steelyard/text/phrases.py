"""Lists that METEOR 1.x reads: function words, and phrases that mean the same."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from steelyard.errors import DataError
from steelyard.files.reading import TextFile, read_lines
from steelyard.reprs import short_repr

__all__ = ["Paraphrases", "WordList", "read_paraphrases", "read_word_list"]


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """A set of words from a file.

    Attributes
    ----------
    signature : str
        Name of the file and the start of its SHA-256.
    words : frozenset of str
        In lower case.

    Examples
    --------
    >>> from steelyard.text import read_word_list
    >>> "the" in read_word_list("examples/function-words.txt").words
    True
    """

    signature: str
    words: frozenset[str]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, eq=False)
class Paraphrases:
    """A table of phrases that mean the same, in METEOR's format; read as often as it is asked for.

    Attributes
    ----------
    signature : str
        Name of the file and the start of its SHA-256.
    path : str
        The file.

    Examples
    --------
    >>> from steelyard.text import read_paraphrases
    >>> len(list(read_paraphrases("examples/paraphrases.txt").pairs()))
    3
    """

    signature: str
    path: str

    __repr__ = short_repr

    def pairs(self) -> Iterator[tuple[list[str], list[str]]]:
        """Yield a phrase of a reference and what stands for it, each as words."""
        lines = enumerate(_read(self.path).lines, 1)
        for number, line in lines:
            if not line.strip():
                continue
            phrase, paraphrase = (next(lines, (0, ""))[1].split() for _ in range(2))
            if not phrase or not paraphrase:
                raise DataError(
                    f"{self.path}, line {number}: a paraphrase table has three lines an entry: a probability, a "
                    "phrase, and another phrase."
                )
            yield phrase, paraphrase


def read_word_list(path: str) -> WordList:
    """Read a list of words, one per line.

    Parameters
    ----------
    path : str
        A text file, such as METEOR's ``english.words`` of function words; with ``.gz`` it is unpacked.

    Returns
    -------
    WordList
        The words in lower case.

    Raises
    ------
    DataError
        The file cannot be read, or a line has more than one word.

    Examples
    --------
    >>> from steelyard.text import read_word_list
    >>> sorted(read_word_list("examples/function-words.txt").words)[:3]
    ['!', ',', '.']
    """
    file = _read(path)
    words = [line.strip() for line in file.lines]
    for number, word in enumerate(words, 1):
        if len(word.split()) > 1:
            raise DataError(f"{path}, line {number}: a list of words has one word a line, not {word!r}.")
    return WordList(_sign(file), frozenset(word.lower() for word in words if word))


def read_paraphrases(path: str) -> Paraphrases:
    """Open a table of paraphrases.

    Parameters
    ----------
    path : str
        Three lines an entry: a probability, which is not used, a phrase, and another phrase that means the same; with
        ``.gz`` it is unpacked. METEOR's tables are called ``paraphrase-en.gz`` and the like.

    Returns
    -------
    Paraphrases
        The table.

    Raises
    ------
    DataError
        The file cannot be read.

    Examples
    --------
    >>> from steelyard.text import read_paraphrases
    >>> next(read_paraphrases("examples/paraphrases.txt").pairs())
    (['at', 'nine', "o'clock"], ['at', 'nine'])
    """
    return Paraphrases(_sign(_read(path)), path)


def _read(path: str) -> TextFile:
    return read_lines(os.path.expanduser(path))


def _sign(file: TextFile) -> str:
    return f"{os.path.basename(file.path)}#{file.content_sha256[:12]}"
