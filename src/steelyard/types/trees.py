"""Dependency trees of many texts as integers: what words and relations they have, and what depends on what."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import describe, n_of, short_repr
from steelyard.types.annotations import Parse, Word

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile

__all__ = ["CandidateParses", "MadeOutput", "StoredParses", "Trees"]

_AT_ONCE = 2**20  # words checked at a time


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Trees of R texts.

    Attributes
    ----------
    offsets : array of int64, shape (R + 1,)
        Text i has the words ``offsets[i]`` to ``offsets[i + 1]``.
    kinds : array of int32, shape (n_words,)
        Which word each is: words of a kind have the same form and relation, and what else is known of them.
    heads : array of int32, shape (n_words,)
        Place of the head in the text, from 0; -1 for a root, and for a word without a head.
    form_of, label_of : array of int32, shape (n_kinds,)
        Of each kind of word its form and its relation to the head, as places in `forms` and `labels`.
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
    kinds: NDArray[np.int32]
    heads: NDArray[np.int32]
    form_of: NDArray[np.int32]
    label_of: NDArray[np.int32]
    forms: tuple[str, ...]
    labels: tuple[str, ...]

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.offsets) - 1, "text"), n_of(len(self.kinds), "word"))

    @classmethod
    def of(cls, parses: Iterable[Parse]) -> "Trees":
        """Take the best parse of each text, one after the other: they need not be there all at once."""
        known: dict[Word, int] = {}
        kinds, heads, offsets = array("i"), array("i"), array("q", [0])
        for parse in parses:
            for word in parse.words:
                kinds.append(known.setdefault(Word(word.form, deprel=word.deprel), len(known)))
                heads.append((word.head or 0) - 1)
            offsets.append(len(kinds))
        return cls.of_arrays(offsets, kinds, heads, list(known))

    @classmethod
    def of_arrays(
        cls, offsets: "array[int]", kinds: "array[int]", heads: "array[int]", words: Sequence[Word]
    ) -> "Trees":
        """Take the words of all texts as places among the different ones, and the places of their heads."""
        forms: dict[str, int] = {}
        labels: dict[str, int] = {}
        form_of = [forms.setdefault(word.form, len(forms)) for word in words]
        label_of = [labels.setdefault(word.deprel, len(labels)) for word in words]
        of_words, of_heads = (np.frombuffer(one, np.int32) if one else np.zeros(0, np.int32) for one in (kinds, heads))
        return cls(
            np.frombuffer(offsets, dtype=np.int64),
            of_words,
            of_heads,
            np.array(form_of, dtype=np.int32),
            np.array(label_of, dtype=np.int32),
            tuple(forms),
            tuple(labels),
        )

    @property
    def words(self) -> NDArray[np.int32]:
        """The form of each word."""
        return self.form_of[self.kinds]

    @property
    def relations(self) -> NDArray[np.int32]:
        """What each word is to its head."""
        return self.label_of[self.kinds]

    def words_of(self, row: int) -> NDArray[np.int32]:
        """Return the kinds of words of a text."""
        return self.kinds[self.offsets[row] : self.offsets[row + 1]]

    def heads_of(self, row: int) -> NDArray[np.int32]:
        """Return the heads of the words of a text."""
        return self.heads[self.offsets[row] : self.offsets[row + 1]]

    def are_trees(self) -> bool:
        """Say whether heads are words of their texts, and none depends on itself, through whatever others."""
        lengths = np.diff(self.offsets)
        low = 0
        while low < len(lengths):  # some texts at a time
            most = self.offsets[low] + _AT_ONCE
            high = max(int(np.searchsorted(self.offsets, most, side="right")) - 1, low + 1)
            begin, end = int(self.offsets[low]), int(self.offsets[high])
            heads, size = self.heads[begin:end], np.repeat(lengths[low:high], lengths[low:high])
            if (heads >= size).any():
                return False
            first = np.repeat(self.offsets[low:high] - begin, lengths[low:high])
            above = np.append(np.where(heads < 0, end - begin, heads + first), end - begin)  # the last stands for none
            for _ in range(int(size.max(initial=1)).bit_length()):
                above = above[above]  # twice as far up
            if (above < end - begin).any():
                return False
            low = high
        return True


@dataclass(frozen=True, slots=True, eq=False)
class StoredParses(Sequence[tuple[Parse, ...]]):
    """Parses of many texts that become objects when they are asked for.

    Attributes
    ----------
    trees : Trees
        The best parse of each text, all of whose words have heads.
    words : tuple of Word
        All different ones, without their heads.
    others : mapping of int to tuple of Parse
        Of texts with several parses or scores, all of them.

    Examples
    --------
    >>> from steelyard.types import Parse, StoredParses, Trees, Word
    >>> parse = Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))
    >>> words = tuple(Word(word.form, deprel=word.deprel) for word in parse.words)
    >>> StoredParses(Trees.of([parse]), words, {})[0] == (parse,)
    True
    """

    trees: Trees
    words: tuple[Word, ...]
    others: Mapping[int, tuple[Parse, ...]]

    __repr__ = short_repr

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.trees.offsets) - 1

    @overload
    def __getitem__(self, row: int) -> tuple[Parse, ...]: ...
    @overload
    def __getitem__(self, row: slice) -> tuple[tuple[Parse, ...], ...]: ...
    def __getitem__(self, row: int | slice) -> tuple[Any, ...]:
        """Return the parses of a text, best first."""
        if isinstance(row, slice):
            return tuple(self[i] for i in range(len(self))[row])
        row = range(len(self))[row]
        if row in self.others:
            return self.others[row]
        pairs = zip(self.trees.words_of(row).tolist(), self.trees.heads_of(row).tolist(), strict=True)
        return (Parse(tuple(replace(self.words[kind], head=head + 1) for kind, head in pairs)),)


@dataclass(frozen=True, slots=True, eq=False)
class CandidateParses:
    """Parses of the candidates of lists: one for every different text.

    Attributes
    ----------
    rows : array of int64, shape (C,)
        The parse of each candidate.
    parses : sequence of tuple of Parse, length R
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
    parses: Sequence[tuple[Parse, ...]]
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
