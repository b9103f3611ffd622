"""How probable each candidate is before others are asked."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError

__all__ = ["refined_priors", "score_priors", "summed_by_code"]


def score_priors(scores: NDArray[np.float64], temperature: float = 1.0) -> NDArray[np.float64]:
    """Turn a model's scores, such as log probabilities, into probabilities of the candidates of one source.

    Parameters
    ----------
    scores : array, shape (K,)
        Higher for what is more probable; their natural logarithm is that of a probability times a constant.
    temperature : float, default 1.0
        Scores are divided by it: above 1 the probabilities come closer to each other.

    Returns
    -------
    array, shape (K,)
        They sum to 1.

    Raises
    ------
    SpecError
        The temperature is not above 0.
    DataError
        A score is not finite.

    Notes
    -----
    ``exp(s / T)`` over its sum, less the largest, so that nothing overflows.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import score_priors
    >>> score_priors(np.array([0.5, 1.05, 0.0])).round(6).tolist()
    [0.299421, 0.518972, 0.181608]
    """
    if not (np.isfinite(temperature) and temperature > 0):
        raise SpecError(f"The temperature must lie above 0, not {temperature}.")
    if not np.isfinite(scores).all():
        raise DataError("A model's score is not finite.")
    with np.errstate(over="ignore"):  # what is too far below the best has no share
        found: NDArray[np.float64] = np.exp((scores - scores.max()) / temperature)
    found /= found.sum()
    return found


def refined_priors(gains: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Take what each candidate gains against the others for its prior: equation 4 of D07-1105.

    Parameters
    ----------
    gains : array, shape (K,)
        Expected gains, none below 0.
    power : float
        0 makes all priors equal; the larger, the more the best has of them.

    Returns
    -------
    array, shape (K,)
        They sum to 1; equal where no candidate gains anything.

    Raises
    ------
    DataError
        A gain is below 0.

    References
    ----------
    Macherey and Och 2007, "An empirical study on computing consensus translations from multiple machine translation
    systems", D07-1105.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import refined_priors
    >>> refined_priors(np.array([0.2, 0.1]), 1.0).round(3).tolist()
    [0.667, 0.333]
    """
    if (gains < 0).any():
        raise DataError("Priors cannot be refined by a utility that is negative.")
    largest = float(gains.max(initial=0.0))
    if largest == 0:
        return np.full(len(gains), 1 / len(gains))
    found: NDArray[np.float64] = (gains / largest) ** power
    found /= found.sum()
    return found


def summed_by_code(weights: NDArray[np.float64], codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Add the weights of candidates with the same text.

    Parameters
    ----------
    weights : array, shape (K,)
        Of all candidates.
    codes : array of int, shape (K,)
        Which text each has, from 0 (`merge_doubles`).

    Returns
    -------
    array, shape (D,)
        Of the different texts.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import summed_by_code
    >>> summed_by_code(np.array([0.2, 0.3, 0.5]), np.array([0, 1, 0])).tolist()
    [0.7, 0.3]
    """
    return np.bincount(codes, weights=weights).astype(np.float64)
