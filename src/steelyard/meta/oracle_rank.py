"""ORANGE: where a metric puts translations that are known to be good in the list of what a decoder could have said."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.inference import jackknife_interval
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["OracleRank", "oracle_rank"]

Array = NDArray[np.float64]
Ties = Literal["mean", "worst"]


@dataclass(frozen=True, slots=True, eq=False)
class OracleRank:
    """Where the oracles of every list stand; smaller is better.

    Attributes
    ----------
    value : float
        ORANGE: mean over lists of the oracles' mean rank divided by the length of the list. 1 / length is the best;
        about one half is chance.
    interval : (float, float) or None
        By the jackknife over lists or groups of them; None for one.
    ranks : array, shape (O, N)
        Of each oracle, from 1; NaN where a list has fewer.
    sizes : array of int, shape (N,)
        Length of each list.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import OracleRank
    >>> OracleRank(0.25, None, np.array([[1.0]]), np.array([4])).by_list.tolist()
    [0.25]
    """

    value: float
    interval: tuple[float, float] | None
    ranks: Array
    sizes: NDArray[np.int64]

    __repr__ = short_repr

    @property
    def by_list(self) -> Array:
        """Mean rank of the oracles of each list, divided by its length, shape (N,)."""
        return _by_list(self.ranks, self.sizes)


@SCORES
def oracle_rank(
    candidates: ArrayLike,
    oracles: ArrayLike,
    offsets: ArrayLike,
    *,
    is_listed: bool = False,
    ties: Ties = "mean",
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> OracleRank:
    """Rank oracles among the candidates of their lists by a metric.

    Parameters
    ----------
    candidates : array, shape (C,) or (O, C)
        The metric's scores of all candidates, list after list, larger is better. Where O references take turns as the
        oracle, the scores against the others are one row each; one row serves all oracles.
    oracles : array, shape (N,) or (O, N)
        The metric's scores of the oracles of N lists; NaN where a list has fewer.
    offsets : array of int, shape (N + 1,)
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``, as in `steelyard.types.NBestLists`.
    is_listed : bool, default False
        The oracle is one of the candidates, and ties with itself at least; else it is set beside them.
    ties : {"mean", "worst"}, default "mean"
        Rank of an oracle that ties with candidates: the mean of the ranks they share, or the last of them.
    groups : array of int, shape (N,), optional
        Document of each list, as codes, for the interval.

    Returns
    -------
    OracleRank
        The value, its interval, and every rank.

    Raises
    ------
    DataError
        A score is not a number, or a listed oracle's score is not in its list.
    SpecError
        There is no such rule for ties, or a confidence level is none.

    Notes
    -----
    The length is that of the list of candidates, as in the paper: an oracle beside the list can reach
    (length + 1) / length. A coarse metric ties, and the two rules bracket what that hides. Lists hold what one decoder
    could say: a metric can do well on them and not see what tells systems apart. A reference always wins against
    itself: score each against the others, and the candidates against the same others.

    References
    ----------
    Lin and Och 2004, "ORANGE: a method for evaluating automatic evaluation metrics for machine translation", C04-1072.

    Examples
    --------
    >>> from steelyard.meta import oracle_rank
    >>> found = oracle_rank([0.9, 0.5, 0.5, 0.1, 0.3, 0.2], [0.5, 0.4], [0, 4, 6])
    >>> found.ranks.tolist(), found.value
    ([[3.0, 1.0]], 0.625)
    """
    if ties not in get_args(Ties):
        raise unknown_name("rule for ties", ties, get_args(Ties))
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    scores, of_oracles = (np.atleast_2d(np.asarray(v, dtype=np.float64)) for v in (candidates, oracles))
    ends = np.asarray(offsets, dtype=np.int64)
    _check(scores, of_oracles, ends)
    sizes = np.diff(ends)
    list_of = np.repeat(np.arange(len(sizes)), sizes)
    own = of_oracles[:, list_of]
    near = TOLERANCE * np.maximum(1.0, np.abs(own))  # equal scores may differ in their last places
    above = np.add.reduceat(scores > own + near, ends[:-1], axis=1, dtype=np.int64)
    level = np.add.reduceat(np.abs(scores - own) <= near, ends[:-1], axis=1, dtype=np.int64)
    is_there = ~np.isnan(of_oracles)
    if is_listed:
        if (level[is_there] < 1).any():
            raise DataError("An oracle that should be in its list has a score that no candidate has.")
        level -= 1
    # Tied candidates share the ranks above + 1 to above + level + 1.
    ranks = np.where(is_there, 1 + above + (level / 2 if ties == "mean" else level), np.nan)
    by_list = _by_list(ranks, sizes)
    interval = jackknife_interval(float(by_list.mean()), _without(by_list, groups), confidence_level)
    return OracleRank(float(by_list.mean()), interval, ranks, sizes)


def _by_list(ranks: Array, sizes: NDArray[np.int64]) -> Array:
    by_list: Array = np.nansum(ranks, axis=0) / (~np.isnan(ranks)).sum(axis=0) / sizes
    return by_list


def _without(by_list: Array, groups: ArrayLike | None) -> Array:
    """Return the mean without each group."""
    codes = np.arange(len(by_list)) if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]
    if len(codes) != len(by_list):
        raise AlignmentError(f"There are {len(by_list)} lists, but groups of {len(codes)}.")
    counts = np.bincount(codes)
    if len(counts) < 2:
        return by_list[:1]
    without: Array = (by_list.sum() - np.bincount(codes, by_list)) / (len(by_list) - counts)
    return without


def _check(scores: Array, oracles: Array, offsets: NDArray[np.int64]) -> None:
    n = scores.shape[-1]
    if offsets.ndim != 1 or len(offsets) < 2 or offsets[0] != 0 or offsets[-1] != n or (np.diff(offsets) < 1).any():
        raise AlignmentError(f"The offsets must rise from 0 to the number of candidates, {n}: no list is empty.")
    if (
        scores.ndim != 2
        or oracles.ndim != 2
        or oracles.shape[1] != len(offsets) - 1
        or len(scores) not in (1, len(oracles))
    ):
        raise AlignmentError(
            f"There are {len(offsets) - 1} lists, candidates of shape {scores.shape} and oracles of shape "
            f"{oracles.shape}: (O, C) and (O, N) are expected."
        )
    if not np.isfinite(scores).all() or np.isinf(oracles).any() or np.isnan(oracles).all(axis=0).any():
        raise DataError("A score is missing or infinite: every candidate needs one, and every list an oracle's.")
