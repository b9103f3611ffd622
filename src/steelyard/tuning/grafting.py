"""Grafting: let features into a log-linear model one step at a time, as long as they pass the gradient test."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.short_repr import short_repr
from steelyard.tuning.features import list_spread
from steelyard.tuning.l1_newton import minimise, violations
from steelyard.tuning.log_linear import RankingData

__all__ = ["GraftedModel", "GraftingStep", "graft", "largest_slope"]

_MARGIN = 1e-6  # by which a slope must pass gamma: those of features in the model are at gamma themselves
_MOST_ROUNDS = 100_000
_DIGITS = 9  # of the steepest slope: what differs by less is rounding


@dataclass(frozen=True, slots=True)
class GraftingStep:
    """What one step did.

    Attributes
    ----------
    added : tuple of int
        Features let in.
    n_active : int
        Features with a weight after it; some may have left.
    loss : float
        Minus the log-probability of the right candidates, summed over lists.
    objective : float
        With the penalty.

    Examples
    --------
    >>> from steelyard.tuning import GraftingStep
    >>> GraftingStep((4,), 1, 0.5, 0.75).added
    (4,)
    """

    added: tuple[int, ...]
    n_active: int
    loss: float
    objective: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, eq=False)
class GraftedModel:
    """A sparse log-linear model.

    Attributes
    ----------
    weights : array, shape (F,)
        On the scale of the features as they were given.
    active : tuple of int
        Features whose weight is not 0, rising.
    loss : float
        Minus the log-probability of the right candidates, summed over lists.
    objective : float
        With the penalty; both are of the scaled features, where they are scaled.
    gamma : float
        Of the penalty.
    path : tuple of GraftingStep
        From the empty model to this one; empty where no feature passes.
    is_complete : bool
        No further feature passes: these are the best weights of all. Else the model is as large as was asked for, and
        its weights are the best of its features.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import GraftedModel
    >>> GraftedModel(np.array([0.0, 0.5]), (1,), 0.5, 0.75, 0.5, (), True).active
    (1,)
    """

    weights: NDArray[np.float64]
    active: tuple[int, ...]
    loss: float
    objective: float
    gamma: float
    path: tuple[GraftingStep, ...]
    is_complete: bool

    __repr__ = short_repr


def graft(
    data: RankingData,
    gamma: float,
    *,
    n_add: int = 1,
    n_features: int | None = None,
    is_scaled: bool = True,
    tolerance: float = 1e-7,
    start: NDArray[np.float64] | None = None,
) -> GraftedModel:
    """Fit a log-linear model with a penalty on its absolute weights, feature by feature.

    Begin with no feature. Take the slope of the loss along every feature; those steeper than gamma would lower the
    objective. The steepest are let in, the weights of all features in the model are optimised again, features whose
    weight becomes 0 leave (and may return), and so on until none passes.

    Parameters
    ----------
    data : RankingData
        C candidates in N lists with F features.
    gamma : float
        Above 0. The loss is a sum over lists, not a mean: with twice the lists the same gamma weighs half as much.
    n_add : int, default 1
        Features let in at each step.
    n_features : int, optional
        Stop as soon as so many are in the model.
    is_scaled : bool, default True
        Divide every feature by its standard deviation within lists (`list_spread`), so that the penalty does not
        depend on its unit; weights are given for the features as they were.
    tolerance : float, default 1e-7
        No slope is off the conditions of an optimum by more.
    start : array, shape (F,), optional
        Weights to begin at, such as those of a model with a larger gamma: the way is shorter, the end the same.

    Returns
    -------
    GraftedModel
        The optimum, where `n_features` does not stop it: it does not depend on `n_add`.

    Raises
    ------
    SpecError
        An option is out of range.
    DataError
        The optimum was not reached, or does not meet its conditions.

    Notes
    -----
    Features that are constant in every list never enter. Misleads where lists are few and features many: the model
    then knows the lists it was fitted to, and little else; judge it on others.

    References
    ----------
    Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", W05-0908,
    section 2; Riezler and Vasserman 2004, W04-3223; Perkins, Lacker and Theiler 2003, "Grafting", JMLR 3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import RankingData, SparseFeatures, graft
    >>> features = SparseFeatures.from_dense(np.array([[1, 0, 1], [0, 1, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]], float))
    >>> data = RankingData(features, np.array([0, 3, 5]), np.array([1.0, 0, 0, 1, 0]))
    >>> model = graft(data, 0.3, is_scaled=False)
    >>> model.active, model.weights.round(5).tolist(), round(model.objective, 7)
    ((0,), [2.12301, 0.0, 0.0], 0.9645182)
    """
    _check(gamma, n_add, n_features, tolerance)
    most = data.features.n_features if n_features is None else n_features
    spread, factors = _scale(data, is_scaled)
    weights = np.zeros(data.features.n_features) if start is None else start / factors
    active = np.flatnonzero(weights).tolist()
    scores = data.features.scores(weights * factors)
    loss = data.loss(scores)
    path: list[GraftingStep] = []
    for step in range(_MOST_ROUNDS):
        slope = data.gradient(scores) * factors
        # At a weight of 0 the penalty's slope is gamma to either side: only a steeper loss pays for moving off 0.
        steepness = np.where((weights == 0) & (spread > 0), np.abs(slope), 0.0)
        passing = np.flatnonzero(steepness > gamma + _MARGIN)
        added = _steepest(passing, steepness, min(n_add, most - len(active)))
        is_to_settle = step == 0 and bool(active)  # the weights to begin at are the best of another gamma
        if not added and not is_to_settle:
            _check_optimum(slope, weights, spread > 0, gamma, is_whole=not passing.size)
            break
        chosen = sorted({*active, *added})
        columns = data.features.of_features(chosen, factors[chosen])
        fitted, loss = minimise(columns, data.offsets, data.gold, gamma, weights[chosen], tolerance=tolerance)
        weights[chosen] = fitted
        active = [feature for feature in chosen if weights[feature] != 0]
        scores = columns.scores(fitted)
        path.append(GraftingStep(tuple(added), len(active), loss, loss + gamma * float(np.abs(fitted).sum())))
    else:
        raise DataError(f"Features still come and go after {_MOST_ROUNDS:,} steps. Use a larger gamma.")
    return GraftedModel(
        weights=weights * factors,
        active=tuple(active),
        loss=loss,
        objective=loss + gamma * float(np.abs(weights).sum()),
        gamma=gamma,
        path=tuple(path),
        is_complete=not passing.size,
    )


def _steepest(passing: NDArray[np.int64], steepness: NDArray[np.float64], n: int) -> list[int]:
    """Return the steepest features; of those that differ by rounding, as copies do, the first."""
    order = np.argsort(-np.round(steepness[passing] / max(steepness.max(), _MARGIN), _DIGITS), kind="stable")
    return [int(feature) for feature in passing[order][: max(n, 0)]]


def largest_slope(data: RankingData, *, is_scaled: bool = True) -> float:
    """Return the gamma from which on no feature enters: the steepest slope of the empty model.

    Parameters
    ----------
    data : RankingData
        C candidates in N lists.
    is_scaled : bool, default True
        As for `graft`.

    Returns
    -------
    float
        Shares of it make a scale of gammas that fits any data.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import RankingData, SparseFeatures, largest_slope
    >>> features = SparseFeatures.from_dense(np.array([[1.0], [0.0]]))
    >>> data = RankingData(features, np.array([0, 2]), np.array([1.0, 0.0]))
    >>> largest_slope(data, is_scaled=False), largest_slope(data)
    (0.5, 1.0)
    """
    spread, factors = _scale(data, is_scaled)
    slope = np.abs(data.gradient(np.zeros(data.features.n_candidates)) * factors)
    return float(slope[spread > 0].max(initial=0.0))


def _scale(data: RankingData, is_scaled: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the spread of each feature, 0 for what can never enter, and by what features are multiplied."""
    spread = list_spread(data.features, data.offsets)
    return spread, 1.0 / np.where((spread > 0) & is_scaled, spread, 1.0)


def _check(gamma: float, n_add: int, n_features: int | None, tolerance: float) -> None:
    if not (np.isfinite(gamma) and gamma > 0):
        raise SpecError(f"gamma must be a number above 0, not {gamma!r}: without a penalty no feature is left out.")
    if n_add < 1 or (n_features is not None and n_features < 1):
        raise SpecError(f"Features are added and counted from 1, not {n_add} per step and {n_features} in all.")
    if not 0 < tolerance < _MARGIN:
        raise SpecError(f"The tolerance must lie between 0 and {_MARGIN:g}, not {tolerance!r}.")


def _check_optimum(
    slope: NDArray[np.float64],
    weights: NDArray[np.float64],
    can_enter: NDArray[np.bool_],
    gamma: float,
    *,
    is_whole: bool,
) -> None:
    """Insist on the conditions of Karush, Kuhn and Tucker: of all features, or of those in the model."""
    judged = can_enter & ((weights != 0) | is_whole)
    off = float(violations(slope, weights, gamma)[judged].max(initial=0.0))
    if off > 2 * _MARGIN:
        raise DataError(f"What was found is no optimum: a slope is off by {off:.2g}. Scale the features.")
