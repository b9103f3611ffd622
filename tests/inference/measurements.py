"""Measurements made of plain numbers, for tests of the statistics."""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.inference import Alternative, Outcome, given_draws
from steelyard.types import Measurement, Statistics

PAIR = [(0, 1)]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "better", "worse")
SCIPY_SIDES = {"two-sided": "two-sided", "better": "greater", "worse": "less"}

# The spec's worked examples (two systems; Toy5 is a mean, Toy4 a ratio of sums).
TOY5 = ((0.6, 0.5, 0.9, 0.2, 0.8), (0.3, 0.4, 0.5, 0.4, 0.3))
TOY4_MATCHES = ((3, 2, 4, 1), (2, 2, 3, 2))
TOY4_LENGTHS = ((5, 4, 6, 5), (5, 5, 5, 4))


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[..., 0] / sums[..., 1]


def mean_of(scores: ArrayLike, *, higher_is_better: bool = True) -> Measurement:
    """Measure segment scores, shape (S, N), by their mean."""
    array = np.asarray(scores, dtype=np.float64)
    statistics = Statistics.from_values(np.stack([array, np.ones_like(array)], axis=-1))
    return Measurement("mean", "mean", "", statistics, ratio, higher_is_better, is_mean=True)


def ratio_of(parts: ArrayLike, wholes: ArrayLike, *, higher_is_better: bool = True) -> Measurement:
    """Measure the sum of parts over the sum of wholes, each of shape (S, N)."""
    statistics = Statistics.from_values(np.stack([np.asarray(parts), np.asarray(wholes)], axis=-1))
    return Measurement("ratio", "ratio", "", statistics, ratio, higher_is_better)


def bleu_like(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Score (length, reference length, matches, totals, longer matches, longer totals): BLEU with two orders."""
    precision = np.sqrt(sums[..., 2] / sums[..., 3] * sums[..., 4] / sums[..., 5])
    return 100 * precision * np.exp(np.minimum(0.0, 1 - sums[..., 1] / sums[..., 0]))


def bleu_like_of(values: ArrayLike) -> Measurement:
    """Measure counts of shape (S, N, 6) by `bleu_like`."""
    return Measurement("bleu-like", "bleu-like", "", Statistics.from_values(np.asarray(values)), bleu_like, True)


def counts_of_texts(rng: np.random.Generator, quality: ArrayLike, n_units: int) -> NDArray[np.int64]:
    """Make up counts for `bleu_like_of`: systems that find each word with the given probability, shape (S, N, 6)."""
    found = np.asarray(quality, dtype=np.float64)[:, None]
    shape = (len(found), n_units)
    reference = np.broadcast_to(rng.integers(5, 40, n_units), shape)
    length = np.maximum(2, reference + rng.integers(-3, 4, shape))
    matches = rng.binomial(length, found)
    longer = np.minimum(rng.binomial(length - 1, found), np.maximum(matches - 1, 0))
    return np.stack([length, reference, matches, length, longer, length - 1], axis=-1)


def all_pairs(n_systems: int) -> list[tuple[int, int]]:
    """Return every pair, the later system first."""
    return [(a, b) for b in range(n_systems) for a in range(b + 1, n_systems)]


def every_resample(n_units: int) -> NDArray[np.int64]:
    """Return the counts of all ``n_units ** n_units`` resamples with replacement."""
    drawn = np.array(list(product(range(n_units), repeat=n_units)))
    return (drawn[:, :, None] == np.arange(n_units)).sum(axis=1)


def enumerated(test: Callable[..., Outcome], measurement: Measurement, pairs: object = PAIR, **more: object) -> Outcome:
    """Run a test over every resample, each counted once."""
    draws = given_draws(every_resample(measurement.statistics.n_units), is_exact=True)
    return test([measurement], pairs, n_resamples=0, rng=0, draws=draws, **more)


def p_of(outcome: Outcome, alternative: Alternative = "two-sided") -> float:
    """Return the p-value of the only difference."""
    [p_value] = outcome.p_values(alternative)
    return float(p_value)
