"""Which output of a segment is best by a feature, as a feature of its own."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["SENSES", "best_of_set"]

SENSES = ("greatest", "least", "nearest 1")


def best_of_set(features: NDArray[np.float64], senses: Sequence[str]) -> NDArray[np.float64]:
    """Mark the outputs that are best of their segment: 1 for these, 0 for the others.

    Parameters
    ----------
    features : array of float64, shape (M, S, N)
        Of S systems on N segments; NaN where there is none.
    senses : sequence of str, length M
        Each of ``"greatest"``, ``"least"``, ``"nearest 1"``: which value is best.

    Returns
    -------
    array of float64, shape (M, S, N)
        Of outputs that share the best value all have 1.

    References
    ----------
    Duh 2008, "Ranking vs. regression in machine translation evaluation", W08-0331.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import best_of_set
    >>> best_of_set(np.array([[[0.62], [0.55], [0.70]]]), ["greatest"]).ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    turned = np.array(features)
    for m, sense in enumerate(senses):
        if sense != "greatest":
            turned[m] = -turned[m] if sense == "least" else -np.abs(turned[m] - 1)
    worth = np.where(np.isnan(turned), -np.inf, turned)
    marks: NDArray[np.float64] = ((worth == worth.max(axis=1, keepdims=True)) & np.isfinite(worth)).astype(np.float64)
    return marks
