"""Features that are copies of each other: a model needs only one of them."""

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.log_linear import RankingData

__all__ = ["first_of_copies"]

_DIGITS = 10  # of a product: what differs by less is rounding


def first_of_copies(
    data: RankingData, factors: NDArray[np.float64], seen: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Say which features are no copy of an earlier one.

    Copies rank every list alike, as a word and a pair of words do that always come together. With both in the model
    the penalty does not say how they share a weight, and what comes out hangs on rounding.

    Parameters
    ----------
    data : RankingData
        C candidates in N lists with F features.
    factors : array, shape (F,)
        What features are multiplied by; copies are equal after that, but for their sign and for what they have in
        every candidate of a list.
    seen : array of bool, shape (N,), optional
        Lists that count; all by default.

    Returns
    -------
    array of bool, shape (F,)
        False for copies. Two features that are none have less than one chance in 10**18 to be taken for copies.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import RankingData, SparseFeatures, first_of_copies
    >>> features = SparseFeatures.from_dense(np.array([[1.0, 2.0, 1.0], [0.0, 1.0, 1.0], [3.0, 3.0, 0.0]]))
    >>> data = RankingData(features, np.array([0, 2, 3]), np.array([1.0, 0.0, 1.0]))
    >>> first_of_copies(data, np.ones(3)).tolist()
    [True, False, True]
    """
    lengths = np.diff(data.offsets)
    is_seen = np.repeat(np.ones(len(lengths), np.bool_) if seen is None else seen, lengths)
    random = np.random.default_rng(0)
    keys = []
    for _ in range(2):
        drawn = np.where(is_seen, random.standard_normal(len(is_seen)), 0.0)
        drawn -= np.repeat(np.add.reduceat(drawn, data.offsets[:-1]) / lengths, lengths) * is_seen
        product = data.features.product(drawn) * factors
        keys.append(product)
    # A copy with its sign turned has the opposite products.
    signs = np.where(keys[0] < 0, -1.0, 1.0)
    parts = [part for key in keys for part in np.frexp(signs * key)]  # digits and exponents
    rounded = np.round(np.stack(parts, axis=1), _DIGITS) + 0.0
    is_first = np.zeros(len(factors), np.bool_)
    is_first[np.unique(rounded, axis=0, return_index=True)[1]] = True
    return is_first
