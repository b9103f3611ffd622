"""Tests on made-up outputs whose true scores are known: rare catastrophes, unequal spread, and a difference to find."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.inference import get_test
from steelyard.types import Measurement, Statistics

__all__ = ["SITUATIONS", "TESTS", "UNITS", "cells", "read_pool", "run_cell"]

UNITS = (12, 30, 100)
TESTS = ("randomization", "studentized-randomization", "shifted-bootstrap", "t")
N_RESAMPLES = 499
ALPHA = 0.05
_SEED = 7

Rng = np.random.Generator


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide the first sum by the second."""
    return sums[..., 0] / sums[..., 1]


def two_orders(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Take the geometric mean of two precisions, as BLEU does: matches, words, longer matches, longer n-grams."""
    return 100 * np.sqrt(sums[..., 0] / sums[..., 1] * sums[..., 2] / sums[..., 3])


def means(scores: ArrayLike, sizes: ArrayLike = 1) -> Measurement:
    """Measure scores of units of some size, shape (2, n), by their mean."""
    values = np.asarray(scores, dtype=np.float64)
    weights = np.broadcast_to(sizes, values.shape)
    statistics = Statistics.from_values(np.stack([values * weights, weights], axis=-1))
    return Measurement("mean", "mean", "", statistics, ratio, True, is_mean=True)


def ratios(parts: NDArray[np.int64], wholes: NDArray[np.int64]) -> Measurement:
    """Measure the sum of parts over the sum of wholes, each of shape (2, n)."""
    return Measurement("ratio", "ratio", "", Statistics.from_values(np.stack([parts, wholes], axis=-1)), ratio, True)


def rare_catastrophes(rng: Rng, n: int) -> Measurement:
    """One point lost in every unit, give or take, or 60 points in one unit of 60."""
    small, large = rng.normal(1.0, 0.5, n), 60.0 * (rng.random(n) < 1 / 60)
    return means(np.round(np.stack([100 - small, 100 - large]), 4))


def unequal_mean(rng: Rng, n: int) -> Measurement:
    """Segment scores of one mean, with a standard deviation of 20 or 2."""
    return means(np.round(np.stack([rng.normal(50, 20, n), rng.normal(50, 2, n)]), 4))


def unequal_documents(rng: Rng, n: int) -> Measurement:
    """As above, of documents whose lengths are log-normal."""
    sizes = np.maximum(1, rng.lognormal(2, 1, n).astype(np.int64))
    return means(np.stack([rng.normal(50, 20, n), rng.normal(50, 2, n)]), sizes)


def unequal_ratio(rng: Rng, n: int) -> Measurement:
    """Ratios of sums: one system's outputs are short and of any quality, the other's long and even."""
    wholes = np.stack([rng.integers(5, 15, n), rng.integers(60, 100, n)])
    return ratios(rng.binomial(wholes, np.stack([rng.beta(1, 1, n), rng.beta(50, 50, n)])), wholes)


def mildly_unequal_ratio(rng: Rng, n: int) -> Measurement:
    """The same where one system's outputs are three quarters as long as the other's."""
    wholes = np.stack([rng.integers(15, 30, n), rng.integers(20, 40, n)])
    return ratios(rng.binomial(wholes, np.stack([rng.beta(1, 1, n), rng.beta(50, 50, n)])), wholes)


def unequal_precisions(rng: Rng, n: int) -> Measurement:
    """Two orders of precision as BLEU's: one system's outputs are 2.5 times as long, and even."""
    words = np.stack([rng.integers(8, 16, n), rng.integers(20, 40, n)])
    share = np.stack([rng.beta(1.5, 1.5, n), np.full(n, 0.5)])
    counts = [rng.binomial(words, share), words, rng.binomial(words - 1, share), words - 1]
    statistics = Statistics.from_values(np.stack(counts, axis=-1))
    return Measurement("two orders", "two orders", "", statistics, two_orders, True)


def equal_ratio(rng: Rng, n: int) -> Measurement:
    """Ratios of sums of two systems that are one process."""
    wholes, share = rng.integers(10, 40, n), rng.beta(5, 5, n)
    both = np.stack([wholes, wholes])
    return ratios(rng.binomial(both, share), both)


def better_ratio(rng: Rng, n: int) -> Measurement:
    """The same, one of them better by 22 points over the root of n."""
    wholes, share = rng.integers(10, 40, n), rng.beta(5, 5, n)
    both = np.stack([wholes, wholes])
    return ratios(rng.binomial(both, np.stack([np.clip(share + 0.22 / np.sqrt(n), 0, 1), share])), both)


def better_documents(rng: Rng, n: int) -> Measurement:
    """Means over documents of log-normal length, one system better by 45 points over the root of n."""
    sizes = np.maximum(1, rng.lognormal(2, 1, n).astype(np.int64))
    base = rng.normal(50, 10, n)
    better = base + rng.normal(0, 10, n) + 45 / np.sqrt(n)
    return means(np.stack([better, base + rng.normal(0, 10, n)]), sizes)


SITUATIONS: dict[str, Callable[[Rng, int], Measurement]] = {
    "equal means, rare catastrophes": rare_catastrophes,
    "equal means, unequal spread": unequal_mean,
    "equal means, unequal spread, unequal documents": unequal_documents,
    "equal ratios, unequal spread, lengths 1 : 8": unequal_ratio,
    "equal ratios, unequal spread, lengths 3 : 4": mildly_unequal_ratio,
    "equal precisions, unequal spread, lengths 2 : 5": unequal_precisions,
    "equal ratios, one process": equal_ratio,
    "better, ratios": better_ratio,
    "better, means of unequal documents": better_documents,
}


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for situation in SITUATIONS:
        for n_units in UNITS:
            yield {"situation": situation, "n_units": n_units}


def read_pool(folder: Path) -> None:
    """Read nothing: these texts are made up."""
    del folder


def run_cell(pool: None, cell: dict[str, Any], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Count rejections at 0.05, two-sided, of every test on the same sets."""
    del pool, seed
    rng = np.random.default_rng([cell["n_units"], _SEED])
    make = SITUATIONS[cell["situation"]]
    rejected = dict.fromkeys(TESTS, 0)
    fits = dict.fromkeys(TESTS, True)
    for number in range(n_repetitions):
        measurement = make(rng, cell["n_units"])
        for name in TESTS:
            test = get_test(name)
            fits[name] = measurement.is_mean or not test.needs_means
            if fits[name]:
                outcome = test([measurement], [(0, 1)], n_resamples=N_RESAMPLES, rng=number)
                rejected[name] += bool(outcome.p_values("two-sided")[0] <= ALPHA)
    return [cell | {"test": name, "n": n_repetitions, "rejected": rejected[name]} for name in TESTS if fits[name]]
