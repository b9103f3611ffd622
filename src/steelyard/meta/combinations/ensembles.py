"""Weighted sums of metrics that agree best with people, judged on documents that the weights have not seen."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.meta.combinations.folds import consecutive_folds
from steelyard.meta.combinations.weight_search import BlackBox, Box, search_points
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["MetricEnsemble", "fit_ensemble"]

_WORSE = -9.0  # than any agreement, and finite: searches take differences

Array = NDArray[np.float64]
Agreement = Callable[[Array, Array], float]


@dataclass(frozen=True, slots=True, eq=False)
class MetricEnsemble:
    """Weights of metrics, and how well their sum agrees with people.

    Attributes
    ----------
    weights : array of float64, shape (M,)
        Of scores divided by `spread`; absolute values add up to 1.
    mean, spread : array of float64, shape (M,)
        Mean and standard deviation of each metric's scores where there are ratings.
    agreement : float
        On all ratings, which the weights have seen.
    alone : array of float64, shape (M,)
        Of each metric by itself, on all ratings.
    held_out, held_out_even, held_out_best : array of float64, shape (K,)
        By fold, on what was left out: of weights that have not seen it, of equal weights, and of the single metric that
        was best on the other folds. NaN where the part has no agreement of its own.
    fold_weights : array of float64, shape (K, M)
        That each fold was judged by: where they differ much, no single weighting is to be trusted.
    fold_best : array of int64, shape (K,)
        The single metric that was best on the other folds.
    folds : array of int64, shape (N,)
        Fold of each segment.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import MetricEnsemble
    >>> one, two, folds = np.ones(1), np.array([0.5, 0.7]), np.array([0, 1])
    >>> found = MetricEnsemble(one, one, one, 0.8, one, two, two, two, np.ones((2, 1)), np.zeros(2, int), folds)
    >>> found.gain.tolist()
    [0.0, 0.0]
    """

    weights: Array
    mean: Array
    spread: Array
    agreement: float
    alone: Array
    held_out: Array
    held_out_even: Array
    held_out_best: Array
    fold_weights: Array
    fold_best: NDArray[np.int64]
    folds: NDArray[np.int64]

    __repr__ = short_repr

    @property
    def gain(self) -> Array:
        """By fold, what the ensemble has over the best single metric, both chosen without it."""
        return self.held_out - self.held_out_best

    def combine(self, scores: ArrayLike) -> Array:
        """Return the weighted sum of scores of shape (M, ...)."""
        combined: Array = np.tensordot(self.weights / self.spread, np.asarray(scores, dtype=np.float64), axes=1)
        return combined

    def held_out_scores(self, scores: ArrayLike) -> Array:
        """Return what every output scores by weights that have not seen its segment.

        Parameters
        ----------
        scores : array, shape (M, S, N)
            Those that were fitted.

        Returns
        -------
        array of float64, shape (S, N)
            In units of the metrics' spread around their means, so that segments of different folds can be compared.
        """
        given = np.asarray(scores, dtype=np.float64)
        centred = (given - self.mean[:, None, None]) / self.spread[:, None, None]
        combined: Array = np.einsum("nm,msn->sn", self.fold_weights[self.folds], centred)
        return combined


@SCORES
def fit_ensemble(
    scores: ArrayLike,
    ratings: ArrayLike,
    agreement: Agreement,
    *,
    documents: ArrayLike | None = None,
    n_folds: int = 5,
    method: BlackBox = "nelder-mead",
    at_least_0: bool = True,
    n_restarts: int = 5,
    rng: int = 12345,
    advance: Callable[[], None] = lambda: None,
) -> MetricEnsemble:
    """Find weights of metrics whose sum agrees best with ratings, and what they are worth where they were not fitted.

    Parameters
    ----------
    scores : array, shape (M, S, N)
        Of S systems on N segments under M metrics, larger is better; NaN where there is none.
    agreement : callable, (scores of shape (S, n), ratings of shape (S, n)) -> float
        What is made high, such as a level and statistic of `steelyard.meta.correlate_level`, or
        `steelyard.meta.soft_pairwise_accuracy`.
    documents : array of int, shape (N,), optional
        Document of each segment as a code from 0: documents stay whole. By default each segment is one.
    n_folds : int, default 5
        Parts of the documents; 2 or more.
    method : {"nelder-mead", "grid", "random"}
        As for `search_points`; agreement has no slope where it is of ranks.
    at_least_0 : bool, default True
        Let no weight be negative: a metric that hurts is then left out, and not turned round.
    n_restarts : int, default 5
        Further climbs.
    rng : int
        Draws where these begin.
    advance : callable, optional
        Called after each climb.

    Returns
    -------
    MetricEnsemble
        Weights of all ratings, and agreement fold by fold.

    Raises
    ------
    DataError
        A metric's scores are all the same, or some are missing where there are ratings.
    SpecError
        There are fewer than two folds, or more than documents, or no such method.

    Notes
    -----
    Metrics of the same kind hang together, and then the weights are far less certain than the agreement: the sum is
    what was fitted. The gain over the best single metric is fair only where that was chosen without the part, too, as
    it is here; systems of the ratings are seen by every fold, so for other systems expect less.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111
    (metrics as features, and what they are worth on others' systems).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import correlate
    >>> from steelyard.meta import fit_ensemble
    >>> rng = np.random.default_rng(1)
    >>> good, bad = rng.normal(size=(2, 3, 40))
    >>> noise = rng.normal(size=(2, 3, 40))
    >>> scores = [good + noise[0], bad, good + noise[1]]
    >>> found = fit_ensemble(scores, good, lambda x, y: correlate(x.ravel(), y.ravel()))
    >>> found.weights.round(1).tolist(), bool(found.gain.mean() > 0)
    ([0.6, 0.0, 0.4], True)
    """
    given, people = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if given.ndim != 3 or people.shape != given.shape[1:]:
        raise AlignmentError(
            "Scores need the shape (metrics, systems, segments), and ratings that of one metric: not "
            f"{given.shape} and {people.shape}."
        )
    is_rated = ~np.isnan(people)
    if not np.isfinite(given[:, is_rated]).all():
        raise DataError("A score is missing where there is a rating: leave the metric or the rating out.")
    units = np.arange(people.shape[1]) if documents is None else np.asarray(documents, dtype=np.int64)
    if units.shape != people.shape[1:]:
        raise AlignmentError(f"There are documents of {len(units)} segments, but {people.shape[1]} segments.")
    if n_folds < 2:
        raise SpecError(f"The folds must be 2 or more, so that something is held out, not {n_folds}.")
    folds = consecutive_folds(units, n_folds, "segments" if documents is None else "documents")
    spread = given[:, is_rated].std(axis=1)
    if not (spread > 0).all():
        raise DataError(f"The scores of metric {int(np.argmin(spread)) + 1} are all the same: leave it out.")
    mean = given[:, is_rated].mean(axis=1)
    scaled = given / spread[:, None, None]
    return _fitted(scaled, people, folds, agreement, mean, spread, method, at_least_0, n_restarts, rng, advance)


def _fitted(
    scores: Array,
    ratings: Array,
    folds: NDArray[np.int64],
    agreement: Agreement,
    mean: Array,
    spread: Array,
    method: BlackBox,
    at_least_0: bool,
    n_restarts: int,
    rng: int,
    advance: Callable[[], None],
) -> MetricEnsemble:
    """Fit all, then leave each fold out."""
    n = len(scores)
    box = Box(np.full(n, 0.0 if at_least_0 else -1.0), np.ones(n))

    def value(weights: Array, part: NDArray[np.bool_]) -> float:
        found = agreement(np.tensordot(weights, scores[:, :, part], axes=1), ratings[:, part])
        return float(found)

    def fit(part: NDArray[np.bool_]) -> Array:
        def ask(weights: Array) -> float:
            found = value(weights, part) if weights.any() else float("nan")
            return _WORSE if np.isnan(found) else found

        if all(np.isnan(value(one, part)) for one in np.eye(n)):
            raise DataError(
                "No metric has an agreement with the ratings on a part of the test set (a fold, or all of it), as the "
                "scores or the ratings do not vary there: rate more segments, or take fewer folds."
            )
        start = np.full(n, 1 / n)
        found = search_points(
            ask, start, np.ones(n), method=method, box=box, n_restarts=n_restarts, rng=rng, advance=advance
        ).weights
        size = np.abs(found).sum()
        return found / size if size > 0 else start

    every = np.ones(len(folds), dtype=np.bool_)
    weights, single = fit(every), np.eye(n)
    fold_weights, fold_best, held_out = [], [], []
    for fold in range(int(folds.max()) + 1):
        seen, part = folds != fold, folds == fold
        fold_weights.append(fit(seen))
        fold_best.append(int(np.nanargmax([value(one, seen) for one in single])))
        tried = fold_weights[-1], np.full(n, 1 / n), single[fold_best[-1]]
        held_out.append([value(chosen, part) for chosen in tried])
    of_weights, of_even, of_best = np.array(held_out).T
    alone = np.array([value(one, every) for one in single])
    return MetricEnsemble(
        weights, mean, spread, value(weights, every), alone, of_weights, of_even, of_best, np.array(fold_weights),
        np.array(fold_best), folds,
    )  # fmt: skip
