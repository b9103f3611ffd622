"""Parses of the candidates of n-best lists: each different text is parsed once, and found by its words."""

import os
from array import array
from collections.abc import Sequence

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats.conllu import Block, ParseStream, join_sentences, read_conllu
from steelyard.types import CandidateParses, NBestLists, Parse, StoredParses, Trees

__all__ = ["read_candidate_parses"]

_NOWHERE = 2**31 - 1  # a head beyond any sentence: it makes no tree, which is told below


def read_candidate_parses(
    path: str | os.PathLike[str], lists: NBestLists, *, encoding: str = "utf-8"
) -> CandidateParses:
    """Read a file of parses, and find the parse of every candidate.

    `path`: CoNLL-U, as `steelyard.reading.formats.read_conllu` reads it: a segment for every different candidate, in
    any order. A parse is that of the candidates that have its words, however these are split.
    """
    stream = ParseStream(path, encoding)
    row_of = dict.fromkeys(lists.texts, -1)
    kinds, heads, offsets = array("i"), array("i"), array("q", [0])
    others: dict[int, tuple[Parse, ...]] = {}
    for row, sentences in enumerate(stream):
        best = _best(sentences)
        if any(head < 0 for _, head in best):
            raise DataError(
                f"{stream.path}, segment {row + 1} has words without a head. Parse the candidates; tags are not enough."
            )
        text = " ".join([stream.words[kind].form for kind, _ in best])
        if row_of.get(text, 0) < 0:  # the very same words come before others of the same letters
            row_of[text] = row
        if any(len(blocks) > 1 or "parse_score" in blocks[0].notes for blocks in sentences):
            others[row] = join_sentences(sentences, stream)
        kinds.extend([kind for kind, _ in best])
        heads.extend([min(head - 1, _NOWHERE) for _, head in best])
        offsets.append(len(kinds))
    trees = Trees.of_arrays(offsets, kinds, heads, stream.words)
    if not trees.are_trees():
        read_conllu(path, encoding=encoding)  # says where
    _find_letters(row_of, trees)
    rows = np.fromiter((row_of[text] for text in lists.texts), dtype=np.int64, count=len(lists.texts))
    if (rows < 0).any():
        raise AlignmentError(_missing(stream.path, lists, rows))
    parses = StoredParses(trees, tuple(stream.words), others)
    return CandidateParses(rows, parses, trees, ((stream.path, stream.sha256),))


def _best(sentences: Sequence[Sequence[Block]]) -> list[tuple[int, int]]:
    """Return the words of the best parse of a segment, which may have several sentences."""
    if len(sentences) == 1:
        return sentences[0][0].words
    found: list[tuple[int, int]] = []
    for first, *_ in sentences:
        n_before = len(found)
        found += [(kind, head + n_before if head > 0 else head) for kind, head in first.words]
    return found


def _find_letters(row_of: dict[str, int], trees: Trees) -> None:
    """Find the first parse that has the letters of each text whose words no parse has."""
    lacking: dict[str, list[str]] = {}
    for text, row in row_of.items():
        if row < 0:
            lacking.setdefault(_letters(text), []).append(text)
    forms = ["".join(trees.forms[form].split()) for form in trees.form_of.tolist()]
    for row in range(len(trees.offsets) - 1) if lacking else ():
        for text in lacking.pop("".join([forms[kind] for kind in trees.words_of(row).tolist()]), ()):
            row_of[text] = row


def _letters(text: str) -> str:
    return "".join(text.split())


def _missing(path: str, lists: NBestLists, rows: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> str:
    first = int((rows < 0).argmax())
    segment = int(np.searchsorted(lists.offsets, first, side="right")) - 1
    text = lists.texts[first]
    n_missing = len({lists.texts[i] for i in np.flatnonzero(rows < 0)})
    return (
        f"{path} has no parse of candidate {first - lists.offsets[segment] + 1} of segment {segment}, "
        f"{text if len(text) <= 60 else text[:57] + '...'!r}, and lacks {n_missing:,} of {len(set(lists.texts)):,} "
        "different candidates. Parses are found by their words: parse each candidate as it stands in the lists."
    )
