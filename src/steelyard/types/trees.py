"""Dependency trees of many texts as integers: what words and relations they have, and what depends on what."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.short_repr import counted, short_repr, told
from steelyard.types.annotations import Parse

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile

__all__ = ["CandidateParses", "MadeOutput", "Trees"]


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Trees of R texts.

    Attributes
    ----------
    offsets : array of int64, shape (R + 1,)
        Text i has the words ``offsets[i]`` to ``offsets[i + 1]``.
    words, relations : array of int32, shape (n_words,)
        Of each word its form and its relation to the head, as places in `forms` and `labels`.
    heads : array of int32, shape (n_words,)
        Place of the head in the text, from 0; -1 for a root, and for a word without a head.
    forms, labels : tuple of str
        All there are.

    Examples
    --------
    >>> from steelyard.types import Parse, Trees, Word
    >>> trees = Trees.of([Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))])
    >>> trees.heads.tolist(), trees.labels
    ([1, -1], ('nsubj', 'root'))
    """

    offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    relations: NDArray[np.int32]
    heads: NDArray[np.int32]
    forms: tuple[str, ...]
    labels: tuple[str, ...]

    def __repr__(self) -> str:
        return told(self, counted(len(self.offsets) - 1, "text"), counted(len(self.words), "word"))

    @classmethod
    def of(cls, parses: Iterable[Parse]) -> "Trees":
        """Take the best parse of each text, one after the other: they need not be there all at once."""
        forms: dict[str, int] = {}
        labels: dict[str, int] = {}
        numbers, offsets = array("i"), array("q", [0])
        for parse in parses:
            for word in parse.words:
                numbers.append(forms.setdefault(word.form, len(forms)))
                numbers.append(labels.setdefault(word.deprel, len(labels)))
                numbers.append((word.head or 0) - 1)
            offsets.append(len(numbers) // 3)
        columns = np.frombuffer(numbers, dtype=np.int32).reshape(-1, 3).T if numbers else np.zeros((3, 0), np.int32)
        words, relations, heads = (np.ascontiguousarray(column) for column in columns)
        return cls(np.array(offsets, dtype=np.int64), words, relations, heads, tuple(forms), tuple(labels))


@dataclass(frozen=True, slots=True, eq=False)
class CandidateParses:
    """Parses of the candidates of lists: one for every different text.

    Attributes
    ----------
    rows : array of int64, shape (C,)
        The parse of each candidate.
    parses : tuple of tuple of Parse, length R
        Of every different text its parses, best first.
    trees : Trees
        The best ones, as integers.
    files : tuple of (str, str)
        Path and SHA-256 of the file they come from.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import CandidateParses, Parse, Trees, Word
    >>> parses = ((Parse((Word("go", head=0, deprel="root"),)),),)
    >>> CandidateParses(np.array([0, 0]), parses, Trees.of(best for best, *_ in parses)).trees.forms
    ('go',)
    """

    rows: NDArray[np.int64]
    parses: tuple[tuple[Parse, ...], ...]
    trees: Trees
    files: tuple[tuple[str, str], ...] = ()

    __repr__ = short_repr


class MadeOutput(NamedTuple):
    """The output of a system that no file of its own holds, such as what was chosen from lists.

    Attributes
    ----------
    file : TextFile
        Its lines, with the path and SHA-256 of what it was made from.
    parses : tuple of tuple of Parse, optional
        By segment.

    Examples
    --------
    >>> from steelyard.files.reading import TextFile
    >>> from steelyard.types import MadeOutput
    >>> MadeOutput(TextFile("lists.txt", ("a",), "0" * 64, "0" * 64)).parses is None
    True
    """

    file: "TextFile"
    parses: tuple[tuple[Parse, ...], ...] | None = None
