"""How often one of two systems comes before the other in draws of their sums."""

import numpy as np
from numpy.typing import NDArray

from steelyard import _native

__all__ = ["count_pair_order"]


def count_pair_order(values: NDArray[np.float64], tolerance: NDArray[np.float64]) -> NDArray[np.int64]:
    """Count, for every two systems, the draws in which the first is not after, and is before, the second.

    Parameters
    ----------
    values : array of float64, shape (G, S, B)
        Of G groups, such as metrics: S systems in B draws, in C order.
    tolerance : array of float64, shape (G,)
        Values that are no further apart are equal.

    Returns
    -------
    array of int64, shape (G, 2, S, S)
        Above the diagonal, for systems i < j: first the draws with ``values[i] <= values[j] + tolerance``, then those
        with ``values[i] < values[j] - tolerance``. Zeros elsewhere.

    Raises
    ------
    ValueError
        The shapes do not fit.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import count_pair_order
    >>> count_pair_order(np.array([[[1.0, 2.0, 3.0], [2.0, 2.0, 1.0]]]), np.array([1e-12]))[0, :, 0, 1].tolist()
    [2, 1]
    """
    n_groups, n_systems, _ = values.shape
    counts = np.zeros((n_groups, 2, n_systems, n_systems), np.int64)
    _native.count_pair_order(values, tolerance, counts)
    return counts
