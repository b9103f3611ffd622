"""Tukey's and Scheffe's tests for means of segment scores: segments are the blocks of an analysis of variance."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.reprs import short_repr

__all__ = ["BlockAnalysis", "BlockContrasts", "block_analysis", "paired_tukey", "scheffe"]

Pairs = Sequence[tuple[int, int]]
Tail = Callable[[NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class BlockAnalysis:
    """Two-way analysis of variance of systems over units, one score in each cell.

    Attributes
    ----------
    means : array, shape (S,)
        Of the systems.
    of_systems, of_units, of_error : float
        Sums of squares.
    n_units : int
        Segments or documents.
    degrees_of_freedom : int
        Of the error: ``(S - 1) (n - 1)``.
    f : float
        Mean square of the systems over that of the error; NaN where both are 0.
    p_value : float
        That all systems are equal; 1 where they are, 0 where they differ without any error.

    Examples
    --------
    >>> from steelyard.inference import block_analysis
    >>> found = block_analysis([[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3], [0.55, 0.45, 0.8, 0.25, 0.7]])
    >>> round(found.of_systems, 3), round(found.of_units, 3), round(found.of_error, 3), found.degrees_of_freedom
    (0.133, 0.341, 0.172, 8)
    """

    means: NDArray[np.float64]
    of_systems: float
    of_units: float
    of_error: float
    n_units: int
    degrees_of_freedom: int
    f: float
    p_value: float

    __repr__ = short_repr

    @property
    def mean_squared_error(self) -> float:
        """Mean square of the error."""
        return self.of_error / self.degrees_of_freedom


@dataclass(frozen=True, slots=True, eq=False)
class BlockContrasts:
    """Differences of means, tested all at once.

    Attributes
    ----------
    pairs : tuple of (int, int)
        Systems A and B.
    differences : array, shape (P,)
        Mean of A less mean of B.
    p_values : array, shape (P,)
        Of all pairs at once: no further correction belongs on them.
    critical_difference : float
        Larger ones are significant at alpha; half the width of the simultaneous intervals.
    has_error : bool
        False where the systems differ by constants and nothing can be estimated: p-values are then 0 or 1 by
        comparison, and a reader must be told.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import BlockContrasts
    >>> BlockContrasts(((1, 0),), np.array([0.2]), np.array([0.03]), 0.17, True).critical_difference
    0.17
    """

    pairs: tuple[tuple[int, int], ...]
    differences: NDArray[np.float64]
    p_values: NDArray[np.float64]
    critical_difference: float
    has_error: bool

    __repr__ = short_repr


def block_analysis(scores: ArrayLike) -> BlockAnalysis:
    """Split the variance of segment scores into that of systems, of units, and error.

    Parameters
    ----------
    scores : array, shape (S, N)
        Segment scores whose mean is the score of a system.

    Returns
    -------
    BlockAnalysis
        Sums of squares, means, and the F test that all systems are equal.

    Raises
    ------
    SpecError
        There are fewer than two systems or two units.
    DataError
        A score is not finite.

    Notes
    -----
    For means of segment scores only: BLEU of a text is none. The F test takes errors to be normal with the same
    variance for every system.

    Examples
    --------
    >>> from steelyard.inference import block_analysis
    >>> found = block_analysis([[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3], [0.55, 0.45, 0.8, 0.25, 0.7]])
    >>> round(found.f, 4), round(found.p_value, 5)
    (3.093, 0.10114)
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim != 2 or min(array.shape) < 2:
        raise SpecError(
            f"An analysis of blocks needs at least two systems and two units: shape (S, N), not {array.shape}."
        )
    if not np.isfinite(array).all():
        raise DataError("Segment scores must be finite numbers: remove or repair those with NaN or infinity.")
    n_systems, n_units = array.shape
    grand, means, of_unit = array.mean(), array.mean(axis=1), array.mean(axis=0)
    # The residual of the additive model, rather than the total less the other sums of squares, which would cancel.
    error = array - means[:, None] - of_unit + grand
    error[np.abs(error) <= TOLERANCE * max(1.0, float(np.abs(array).max()))] = 0.0  # what rounding may have left
    shift = means - grand
    if np.ptp(array, axis=0).max() == 0:
        shift = np.zeros(n_systems)
    of_systems, of_error = n_units * float(np.square(shift).sum()), float(np.square(error).sum())
    degrees = (n_systems - 1) * (n_units - 1)
    if of_error == 0:
        f = float("inf") if of_systems > 0 else float("nan")
        p_value = 0.0 if of_systems > 0 else 1.0
    else:
        f = of_systems / (n_systems - 1) / (of_error / degrees)
        p_value = _f_tail(f, n_systems, degrees)
    of_units = n_systems * float(np.square(of_unit - grand).sum())
    return BlockAnalysis(means, of_systems, of_units, of_error, n_units, degrees, f, p_value)


