"""What is compared: pairs of systems under every metric, over units, in families."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.questions.compare.by_metric import by_metric
from steelyard.questions.compare.plan import NEED_JOINT_NULL, Plan
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.runs import check_runs, pool_runs
from steelyard.scored import Sampling
from steelyard.scored.intervals import rows_of_units
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.units import Units, choose_intervals, choose_units
from steelyard.types import Layout, Measurement

__all__ = ["Design", "design_of"]

_BLOCK = 1 << 18  # numbers of differences at once: 2 MB, which stay in the cache


@dataclass(frozen=True, eq=False)
class Design:
    """What is compared; differences are numbered metric by metric, pair by pair."""

    plan: Plan  # by which test and correction
    test_set: Layout  # what was counted, each run a system of its own
    counted: Sequence[Measurement]  # over its segments
    measurements: Sequence[Measurement]  # the same of systems, their runs pooled
    units: Units  # what is exchanged and resampled
    pairs: list[Pair]  # of every metric, as positions of systems
    families: list[list[int]]  # differences that are corrected together
    margins: dict[str, float] | None  # of equivalence, by metric
    intervals: tuple[str, str]  # kinds of interval of scores and of differences
    unit_rows: Mapping[str, Sequence[NDArray[np.float64]] | None]  # by kind of interval, what it takes from each unit
    n_effective: float  # as many units of equal size as there are in effect
    sampling: Sampling  # of the bootstrap; the test draws from the same seed
    runs: dict[str, list[int]] | None = None  # positions of each system's runs, where there are several
    n_together: int | None = None  # differences that were corrected together, where these are some of them

    @property
    def asked(self) -> CompareQuestion:
        """The question."""
        return self.plan.asked

    @property
    def names(self) -> Sequence[str]:
        """Of the systems."""
        return self.test_set.system_names if self.runs is None else list(self.runs)

    @property
    def n_differences(self) -> int:
        """Pairs under all metrics."""
        return len(self.measurements) * len(self.pairs)

    @property
    def family_size(self) -> int:
        """Differences that are corrected together."""
        return len(self.families[0]) if self.n_together is None else self.n_together

    def measurement_of(self, i: int) -> Measurement:
        """Return the metric of a difference, over units."""
        return self.units.measurements[i // len(self.pairs)]

    def pair_of(self, i: int) -> Pair:
        """Return the systems of a difference."""
        return self.pairs[i % len(self.pairs)]

    def change(self, table: Sequence[NDArray[np.float64]], i: int) -> NDArray[np.float64]:
        """Subtract the rows of a difference's systems; the table has one array per metric, with a row per system."""
        (a, b), rows = self.pair_of(i), table[i // len(self.pairs)]
        change: NDArray[np.float64] = rows[a] - rows[b]
        return change

    @cached_property
    def sides(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Both systems of every pair."""
        a, b = np.array(self.pairs, dtype=np.int64).reshape(-1, 2).T
        return a, b

    @cached_property
    def differing_units(self) -> NDArray[np.int64]:
        """How many units differ between the systems of each difference: to exchange the others changes nothing."""
        varying = []
        for measurement in self.units.measurements:
            columns = np.moveaxis(measurement.statistics.values, 2, 0)
            varying.append(np.ascontiguousarray(columns[(columns != columns[:, :1]).any(axis=(1, 2))]))  # not alike
        counts = np.zeros(self.n_differences, dtype=np.int64)
        for m, here, a, b in self.blocks(self.units.n):
            differs = np.zeros((len(a), self.units.n), dtype=np.bool_)
            for column in varying[m]:
                differs |= column[a] != column[b]
            counts[here] = np.count_nonzero(differs, axis=1)
        return counts

    def blocks(self, n_columns: int) -> Iterator[tuple[int, slice, NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the metric, the places and both systems of some differences at a time, of so many numbers each."""
        a, b = self.sides
        size, n = max(1, _BLOCK // max(n_columns, 1)), len(a)
        for m in range(len(self.measurements)):
            for start in range(0, n, size):
                end = min(start + size, n)
                yield m, slice(m * n + start, m * n + end), a[start:end], b[start:end]

    def changes(self, table: Sequence[NDArray[np.float64]]) -> Iterator[tuple[slice, NDArray[np.float64]]]:
        """Yield the places of some differences at a time, and the `change` of each, shape (P, N)."""
        for m, here, a, b in self.blocks(table[0].shape[1]):
            yield here, table[m][a] - table[m][b]


def design_of(test_set: Layout, counted: Sequence[Measurement], plan: Plan, sampling: Sampling) -> Design:
    """Lay out what is compared, and refuse what does not fit before anything is drawn.

    Systems take the place of their runs.
    """
    asked = plan.asked
    runs = None if asked.runs is None else check_runs(test_set.system_names, asked.runs)
    measurements = counted if runs is None else [pool_runs(one, runs, asked.run_score) for one in counted]
    names = test_set.system_names if runs is None else list(runs)
    pairs = choose_pairs(names, asked.pairs, keep_order=asked.alternative != "two-sided")
    units = choose_units(test_set, measurements, asked.unit)
    given = asked.equivalence_margin
    what = "margin of equivalence"
    margins = None if given is None else by_metric(given, measurements, what, "--equivalence-margin")
    n_effective = units.n_effective()
    kinds = choose_intervals(asked.interval, n_effective)
    unit_rows = {kind: rows_of_units(units.measurements, kind) for kind in dict.fromkeys(kinds)}
    families = _families(len(measurements), len(pairs), asked.family)
    if asked.exact and plan.correction in NEED_JOINT_NULL and len(families[0]) > 1:
        raise SpecError(
            f"Exact p-values (exact, --exact) have no joint null distribution for max-T over {len(families[0])} "
            "differences: choose another correction (correction, --correction), such as holm."
        )
    return Design(
        plan, test_set, counted, measurements, units, pairs, families, margins, kinds, unit_rows, n_effective, sampling,
        runs,
    )  # fmt: skip


def _families(n_metrics: int, n_pairs: int, family: str) -> list[list[int]]:
    if family == "pairs":
        return [list(range(m * n_pairs, (m + 1) * n_pairs)) for m in range(n_metrics)]
    return [list(range(n_metrics * n_pairs))]
