"""Scores of all pairs of texts, one as the output and the other as its only reference."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric, Metric
from steelyard.text import Corpus, TextPool

__all__ = ["pairwise_scores"]

_BLOCK = 16_384  # pairs whose statistics are in memory at once


def pairwise_scores(
    metric: Metric, candidates: Sequence[str], evidence: Sequence[str] | None = None, *, n_threads: int = 1
) -> NDArray[np.float64]:
    """Score every candidate against every piece of evidence, each as the only reference.

    The matrix of utilities that minimum Bayes risk decoding and oracles choose by. Each text is encoded once, not once
    a pair, and the statistics of some candidates at a time are in memory.

    When it misleads: a utility need not be symmetric, so rows and columns must not be exchanged, and where lower scores
    are better (`Metric.higher_is_better`) they are no utilities but losses. A metric that takes statistics from the
    whole test set (`Metric.is_corpus_bound`) takes them from all the evidence here.

    Parameters
    ----------
    metric : Metric
        One that needs references only; its variant for single segments scores (`Metric.segment_metric`).
    candidates : sequence of str
        C texts.
    evidence : sequence of str, optional
        E texts; by default the candidates themselves.
    n_threads : int, default 1
        Threads for counting; the scores do not depend on it.

    Returns
    -------
    array of float64, shape (C, E)
        In the metric's own unit and direction.

    Raises
    ------
    SpecError
        The metric needs more than references.
    DataError
        There is no text, or one holds half of a surrogate pair.
    AlignmentError
        A text is not a string.

    References
    ----------
    Kumar and Byrne 2004, "Minimum Bayes-risk decoding for statistical machine translation", N04-1022.

    Examples
    --------
    >>> import steelyard as sy
    >>> pool = ["the cat sat", "the cat sat down", "a dog"]
    >>> sy.metrics.pairwise_scores(sy.metrics.Chrf(), pool).round(1).tolist()
    [[100.0, 66.0, 5.0], [88.6, 100.0, 18.2], [3.1, 9.2, 100.0]]
    """
    if not metric.needs.startswith("references"):
        raise SpecError(
            f"{metric.name} scores {metric.needs}, which texts in a pool do not have: name a metric that needs "
            "references only."
        )
    scored_by = metric.segment_metric()
    pool = TextPool(candidates, evidence)
    scores = np.empty((len(pool.candidates), len(pool.evidence)))
    for rows, pairs in pool.blocks(_BLOCK, n_threads):
        scores[rows] = _score_segments(scored_by, pairs)
    return scores


def _score_segments(metric: Metric, corpus: Corpus) -> NDArray[np.float64]:
    """Score every segment of every system by itself: shape (S, N)."""
    if isinstance(metric, MeanMetric):  # before the scores are put on a grid for exact sums
        return metric.segment_scores(corpus)
    statistics = metric.statistics(corpus)
    return metric.score(statistics.scaled(statistics.values.astype(np.float64)))
