"""How a part of the test set is tested: units change sides, and all parts are corrected together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import benjamini_hochberg, randomization, smallest_p_value
from steelyard.questions.diff.answer import BucketRow, WordRow
from steelyard.scored import Sampling
from steelyard.types import Measurement, Statistics

__all__ = ["A", "B", "Exchange", "decided"]

A, B = 1, 0  # the system, and the earlier one that it is compared with
Row = TypeVar("Row", BucketRow, WordRow)


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """How differences are tested: units of segments change sides."""

    codes: NDArray[np.int64]  # unit of each segment, shape (N,)
    sampling: Sampling  # draws of each test, all from one seed; where there are fewer exchanges, each is taken once
    alpha: float  # what cannot reach it, with so few units, is not tested

    def n_units(self, is_in: NDArray[np.bool_]) -> int:
        """Count the units that have some of these segments."""
        return len(np.unique(self.codes[is_in]))

    def p_values(self, measurements: Sequence[Measurement], is_in: NDArray[np.bool_]) -> list[float | None]:
        """Test the difference on some segments, metric by metric: the others would add nothing to either side.

        None where there are too few units, or where some exchange leaves a side without a score.
        """
        codes, dense = np.unique(self.codes[is_in], return_inverse=True)
        if smallest_p_value(len(codes)) > self.alpha:
            return [None] * len(measurements)
        parts = []
        for measurement in measurements:
            statistics = measurement.statistics
            inside = Statistics(statistics.values[:, is_in], statistics.bits)
            parts.append(replace(measurement, statistics=inside).by_document(dense.astype(np.int64)))
        n_resamples, seed, n_threads = self.sampling.n_resamples, self.sampling.seed, self.sampling.n_threads
        null = randomization(parts, [(A, B)], n_resamples=n_resamples, rng=seed, n_threads=n_threads)
        has_score = np.isfinite(null.observed)
        for block in null.blocks():
            has_score &= np.isfinite(block).all(axis=1)
        p_values = null.p_values("two-sided").tolist()
        return [p if is_known else None for p, is_known in zip(p_values, has_score, strict=True)]


def decided(rows: Sequence[Row], toward: Callable[[Row], float], alpha: float) -> tuple[list[Row], int]:
    """Correct the tests of all rows together by Benjamini and Hochberg, and give verdicts. Also count the tests.

    By how much the system is better in a row is told by `toward`; alpha is the false discovery rate.
    """
    tested = [row.p_value for row in rows if row.p_value is not None]
    adjusted = iter(benjamini_hochberg(tested).tolist() if tested else [])
    return [row if row.p_value is None else _decided(row, next(adjusted), toward, alpha) for row in rows], len(tested)


def _decided(row: Row, p_adjusted: float, toward: Callable[[Row], float], alpha: float) -> Row:
    if row.verdict == "equivalent":
        return replace(row, p_adjusted=p_adjusted)
    lead = toward(row)
    is_open = p_adjusted > alpha or lead == 0
    return replace(row, p_adjusted=p_adjusted, verdict="cannot tell" if is_open else "better" if lead > 0 else "worse")
