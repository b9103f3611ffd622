"""One rank of systems from several metrics: AutoRank, by which WMT ranks before people do."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name

__all__ = ["auto_rank", "check_auto_rank"]

Scaling = Literal["robust", "range"]


def check_auto_rank(scaling: str, n_metrics: int) -> Scaling:
    """Refuse a scaling that does not exist, and a single metric: there is nothing to put together.

    Parameters
    ----------
    scaling : str
        As in `auto_rank`.
    n_metrics : int
        M.

    Returns
    -------
    {"robust", "range"}
        The scaling.

    Raises
    ------
    SpecError
        There is no such scaling, or one metric.

    Examples
    --------
    >>> from steelyard.inference import check_auto_rank
    >>> check_auto_rank("range", 2)
    'range'
    """
    if scaling not in get_args(Scaling):
        raise unknown_name("scaling", scaling, get_args(Scaling))
    if n_metrics < 2:
        raise SpecError("AutoRank (--auto-rank) puts several metrics together, and there is one.")
    return "robust" if scaling == "robust" else "range"


def auto_rank(
    scores: ArrayLike,
    *,
    higher_is_better: ArrayLike = True,
    scaling: Scaling = "robust",
    percentiles: tuple[float, float] = (25.0, 100.0),
) -> NDArray[np.float64]:
    """Rank systems from 1 to their number by the average of scaled metrics.

    Parameters
    ----------
    scores : array, shape (M, S)
        Of S systems under M metrics.
    higher_is_better : bool or array of bool, shape (M,), default True
        Direction of each metric.
    scaling : {"robust", "range"}, default "robust"
        Less the median, over the distance of two percentiles, as WMT25; or between the best and the worst, as WMT24.
    percentiles : (float, float), default (25, 100)
        Of the robust scaling. WMT25's reach from the lower quartile to the best, so that very weak systems do not make
        all others equal.

    Returns
    -------
    array of float64, shape (S,)
        1 for the system with the best average, S for the one with the worst; others between them, in proportion.

    Raises
    ------
    DataError
        There are fewer than two systems, no metric, or a score is no number.
    SpecError
        There is no such scaling, percentiles do not lie in order between 0 and 100, or directions do not fit.

    Notes
    -----
    It is relative to the systems that take part: one more changes every rank. Differences are not tested, and metrics
    that prefer the same kind of systems, such as those that were tuned to them, count double. A metric by which all
    systems are equal says nothing, and where all averages are equal every rank is 1.

    References
    ----------
    Kocmi et al. 2024, "Preliminary WMT24 ranking of general MT systems and LLMs", arXiv 2407.19884. Kocmi et al. 2025,
    "Preliminary ranking of WMT25 general machine translation systems", arXiv 2508.14909.

    Examples
    --------
    >>> from steelyard.inference import auto_rank
    >>> auto_rank([[30.0, 28.0, 10.0], [0.9, 0.8, 0.1]]).round(3).tolist()
    [1.0, 1.225, 3.0]
    >>> auto_rank([[30.0, 28.0, 10.0], [0.9, 0.8, 0.1]], scaling="range").round(3).tolist()
    [1.0, 1.225, 3.0]
    """
    x = np.asarray(scores, dtype=np.float64)
    if x.ndim != 2 or not len(x) or x.shape[1] < 2 or not np.isfinite(x).all():
        raise DataError(
            f"AutoRank needs scores of metrics by systems, two or more, all of them numbers, not {x.shape}."
        )
    if scaling not in get_args(Scaling):
        raise unknown_name("scaling", scaling, get_args(Scaling))
    is_up = np.asarray(higher_is_better, dtype=np.bool_)
    if is_up.shape not in ((), (len(x),)):
        raise SpecError(f"higher_is_better holds one direction, or one of each of the {len(x)} metrics.")
    low, high = (0.0, 100.0) if scaling == "range" else percentiles
    if not 0 <= low < high <= 100:
        raise SpecError(f"Percentiles must lie in order between 0 and 100, not {low:g} and {high:g}.")
    # Of the scores as they are, as WMT does: where lower is better the upper percentile is that of weak systems.
    ends = np.percentile(x, (low, high), axis=1)[:, :, None]
    size = ends[1] - ends[0]
    scaled = (x - np.median(x, axis=1, keepdims=True)) / np.where(size > 0, size, 1.0)
    average = np.where(np.broadcast_to(is_up, len(x))[:, None], scaled, -scaled).mean(axis=0)
    span = float(average.max() - average.min())
    ranks: NDArray[np.float64] = 1 + (x.shape[1] - 1) * (average.max() - average) / (span if span > 0 else 1.0)
    return ranks
