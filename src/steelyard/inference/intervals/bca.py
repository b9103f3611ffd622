"""The BCa bootstrap: percentiles moved by the bias of the resamples and by how the spread changes with the score."""

from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.shared_docs import INTERVALS, SHARED

__all__ = ["acceleration", "bca_interval", "bca_levels", "bias_correction"]

_NORMAL = NormalDist()


def bias_correction(observed: ArrayLike, values: ArrayLike) -> NDArray[np.float64]:
    """Say where the observed value lies among the resampled ones, as a normal quantile.

    Parameters
    ----------
    observed : array, shape (...)
        Scores, or differences.
    values : array, shape (..., B)
        The same under each resample.

    Returns
    -------
    array, shape (...)
        z0: the normal quantile of the share below plus half the share equal, kept between 1 / 2B and 1 - 1 / 2B. Equal
        means within the rounding that all comparisons of inference allow for.

    Examples
    --------
    >>> from steelyard.inference import bias_correction
    >>> bias_correction(2.0, [1.0, 2.0, 3.0]).tolist(), bias_correction(2.0, [1.0, 1.5, 2.0, 3.0]).round(4).tolist()
    (0.0, 0.3186)
    """
    score = np.asarray(observed, dtype=np.float64)[..., None]
    resampled = np.asarray(values, dtype=np.float64)
    tolerance = TOLERANCE * np.maximum(1.0, np.abs(score))
    n_resamples = resampled.shape[-1]
    below = (resampled < score - tolerance).sum(axis=-1)
    above = (resampled > score + tolerance).sum(axis=-1)
    # (below + ties / 2) / B with ties = B - below - above; clipped, as no finite quantile belongs to 0 or 1.
    share = np.clip((n_resamples + below - above) / (2 * n_resamples), 0.5 / n_resamples, 1 - 0.5 / n_resamples)
    quantiles: NDArray[np.float64] = np.vectorize(_NORMAL.inv_cdf, otypes=[np.float64])(share)
    return quantiles


def acceleration(leave_one_out: ArrayLike) -> NDArray[np.float64]:
    """Estimate from leave-one-out values how the standard error changes with the score.

    Parameters
    ----------
    leave_one_out : array, shape (..., N)
        Scores without each unit in turn; for a difference f(T_x - x_i) - f(T_y - y_i), the two scores' difference.

    Returns
    -------
    array, shape (...)
        a = sum(u^3) / (6 sum(u^2)^1.5), where u is their mean less each; between -1/6 and 1/6, 0 without spread.

    References
    ----------
    Efron 1987, "Better bootstrap confidence intervals", doi:10.1080/01621459.1987.10478410.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import acceleration
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4, 9, 2])
    >>> round(float(acceleration((x.sum() - x) / 9)), 7)
    0.0688387
    """
    left_out = np.asarray(leave_one_out, dtype=np.float64)
    deviations = left_out.mean(axis=-1, keepdims=True) - left_out
    largest = np.abs(deviations).max(axis=-1, keepdims=True)
    rounding = TOLERANCE * np.maximum(1.0, np.abs(left_out).max(axis=-1, keepdims=True))
    has_spread = largest > rounding
    # a has no unit: it is the same of the scaled deviations.
    scaled = np.where(has_spread, deviations / np.where(has_spread, largest, 1.0), 0.0)  # cubes cannot underflow
    squares = np.square(scaled)
    second, third = squares.sum(axis=-1), (squares * scaled).sum(axis=-1)
    result: NDArray[np.float64] = third / (6 * np.where(second > 0, second, 1.0) ** 1.5)
    return result


@SHARED
def bca_levels(z0: float, a: float, confidence_level: float = 0.95) -> tuple[float, float]:
    """Say which shares of the resampled values lie below the lower bound and above the upper one.

    Parameters
    ----------
    z0 : float
        From `bias_correction`.
    a : float
        From `acceleration`.

    Returns
    -------
    (float, float)
        Both are (1 - confidence_level) / 2 where `z0` and `a` are 0.

    Notes
    -----
    Efron's formula has a pole at ``a (z0 + z) = 1``; from there on nothing is left beyond the bound.

    Examples
    --------
    >>> from steelyard.inference import bca_levels
    >>> below, above = bca_levels(0.05, 0.0688387)
    >>> round(below, 7), round(1 - above, 7)
    (0.0507084, 0.9914076)
    """
    below, above = (_moved(z0, a, sign * _NORMAL.inv_cdf((1 + confidence_level) / 2)) for sign in (-1, 1))
    # The share above the upper bound, not below it: near 1 the difference from 1 would lose its digits.
    return _NORMAL.cdf(below), _NORMAL.cdf(-above)


def _moved(z0: float, a: float, z: float) -> float:
    # Efron and Tibshirani 1993, equation 14.10.
    room = 1 - a * (z0 + z)
    return float(z0 + (z0 + z) / room) if room > 0 else float(np.copysign(np.inf, z0 + z))


@INTERVALS
def bca_interval(
    observed: ArrayLike, values: ArrayLike, leave_one_out: ArrayLike, confidence_level: float = 0.95
) -> NDArray[np.float64]:
    """Take percentiles of the resampled values, corrected for bias and acceleration.

    Parameters
    ----------
    observed : array, shape (...)
        Scores of systems, or differences of pairs.
    values : array, shape (..., B)
        The same under each resample, from `bootstrap_scores`.
    leave_one_out : array, shape (..., N)
        The same without each unit in turn, from `jackknife_scores`.

    Returns
    -------
    array, shape (..., 2)
        Lower and upper bounds: order statistics, those of `percentile_interval` where there is neither bias nor
        acceleration; the observed value twice where all units are equal.

    Notes
    -----
    Second-order accurate for smooth scores: its error shrinks as 1 / N, that of the percentile bootstrap as
    1 / sqrt(N). No cure for few units. Bounds lie further out in the tail than those of the percentile bootstrap, so
    they need more resamples: 10,000 rather than 1,000.

    References
    ----------
    Efron 1987, "Better bootstrap confidence intervals", doi:10.1080/01621459.1987.10478410.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import bca_interval, bootstrap_draws
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4, 9, 2])
    >>> [(_, weights)] = bootstrap_draws(10, 1000, rng=12345).blocks()
    >>> bca_interval(x.mean(), weights @ x / 10, (x.sum() - x) / 9).tolist()
    [2.7, 5.7]
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    score, resampled = np.asarray(observed, dtype=np.float64), np.asarray(values, dtype=np.float64)
    left_out = np.asarray(leave_one_out, dtype=np.float64)
    z0, a = bias_correction(score, resampled), acceleration(left_out)
    bounds = np.empty((*score.shape, 2))
    for place in np.ndindex(score.shape):
        bounds[place] = _bounds(resampled[place], bca_levels(float(z0[place]), float(a[place]), confidence_level))
    rounding = TOLERANCE * np.maximum(1.0, np.abs(score))
    is_point = np.ptp(left_out, axis=-1) <= rounding
    return np.where(is_point[..., None], score[..., None], bounds)


def _bounds(values: NDArray[np.float64], beyond: tuple[float, float]) -> tuple[float, float]:
    """Cut off a share of the values at each end, by the rule of `percentile_interval`."""
    last = len(values) - 1
    cut_low, cut_high = (min(last, int(np.floor(len(values) * share + 1e-9))) for share in beyond)
    ordered = np.partition(values, (cut_low, last - cut_high))
    return float(ordered[cut_low]), float(ordered[last - cut_high])
