"""The other decision rule of D07-1055: the candidate with the largest expected utility among its list."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choosing import best_by_gain
from steelyard.counted.candidates import CountedCandidates, candidate_metric
from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.metrics import pairwise_scores
from steelyard.tuning import posteriors

__all__ = ["bayes_picks"]

Array = NDArray[np.float64]


def bayes_picks(
    counted: CountedCandidates, weights: Mapping[str, Array], utility: str, sharpness: float, n_threads: int
) -> dict[str, NDArray[np.int64]]:
    """Choose by minimum Bayes risk, under weights of shape (N, F), for each list its own.

    The chances of a list's candidates are those that expected metrics are tuned under. The utilities of one list at a
    time are in memory.
    """
    if counted.test_set is None:
        raise SpecError("--mbr compares texts with each other, and --extracted has none: give lists and references.")
    metric, lists = candidate_metric(utility).segment_metric(), counted.tunable(0)
    sign = 1.0 if metric.higher_is_better else -1.0
    chances = {}
    for name, rows in weights.items():
        by_weights = replace(lists, features=(lists.features * rows[lists.owner]).sum(axis=1, keepdims=True))
        chances[name] = posteriors(by_weights, np.ones(1), sharpness)
    picks = {name: np.zeros(lists.n_lists, dtype=np.int64) for name in weights}
    for i, (low, high) in enumerate(zip(lists.offsets[:-1], lists.offsets[1:], strict=True)):
        utilities = sign * pairwise_scores(metric, counted.lists.texts[low:high], n_threads=n_threads)
        for name, own in chances.items():
            picks[name][i] = low + best_by_gain(product(utilities, own[low:high]), own[low:high])
    return picks
