"""Expected utilities without all pairs: each candidate is compared once, with the evidence summed up."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.fixed_order import product
from steelyard.types.checks import as_shares

__all__ = ["expected_cosines"]


def expected_cosines(
    candidates: NDArray[np.float64],
    evidence: NDArray[np.float64] | None = None,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Average the cosine of every candidate's vector with those of the evidence, in linear time.

    As a cosine is a product of vectors of length 1, the mean over the evidence is one product with the mean of its
    vectors: this is no approximation. For metrics that count n-grams see `steelyard.metrics.aggregated_scores`, which
    is one.

    When it misleads: where the utility is not the cosine but something that was trained on the vectors, as COMET's, the
    mean vector stands for no text, and what that utility makes of it has to be measured.

    Parameters
    ----------
    candidates : array, shape (C, D)
        A vector for each candidate, such as a sentence embedding.
    evidence : array, shape (E, D), optional
        A vector for each piece of evidence; by default those of the candidates.
    weights : array, shape (E,), optional
        Of the evidence; scaled to sum 1. By default all are equal.

    Returns
    -------
    array of float64, shape (C,)
        From -1 to 1, higher is better; a vector of zeros has cosine 0 with all others.

    Raises
    ------
    AlignmentError
        Shapes do not fit.
    DataError
        A number is not finite, or there is no weight.

    References
    ----------
    Vamvas and Sennrich 2024, "Linear-time Minimum Bayes Risk decoding with reference aggregation", 2024.acl-short.71.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import expected_cosines
    >>> expected_cosines(np.array([[1.0, 0.0], [2.0, 2.0], [0.0, 3.0]])).round(3).tolist()
    [0.569, 0.805, 0.569]
    """
    other = candidates if evidence is None else evidence
    if candidates.ndim != 2 or other.ndim != 2 or candidates.shape[1] != other.shape[1]:
        raise AlignmentError(
            f"Vectors must be rows of equal length, (texts, dimensions): got {candidates.shape} and {other.shape}."
        )
    mean = product(as_shares(weights, len(other)), _of_length_1(other))
    cosines: NDArray[np.float64] = product(_of_length_1(candidates), mean)
    return cosines


def _of_length_1(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    if not np.isfinite(vectors).all():
        raise DataError("A vector holds a number that is not finite.")
    # scaled first: squares of large numbers would overflow
    scaled = vectors / np.maximum(np.abs(vectors).max(axis=1, keepdims=True, initial=0.0), np.finfo(np.float64).tiny)
    lengths = np.linalg.norm(scaled, axis=1, keepdims=True)
    unit: NDArray[np.float64] = np.divide(scaled, lengths, out=np.zeros_like(scaled), where=lengths > 0)
    return unit
