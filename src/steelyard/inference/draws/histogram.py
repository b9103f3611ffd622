"""A null distribution as a histogram: what its draws look like beside the observed difference."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.null_distributions import NullDistribution
from steelyard.reprs import short_repr

__all__ = ["Histogram", "null_histograms"]


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Counts of values in bins of one width, the middle one of which is centred on 0.

    Attributes
    ----------
    start, width : float
        Left end of the first bin, and the width of each.
    counts : array of int, shape (n_bins,)
        Values in each.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Histogram
    >>> Histogram(-1.5, 1.0, np.array([1, 2, 1])).edges.tolist()
    [-1.5, -0.5, 0.5, 1.5]
    """

    start: float
    width: float
    counts: NDArray[np.int64]

    __repr__ = short_repr

    @property
    def edges(self) -> NDArray[np.float64]:
        """Ends of the bins, one more than there are bins."""
        return self.start + self.width * np.arange(len(self.counts) + 1, dtype=np.float64)


def null_histograms(null: NullDistribution, n_bins: int = 41) -> list[Histogram]:
    """Count the draws of every difference of a family in bins.

    Parameters
    ----------
    null : NullDistribution
        Of P differences.
    n_bins : int, default 41
        Odd, so that one bin is centred on 0.

    Returns
    -------
    list of Histogram
        One per difference; its bins reach to the largest draw on either side. Draws that are all 0 fall into the middle
        of bins of width 1.

    Raises
    ------
    SpecError
        The number of bins is even, or below 1.

    Notes
    -----
    The draws are gone through twice, so that no bin has to be guessed; those of a large family are made again. A
    histogram shows the shape and is no test: with few units the draws have few values, and bins can stand empty between
    them.

    References
    ----------
    Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", W14-3333, figures 5 and 6.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, null_histograms
    >>> draws = np.array([[-2.0, 0.0, 0.0, 2.0]])
    >>> null = NullDistribution(np.array([2.0]), np.ones(1), np.full(1, 1e-12), lambda: iter([draws]), 4, True, 2)
    >>> [found] = null_histograms(null, n_bins=5)
    >>> found.counts.tolist(), found.start + 2.5 * found.width
    ([1, 0, 2, 0, 1], 0.0)
    """
    if n_bins < 1 or n_bins % 2 == 0:
        raise SpecError(f"A histogram of a null distribution needs an odd number of bins, not {n_bins}.")
    n = len(null.observed)
    reach = np.zeros(n)
    for block in null.blocks():
        np.maximum(reach, np.abs(block).max(axis=1, initial=0.0), out=reach)
    half = n_bins // 2
    # the outermost draws fall inside the outermost bins, wherever rounding puts them
    width = np.where(reach > 0, reach / (half + 0.5) * (1 + 1e-9), 1.0)
    counts = np.zeros(n * n_bins, dtype=np.int64)
    first = n_bins * np.arange(n)[:, None]
    for block in null.blocks():
        places = np.clip(np.rint(block / width[:, None]).astype(np.int64) + half, 0, n_bins - 1)
        counts += np.bincount((places + first).ravel(), minlength=n * n_bins)
    return [
        Histogram(float(-(half + 0.5) * w), float(w), row)
        for w, row in zip(width, counts.reshape(n, n_bins), strict=True)
    ]
