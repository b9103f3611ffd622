"""Criteria over the n-grams of candidates, as D07-1055 has them: their likelihood, and expected BLEU."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.expected_metric import gradient_of_chances, posteriors
from steelyard.lab.tuning.ngram_tables import ORDERS, NgramTables
from steelyard.lab.tuning.tunable_lists import TunableLists

__all__ = ["expected_ngram_bleu", "ngram_criterion", "ngram_log_likelihood"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

_MOST_COUNTS = 30  # of one n-gram in a sentence, in the sums over counts
_LEAST_MASS = 1e-100  # of an n-gram that counts as seen: its slopes have this under them


def ngram_criterion(
    lists: TunableLists,
    tables: Sequence[NgramTables],
    weights: Array,
    *,
    kind: Literal["likelihood", "bleu"],
    vocabulary: int,
    sharpness: float = 1.0,
) -> tuple[float, Array]:
    """Return the mean over lists and references of a criterion over n-grams, and its gradient in the weights.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    tables : sequence of NgramTables
        Of the same candidates, one for each reference.
    weights : array, shape (F,)
        Where.
    kind : {"likelihood", "bleu"}
        `ngram_log_likelihood`, summed over orders, or `expected_ngram_bleu`.
    vocabulary : int
        Words of the target language.
    sharpness : float, default 1.0
        Of the chances.

    Returns
    -------
    (float, array of shape (F,))
        Value and gradient.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, ngram_criterion, ngram_tables
    >>> texts = ["the cat sat on the mat today", "the cat is on the mat", "a cat sat on mat"]
    >>> tables = ngram_tables([text.split() for text in texts], [0, 3], ["the cat sat on the mat".split()])
    >>> features = np.array([[1, 0], [0.5, 1], [0, 0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.zeros((3, 1), int), lambda u: u[..., 0])
    >>> value, gradient = ngram_criterion(lists, [tables], np.array([0.5, 0.8]), kind="likelihood", vocabulary=10)
    >>> round(value, 6), gradient.round(4).tolist()
    (-38.313026, [2.2888, -3.6794])
    """
    chances = posteriors(lists, weights, sharpness)
    value, slopes = 0.0, np.zeros(len(chances))
    for table in tables:
        if kind == "likelihood":
            by_order, of_chances = ngram_log_likelihood(table, chances, vocabulary=vocabulary)
            value += float(by_order.sum())
        else:
            values, _, _, of_chances = expected_ngram_bleu(table, chances, vocabulary=vocabulary)
            value += float(values.sum())
        slopes += of_chances
    scale = lists.n_lists * len(tables)
    return value / scale, gradient_of_chances(lists, chances, slopes, sharpness) / scale


def _summed(places: Codes, values: NDArray[Any], n: int) -> Array:
    found: Array = np.bincount(places, values, minlength=n).astype(np.float64)
    return found


def _groups(tables: NgramTables) -> Codes:
    """Number order and list of each n-gram together."""
    groups: Codes = tables.list_of * ORDERS + tables.order - 1
    return groups


def _shares(tables: NgramTables, expected: Array) -> tuple[Array, Array]:
    """Return the share of each n-gram among those expected of its order and list, and their total."""
    group = _groups(tables)
    totals = _summed(group, expected, 0)[group]
    return np.divide(expected, totals, out=np.zeros(len(expected)), where=totals > 0), totals


def _slopes_of_shares(tables: NgramTables, slopes: Array, shares: Array, totals: Array) -> Array:
    """Turn slopes in shares into slopes in expected counts: more of one n-gram is less of a share for the others."""
    group = _groups(tables)
    mean = _summed(group, slopes * shares, 0)[group]
    return np.divide(slopes - mean, totals, out=np.zeros(len(slopes)), where=totals > 0)


def ngram_log_likelihood(
    tables: NgramTables, chances: Array, *, vocabulary: int, alpha: float = 0.9
) -> tuple[Array, Array]:
    """Return the log-likelihood of the references' n-grams, order by order, summed over lists, and its slopes.

    Parameters
    ----------
    tables : NgramTables
        Of candidates and references.
    chances : array, shape (C,)
        Of the candidates, 1 in every list: see `posteriors`.
    vocabulary : int
        Words of the target language: what is not expected of a list has the chance (1 - alpha) / vocabulary**n.
    alpha : float, default 0.9
        Weight of what is expected.

    Returns
    -------
    (array of shape (4,), array of shape (C,))
        For 1 to 4 words: their sum is the criterion MLE-N; and the slope of that sum in each chance.

    Notes
    -----
    Of several references take the mean of one table each.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import ngram_log_likelihood, ngram_tables
    >>> tables = ngram_tables([["a", "b"], ["a", "c"]], [0, 2], [["a"]])
    >>> values, slopes = ngram_log_likelihood(tables, np.array([0.5, 0.5]), vocabulary=10)
    >>> values.round(4).tolist(), slopes.tolist()
    ([-0.7765, 0.0, 0.0, 0.0], [0.0, 0.0])
    """
    expected = _summed(tables.grams, chances[tables.candidates] * tables.counts, len(tables.order))
    shares, totals = _shares(tables, expected)
    smoothed = alpha * shares + (1 - alpha) / float(vocabulary) ** tables.order
    slopes = _slopes_of_shares(tables, alpha * tables.in_reference / smoothed, shares, totals)
    return (
        _summed(tables.order - 1, np.log(smoothed) * tables.in_reference, ORDERS),
        _summed(tables.candidates, slopes[tables.grams] * tables.counts, len(chances)),
    )


def expected_ngram_bleu(
    tables: NgramTables, chances: Array, *, vocabulary: int, alpha: float = 0.9, beta: float = 0.9
) -> tuple[Array, Array, Array, Array]:
    """Return expected BLEU of each list as D07-1055 writes it: n-grams and their counts by themselves.

    Parameters
    ----------
    tables : NgramTables
        Of candidates and references.
    chances : array, shape (C,)
        Of the candidates, 1 in every list.
    vocabulary : int
        Words of the target language.
    alpha, beta : float, default 0.9
        Weights of what is expected of n-grams, and of how often each stands in a candidate that has it; the rest is
        even, and Poisson's.

    Returns
    -------
    (array of shape (N,), array of shape (N, 4), array of shape (N,), array of shape (C,))
        The values, the precisions, and the expected brevity penalty, list by list; the slope of the values' sum in each
        chance.

    Notes
    -----
    The criterion EB-N, for replication. The paper calls a share times a mean count an expected total, which it is only
    if counts are taken given that the n-gram occurs; so they are here. For use take `expected_corpus_score`, which
    rests on no such independence and serves every metric.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import expected_ngram_bleu, ngram_tables
    >>> text = ["a", "b", "c", "d"]
    >>> tables = ngram_tables([text], [0, 1], [text])
    >>> values, _, penalty, _ = expected_ngram_bleu(tables, np.ones(1), vocabulary=1000)
    >>> values.round(3).tolist(), penalty.tolist()
    ([0.963], [1.0])
    """
    weight, n = chances[tables.candidates], len(tables.order)
    clipped = np.minimum(tables.counts, tables.in_reference[tables.grams])
    expected, matched = (_summed(tables.grams, weight * counts, n) for counts in (tables.counts, clipped))
    mass = _summed(tables.grams, weight, n)
    is_seen = mass > _LEAST_MASS
    given = np.where(is_seen, mass, 1.0)
    shares, totals = _shares(tables, expected)
    smoothed = np.where(is_seen, alpha * shares + (1 - alpha) / float(vocabulary) ** tables.order, 0.0)
    mean = np.where(is_seen, expected / given, 1.0)
    by_chance, in_all, more_by_chance, more_in_all = _by_poisson(mean, tables.in_reference)
    right, every = beta * matched / given + (1 - beta) * by_chance, beta * mean + (1 - beta) * in_all
    group, n_groups = _groups(tables), len(tables.reference_words) * ORDERS
    over, under = (_summed(group, smoothed * values, n_groups) for values in (right, every))
    precisions = np.divide(over, under, out=np.zeros(n_groups), where=under > 0).reshape(-1, ORDERS)
    penalties = _penalties(tables)
    penalty = _summed(tables.owner, chances * penalties, len(precisions))
    root = np.prod(precisions, axis=1) ** (1 / ORDERS)
    # d value / d precision, times d precision / d over; a list with a precision of 0 has the value 0 on all sides.
    pull = np.divide(
        (penalty * root)[:, None] / ORDERS, precisions, out=np.zeros_like(precisions), where=root[:, None] > 0
    ).ravel()
    of_over = np.divide(pull, under, out=np.zeros(n_groups), where=under > 0)[group] * is_seen
    ratio = precisions.ravel()[group]
    of_shares = of_over * alpha * (right - ratio * every)
    of_mean = of_over * smoothed * ((1 - beta) * more_by_chance - ratio * (beta + (1 - beta) * more_in_all))
    of_matched = of_over * smoothed * beta / given
    of_expected = _slopes_of_shares(tables, of_shares, shares, totals) + of_mean / given
    of_mass = -(of_mean * mean + of_matched * matched) / given
    slopes = of_expected[tables.grams] * tables.counts + of_matched[tables.grams] * clipped + of_mass[tables.grams]
    through = _summed(tables.candidates, slopes, len(chances)) + penalties * root[tables.owner]
    return penalty * root, precisions, penalty, through


def _by_poisson(mean: Array, in_reference: Codes) -> tuple[Array, Array, Array, Array]:
    """Return, for counts by Poisson's law around a mean, what is right of them, what there is, and the slopes of both.

    Only counts from 1 to 30 are summed.
    """
    counts = np.arange(1, _MOST_COUNTS + 1)
    chance = np.exp(np.log(mean)[:, None] * counts - mean[:, None] - np.cumsum(np.log(counts)))
    slope = chance * (counts / mean[:, None] - 1)
    right = np.minimum(counts, in_reference[:, None])
    return (chance * right).sum(axis=1), chance @ counts, (slope * right).sum(axis=1), slope @ counts


def _penalties(tables: NgramTables) -> Array:
    """Return the brevity penalty of each candidate; an empty one has 0."""
    words = np.maximum(tables.words, 1)
    exponents = np.minimum(0.0, 1 - tables.reference_words[tables.owner] / words)
    return np.where(tables.words > 0, np.exp(exponents), 0.0)
