"""How often each system comes first when the test set is drawn again."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.null_distributions import TOLERANCE, as_extreme

__all__ = ["share_best"]


def share_best(scores: ArrayLike, *, higher_is_better: bool = True) -> NDArray[np.float64]:
    """Return the share of resamples in which each system is first. It is not a probability of being best.

    Parameters
    ----------
    scores : array, shape (S, B)
        Of every system under each bootstrap resample, from `bootstrap_scores`: the resamples are shared.
    higher_is_better : bool, default True
        The metric's direction.

    Returns
    -------
    array, shape (S,)
        Shares that add up to 1; systems that are first together split the resample evenly.

    Raises
    ------
    SpecError
        There is no system or no resample, or a score is NaN.

    Notes
    -----
    It describes the resamples of this test set, and nothing else: not the probability that a system is the best, which
    would need a prior, and not one minus a p-value. The system that happens to lead always has a large share: of two
    equal systems the leader's is above .95 in about one test set of ten, and hardly ever below one half. For whether a
    lead is real use a test; for the ranks a system may have, `rank_intervals`.

    Examples
    --------
    >>> from steelyard.inference import share_best
    >>> share_best([[3.0, 1.0, 2.0, 5.0], [2.0, 1.0, 4.0, 1.0]]).tolist()
    [0.625, 0.375]
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim != 2 or array.size == 0:
        raise SpecError(f"scores must have shape (systems, resamples), with one of each at least, not {array.shape}.")
    if np.isnan(array).any():
        raise SpecError("A resample without a score (NaN) has no first system.")
    oriented = array if higher_is_better else -array
    first = oriented.max(axis=0)
    is_first = as_extreme(oriented, first, TOLERANCE * np.maximum(1.0, np.abs(first)))
    # Systems that tie for the first place share it: the shares of all add up to 1.
    shares: NDArray[np.float64] = (is_first / is_first.sum(axis=0)).sum(axis=1) / array.shape[1]
    return shares
