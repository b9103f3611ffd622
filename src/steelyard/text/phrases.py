"""Lists that METEOR 1.x reads: function words, and phrases that mean the same."""

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.cache import read_cached, write_cached
from steelyard.files.opening import INSIDE, open_input
from steelyard.files.reading import read_lines
from steelyard.files.streaming import LineStream
from steelyard.reprs import short_repr
from steelyard.types import Tokens, Vocabulary

__all__ = ["Paraphrases", "WordList", "read_paraphrases", "read_word_list"]

_SMALL = 2**20  # bytes of a table that is read as fast as an index
_LAYOUT = f"1-{sys.byteorder}"  # of an index: another one has another name
_LAST = 2**8  # bytes that hold its last line
_BLOCK = 2**20  # phrases that are looked at together


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
    """A table of phrases that mean the same, in METEOR's format.

    Attributes
    ----------
    signature : str
        Name of the file and the start of its SHA-256.
    words : tuple of str
        Every word of the table once.
    phrases : Tokens
        The places of each phrase's words among these. Two rows an entry: a phrase of a reference, and what stands for
        it.

    Examples
    --------
    >>> from steelyard.text import read_paraphrases
    >>> len(read_paraphrases("examples/paraphrases.txt").phrases)
    6
    """

    signature: str
    words: tuple[str, ...]
    phrases: Tokens

    __repr__ = short_repr

    def among(self, ids: Mapping[str, int]) -> Tokens:
        """Return the entries of which every word has an id, as these: two rows an entry, in the order of the table."""
        numbers = np.array([ids.get(word, -1) for word in self.words], dtype=np.int32)
        is_known = numbers >= 0
        values, offsets = self.phrases.values, self.phrases.offsets
        found = []
        for first in range(0, len(self.phrases), _BLOCK):  # some at a time: all at once would take a gigabyte
            starts = offsets[first : first + _BLOCK + 1 : 2]
            known = is_known[values[starts[0] : starts[-1]]]
            found.append(first + 2 * np.flatnonzero(np.logical_and.reduceat(known, starts[:-1] - starts[0])))
        entries = np.concatenate([np.zeros(0, dtype=np.int64), *found])
        chosen = self.phrases.take(np.stack([entries, entries + 1], axis=1).ravel())
        return Tokens(numbers[chosen.values], chosen.offsets)


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
    file = read_lines(os.path.expanduser(path))
    words = [line.strip() for line in file.lines]
    for number, word in enumerate(words, 1):
        if len(word.split()) > 1:
            raise DataError(f"{path}, line {number}: a list of words has one word a line, not {word!r}.")
    return WordList(_sign(file.path, file.content_sha256), frozenset(word.lower() for word in words if word))


def read_paraphrases(path: str) -> Paraphrases:
    """Read a table of paraphrases.

    Parameters
    ----------
    path : str
        Three lines an entry: a probability, which is not used, a phrase, and another phrase that means the same; with
        ``.gz`` it is unpacked. METEOR's tables are called ``paraphrase-en.gz`` and the like.

    Returns
    -------
    Paraphrases
        The table. A large one is read once, and its index kept in the user's folder for caches: later it is mapped.

    Raises
    ------
    DataError
        The file cannot be read, or an entry lacks a line.

    Examples
    --------
    >>> from steelyard.text import read_paraphrases
    >>> table = read_paraphrases("examples/paraphrases.txt")
    >>> [table.words[i] for i in table.phrases[0]], [table.words[i] for i in table.phrases[1]]
    (['at', 'nine', "o'clock"], ['at', 'nine'])
    """
    path = os.path.expanduser(path)
    name = _index_name(path)
    kept = read_cached(name) if name else None
    content_sha256, words, phrases = _read_table(path) if kept is None else _load(kept)
    if name and kept is None:
        write_cached(name, *_dump(content_sha256, words, phrases))
    return Paraphrases(_sign(path, content_sha256), words, phrases)


def _index_name(path: str) -> str:
    """Name the index of a table by the file's bytes; a small table, and one that can be read but once, has none."""
    if not os.path.isfile(path.partition(INSIDE)[0]):
        return ""
    with open_input(path) as file:
        stored = file.read()
    return "" if len(stored) < _SMALL else f"paraphrases-{_LAYOUT}-{hashlib.sha256(stored).hexdigest()}"


def _read_table(path: str) -> tuple[str, tuple[str, ...], Tokens]:
    stream, vocabulary = LineStream(path), Vocabulary()
    values, lengths = bytearray(), bytearray()  # which grow where they are: arrays that are joined take twice the room
    rest: list[str] = []  # the beginning of an entry
    n_read = fault = 0
    for read in stream:
        lines = rest + read
        n_read += len(read)
        entries = lines if all(map(str.strip, lines[::3])) else _without_blank(lines)
        whole = entries[: len(entries) // 3 * 3]
        rest = entries[len(whole) :]
        del whole[::3]  # probabilities
        tokens = vocabulary.encode(whole)
        values += tokens.values.tobytes()
        lengths += tokens.lengths.astype(np.int32).tobytes()
        if not fault and not tokens.lengths.all():
            fault = _first_fault(lines, n_read - len(lines) + 1)
    if fault := fault or (_first_fault(rest, n_read - len(rest) + 1) if rest else 0):  # told once all is text
        raise DataError(
            f"{path}, line {fault}: a paraphrase table has three lines an entry: a probability, a phrase, and another "
            "phrase."
        )
    arrays = (np.frombuffer(found, dtype=np.int32) for found in (values, lengths))
    return stream.content_sha256, tuple(vocabulary.words()), _tokens(*arrays)


def _without_blank(lines: list[str]) -> list[str]:
    """Leave out blank lines before entries."""
    kept: list[str] = []
    for line in lines:
        if len(kept) % 3 or line.strip():
            kept.append(line)
    return kept


def _first_fault(lines: list[str], first: int) -> int:
    """Return the number of the line that begins the first entry with too few lines."""
    numbered = enumerate(lines, first)
    return next(
        number
        for number, line in numbered
        if line.strip() and not all(next(numbered, (0, ""))[1].strip() for _ in range(2))
    )


def _tokens(values: NDArray[np.int32], lengths: NDArray[np.integer]) -> Tokens:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return Tokens(values, offsets)


def _dump(content_sha256: str, words: tuple[str, ...], phrases: Tokens) -> list[bytes | memoryview]:
    """Write an index: ids and lengths as they are in memory, words, and a last line that says how many of each."""
    lengths = phrases.lengths.astype(np.min_scalar_type(phrases.lengths.max(initial=0)))
    counts = (len(phrases.values), len(lengths), lengths.dtype.str)
    return [phrases.values.data, lengths.data, "\n".join([*words, content_sha256, json.dumps(counts)]).encode()]


def _load(kept: memoryview) -> tuple[str, tuple[str, ...], Tokens]:
    n_values, n_phrases, kind = json.loads(bytes(kept[-_LAST:]).rpartition(b"\n")[2])
    values = np.frombuffer(kept, dtype=np.int32, count=n_values)
    lengths = np.frombuffer(kept, dtype=kind, count=n_phrases, offset=values.nbytes)
    *words, content_sha256, _ = bytes(kept[values.nbytes + lengths.nbytes :]).decode().split("\n")
    return content_sha256, tuple(words), _tokens(values, lengths)


def _sign(path: str, content_sha256: str) -> str:
    return f"{os.path.basename(path)}#{content_sha256[:12]}"
