"""The t test over resampled correlations of older papers: for repeating them only."""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike

from steelyard.errors import DataError
from steelyard.inference import t_below

__all__ = ["LegacyBootstrapT", "legacy_bootstrap_t"]

_WARNING = (
    "This test takes resamples for independent observations: t grows with the square root of their number, and any "
    "difference becomes significant with enough of them. Use it only to repeat a paper that did."
)


@dataclass(frozen=True, slots=True)
class LegacyBootstrapT:
    """A paired t test over bootstrap resamples, which is not valid.

    Attributes
    ----------
    statistic : float
        Mean over standard error, as if resamples were observations.
    p_value : float
        Two-sided.
    percentile_p_value : float
        What to report instead: twice the share of resamples on the other side of 0.
    n_resamples : int
        B.
    warning : str
        Why not to use it.

    Examples
    --------
    >>> from steelyard.meta import legacy_bootstrap_t
    >>> legacy_bootstrap_t([0.1, 0.2, 0.0]).warning.split(":")[0]
    'This test takes resamples for independent observations'
    """

    statistic: float
    p_value: float
    percentile_p_value: float
    n_resamples: int
    warning: str = _WARNING


def legacy_bootstrap_t(differences: ArrayLike) -> LegacyBootstrapT:
    """Test resampled differences of two correlations by Student's t, as Albrecht and Hwa and others did.

    Parameters
    ----------
    differences : array, shape (B,)
        Correlation of metric A less that of metric B under each of B resamples of the items, such as from
        `bootstrap_correlations`.

    Returns
    -------
    LegacyBootstrapT
        With the percentile test beside it, and a warning.

    Raises
    ------
    DataError
        There are fewer than two numbers, or one is not finite.

    Notes
    -----
    Not valid: the spread of resampled differences already is the standard error, and is divided by the square root of B
    again. With 1,000 resamples of mean .01 and standard deviation .02, t is 15.8 where the percentile test gives p near
    .6. Use the percentile test or `permutation_null`.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> from statistics import NormalDist
    >>> from steelyard.meta import legacy_bootstrap_t
    >>> differences = [0.01 + 0.02 * NormalDist().inv_cdf((i + 0.5) / 1000) for i in range(1000)]
    >>> found = legacy_bootstrap_t(differences)
    >>> round(found.statistic, 1), found.p_value < 1e-40, round(found.percentile_p_value, 2)
    (15.8, True, 0.62)
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or len(values) < 2 or not np.isfinite(values).all():
        raise DataError("The t test over resamples needs two or more differences, all of them numbers.")
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    t = mean / (spread / sqrt(len(values))) if spread > 0 else mean * inf if mean else 0.0
    shares = float((values <= 0).mean()), float((values >= 0).mean())
    p_value = 2 * float(t_below(-abs(t), len(values) - 1))
    return LegacyBootstrapT(t, p_value, min(1.0, 2 * min(shares)), len(values))
