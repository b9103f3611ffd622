"""From single ratings to segments, and from segments to systems."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import JUDGES, Judges
from steelyard.errors import unknown_name
from steelyard.human.checks import code_column, number_column, size_of
from steelyard.reprs import short_repr

__all__ = ["Average", "Judges", "SegmentMeans", "segment_means", "system_means"]

Average = Literal["macro", "micro"]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentMeans:
    """Mean or median rating of each system on each segment.

    Attributes
    ----------
    means : array of float, shape (S, N)
        In the unit of the ratings; NaN where there is none.
    counts : array of int, shape (S, N)
        Ratings behind each mean.

    Examples
    --------
    >>> from steelyard.human import segment_means
    >>> segment_means([1.0, 3.0, 5.0], [0, 0, 1], [0, 0, 1]).counts.tolist()
    [[2, 0], [0, 1]]
    """

    means: NDArray[np.float64]
    counts: NDArray[np.int64]

    __repr__ = short_repr

    @property
    def is_common(self) -> NDArray[np.bool_]:
        """Whether every system was rated on a segment, shape (N,)."""
        is_common: NDArray[np.bool_] = np.all(self.counts > 0, axis=0)
        return is_common


def segment_means(
    scores: ArrayLike,
    systems: ArrayLike,
    segments: ArrayLike,
    *,
    n_systems: int | None = None,
    n_segments: int | None = None,
    judges: Judges = "mean",
) -> SegmentMeans:
    """Average what was said of the same output, by several raters or by one who saw it again.

    Parameters
    ----------
    scores : array, shape (n,)
        Ratings: z, raw scores, or penalties with their sign turned. NaN counts as not rated.
    systems, segments : array of int, shape (n,)
        What each is about, as codes from 0.
    n_systems, n_segments : int, optional
        S and N; by default one more than the largest code.
    judges : {"mean", "median"}, default "mean"
        What stands for several ratings of one output; the median of an even number is the mean of the middle two.

    Returns
    -------
    SegmentMeans
        Arrays of shape (S, N).

    Raises
    ------
    AlignmentError
        The columns have different lengths, or a code is not below the number given.
    DataError
        A score is infinite or a code is none.
    SpecError
        There is no such average.

    Notes
    -----
    Means of all segments that every system was rated on are statistics as any metric's: ``stack([means, ones])`` in
    `Statistics.from_values`, summed by document, goes into `steelyard.inference.randomization`, which then exchanges
    whole documents and serves max-T and Holm over all pairs. Where systems were rated on different segments, take the
    rank-sum test (`rank_sum`).

    Examples
    --------
    >>> from steelyard.human import segment_means
    >>> segment_means([1.0, 3.0, 5.0, 4.0], [0, 0, 0, 1], [0, 0, 1, 1]).means.tolist()
    [[2.0, 5.0], [nan, 4.0]]
    >>> segment_means([1.0, 4.0, 5.0], [0, 0, 0], [0, 0, 0], judges="median").means.tolist()
    [[4.0]]
    """
    if judges not in JUDGES:
        raise unknown_name("average of judges", judges, JUDGES)
    values = number_column("scores", scores, may_miss=True)
    by_system = code_column("systems", systems, len(values))
    by_segment = code_column("segments", segments, len(values))
    shape = size_of("systems", by_system, n_systems), size_of("segments", by_segment, n_segments)
    is_rated = ~np.isnan(values)
    cells = (by_system * shape[1] + by_segment)[is_rated]
    counts = np.bincount(cells, minlength=shape[0] * shape[1])
    known = values[is_rated]
    if judges == "median":
        means = _medians(known[np.lexsort((known, cells))], counts)
    else:
        means = np.bincount(cells, known, shape[0] * shape[1]) / np.where(counts, counts, np.nan)
    return SegmentMeans(means.reshape(shape), counts.reshape(shape))


def _medians(ordered: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Take the middle of each run of ascending values, runs being as long as the counts; NaN for runs of none."""
    medians = np.full(len(counts), np.nan)
    has_any = counts > 0
    starts, lengths = (np.cumsum(counts) - counts)[has_any], counts[has_any]
    # Both places are the middle one where the number is odd.
    medians[has_any] = (ordered[starts + (lengths - 1) // 2] + ordered[starts + lengths // 2]) / 2
    return medians


def system_means(segments: SegmentMeans, *, average: Average = "macro") -> NDArray[np.float64]:
    """Average segments into one score per system.

    Parameters
    ----------
    segments : SegmentMeans
        From `segment_means`.
    average : {"macro", "micro"}, default "macro"
        Every rated segment counts once, as in WMT's tables, or every rating does.

    Returns
    -------
    array of float, shape (S,)
        In the unit of the ratings; NaN for a system without any.

    Raises
    ------
    SpecError
        There is no such average.

    Notes
    -----
    Misleads where systems were rated on different segments, which may differ in difficulty; `SegmentMeans.is_common`
    says which segments they share. The two averages differ where segments were rated unequally often.

    Examples
    --------
    >>> from steelyard.human import segment_means, system_means
    >>> found = segment_means([1.0, 3.0, 5.0], [0, 0, 0], [0, 0, 1])
    >>> system_means(found).tolist(), system_means(found, average="micro").tolist()
    ([3.5], [3.0])
    """
    if average not in get_args(Average):
        raise unknown_name("average", average, get_args(Average))
    weights = segments.counts if average == "micro" else (segments.counts > 0).astype(np.int64)
    total = np.where(segments.counts > 0, segments.means, 0.0) * weights
    n = weights.sum(axis=1)
    means: NDArray[np.float64] = total.sum(axis=1) / np.where(n, n, np.nan)
    return means
