"""N-gram counts and lengths that the relatives of BLEU share: counted once per test set, reading and order."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.text import Corpus, EncodedCorpus, Reading

__all__ = ["ReferenceLength", "brevity_penalty", "count_matches_each", "count_ngrams", "reference_lengths"]

ReferenceLength = Literal["closest", "shortest", "average"]


def count_ngrams(
    corpus: Corpus,
    reading: Reading,
    order: int,
    reference_length: ReferenceLength = "closest",
    length_references: Sequence[int] = (),
) -> NDArray[np.int64] | NDArray[np.float64]:
    """Count what BLEU counts, up to n-grams of M words, shape (S, N, 2 + 2 * M); not to be changed.

    That is hyp_len, ref_len, match_1 .. match_M, total_1 .. total_M. Time is linear in tokens times order.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.ngram_counts import count_ngrams
    >>> from steelyard.text import Corpus, Reading
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b d"]})
    >>> count_ngrams(Corpus(data), Reading(), 2).tolist()
    [[[3, 4, 3, 1, 3, 2]]]
    """

    def count() -> NDArray[np.int64]:
        blocks = corpus.blocks(reading)
        segments, encoded = next(blocks)
        columns = encoded.empty_counts(encoded.n_systems, corpus.test_set.n_segments, 2 + 2 * order)
        _fill(columns[:, segments], encoded, order, corpus.n_threads)
        for segments, encoded in blocks:
            _fill(columns[:, segments], encoded, order, corpus.n_threads)
        columns.flags.writeable = False  # shared by metrics, and held by their statistics: no memory of its own
        return columns

    columns = corpus.once(("n-gram counts", reading, order), count)
    if reference_length == "closest" and not length_references:
        return columns
    lengths = reference_lengths(corpus.encode(reading), reference_length, length_references)
    copied: NDArray[Any] = np.empty(columns.shape, dtype=lengths.dtype)
    copied[...] = columns
    copied[..., 1] = lengths
    return copied


def _fill(columns: NDArray[np.int64], encoded: EncodedCorpus, order: int, n_threads: int) -> None:
    hyp_len = encoded.hypothesis_lengths
    columns[..., 0], columns[..., 1] = hyp_len, reference_lengths(encoded, "closest")
    columns[..., 2 : 2 + order] = encoded.matches(order, n_threads)
    for n in range(order):
        columns[..., 2 + order + n] = encoded.hypothesis_ngrams(n + 1)


def count_matches_each(corpus: Corpus, reading: Reading, order: int) -> NDArray[np.int64]:
    """Count the n-grams that match each reference by itself, up to M words, shape (R, S, N, M); not to be changed.

    An n-gram counts at most as often as the reference has it; 0 where the reference is missing. Time is linear in
    tokens times order times references.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.ngram_counts import count_matches_each
    >>> from steelyard.text import Corpus, Reading
    >>> data = sy.TestSet(references=[["a b c d"], ["b b"]], systems={"x": ["a b b"]})
    >>> count_matches_each(Corpus(data), Reading(), 2).tolist()
    [[[[2, 1]]], [[[2, 1]]]]
    """

    def count() -> NDArray[np.int64]:
        encoded = corpus.encode(reading)
        if len(encoded.is_present) == 1:
            return np.asarray(count_ngrams(corpus, reading, order)[None, ..., 2 : 2 + order], dtype=np.int64)
        return encoded.overlaps(order, corpus.n_threads)

    return corpus.once(("n-gram matches of each reference", reading, order), count)


def reference_lengths(
    encoded: EncodedCorpus, choice: ReferenceLength, among: Sequence[int] = ()
) -> NDArray[np.int64] | NDArray[np.float64]:
    """Choose each segment's reference length, shape (S, N); a tie for the closest goes to the shorter.

    Only the average has fractions. References `among` which it is chosen are counted from 1; none stands for all.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.ngram_counts import reference_lengths
    >>> from steelyard.text import Corpus, Reading
    >>> data = sy.TestSet(references=[["a b c d"], ["b"]], systems={"x": ["a b d"]})
    >>> encoded = Corpus(data).encode(Reading())
    >>> [reference_lengths(encoded, choice).tolist() for choice in ("closest", "shortest", "average")]
    [[[4]], [[1]], [[2.5]]]
    """
    lengths, is_present = encoded.reference_lengths, encoded.is_present
    hyp_len = encoded.hypothesis_lengths
    if among:
        lengths, is_present = _chosen(lengths, is_present, among)
    if choice == "average":
        mean = np.where(is_present, lengths, 0).sum(axis=0) / is_present.sum(axis=0)
        return np.broadcast_to(mean, hyp_len.shape)
    # Far from any length, and small enough that a difference of two does not overflow.
    absent = np.iinfo(np.int64).max // 4
    lengths = np.where(is_present, lengths, absent)
    if choice == "shortest":
        return np.broadcast_to(lengths.min(axis=0), hyp_len.shape)
    best = np.broadcast_to(lengths[0], hyp_len.shape)
    for other in lengths[1:]:
        distance, other_distance = np.abs(best - hyp_len), np.abs(other - hyp_len)
        is_nearer = (other_distance < distance) | ((other_distance == distance) & (other < best))
        best = np.where(is_nearer, other, best)
    return best


def _chosen(
    lengths: NDArray[np.int64], is_present: NDArray[np.bool_], among: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Take some references; every segment needs one of them."""
    if max(among) > len(lengths):
        raise AlignmentError(
            f"length_references names reference {max(among)}, but there {'are' if len(lengths) > 1 else 'is'} "
            f"{len(lengths)}."
        )
    rows = [number - 1 for number in among]
    lacking = np.flatnonzero(~is_present[rows].any(axis=0))
    if len(lacking):
        named = ", ".join(map(str, among))
        raise AlignmentError(f"Segment {int(lacking[0]) + 1:,} lacks the references that give the length ({named}).")
    return lengths[rows], is_present[rows]


def brevity_penalty(hyp_len: NDArray[np.float64], ref_len: NDArray[np.float64]) -> NDArray[np.float64]:
    """Punish an output that is shorter than its references: 1, or exp(1 - ref_len / hyp_len) where that is less.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.ngram_counts import brevity_penalty
    >>> brevity_penalty(np.array([9.0, 6.0, 0.0]), np.array([8.0, 12.0, 1.0])).round(6).tolist()
    [1.0, 0.367879, 0.0]
    """
    if (hyp_len >= ref_len).all():
        return np.ones(hyp_len.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        penalty: NDArray[np.float64] = np.exp(np.minimum(1 - ref_len / hyp_len, 0.0))
    if (hyp_len > 0).all():
        return penalty
    return np.where(hyp_len > 0, penalty, np.where(ref_len > 0, 0.0, 1.0))
