"""Parts of a test set, so that what was fitted is judged on lines that it has not seen."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError

__all__ = ["consecutive_folds"]

_FOLDS = 5


def consecutive_folds(units: NDArray[np.int64], n_folds: int | None, noun: str = "segments") -> NDArray[np.int64]:
    """Number the parts of the segments: consecutive ones, documents whole.

    Parameters
    ----------
    units : array of int64, shape (N,)
        Document of each segment as a code from 0, or the segments' own numbers.
    n_folds : int or None
        From 1 to the number of units; None takes 5, or as many as there are units.
    noun : str, default "segments"
        What the units are, for the error.

    Returns
    -------
    array of int64, shape (N,)
        From 0.

    Raises
    ------
    SpecError
        There are more folds than units.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import consecutive_folds
    >>> consecutive_folds(np.array([0, 0, 1, 2]), 2).tolist()
    [0, 0, 0, 1]
    """
    n_units = int(units.max()) + 1
    if n_folds is None:
        n_folds = min(_FOLDS, n_units)
    if isinstance(n_folds, bool) or not isinstance(n_folds, int) or not 1 <= n_folds <= n_units:
        raise SpecError(f"The folds (--folds) must be from 1 to the number of {noun}, {n_units}, not {n_folds!r}.")
    return units * n_folds // n_units
