"""Parses of the candidates of n-best lists: each different text is parsed once, and found by its words."""

import os

import numpy as np

from steelyard.data.formats import read_conllu
from steelyard.errors import AlignmentError, DataError
from steelyard.types import CandidateParses, NBestLists, Trees

__all__ = ["read_candidate_parses"]


def read_candidate_parses(
    path: str | os.PathLike[str], lists: NBestLists, *, encoding: str = "utf-8"
) -> CandidateParses:
    """Read a file of parses, and find the parse of every candidate.

    Parameters
    ----------
    path : path-like
        CoNLL-U, as `steelyard.data.formats.read_conllu` reads it: a segment for every different candidate, in any
        order. A parse is that of the candidates that have its words, however these are split.
    lists : NBestLists
        The candidates.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    CandidateParses
        The parse of each candidate.

    Raises
    ------
    AlignmentError
        A candidate has no parse; the message names it.
    DataError
        The file is not in its format, or a word has no head.
    """
    file = read_conllu(path, encoding=encoding)
    places: dict[str, int] = {}
    for row, (best, *_) in enumerate(file.segments):
        forms = [word.form for word in best.words]
        if not best.is_parsed:
            raise DataError(
                f"{file.path}, segment {row + 1} has words without a head. Parse the candidates; tags are not enough."
            )
        places.setdefault(" ".join(forms), row)  # the very same words come before others of the same letters
    for row, (best, *_) in enumerate(file.segments):
        places.setdefault(_letters("".join(word.form for word in best.words)), row)
    found = {text: places.get(text, places.get(_letters(text), -1)) for text in dict.fromkeys(lists.texts)}
    rows = np.array([found[text] for text in lists.texts], dtype=np.int64)
    if (rows < 0).any():
        raise AlignmentError(_missing(file.path, lists, rows))
    return CandidateParses(
        rows, file.segments, Trees.of(best for best, *_ in file.segments), ((file.path, file.sha256),)
    )


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
