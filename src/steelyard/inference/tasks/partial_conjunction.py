"""On how many tasks a system is better: the partial conjunction of Benjamini and Heller."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["n_tasks_better", "partial_conjunction"]


def partial_conjunction(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, for every u, the p-value of "on fewer than u tasks there is something".

    Parameters
    ----------
    p_values : array, shape (..., T)
        One per task, valid each, such as those of "A is better than B".

    Returns
    -------
    array, shape (..., T)
        Of u = 1, 2, ..., T: ``(T - u + 1)`` times the u-th smallest p, never falling with u, at most 1. The first is
        Bonferroni's "anywhere", the last the largest p: "everywhere".

    Notes
    -----
    Holds whatever tasks share. The bound of `n_tasks_better` needs no further correction over u, as u is read off at
    the first p that is too large; over several pairs of systems it does.

    References
    ----------
    Benjamini and Heller 2008, "Screening for partial conjunction hypotheses", doi:10.1111/j.1541-0420.2007.00984.x.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import partial_conjunction
    >>> [round(float(p), 3) for p in partial_conjunction(np.array([0.2, 0.001, 0.01, 0.004]))]
    [0.004, 0.012, 0.02, 0.2]
    """
    n_tasks = p_values.shape[-1]
    sizes = n_tasks - np.arange(n_tasks)
    # Bonferroni's p of the n - u + 1 largest, (n - u + 1) p_(u); the running maximum makes "fewer than u" never easier
    # to reject for a larger u.
    steps: NDArray[np.float64] = np.maximum.accumulate(np.sort(p_values, axis=-1) * sizes, axis=-1)
    return np.minimum(1.0, steps)


def n_tasks_better(p_values: NDArray[np.float64], alpha: float = 0.05) -> NDArray[np.int64]:
    """Return on how many tasks at least there is something, with error at most alpha.

    Parameters
    ----------
    p_values : array, shape (..., T)
        One per task.
    alpha : float, default 0.05
        How often the number may be too large.

    Returns
    -------
    array of int, shape (...)
        The largest u whose p is at most alpha; 0 where there is none.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import n_tasks_better
    >>> int(n_tasks_better(np.array([0.2, 0.001, 0.01, 0.004])))
    3
    """
    found: NDArray[np.int64] = (partial_conjunction(p_values) <= alpha).sum(axis=-1)
    return found
