"""Maximum-correlation training: the linear combination of segment scores that correlates best with human ratings."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.reprs import short_repr

__all__ = ["HeldOutCorrelation", "LinearCombination", "fit_maximum_correlation", "leave_one_system_out"]

_ROUNDING = 1e-12
Objective = Literal["pooled", "systems"]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LinearCombination:
    """A weighted sum of scores.

    Attributes
    ----------
    weights : array, shape (K,)
        One per feature; the scale is that of the ratings.
    intercept : float
        Added to the sum.
    correlation : float
        What was maximised, on the data that the weights were trained on.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import LinearCombination
    >>> LinearCombination(np.array([1.0, 2.0]), 0.5, 1.0).predict([[1, 1], [0, 1]]).tolist()
    [3.5, 2.5]
    """

    weights: Array
    intercept: float
    correlation: float

    __repr__ = short_repr

    def predict(self, features: ArrayLike) -> Array:
        """Combine: shape (..., K) -> (...)."""
        combined: Array = np.asarray(features, dtype=np.float64) @ self.weights + self.intercept
        return combined


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutCorrelation:
    """How well combinations correlate on systems that they were not trained on.

    Attributes
    ----------
    correlations : array, shape (S,)
        Pearson's correlation over the segments of each system, under the weights trained on all others.
    weights : array, shape (S, K)
        These weights.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import HeldOutCorrelation
    >>> HeldOutCorrelation(np.array([0.25, 0.75]), np.ones((2, 1))).mean
    0.5
    """

    correlations: Array
    weights: Array

    __repr__ = short_repr

    @property
    def mean(self) -> float:
        """The mean over systems, which the paper reports."""
        return float(self.correlations.mean())


def fit_maximum_correlation(
    features: ArrayLike,
    ratings: ArrayLike,
    *,
    objective: Objective = "pooled",
    n_starts: int = 8,
    rng: int | np.random.Generator = 12345,
) -> LinearCombination:
    """Find the weights whose combination has the greatest Pearson correlation with human ratings.

    Parameters
    ----------
    features : array, shape (S, N, K)
        K scores of each of N segments of S systems.
    ratings : array, shape (S, N)
        Human ratings of the same.
    objective : {"pooled", "systems"}, default "pooled"
        The correlation over all segments of all systems together, or the mean of the correlations within systems.
    n_starts : int, default 8
        Random starts of the ascent; for "systems" only.
    rng : int or numpy.random.Generator, default 12345
        Of the starts.

    Returns
    -------
    LinearCombination
        With the least weights of standardised features, where features depend on each other.

    Raises
    ------
    AlignmentError
        Shapes do not fit.
    DataError
        A number is not finite, or the ratings of a system do not vary.

    Notes
    -----
    The pooled correlation has no local maxima: the fitted values of a least-squares regression correlate best, so that
    the weights come in closed form. The mean over systems may have several; it is climbed by quasi-Newton steps along
    its gradient, from the regression within systems and from random starts, and the best end counts. The work is on
    K x K matrices, one per system, whatever the number of segments.

    References
    ----------
    Liu and Gildea 2007, "Source-language features and maximum correlation training for machine translation evaluation",
      N07-1006.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import fit_maximum_correlation
    >>> features = np.random.default_rng(1).normal(size=(3, 50, 2))
    >>> found = fit_maximum_correlation(features, 1 + features @ [2.0, -1.0])
    >>> found.weights.round(6).tolist(), round(found.intercept, 6), round(found.correlation, 6)
    ([2.0, -1.0], 1.0, 1.0)
    """
    scores, human = _checked(features, ratings)
    if objective not in ("pooled", "systems"):
        raise SpecError(f"objective must be 'pooled' or 'systems', not {objective!r}.")
    if isinstance(n_starts, bool) or not isinstance(n_starts, int) or n_starts < 0:
        raise SpecError(f"n_starts must be 0 or more, not {n_starts!r}.")
    if objective == "pooled":
        weights = _regression(_centred(scores.reshape(1, -1, scores.shape[2])), _centred(human.reshape(1, -1)))
        correlation = float(_correlations((scores @ weights).reshape(1, -1), human.reshape(1, -1))[0])
    else:
        weights = _climb(_centred(scores), _centred(human), n_starts, np.random.default_rng(rng))
        correlation = float(_correlations(scores @ weights, human).mean())
    intercept = float(human.mean() - (scores @ weights).mean())
    return LinearCombination(weights, intercept, correlation)


def leave_one_system_out(
    features: ArrayLike,
    ratings: ArrayLike,
    *,
    objective: Objective = "pooled",
    n_starts: int = 8,
    rng: int | np.random.Generator = 12345,
) -> HeldOutCorrelation:
    """Train on all systems but one, correlate on that one, for each in turn.

    Parameters
    ----------
    features, ratings, objective, n_starts, rng
        As in `fit_maximum_correlation`.

    Returns
    -------
    HeldOutCorrelation
        One correlation per system, 0 where a combination does not vary on it.

    Raises
    ------
    AlignmentError
        Shapes do not fit, or there are fewer than two systems.

    References
    ----------
    Liu and Gildea 2007, N07-1006, section 4.2.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import leave_one_system_out
    >>> features = np.random.default_rng(1).normal(size=(3, 50, 2))
    >>> round(leave_one_system_out(features, features @ [2.0, -1.0]).mean, 6)
    1.0
    """
    scores, human = _checked(features, ratings)
    if len(scores) < 2:
        raise AlignmentError("To leave a system out there must be two at least: features have shape (1, N, K).")
    generator = np.random.default_rng(rng)
    weights = np.stack(
        [
            fit_maximum_correlation(
                np.delete(scores, s, axis=0),
                np.delete(human, s, axis=0),
                objective=objective,
                n_starts=n_starts,
                rng=generator,
            ).weights
            for s in range(len(scores))
        ]
    )
    return HeldOutCorrelation(_correlations(np.einsum("snk,sk->sn", scores, weights), human), weights)


def _checked(features: ArrayLike, ratings: ArrayLike) -> tuple[Array, Array]:
    scores, human = np.asarray(features, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if scores.ndim != 3 or human.shape != scores.shape[:2] or 0 in scores.shape:
        raise AlignmentError(
            "features need shape (systems, segments, features) and ratings (systems, segments), not "
            f"{scores.shape} and {human.shape}."
        )
    if not (np.isfinite(scores).all() and np.isfinite(human).all()):
        raise DataError("Features and ratings must be finite numbers: leave out segments without a rating everywhere.")
    constant = np.flatnonzero(np.ptp(human, axis=1) == 0)
    if constant.size:
        raise DataError(
            f"The ratings of system {constant[0] + 1} are all {human[constant[0], 0]:g}: nothing correlates with them. "
            "Leave the system out."
        )
    return scores, human


def _centred(values: Array) -> Array:
    """Take the mean of each system from its segments; what is left of a constant is rounding, and becomes 0."""
    centred: Array = values - values.mean(axis=1, keepdims=True)
    varies = np.abs(centred).max(axis=1, keepdims=True) > _ROUNDING * np.abs(values).max(axis=1, keepdims=True)
    return np.where(varies, centred, 0.0)


def _regression(scores: Array, human: Array) -> Array:
    """Return least-squares weights for centred values, the shortest where features depend on each other."""
    basis = _basis(scores)
    # basis basis' is the pseudo-inverse of X'X, so that this is (X'X)^+ X'y.
    weights: Array = basis @ (basis.T @ (scores.reshape(-1, scores.shape[2]).T @ human.ravel()))
    return weights


def _basis(scores: Array) -> Array:
    """Return directions, shape (K, rank), in which centred features have sums of squares of 1 and no correlation."""
    rows = scores.reshape(-1, scores.shape[2])
    scale = np.linalg.norm(rows, axis=0)
    scale[scale == 0] = 1.0  # which features depend on each other is no question of their units
    _, sizes, directions = np.linalg.svd(rows / scale, full_matrices=False)
    # The rule of numpy.linalg.matrix_rank: smaller singular values are rounding.
    is_there = sizes > max(rows.shape) * np.finfo(np.float64).eps * sizes.max(initial=0.0)
    basis: Array = directions[is_there].T / sizes[is_there] / scale[:, None]
    return basis


def _climb(scores: Array, human: Array, n_starts: int, rng: np.random.Generator) -> Array:
    """Return the weights with the best mean correlation within systems, scaled as the regression within systems."""
    from scipy.optimize import minimize  # half a second to import

    basis = _basis(scores)
    if not basis.shape[1]:
        return np.zeros(scores.shape[2])
    # Whitened: dependent features are gone, and random starts point evenly in all directions.
    turned = scores @ basis
    products = np.einsum("snk,snl->skl", turned, turned)
    covariances = np.einsum("snk,sn->sk", turned, human / np.linalg.norm(human, axis=1, keepdims=True))

    def loss(weights: Array) -> tuple[float, Array]:
        """Return the negative mean correlation and its gradient."""
        spread = products @ weights
        sizes = np.sqrt(np.maximum(spread @ weights, 0.0))
        inverse = np.divide(1.0, sizes, out=np.zeros(sizes.shape), where=sizes > 0)
        correlations = covariances @ weights * inverse
        # Of r = c'w / s with s^2 = w'Pw: dr / dw = c / s - r Pw / s^2.
        gradient = covariances * inverse[:, None] - spread * (correlations * inverse**2)[:, None]
        return -float(correlations.mean()), -gradient.mean(axis=0)

    starts = [_unit(np.einsum("snk,sn->k", turned, human))]
    starts += [_unit(rng.normal(size=(basis.shape[1],))) for _ in range(n_starts)]
    ends = [
        _unit(np.asarray(minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-10}).x)) for start in starts
    ]
    best = min(ends, key=lambda end: loss(end)[0])
    slope = float(best @ np.einsum("snk,sn->k", turned, human))  # the sums of squares of `turned @ best` are 1
    weights: Array = basis @ best * (slope if slope > 0 else 1.0)
    return weights


def _unit(vector: Array) -> Array:
    """Scale to length 1; a vector of zeros, which points nowhere, becomes the first direction."""
    size = float(np.linalg.norm(vector))
    return vector / size if size > 0 else np.eye(len(vector))[0]


def _correlations(scores: Array, human: Array) -> Array:
    """Return Pearson's correlation within each row, 0 where the scores do not vary."""
    scores, human = _centred(scores), _centred(human)
    sizes = np.linalg.norm(scores, axis=1) * np.linalg.norm(human, axis=1)
    correlations: Array = np.divide((scores * human).sum(axis=1), sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    return correlations
