"""Grafting: let features into a log-linear model one step at a time, as long as they pass the gradient test."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.lab.tuning.copies import first_of_copies
from steelyard.lab.tuning.grafted_model import GraftedModel, GraftingStep
from steelyard.lab.tuning.l1_newton import minimise, violations
from steelyard.lab.tuning.list_columns import ListColumns
from steelyard.lab.tuning.log_linear import RankingData
from steelyard.lab.tuning.spread import list_spread

__all__ = ["Grafting", "graft", "largest_slope"]

_MARGIN = 1e-6  # by which a slope must pass gamma: those of features in the model are at gamma themselves
_MOST_ROUNDS = 100_000
_FEWEST = 50  # features let in at a step where their number is free
_ROUGH = 0.2  # of what the steepest passes gamma by: how far off weights may be while others enter
_DIGITS = 9  # of the steepest slope: what differs by less is rounding


def graft(
    data: RankingData,
    gamma: float,
    *,
    n_add: int | None = 1,
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
    n_add : int or None, default 1
        Features let in at each step. None lets as many in as are in the model, and optimises weights to the end only
        when none passes any more: the same optimum, found soonest.
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
    Features that are constant in every list never enter, and of copies only the first does (`first_of_copies`).
    Misleads where lists are few and features many: the model then knows the lists it was fitted to, and little else;
    judge it on others.

    References
    ----------
    Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", W05-0908,
    section 2; Riezler and Vasserman 2004, W04-3223; Perkins, Lacker and Theiler 2003, "Grafting", JMLR 3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import RankingData, SparseFeatures, graft
    >>> features = SparseFeatures.from_dense(np.array([[1, 0, 1], [0, 1, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]], float))
    >>> data = RankingData(features, np.array([0, 3, 5]), np.array([1.0, 0, 0, 1, 0]))
    >>> model = graft(data, 0.3, is_scaled=False)
    >>> model.active, model.weights.round(5).tolist(), round(model.objective, 7)
    ((0,), [2.12301, 0.0, 0.0], 0.9645182)
    """
    grafting = Grafting(data, is_scaled=is_scaled, start=start)
    return grafting.to(gamma, n_add=n_add, n_features=n_features, tolerance=tolerance)


class Grafting:
    """A model that features are let into, for one penalty after the other: each begins where the one before ended.

    Parameters
    ----------
    data : RankingData
        Lists of candidates with F features.
    seen : array of bool, shape (N,), optional
        The lists that the model is fitted to; all by default.
    spread : array, shape (F,), optional
        How much features vary within these lists, where it is known (`list_spread`).
    is_scaled, start
        As for `graft`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import Grafting, RankingData, SparseFeatures
    >>> features = SparseFeatures.from_dense(np.array([[1.0, 0.1], [0.0, 0.0], [1.0, 0.3], [1.0, 0.1]]))
    >>> grafting = Grafting(RankingData(features, np.array([0, 2, 4]), np.array([1.0, 0, 1, 0])))
    >>> gamma = grafting.largest_slope
    >>> [grafting.to(share * gamma).active for share in (0.9, 0.5)]
    [(1,), (0, 1)]
    """

    def __init__(
        self,
        data: RankingData,
        *,
        seen: NDArray[np.bool_] | None = None,
        spread: NDArray[np.float64] | None = None,
        is_scaled: bool = True,
        start: NDArray[np.float64] | None = None,
    ) -> None:
        seen = np.ones(len(data.offsets) - 1, np.bool_) if seen is None else seen
        spread = list_spread(data.features, data.offsets) if spread is None else spread
        self._can_enter = spread > 0
        self._factors = 1.0 / np.where(self._can_enter & is_scaled, spread, 1.0)
        self._can_enter &= first_of_copies(data, self._factors, seen)
        self._columns = ListColumns(data, self._factors, seen)
        self._weights = np.zeros(len(spread)) if start is None else start / self._factors
        active = np.flatnonzero(self._weights)
        self._columns.choose(active.tolist())
        chances, self._loss = self._columns.probabilities(self._columns.scores(self._weights[active]))
        self._slope = self._columns.slope_of_all(chances)

    @property
    def largest_slope(self) -> float:
        """The steepest slope of what is not in the model: of an empty one, the gamma from which on nothing enters."""
        return float(np.abs(self._slope[self._can_enter & (self._weights == 0)]).max(initial=0.0))

    def to(
        self, gamma: float, *, n_add: int | None = None, n_features: int | None = None, tolerance: float = 1e-7
    ) -> GraftedModel:
        """Fit the model to a penalty; see `graft`."""
        _check(gamma, n_add, n_features, tolerance)
        weights, path = self._weights, list[GraftingStep]()
        active = np.flatnonzero(weights).tolist()
        is_settled = not active  # weights that are not 0 are the best of another gamma
        for _ in range(_MOST_ROUNDS):
            # At a weight of 0 the penalty's slope is gamma to either side: only a steeper loss pays for moving off 0.
            steepness = np.where((weights == 0) & self._can_enter, np.abs(self._slope), 0.0)
            passing = np.flatnonzero(steepness > gamma + _MARGIN)
            least = max(_FEWEST, len(active)) if n_add is None else n_add
            added = _steepest(passing, steepness, least if n_features is None else min(least, n_features - len(active)))
            if not added and is_settled:
                _check_optimum(self._slope, weights, self._can_enter, gamma, is_whole=not passing.size)
                break
            # While many features pass, weights need not be the best yet.
            rough = _ROUGH * float(steepness[added].max(initial=0.0) - gamma) if added and n_add is None else 0.0
            self._settle(sorted({*active, *added}), gamma, max(rough, tolerance))
            is_settled = rough <= tolerance
            active = np.flatnonzero(weights).tolist()
            path.append(GraftingStep(tuple(added), len(active), self._loss, self._objective(gamma)))
        else:
            raise DataError(f"Features still come and go after {_MOST_ROUNDS:,} steps. Use a larger gamma.")
        return GraftedModel(
            weights=weights * self._factors,
            active=tuple(active),
            loss=self._loss,
            objective=self._objective(gamma),
            gamma=gamma,
            path=tuple(path),
            is_complete=not passing.size,
        )

    def _settle(self, chosen: list[int], gamma: float, tolerance: float) -> None:
        """Optimise the weights of these features again; all others are 0."""
        self._columns.choose(chosen)
        fitted, self._loss, chances = minimise(self._columns, gamma, self._weights[chosen], tolerance=tolerance)
        self._weights[chosen] = fitted
        self._slope = self._columns.slope_of_all(chances)

    def _objective(self, gamma: float) -> float:
        return self._loss + gamma * float(np.abs(self._weights).sum())


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
    >>> from steelyard.lab.tuning import RankingData, SparseFeatures, largest_slope
    >>> features = SparseFeatures.from_dense(np.array([[1.0], [0.0]]))
    >>> data = RankingData(features, np.array([0, 2]), np.array([1.0, 0.0]))
    >>> largest_slope(data, is_scaled=False), largest_slope(data)
    (0.5, 1.0)
    """
    return Grafting(data, is_scaled=is_scaled).largest_slope


def _check(gamma: float, n_add: int | None, n_features: int | None, tolerance: float) -> None:
    if not (np.isfinite(gamma) and gamma > 0):
        raise SpecError(f"gamma must be a number above 0, not {gamma!r}: without a penalty no feature is left out.")
    if (n_add is not None and n_add < 1) or (n_features is not None and n_features < 1):
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
