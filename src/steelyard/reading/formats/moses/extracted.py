"""Features and BLEU statistics of n-best lists, as Moses's extractor and `mert` exchange them."""

import os

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import TextFile, read_lines
from steelyard.types import NBestLists

__all__ = ["read_moses_extracted"]

_MOST = 2**53  # of any count: floats hold every whole number up to it
_N_COUNTS = 9  # matches and totals of four orders in turn, and the length of the reference


def read_moses_extracted(
    features: str | os.PathLike[str], scores: str | os.PathLike[str]
) -> tuple[NBestLists, NDArray[np.int64]]:
    """Read ``features.dat`` and ``scores.dat``, in their text form.

    `features`, `scores`: with the same candidates of the same segments.
    Returns lists with empty texts, and of each candidate, shape (C, 10): hyp_len, ref_len, match_1 .. match_4,
    total_1 .. total_4.

    References
    ----------
    Koehn et al. 2007, "Moses: open source toolkit for statistical machine translation", P07-2045.
    """
    names, values, sizes, of_features = _read(features, "FEATURES_TXT")
    what, counts, other_sizes, of_scores = _read(scores, "SCORES_TXT")
    if what != ("BLEU",) or counts.shape[1] != _N_COUNTS:
        raise DataError(f"{of_scores.path} has statistics of {' '.join(what)}, but BLEU's nine numbers can be read.")
    if not ((counts >= 0) & (counts <= _MOST) & (counts == np.rint(counts))).all():
        raise DataError(f"{of_scores.path} has statistics that are no counts: whole numbers from 0 are expected.")
    if sizes != other_sizes:
        raise AlignmentError(
            f"{of_features.path} and {of_scores.path} are not of the same candidates: {sum(sizes):,} of {len(sizes):,} "
            f"segments, and {sum(other_sizes):,} of {len(other_sizes):,}."
        )
    whole = np.rint(counts).astype(np.int64)
    matches, totals = whole[:, 0:8:2], whole[:, 1:8:2]
    lists = NBestLists(
        texts=("",) * len(values),
        offsets=np.cumsum([0, *sizes], dtype=np.int64),
        features=values,
        feature_names=names,
        totals=np.full(len(values), np.nan),
        files=((of_features.path, of_features.sha256), (of_scores.path, of_scores.sha256)),
    )
    return lists, np.column_stack([totals[:, 0], whole[:, 8], matches, totals])


def _read(path: str | os.PathLike[str], kind: str) -> tuple[tuple[str, ...], NDArray[np.float64], list[int], TextFile]:
    """Return what a block's head names last, the numbers of all lines, and how many lines each block has."""
    file = read_lines(path, "utf-8")
    names: tuple[str, ...] = ()
    rows: list[list[float]] = []
    sizes: list[int] = []
    for number, line in enumerate(file.lines, 1):
        place = f"{file.path}, line {number}"
        if line.startswith(f"{kind}_BEGIN"):
            _, *sized = line.split()
            found = sized[3:]
            names = names or tuple(found)
            sizes.append(0)
        elif line.strip() and not line.startswith(f"{kind}_END"):
            if not sizes:
                raise DataError(f"{place}: a list begins with {kind}_BEGIN, in the text form of Moses's files.")
            rows.append(_numbers(line, place, len(rows[0]) if rows else len(line.split())))
            sizes[-1] += 1
    if not rows:
        raise DataError(f"{file.path}: there is no candidate.")
    if empty := [i for i, size in enumerate(sizes) if not size]:
        raise DataError(f"{file.path}: segment {empty[0]} (from 0) has no candidate: each needs one at least.")
    return names, np.array(rows), sizes, file


def _numbers(line: str, place: str, n: int) -> list[float]:
    try:
        found = [float(word) for word in line.split()]
    except ValueError as error:
        raise DataError(f"{place}: there should be numbers alone.") from error
    if len(found) != n or not np.isfinite(found).all():
        raise DataError(f"{place}: there should be {n} finite numbers, as in the lines before.")
    return found
