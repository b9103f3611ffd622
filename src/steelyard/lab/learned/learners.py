"""Learners: what fits a function of standardised features to ratings, and the options that are tried."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError, needs_extra, unknown_name
from steelyard.lab.learned import fitting
from steelyard.reprs import short_repr
from steelyard.types.learned.predictors import Predictor

__all__ = ["LEARNERS", "Learner", "fit_learner", "learner_named", "with_options"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Learner:
    """A way to learn.

    Examples
    --------
    >>> from steelyard.lab.learned import LEARNERS
    >>> LEARNERS["ridge"].about
    'weighted sum, least squares with a penalty on large weights'
    """

    name: str  # as users spell it
    about: str  # what it is
    source: str  # who used it for metrics
    grid: Mapping[str, tuple[Any, ...]]  # options, and the values that are tried
    learns_order: bool  # it learns which output of a segment is better, and not what it was rated
    # (features, ratings, segments, options) -> Predictor
    fit: Callable[[Array, Array, Ints, Mapping[str, Any]], Predictor]
    standardises: bool = True  # features are brought to mean 0 and deviation 1 first

    __repr__ = short_repr

    def options(self) -> list[dict[str, Any]]:
        """Return every combination of options that is tried."""
        return [dict(zip(self.grid, values, strict=True)) for values in product(*self.grid.values())]


def fit_learner(name: str, features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Fit a function of standardised features, shape (n, M), to ratings; what comes out needs no library to be applied.

    Learners of order compare outputs of one segment, and need two in some segment that differ. Without scikit-learn,
    the extra ``learned``, a MissingExtraError says so.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import fit_learner
    >>> corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> found = fit_learner("ridge", corners, np.arange(4.0), np.arange(4), {"alpha": 0.25})
    >>> found.weights.round(6).tolist(), round(found.intercept, 6)
    ([0.5, 1.0], 0.75)
    """
    if np.ptp(ratings) == 0:
        raise DataError("All ratings to learn from are the same: there is nothing to learn.")
    with needs_extra("learned", "Learning a metric"):
        import sklearn  # noqa: F401
    return learner_named(name).fit(features, ratings, segments, options)


def learner_named(name: str) -> Learner:
    """Return a learner of `LEARNERS` by its name.

    Examples
    --------
    >>> from steelyard.lab.learned import learner_named
    >>> learner_named("svr").grid["C"]
    (0.1, 1.0, 10.0)
    """
    if name not in LEARNERS:
        raise unknown_name("learner", name, LEARNERS)
    return LEARNERS[name]


def with_options(learner: Learner, options: Sequence[str], *, standardises: bool = True) -> Learner:
    """Give a learner options that are not chosen but known, each as ``NAME=NUMBER``; others are chosen as before.

    Examples
    --------
    >>> from steelyard.lab.learned import learner_named, with_options
    >>> len(with_options(learner_named("svr"), ["C=3"]).options())
    3
    """
    grid = dict(learner.grid)
    for text in options:
        name, _, value = text.partition("=")
        if name not in grid:
            raise unknown_name(f"option of {learner.name}:", name, tuple(grid))
        is_counted = isinstance(grid[name][0], int)
        try:
            number = int(value) if is_counted else float(value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            kind = "a whole number" if is_counted else "a number"
            raise SpecError(f"{name} of {learner.name} must be {kind} above 0, not {value!r}: write {name}=1.")
        grid[name] = (number,)
    return replace(learner, grid=grid, standardises=standardises)


_PENALTIES = (0.001, 0.01, 0.1, 1.0)  # for each output: more would only shrink scores
_OF_PAIRS = (0.1, 1.0, 10.0, 100.0)  # divided by the number of pairs
_C = (0.1, 1.0, 10.0)
_GAMMAS = (0.1, 0.3, 1.0)  # divided by the number of features
LEARNERS: Mapping[str, Learner] = MappingProxyType(
    {
        one.name: one
        for one in (
            Learner(
                "ridge", "weighted sum, least squares with a penalty on large weights", "P09-1034",
                {"alpha": _PENALTIES}, False, fitting.fit_ridge,
            ),
            Learner(
                "svr", "regression by support vectors, Gaussian kernel", "P07-1111, P07-1038, P08-3005",
                {"C": _C, "gamma": _GAMMAS, "epsilon": (0.1,)}, False, fitting.fit_svr,
            ),
            Learner(
                "svc", "tells outputs rated above the mean from the others, Gaussian kernel", "P07-1111",
                {"C": _C, "gamma": _GAMMAS}, False, fitting.fit_svc,
            ),
            Learner(
                "linear-svr", "regression by support vectors, weighted sum", "P08-3005, W08-0331",
                {"C": (0.001, 0.01, 0.1, 1.0), "epsilon": (0.1,)}, False, fitting.fit_linear_svr,
            ),
            Learner(
                "rank-svm", "weighted sum that ranks the outputs of a segment", "W08-0331",
                {"C": _OF_PAIRS}, True, fitting.fit_rank_svm,
            ),
            Learner(
                "kernel-rank-svm", "ranks the outputs of a segment, Gaussian kernel", "W08-0331",
                {"C": _C, "gamma": _GAMMAS}, True, fitting.fit_kernel_rank_svm,
            ),
            Learner(
                "pair-logistic", "weighted sum, chance that an output is the better of two", "P09-1034, W09-0404",
                {"C": _OF_PAIRS}, True, fitting.fit_pair_logistic,
            ),
            Learner(
                "rank-boost", "sum of thresholds that ranks the outputs of a segment", "W08-0331",
                {"rounds": (10, 50, 200)}, True, fitting.fit_rank_boost,
            ),
            Learner(
                "boosting", "sum of small decision trees", "10.1016/S0167-9473(01)00065-2",
                {"trees": (50, 200), "depth": (2, 4)}, False, fitting.fit_boosting,
            ),
            Learner(
                "isotonic", "rising curve of one metric, in units of the ratings", "10.1145/775047.775151",
                {}, False, fitting.fit_isotonic,
            ),
        )
    }
)  # fmt: skip
"""By name."""
