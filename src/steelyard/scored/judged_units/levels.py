"""What rates are of: a phenomenon, a category, all items; each a weighted mean over items."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from steelyard.fixed_order import product
from steelyard.inference import clopper_pearson_interval, spread_quantile
from steelyard.types import Labels

__all__ = ["JudgedItems", "Level", "item_level", "mean_level", "phenomenon_levels"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedItems:
    """Items of several kinds, and what each system, or metric, makes of them."""

    names: tuple[str, ...]  # of the M systems or metrics
    # and categories: of the N items; a phenomenon is of one category, whose name is empty where there are none
    phenomena: Labels
    categories: Labels
    values: Ints  # (M, N): halves of an item that count as right: 0, 1 or 2
    unit: str  # what hangs together
    clusters: Ints  # (N,): unit of each item, from 0

    @property
    def n_items(self) -> int:
        """N."""
        return len(self.clusters)

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return int(self.clusters.max()) + 1


@dataclass(frozen=True, eq=False)
class Level:
    """Items that a rate is of."""

    kind: str  # and name: what the rate is of, such as ``"phenomenon"`` and its name
    name: str
    category: str  # of a phenomenon
    items: Ints  # (L,): their places among those judged
    weights: Floats  # (L,): what each counts; they sum to 1
    cells: Ints  # (L,): part that each item is of, from 0, where a mean over parts is taken; else 0
    clusters: Ints  # (L,): unit of each item, from 0
    total: float = 1.0  # of a score made of taus the sum of its weights; else 1

    @cached_property
    def n_units(self) -> int:
        """Units that hold items."""
        return int(self.clusters.max()) + 1

    def accuracy(self, values: Ints) -> Floats:
        """Return the weighted mean of halves of items that are right, as a share; values have shape (M, N)."""
        sizes, weights = np.bincount(self.cells), np.bincount(self.cells, self.weights)
        shares = _sums(self.cells, values[:, self.items], len(sizes)) / (2 * sizes)  # of a single part the very share
        found: Floats = np.clip(product(shares, weights) / weights.sum(), 0.0, 1.0)
        return found

    def residuals(self, values: Ints) -> Floats:
        """Return what units add to the accuracy beyond their part's mean, (M, units): squares sum to its variance.

        Each part's mean is a ratio of sums. Where a part has a single unit, which says nothing of spread, the mean of
        all takes the place of its own.
        """
        halves, n_units = values[:, self.items] / 2, self.n_units
        sizes = np.bincount(self.cells)
        means = _sums(self.cells, halves, len(sizes)) / sizes
        units = np.bincount(np.unique(self.cells * n_units + self.clusters) // n_units)
        is_lonely = units[self.cells] == 1
        centres = np.where(is_lonely, product(halves, self.weights)[:, None], means[:, self.cells])
        room = np.sqrt(units / np.maximum(units - 1, 1))[self.cells]  # of a sample's variance
        return _sums(self.clusters, self.weights * (halves - centres) * room, n_units)

    def intervals(self, values: Ints, level: float) -> list[tuple[float, float]]:
        """Put the exact interval around every accuracy, for as many independent items as these are worth.

        Korn and Graubard's (1998): a design effect takes items off, and few units some more.
        """
        variances = (self.residuals(values) ** 2).sum(axis=1).tolist()
        return [
            self._interval(share, variance, level)
            for share, variance in zip(self.accuracy(values).tolist(), variances, strict=True)
        ]

    def _interval(self, share: float, variance: float, level: float) -> tuple[float, float]:
        share = min(max(share, 0.0), 1.0)
        n = 1 / float(product(self.weights, self.weights))
        if self.n_units < len(self.items):
            n = min(n, self.n_units) if variance == 0 else n
            quantile = 1 - (1 - level) / 2
            n *= (spread_quantile(quantile, 1e9) / spread_quantile(quantile, self.n_units)) ** 2
        if variance > 0:
            n = min(n, share * (1 - share) / variance)
        if n == 0:  # a single unit says nothing about others
            return 0.0, 1.0
        return clopper_pearson_interval(share * max(n, 1.0), max(n, 1.0), level)


def _sums(codes: Ints, rows: NDArray[np.number], n: int) -> Floats:
    """Sum the columns of each code, (M, n)."""
    m = len(rows)
    places = (np.arange(m)[:, None] * n + codes).ravel()
    found: Floats = np.bincount(places, rows.ravel(), m * n).astype(np.float64).reshape(m, n)
    return found


def phenomenon_levels(judged: JudgedItems) -> Iterator[Level]:
    """List the phenomena."""
    order = np.argsort(judged.phenomena.codes, kind="stable")
    sizes = np.bincount(judged.phenomena.codes)
    for name, items in zip(judged.phenomena.names, np.split(order, np.cumsum(sizes)[:-1]), strict=True):
        category = judged.categories.names[judged.categories.codes[items[0]]]
        yield item_level(judged, "phenomenon", name, items, category)


def item_level(judged: JudgedItems, kind: str, name: str, items: Ints, category: str = "") -> Level:
    """Count each item the same."""
    n = len(items)
    return Level(
        kind, name, category, items, np.full(n, 1 / n), np.zeros(n, np.int64), _numbered(judged.clusters[items])
    )


def mean_level(judged: JudgedItems, kind: str, name: str, items: Ints, parts: NDArray[np.integer]) -> Level:
    """Count each part the same, whose number every item of the level has."""
    cells = _numbered(parts)
    sizes = np.bincount(cells)
    weights = 1 / (sizes[cells] * len(sizes))
    return Level(kind, name, "", items, weights, cells, _numbered(judged.clusters[items]))


def _numbered(codes: NDArray[np.integer]) -> Ints:
    found: Ints = np.unique(codes, return_inverse=True)[1]
    return found
