"""A regression on similarities and answered questions: Uchimoto, Kotani, Zhang and Isahara 2007 (N07-1005)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import short_repr

__all__ = ["SubGoalRegression", "fit_sub_goals", "spread_by_question"]


@dataclass(frozen=True, slots=True, eq=False)
class SubGoalRegression:
    """What similarities and sub-goals are worth: A = sum a S + sum (b Q + c Q') + e.

    Attributes
    ----------
    similarity_weights : array of float, shape (M,)
        a, of each similarity score.
    accomplished_weights, unaccomplished_weights : array of float, shape (Q,)
        b and c, of each kind of sub-goal, or of each single one.
    constant : float
        e.
    rank : int
        Of the observations with their constant; below 1 + M + 2 Q several weights would fit as well, and these are the
        shortest.
    n_observations : int
        Judged outputs.

    Examples
    --------
    >>> from steelyard.meta import fit_sub_goals
    >>> fitted = fit_sub_goals([[0.0], [1.0], [0.0], [1.0]], [[1], [1], [0], [0]], [[0], [0], [1], [1]], [3, 5, 1, 3])
    >>> fitted.rank, fitted.similarity_weights.round(6).tolist()
    (3, [2.0])
    """

    similarity_weights: NDArray[np.float64]
    accomplished_weights: NDArray[np.float64]
    unaccomplished_weights: NDArray[np.float64]
    constant: float
    rank: int
    n_observations: int

    __repr__ = short_repr

    def predict(
        self, similarities: ArrayLike, accomplished: ArrayLike, unaccomplished: ArrayLike
    ) -> NDArray[np.float64]:
        """Score outputs.

        Parameters
        ----------
        similarities : array, shape (..., M)
            Scores in the order and scale of the fit.
        accomplished, unaccomplished : array, shape (..., Q)
            As in the fit.

        Returns
        -------
        array of float, shape (...)
            A.

        Raises
        ------
        AlignmentError
            There are not as many columns as in the fit.
        """
        parts = []
        for name, values, weights in (
            ("similarities", similarities, self.similarity_weights),
            ("accomplished", accomplished, self.accomplished_weights),
            ("unaccomplished", unaccomplished, self.unaccomplished_weights),
        ):
            columns = np.asarray(values, dtype=np.float64)
            if columns.ndim == 0 or columns.shape[-1] != len(weights):
                raise AlignmentError(
                    f"{name} must have {len(weights)} columns, as in the fit, not shape {columns.shape}."
                )
            parts.append(columns @ weights)
        predicted: NDArray[np.float64] = parts[0] + parts[1] + parts[2] + self.constant
        return predicted


def fit_sub_goals(
    similarities: ArrayLike, accomplished: ArrayLike, unaccomplished: ArrayLike, scores: ArrayLike
) -> SubGoalRegression:
    """Fit people's scores by least squares.

    One column per kind of sub-goal (its words, or a pattern's type) gives weights that hold for new sentences: the
    statistics of the metric ``sub-goal`` are such columns, ``yes_1`` accomplished and ``asked_1 - yes_1``
    unaccomplished. One column per single question, as `spread_by_question` makes them, gives weights that hold for
    other outputs of the same sentences only; the paper's correlations are only reached so.

    Parameters
    ----------
    similarities : array, shape (n, M)
        Scores of each judged output under M metrics; M may be 0.
    accomplished, unaccomplished : array, shape (n, Q)
        How many sub-goals of each kind it has met and not met; both 0 where none applies.
    scores : array, shape (n,)
        What people gave.

    Returns
    -------
    SubGoalRegression
        Of all weights with the least squared error, those with the least sum of squares: where every segment has a
        question, met and not met add up to 1 and tell no more than one of them.

    Raises
    ------
    AlignmentError
        The arrays do not belong to the same outputs.
    DataError
        A value is not finite, or there is none.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import fit_sub_goals
    >>> rng = np.random.default_rng(1)
    >>> similarity, met = rng.random((50, 2)), rng.integers(0, 2, (50, 1))
    >>> scores = similarity @ [1.0, 0.5] + 2 * met[:, 0]
    >>> fitted = fit_sub_goals(similarity, met, 1 - met, scores)
    >>> np.allclose(fitted.predict(similarity, met, 1 - met), scores)
    True
    """
    judged = np.asarray(scores, dtype=np.float64)
    columns = [np.asarray(values, dtype=np.float64) for values in (similarities, accomplished, unaccomplished)]
    if judged.ndim != 1 or any(values.ndim != 2 or len(values) != len(judged) for values in columns):
        shapes = ", ".join(str(values.shape) for values in [*columns, judged])
        raise AlignmentError(
            f"Give arrays of shape (n, M), (n, Q), (n, Q) and (n,) for the same n outputs, not {shapes}."
        )
    if columns[1].shape != columns[2].shape:
        raise AlignmentError(
            f"accomplished and unaccomplished must have the same columns, not {columns[1].shape[1]} and "
            f"{columns[2].shape[1]}."
        )
    design = np.column_stack([*columns, np.ones(len(judged))])
    if not len(judged) or not (np.isfinite(design).all() and np.isfinite(judged).all()):
        raise DataError("Give one judged output at least, and finite numbers only: leave out outputs without a score.")
    # Minimum norm by the singular value decomposition: Q + Q' is a presence indicator, so that columns depend on each
    # other.
    solved, _, rank, _ = np.linalg.lstsq(design, judged, rcond=None)
    weights: NDArray[np.float64] = solved.astype(np.float64)
    n_similarities, n_goals = columns[0].shape[1], columns[1].shape[1]
    weights.flags.writeable = False
    return SubGoalRegression(
        similarity_weights=weights[:n_similarities],
        accomplished_weights=weights[n_similarities : n_similarities + n_goals],
        unaccomplished_weights=weights[n_similarities + n_goals : -1],
        constant=float(weights[-1]),
        rank=int(rank),
        n_observations=len(judged),
    )


def spread_by_question(values: ArrayLike) -> NDArray[np.float64]:
    """Give every question a column of its own: segment i's values go to columns that are 0 for all other segments.

    Parameters
    ----------
    values : array, shape (..., N, T)
        Answers of N segments, T kinds each.

    Returns
    -------
    array of float, shape (..., N, N * T)
        Column ``i * T + t`` holds kind t of segment i.

    Raises
    ------
    AlignmentError
        There are no two axes.

    Examples
    --------
    >>> from steelyard.meta import spread_by_question
    >>> spread_by_question([[1, 0], [0, 1]]).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """
    given = np.asarray(values, dtype=np.float64)
    if given.ndim < 2:
        raise AlignmentError(f"Give answers of shape (..., segments, kinds), not {given.shape}.")
    n_segments, n_kinds = given.shape[-2:]
    spread = np.zeros((*given.shape[:-1], n_segments, n_kinds))
    at = np.arange(n_segments)
    spread[..., at, at, :] = given
    return spread.reshape(*given.shape[:-1], n_segments * n_kinds)
