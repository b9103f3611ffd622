"""Smooth criteria for weights: what is expected of the metric when candidates are drawn by a log-linear model."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.log_linear import gold_weights, list_log_sums
from steelyard.lab.tuning.tunable_lists import TunableLists
from steelyard.meta.combinations.weight_search import Box, TunedWeights, random_starts, rescaled

__all__ = [
    "expected_corpus_score",
    "expected_segment_score",
    "gradient_of_chances",
    "maximise",
    "oracle_log_likelihood",
    "posteriors",
]

Array = NDArray[np.float64]
Criterion = Callable[[Array], tuple[float, Array]]

_STEP = 1e-6  # of each summed count, for the metric's own slope
_MOST_ITERATIONS = 500


def posteriors(lists: TunableLists, weights: Array, sharpness: float = 1.0) -> Array:
    """Return the chance of each candidate: proportional to exp(sharpness * score), 1 in every list.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    weights : array, shape (F,)
        Of the model.
    sharpness : float, default 1.0
        0 is even; the larger, the nearer to the single best.

    Returns
    -------
    array of float64, shape (C,)
        Chances.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, posteriors
    >>> features = np.array([[1, 0], [0.5, 1], [0, 0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.zeros((3, 1), int), lambda u: u[..., 0])
    >>> posteriors(lists, np.array([0.5, 0.8])).round(6).tolist()
    [0.299421, 0.518972, 0.181608]
    """
    scores = sharpness * (lists.features @ weights)
    chances: Array = np.exp(scores - list_log_sums(scores, lists.offsets)[lists.owner])
    return chances


def gradient_of_chances(lists: TunableLists, chances: Array, slopes: Array, sharpness: float = 1.0) -> Array:
    """Turn slopes in the chances of candidates into the gradient in the weights.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    chances : array, shape (C,)
        Of `posteriors`.
    slopes : array, shape (C,)
        By how much something rises with each chance, taken by itself.
    sharpness : float, default 1.0
        Of the chances.

    Returns
    -------
    array of float64, shape (F,)
        By how much it rises with each weight.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, gradient_of_chances
    >>> lists = TunableLists(np.array([[1.0], [0.0]]), np.array([0, 2]), np.zeros((2, 1), int), lambda u: u[..., 0])
    >>> gradient_of_chances(lists, np.array([0.5, 0.5]), np.array([1.0, 0.0])).tolist()
    [0.25]
    """
    means = np.add.reduceat(chances * slopes, lists.offsets[:-1])
    gradient: Array = sharpness * ((chances * (slopes - means[lists.owner])) @ lists.features)
    return gradient


def expected_segment_score(
    lists: TunableLists, scores: Array, weights: Array, *, sharpness: float = 1.0
) -> tuple[float, Array]:
    """Return the mean over segments of the score expected there, and its gradient.

    Parameters
    ----------
    lists, weights, sharpness
        As for `posteriors`.
    scores : array, shape (C,)
        Of each candidate by itself; with errors in their place it is Och's smoothed error.

    Returns
    -------
    (float, array of shape (F,))
        Value and gradient.

    References
    ----------
    Och 2003, "Minimum error rate training in statistical machine translation", P03-1021 (smoothed error).
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055
    (expected BLEU by sentences).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, expected_segment_score
    >>> features = np.array([[1, 0], [0.5, 1], [0, 0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.zeros((3, 1), int), lambda u: u[..., 0])
    >>> value, gradient = expected_segment_score(lists, np.array([0.836573, 0.485492, 0.435425]), np.array([0.5, 0.8]))
    >>> round(value, 6), gradient.round(6).tolist()
    (0.58152, [0.05145, -0.049836])
    """
    chances = posteriors(lists, weights, sharpness)
    value = float(chances @ scores) / lists.n_lists
    return value, gradient_of_chances(lists, chances, scores, sharpness) / lists.n_lists


def expected_corpus_score(lists: TunableLists, weights: Array, *, sharpness: float = 1.0) -> tuple[float, Array]:
    """Return the metric's score of the counts expected over the whole corpus, and its gradient.

    Parameters
    ----------
    lists, weights, sharpness
        As for `posteriors`; the counts and the score of the lists count here.

    Returns
    -------
    (float, array of shape (F,))
        Value and gradient. The metric's slope in its few counts is a central difference; the rest is exact.

    Notes
    -----
    Works for every metric whose counts add up. It is the corpus counterpart of the expected BLEU of D07-1055, whose own
    formula treats the n-grams of a sentence as independent.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, expected_corpus_score
    >>> features, counts = np.array([[1.0], [0.0]]), np.array([[3, 4], [1, 4]])
    >>> lists = TunableLists(features, np.array([0, 2]), counts, lambda u: u[..., 0] / u[..., 1])
    >>> value, gradient = expected_corpus_score(lists, np.array([0.0]))
    >>> value, gradient.round(6).tolist()
    (0.5, [0.125])
    """
    chances = posteriors(lists, weights, sharpness)
    sums = chances @ lists.counts
    slopes = lists.counts @ _slope(lists.value, sums)
    return float(lists.value(sums)), gradient_of_chances(lists, chances, slopes, sharpness)


def _slope(value: Callable[[Array], Array], sums: Array) -> Array:
    """Return the slope of the score in every count; 0 where a count is 0, as then no candidate has any."""
    steps = _STEP * np.abs(sums)
    moves = np.diag(steps)
    rise = np.asarray(value(sums + moves)) - np.asarray(value(sums - moves))
    return np.divide(rise, 2 * steps, out=np.zeros_like(sums), where=steps > 0)


def oracle_log_likelihood(
    lists: TunableLists, scores: Array, weights: Array, *, sharpness: float = 1.0, l2: float = 0.0
) -> tuple[float, Array]:
    """Return the mean log-chance of each segment's best candidate, and its gradient.

    Parameters
    ----------
    lists, weights, sharpness
        As for `posteriors`.
    scores : array, shape (C,)
        Of each candidate by itself: the highest of a list is right, and equally good ones share that.
    l2 : float, default 0.0
        Half of this times the squared weights, in units of the features' spread within lists, is taken away.

    Returns
    -------
    (float, array of shape (F,))
        Value and gradient; concave in the weights.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, oracle_log_likelihood
    >>> features = np.array([[1, 0], [0.5, 1], [0, 0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.zeros((3, 1), int), lambda u: u[..., 0])
    >>> value, gradient = oracle_log_likelihood(lists, np.array([3.0, 2.0, 1.0]), np.array([0.5, 0.8]))
    >>> round(value, 6), gradient.round(6).tolist()
    (-1.205906, [0.441094, -0.518972])
    """
    model = sharpness * (lists.features @ weights)
    sums = list_log_sums(model, lists.offsets)
    gold = gold_weights(scores, lists.offsets)
    pull = sharpness * ((gold - np.exp(model - sums[lists.owner])) @ lists.features)
    scale = lists.spread() ** 2
    value = (gold @ model - sums.sum()) / lists.n_lists - l2 / 2 * float(scale @ weights**2)
    return float(value), pull / lists.n_lists - l2 * scale * weights


def maximise(
    lists: TunableLists,
    criterion: Criterion,
    start: Array,
    *,
    box: Box | None = None,
    n_restarts: int = 0,
    rng: np.random.Generator | int = 12345,
    advance: Callable[[], None] = lambda: None,
) -> TunedWeights:
    """Climb a smooth criterion by L-BFGS, from the start and from random weights.

    Parameters
    ----------
    lists : TunableLists
        Candidates, for the spread of their features: steps are taken in units of it.
    criterion : callable, weights -> (value, gradient)
        Higher is better.
    start, box, rng, advance
        As for `mert`.
    n_restarts : int, default 0
        Further climbs from random weights; a concave criterion needs none.

    Returns
    -------
    TunedWeights
        The best climb's; its value is the criterion's, before any rescaling.

    Examples
    --------
    >>> import numpy as np
    >>> from functools import partial
    >>> from steelyard.lab.tuning import TunableLists, maximise, oracle_log_likelihood
    >>> features = np.array([[1, 0], [0.5, 1], [0, 0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.zeros((3, 1), int), lambda u: u[..., 0])
    >>> right = partial(oracle_log_likelihood, lists, np.array([0.0, 1.0, 0.0]), l2=0.1)
    >>> lists.picks(maximise(lists, right, np.zeros(2)).weights).tolist()
    [1]
    """
    limits = box or Box.unbounded(len(start))
    spread = lists.spread()
    generator = np.random.default_rng(rng)
    starts = [limits.clipped(np.asarray(start, dtype=np.float64))]
    starts += random_starts(starts[0], limits, spread, n_restarts, generator)
    climb = partial(_climb, criterion, limits, np.where(spread > 0, spread, 1.0))
    found = []
    for point in starts:
        found.append(climb(point))
        advance()
    values = tuple(value for value, _, _ in found)
    best = int(np.argmax(values))
    return TunedWeights(rescaled(found[best][1], limits), values[best], values, sum(n for _, _, n in found))


def _climb(criterion: Criterion, box: Box, scale: Array, start: Array) -> tuple[float, Array, int]:
    """Return the value reached, the weights there, and how often the criterion was asked."""
    from scipy.optimize import Bounds, minimize

    def fall(point: Array) -> tuple[float, Array]:
        value, gradient = criterion(point / scale)
        return -value, -gradient / scale

    bounds = Bounds(box.low * scale, box.high * scale)
    done = minimize(
        fall, start * scale, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": _MOST_ITERATIONS}
    )
    return -float(done.fun), box.clipped(done.x / scale), int(done.nfev)
