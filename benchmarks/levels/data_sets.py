"""Test sets drawn from the pool: of segments or of whole documents, with a difference of known size or with none."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from levels.pool import Pool
from steelyard.inference import effective_number, mixed_systems
from steelyard.types import Measurement

__all__ = ["DESIGNS", "SIZES", "Design", "DrawnSet", "draw", "equal_scores"]

SIZES = (100, 300, 1000)


@dataclass(frozen=True)
class Design:
    """How sets are drawn, and what a test then takes for its unit.

    Attributes
    ----------
    drawn, unit : {"segment", "document"}
        Drawn with replacement from the pool; resampled or exchanged by the test.
    """

    drawn: str
    unit: str


DESIGNS = (Design("segment", "segment"), Design("document", "segment"), Design("document", "document"))


@dataclass(frozen=True, eq=False)
class DrawnSet:
    """One test set: two or more systems over segments, the code of each segment's group, and its reference's words."""

    measurement: Measurement
    groups: NDArray[np.int64]
    words: NDArray[np.int64]

    def of(self, unit: str) -> Measurement:
        """Return the measurement over the units of a test."""
        return self.measurement if unit == "segment" else self.measurement.by_document(self.groups)

    def n_effective(self, unit: str) -> float:
        """Say how many equal units those of a test are worth."""
        return effective_number(self.words if unit == "segment" else np.bincount(self.groups, weights=self.words))


def draw(
    pool: Pool,
    population: Measurement,
    drawn: str,
    n_repetitions: int,
    *,
    n_segments: int = 0,
    n_documents: int = 0,
    exchange: bool = False,
    seed: int,
) -> Iterator[DrawnSet]:
    """Draw test sets of so many segments, or of documents that have about so many, or of so many documents.

    With `exchange` the two systems' outputs then change sides at random, group by group: nothing is left of a
    difference.
    """
    groups = pool.documents if drawn == "document" else np.arange(len(pool.documents))
    sizes = np.bincount(groups)
    starts = np.concatenate([[0], sizes.cumsum()[:-1]])
    n_groups = n_documents or round(n_segments / float(sizes.mean()))
    values = population.statistics.values
    rng = np.random.default_rng([seed, n_groups, len(sizes)])
    for _ in range(n_repetitions):
        chosen = rng.integers(len(sizes), size=n_groups)
        codes = np.repeat(np.arange(n_groups), sizes[chosen])
        within = np.arange(len(codes)) - np.repeat(sizes[chosen].cumsum() - sizes[chosen], sizes[chosen])
        places = starts[chosen][codes] + within
        rows = values[:, places]
        if exchange:
            rows = np.where((rng.random(n_groups) < 0.5)[codes][None, :, None], rows, rows[::-1])
        drawn_set = replace(population, statistics=replace(population.statistics, values=rows))
        yield DrawnSet(drawn_set, codes, pool.words[places])


def equal_scores(pool: Pool, pair: Measurement, drawn: str, *, seed: int) -> Measurement:
    """Mix two systems until their scores on the whole pool are equal."""
    groups = pool.documents if drawn == "document" else np.arange(len(pool.documents))
    return mixed_systems(pair, groups, 0.0, rng=seed)