def paired_tukey(scores: ArrayLike, pairs: Pairs | None = None, *, alpha: float = 0.05) -> BlockContrasts:
    """Tukey's honestly significant differences with segments as blocks: all pairs of means at once.

    Parameters
    ----------
    scores : array, shape (S, N)
        Segment scores whose mean is the score of a system.
    pairs : sequence of (int, int), optional
        Systems A and B, as positions; by default all, the later first.
    alpha : float, default 0.05
        Family-wise level, for `critical_difference`.

    Returns
    -------
    BlockContrasts
        p-values from the studentized range of all S means.

    Raises
    ------
    SpecError
        There are fewer than two systems or two units, or alpha is not between 0 and 1.
    DataError
        A score is not finite.

    Notes
    -----
    Exact for normal errors with the same variance and covariance for all systems. Near-copies beside noisy systems are
    the opposite of that: one pooled error is too large for the copies and too small for the noisy pairs. With two
    systems it is the paired t test. It differs from Tukey's test of unpaired samples, which leaves the difficulty of
    segments in the error.

    References
    ----------
    Tukey 1949, "Comparing individual means in the analysis of variance", doi:10.2307/3001913.

    Examples
    --------
    >>> from steelyard.inference import paired_tukey
    >>> scores = [[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3], [0.55, 0.45, 0.8, 0.25, 0.7]]
    >>> found = paired_tukey(scores)
    >>> found.p_values.round(6).tolist(), round(found.critical_difference, 5)
    ([0.101982, 0.854679, 0.219792], 0.26499)
    """
    from scipy.integrate import IntegrationWarning
    from scipy.stats import studentized_range  # imported where needed: 0.9 s

    analysis = block_analysis(scores)
    n_systems, degrees = len(analysis.means), analysis.degrees_of_freedom
    error = float(np.sqrt(analysis.mean_squared_error / analysis.n_units))
    critical = _range_quantile(1 - _level(alpha), n_systems, degrees) * error if error > 0 else 0.0

    def tail(differences: NDArray[np.float64]) -> NDArray[np.float64]:
        with (
            warnings.catch_warnings()
        ):  # near p = 1 the integral cannot be made as exact as it tries, and is by far enough
            warnings.simplefilter("ignore", IntegrationWarning)
            # q = |difference| / sqrt(MSE / n), one error pooled over all systems.
            return np.asarray(studentized_range.sf(np.abs(differences) / error, n_systems, degrees))

    return _contrasts(analysis, pairs, critical, tail)


def scheffe(scores: ArrayLike, pairs: Pairs | None = None, *, alpha: float = 0.05) -> BlockContrasts:
    """Scheffe's test with segments as blocks: holds for every contrast of means, so for pairs it is cautious.

    Parameters
    ----------
    scores : array, shape (S, N)
        Segment scores whose mean is the score of a system.
    pairs : sequence of (int, int), optional
        Systems A and B, as positions; by default all, the later first.
    alpha : float, default 0.05
        Level for all contrasts together, for `critical_difference`.

    Returns
    -------
    BlockContrasts
        p-values from the F distribution.

    Raises
    ------
    SpecError
        There are fewer than two systems or two units, or alpha is not between 0 and 1.
    DataError
        A score is not finite.

    Notes
    -----
    Normal errors with the same variance and covariance for all systems, as for `paired_tukey`, which finds more where
    only pairs are asked about.

    References
    ----------
    Scheffe 1953, "A method for judging all contrasts in the analysis of variance", doi:10.1093/biomet/40.1-2.87.

    Examples
    --------
    >>> from steelyard.inference import scheffe
    >>> scores = [[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3], [0.55, 0.45, 0.8, 0.25, 0.7]]
    >>> scheffe(scores).p_values.round(6).tolist(), round(scheffe(scores).critical_difference, 6)
    ([0.118753, 0.866953, 0.24591], 0.276937)
    """
    from scipy.special import fdtri  # imported where needed: 0.3 s

    analysis = block_analysis(scores)
    n_systems, degrees = len(analysis.means), analysis.degrees_of_freedom
    variance = 2 * analysis.mean_squared_error / analysis.n_units
    quantile = float(fdtri(n_systems - 1, degrees, 1 - _level(alpha)))

    def tail(differences: NDArray[np.float64]) -> NDArray[np.float64]:
        # (difference^2 / (2 MSE / n)) / (S - 1) against F: the largest of all contrasts follows (S - 1) F.
        values = np.square(differences) / variance / (n_systems - 1)
        return np.array([_f_tail(float(value), n_systems, degrees) for value in values])

    return _contrasts(analysis, pairs, float(np.sqrt((n_systems - 1) * quantile * variance)), tail)


def _contrasts(analysis: BlockAnalysis, pairs: Pairs | None, critical: float, tail: Tail) -> BlockContrasts:
    n_systems = len(analysis.means)
    asked = [(b, a) for a, b in combinations(range(n_systems), 2)] if pairs is None else list(pairs)
    if not all(0 <= system < n_systems for pair in asked for system in pair):
        raise SpecError(f"Systems are numbered 0 to {n_systems - 1}: a pair names another.")
    a, b = np.array(asked, dtype=np.int64).reshape(-1, 2).T
    differences = analysis.means[a] - analysis.means[b]
    has_error = analysis.of_error > 0
    if has_error:
        p_values = tail(differences)
    else:
        largest = max(1.0, float(np.abs(analysis.means).max()))
        p_values = np.where(np.abs(differences) > TOLERANCE * largest, 0.0, 1.0)
    return BlockContrasts(tuple(asked), differences, p_values, critical, has_error)


@cache
def _range_quantile(probability: float, n_systems: int, degrees_of_freedom: int) -> float:
    """Remember the quantile of the studentised range: it takes a third of a second, and many calls ask for the same."""
    from scipy.stats import studentized_range  # imported where needed: 0.9 s

    return float(studentized_range.ppf(probability, n_systems, degrees_of_freedom))


def _level(alpha: float) -> float:
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    return alpha


def _f_tail(f: float, n_systems: int, degrees_of_freedom: int) -> float:
    from scipy.special import fdtrc  # imported where needed: 0.3 s

    return float(fdtrc(n_systems - 1, degrees_of_freedom, f))
