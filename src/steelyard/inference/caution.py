"""What a sample of few, or of very unlike, units cannot show: said wherever units carry a verdict."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.fixed_order import product

__all__ = ["carrying_numbers", "few_carry", "may_hide_catastrophes"]

_FEW, _SHARE = 20, 0.1  # of normal differences a third of the units carry the variance
_ENOUGH = 100  # units of penalties
_ZEROS = 0.2  # of penalties: a share that normal scores do not have
_FAR = 5.0  # standard deviations

Array = NDArray[np.float64]


def carrying_numbers(spread: Array) -> Array:
    """Return how many equal units would carry the variance of each difference as the units at hand do.

    Parameters
    ----------
    spread : array, shape (S, N)
        What each unit contributes to the score of each system, such as leave-one-out scores.

    Returns
    -------
    array, shape (S, S)
        ``sum(d**2)**2 / sum(d**4)`` of what units contribute to the difference of two systems, less its mean; NaN where
        the difference does not vary. With N normal contributions it is about N / 3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import carrying_numbers
    >>> spread = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, -1.0, 1.0, -1.0], [0.0, 0.0, 0.0, 9.0]])
    >>> carrying_numbers(spread)[0].round(1).tolist()
    [nan, 4.0, 1.7]
    """
    x = spread - spread.mean(axis=1, keepdims=True)
    size = np.abs(x).max(initial=0.0)
    x = x / size if size > 0 else x
    square = np.square(x)
    second, fourth = square.sum(axis=1), np.square(square).sum(axis=1)
    cross, third = product(x, x.T), product(square * x, x.T)
    squares = second[:, None] + second - 2 * cross
    fourths = fourth[:, None] + fourth - 4 * (third + third.T) + 6 * product(square, square.T)
    # Sums of powers lose what near-copies differ by: those are as if they did not vary.
    is_known = (squares > 1e-9 * (second[:, None] + second)) & (fourths > 1e-12 * (fourth[:, None] + fourth))
    found: Array = np.divide(np.square(squares), fourths, out=np.full(squares.shape, np.nan), where=is_known)
    return found


def few_carry(carrying: ArrayLike, n_units: int) -> NDArray[np.bool_]:
    """Say whether few of many units make the variance of a difference: fewer than 20, and fewer than a tenth of all.

    Parameters
    ----------
    carrying : array
        From `carrying_numbers`, or the `effective_number` of squared contributions; NaN is not few.
    n_units : int
        N.

    Returns
    -------
    array of bool
        Of each difference.

    Examples
    --------
    >>> from steelyard.inference import few_carry
    >>> few_carry([3.2, 40.0], 120).tolist()
    [True, False]
    """
    return np.asarray(carrying) < min(_FEW, _SHARE * n_units)


def may_hide_catastrophes(
    scores: Array, *, n_units: float, higher_is_better: bool, bounds: tuple[float, float] | None = None
) -> bool:
    """Say whether scores are such that a rare catastrophe may be absent from so small a sample.

    Parameters
    ----------
    scores : array
        Of outputs, in any shape.
    n_units : float
        Units, or as many of equal size as there are in effect.
    higher_is_better : bool
        The metric's direction.
    bounds : (float, float), optional
        Least and greatest score that there can be.

    Returns
    -------
    bool
        There are fewer than 100 units of penalties (0 is the best of the scores, a fifth of them or more are 0, and not
        all others are alike), or of scores whose worst value lies more than five standard deviations from the mean and
        was not seen.

    Notes
    -----
    A sample without a catastrophe has a small variance and says nothing of it: with small errors in one system and 4 %
    of 25 points in the other, of equal means, .31 of the samples of 30 segments gave a false verdict, and beside none
    of these did few units carry the variance.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import may_hide_catastrophes
    >>> may_hide_catastrophes(np.array([0.0, 0, 1, 2, 0, 1]), n_units=6, higher_is_better=False)
    True
    >>> may_hide_catastrophes(np.array([0.7, 0.8, 0.6]), n_units=3, higher_is_better=True)
    False
    """
    oriented = scores.ravel() if higher_is_better else -scores.ravel()
    oriented = oriented[np.isfinite(oriented)]
    if n_units >= _ENOUGH or not oriented.size:
        return False
    others = oriented[oriented != 0]
    if oriented.max() == 0 and 0 < others.size <= (1 - _ZEROS) * oriented.size and np.ptp(others) > 0:
        return True
    if bounds is None:
        return False
    worst = bounds[0] if higher_is_better else -bounds[1]
    spread = float(oriented.std())
    return bool(
        np.isfinite(worst) and spread > 0 and oriented.mean() - worst > _FAR * spread and oriented.min() > worst
    )
