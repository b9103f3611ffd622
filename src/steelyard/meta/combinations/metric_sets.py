"""Sets of metrics: their plain mean, and the greedy search for a set, with its value on cases that it did not see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.reprs import short_repr

__all__ = ["HeldOutSet", "MetricSet", "greedy_set", "held_out_set", "ulc"]

Array = NDArray[np.float64]
Cases = NDArray[np.int64]
Normalisation = Literal["none", "min-max", "z"]
Criterion = Callable[[tuple[int, ...], Cases], float]


def ulc(values: ArrayLike, *, normalise: Normalisation = "none") -> Array:
    """Average metrics without weights (ULC, uniformly averaged linear combination).

    Parameters
    ----------
    values : array, shape (X, ...)
        Scores of the same outputs by X metrics, larger is better.
    normalise : {"none", "min-max", "z"}, default "none"
        What is done to each metric first, over all its values: nothing; brought to 0 to 1; to mean 0 and deviation 1.

    Returns
    -------
    array, shape (...)
        The mean; in the unit of the metrics, or of the normalisation.

    Raises
    ------
    DataError
        There is no metric, a score is missing, or a metric cannot be normalised as it does not vary.
    SpecError
        There is no such normalisation.

    Notes
    -----
    Without normalisation the metric with the widest scale decides. Normalised values depend on the outputs they were
    normalised over: they rank these, and are no scores to carry elsewhere.

    References
    ----------
    Giménez and Màrquez 2008, I08-1042.

    Examples
    --------
    >>> from steelyard.meta import ulc
    >>> ulc([[0.55, 0.35], [0.62, 0.5]]).round(3).tolist()
    [0.585, 0.425]
    """
    if normalise not in get_args(Normalisation):
        raise unknown_name("normalisation", normalise, get_args(Normalisation))
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim < 1 or not len(scores):
        raise DataError("There is no metric to average.")
    if not np.isfinite(scores).all():
        raise DataError("A score is missing or infinite: leave outputs out that a metric has no score for.")
    if normalise != "none":
        rest = tuple(range(1, scores.ndim))
        low, width = scores.min(axis=rest, keepdims=True), np.ptp(scores, axis=rest, keepdims=True)
        if (width <= TOLERANCE * np.abs(scores).max(axis=rest, keepdims=True)).any():
            raise DataError("A metric gives every output the same score: it cannot be normalised. Leave it out.")
        if normalise == "min-max":
            scores = (scores - low) / width
        else:
            scores = (scores - scores.mean(axis=rest, keepdims=True)) / scores.std(axis=rest, keepdims=True)
    return np.asarray(scores.mean(axis=0))


@dataclass(frozen=True, slots=True)
class MetricSet:
    """What a greedy search took.

    Attributes
    ----------
    members : tuple of int
        Metrics of the set, in the order in which they were taken.
    value : float
        Of the criterion on the cases it was searched on: the value of training.
    path : tuple of (int, float, bool)
        Each metric in the order it was tried, the value with it, and whether it was kept.
    singles : tuple of float
        Value of each metric alone.

    Examples
    --------
    >>> from steelyard.meta import MetricSet
    >>> MetricSet((1, 0), 0.6, ((1, 0.5, True), (0, 0.6, True)), (0.4, 0.5)).members
    (1, 0)
    """

    members: tuple[int, ...]
    value: float
    path: tuple[tuple[int, float, bool], ...]
    singles: tuple[float, ...]

    __repr__ = short_repr


def greedy_set(criterion: Criterion, n_metrics: int, n_cases: int, *, cases: ArrayLike | None = None) -> MetricSet:
    """Build a set of metrics: try each in the order of its own value, keep it where the criterion strictly rises.

    Parameters
    ----------
    criterion : callable
        ``criterion(members, cases)``: the value of a set of metrics on some test cases, both as positions; larger is
        better. Such as the KING of these metrics, or the correlation of their `ulc` with ratings.
    n_metrics : int
        X.
    n_cases : int
        T.
    cases : array of int, optional
        Search on these only; by default on all.

    Returns
    -------
    MetricSet
        The set, and how it came about. The earlier of equally good metrics is tried first.

    Raises
    ------
    SpecError
        There is no metric, or no case.
    DataError
        No metric alone has a value.

    Notes
    -----
    The value is that of training: it was chosen to be high. What the procedure is worth on other cases is what
    `held_out_set` says. The search looks at X sets of 2^X and can miss the best one.

    References
    ----------
    Giménez and Màrquez 2008, I08-1042.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import greedy_set
    >>> quality = np.array([3.0, 1, 4, 1, 5])
    >>> metrics = np.array([[3.0, 0, 3, 2, 5], [4, 1, 5, 2, 6], [1, 2, 3, 2, 2]])
    >>> def correlation(members, cases):
    ...     return float(np.corrcoef(metrics[list(members)][:, cases].mean(axis=0), quality[cases])[0, 1])
    >>> greedy_set(correlation, 3, 5).members
    (1,)
    """
    if n_metrics < 1 or n_cases < 1:
        raise SpecError(f"A search needs metrics and test cases; there are {n_metrics} and {n_cases}.")
    chosen = np.arange(n_cases) if cases is None else np.asarray(cases, dtype=np.int64)
    singles = tuple(float(criterion((metric,), chosen)) for metric in range(n_metrics))
    tried = [
        metric
        for metric in np.argsort(-np.array(singles), kind="stable").tolist()
        # NaN is not equal to itself: a metric without a value is not tried.
        if singles[metric] == singles[metric]
    ]
    if not tried:
        raise DataError("The criterion has no value for any metric alone.")
    members: tuple[int, ...] = (tried[0],)
    best = singles[tried[0]]
    path = [(tried[0], best, True)]
    for metric in tried[1:]:
        value = float(criterion((*members, metric), chosen))
        is_better = value > best + TOLERANCE
        path.append((metric, value, is_better))
        if is_better:
            members, best = (*members, metric), value
    return MetricSet(members, best, tuple(path), singles)


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutSet:
    """What a search is worth on cases that it did not see.

    Attributes
    ----------
    value : float
        Mean of the values of the folds, each by its cases: held out.
    by_fold : array, shape (F,)
        The criterion on the cases of each fold, of the set that was searched on the others.
    sets : tuple of MetricSet
        One per fold.
    folds : array of int, shape (T,)
        Fold of each case.
    trained : MetricSet
        The set searched on all cases, with its value of training.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import HeldOutSet, MetricSet
    >>> one = MetricSet((0,), 0.6, ((0, 0.6, True),), (0.6, 0.4))
    >>> HeldOutSet(0.5, np.array([0.4, 0.6]), (one, one), np.array([0, 1]), one).shares(2).tolist()
    [1.0, 0.0]
    """

    value: float
    by_fold: Array
    sets: tuple[MetricSet, ...]
    folds: Cases
    trained: MetricSet

    __repr__ = short_repr

    def shares(self, n_metrics: int) -> Array:
        """Return in which share of the folds each metric was taken, shape (X,)."""
        counts = np.zeros(n_metrics)
        for found in self.sets:
            counts[list(found.members)] += 1
        return counts / len(self.sets)


def held_out_set(
    criterion: Criterion, n_metrics: int, n_cases: int, *, n_folds: int = 10, groups: ArrayLike | None = None
) -> HeldOutSet:
    """Search on all folds but one, value the set on that one, and do so for every fold.

    Parameters
    ----------
    criterion : callable
        As for `greedy_set`.
    n_metrics, n_cases : int
        X and T.
    n_folds : int, default 10
        Parts of the cases, each of consecutive ones.
    groups : array of int, shape (T,), optional
        Cases of one group, such as of a document, as codes from 0; they stay in one fold.

    Returns
    -------
    HeldOutSet
        The held-out value beside that of training.

    Raises
    ------
    SpecError
        The folds are fewer than two or more than the cases or groups.
    DataError
        The criterion has no value on a fold: take fewer folds.

    Notes
    -----
    The held-out value is of the procedure, not of one set: each fold may choose another. A correlation is taken within
    each fold, and noisy where folds are small.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import held_out_set
    >>> rng = np.random.default_rng(1)
    >>> quality = rng.normal(size=60)
    >>> metrics = np.vstack([quality + rng.normal(size=60), rng.normal(size=(8, 60))])
    >>> def correlation(members, cases):
    ...     return float(np.corrcoef(metrics[list(members)][:, cases].mean(axis=0), quality[cases])[0, 1])
    >>> found = held_out_set(correlation, 9, 60, n_folds=3)
    >>> found.value < found.trained.value
    True
    """
    units = np.arange(n_cases) if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]
    if len(units) != n_cases:
        raise SpecError(f"There are {n_cases} test cases, but groups of {len(units)}.")
    n_units = int(units.max(initial=-1)) + 1
    if isinstance(n_folds, bool) or not isinstance(n_folds, int) or not 2 <= n_folds <= n_units:
        noun = "test cases" if groups is None else "groups"
        raise SpecError(f"The folds must be from 2 to the number of {noun}, {n_units}, not {n_folds!r}.")
    folds = units * n_folds // n_units
    trained = greedy_set(criterion, n_metrics, n_cases)
    sets, values = [], np.empty(n_folds)
    for fold in range(n_folds):
        sets.append(greedy_set(criterion, n_metrics, n_cases, cases=np.flatnonzero(folds != fold)))
        values[fold] = criterion(sets[-1].members, np.flatnonzero(folds == fold))
    if not np.isfinite(values).all():
        raise DataError("The criterion has no value on the cases of some fold: take fewer folds.")
    value = float(np.average(values, weights=np.bincount(folds, minlength=n_folds)))
    return HeldOutSet(value, values, tuple(sets), folds, trained)
