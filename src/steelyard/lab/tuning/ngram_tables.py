"""The n-grams of candidates and of their references, numbered."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.reprs import short_repr

__all__ = ["NgramTables", "ngram_tables"]

Codes = NDArray[np.int64]

ORDERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class NgramTables:
    """The n-grams of the candidates of all lists and of their references.

    Attributes
    ----------
    candidates, grams, counts : array of int64, shape (T,)
        A row for each different n-gram of a candidate: whose, which (numbered list by list), how often.
    order, list_of, in_reference : array of int64, shape (G,)
        Of each numbered n-gram: its length, its list, and how often it stands in the reference.
    words, reference_words : array of int64, shapes (C,) and (N,)
        Lengths.
    owner : array of int64, shape (C,)
        The list of each candidate.

    Examples
    --------
    >>> from steelyard.lab.tuning import ngram_tables
    >>> tables = ngram_tables([["a", "b"], ["a"]], [0, 2], [["a", "b"]])
    >>> tables.order.tolist(), tables.in_reference.tolist()
    ([1, 1, 2], [1, 1, 1])
    """

    candidates: Codes
    grams: Codes
    counts: Codes
    order: Codes
    list_of: Codes
    in_reference: Codes
    words: Codes
    reference_words: Codes
    owner: Codes

    __repr__ = short_repr

    def of_candidates(self, numbers: Codes) -> "NgramTables":
        """Return the tables of some whole lists, whose candidates have these numbers, in their order."""
        lists = np.unique(self.owner[numbers])
        is_row, is_gram = np.isin(self.owner[self.candidates], lists), np.isin(self.list_of, lists)
        place, gram_place = (np.cumsum(kept) - 1 for kept in (np.isin(self.owner, lists), is_gram))
        return NgramTables(
            place[self.candidates[is_row]],
            gram_place[self.grams[is_row]],
            self.counts[is_row],
            self.order[is_gram],
            np.searchsorted(lists, self.list_of[is_gram]),
            self.in_reference[is_gram],
            self.words[numbers],
            self.reference_words[lists],
            np.searchsorted(lists, self.owner[numbers]),
        )


def _ngrams(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + n]) for n in range(1, ORDERS + 1) for i in range(len(words) - n + 1))


def ngram_tables(
    candidates: Sequence[Sequence[str]], offsets: Sequence[int] | Codes, references: Sequence[Sequence[str]]
) -> NgramTables:
    """Number the n-grams, of 1 to 4 words, of all candidates and of the one reference of each list.

    Parameters
    ----------
    candidates : sequence of sequence of str
        Words of each candidate, list after list.
    offsets : sequence of int, length N + 1
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``.
    references : sequence of sequence of str
        Words of each list's reference.

    Returns
    -------
    NgramTables
        n-grams of a reference that no candidate has are numbered, too.

    Raises
    ------
    AlignmentError
        There are not as many references as lists.

    Examples
    --------
    >>> from steelyard.lab.tuning import ngram_tables
    >>> ngram_tables([["a", "a"]], [0, 1], [["a"]]).counts.tolist()
    [2, 1]
    """
    if len(references) != len(offsets) - 1:
        raise AlignmentError(f"There are {len(references)} references for {len(offsets) - 1} lists.")
    rows: list[tuple[int, int, int]] = []
    of_grams: list[tuple[int, int, int]] = []
    for segment, reference in enumerate(references):
        in_reference, known = _ngrams(reference), dict[tuple[str, ...], int]()
        places = range(int(offsets[segment]), int(offsets[segment + 1]))
        found = [(place, _ngrams(candidates[place])) for place in places]
        for gram in dict.fromkeys(
            gram for counted in (*(grams for _, grams in found), in_reference) for gram in counted
        ):
            known[gram] = len(of_grams)
            of_grams.append((len(gram), segment, in_reference[gram]))
        rows += [(place, known[gram], count) for place, grams in found for gram, count in grams.items()]
    table, numbered = np.array(rows, dtype=np.int64).reshape(-1, 3), np.array(of_grams, dtype=np.int64).reshape(-1, 3)
    words, reference_words = (
        np.array([len(text) for text in texts], dtype=np.int64) for texts in (candidates, references)
    )
    owner = np.repeat(np.arange(len(references)), np.diff(np.array(offsets, dtype=np.int64)).astype(np.int64))
    return NgramTables(
        table[:, 0], table[:, 1], table[:, 2], numbered[:, 0], numbered[:, 1], numbered[:, 2], words, reference_words,
        owner,
    )  # fmt: skip
