"""Approximate randomization: exchange the systems' outputs at random, and see how often they differ as much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparisons.parts.family import EXCHANGED, drawn_exchanges
from steelyard.inference.differences import observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.executors import worked_on
from steelyard.inference.draws.pair_rows import STRETCH, PairRows
from steelyard.inference.draws.resample import Draws, Progress, Weights
from steelyard.inference.draws.sums import WeightedSums
from steelyard.inference.null_distributions import NullDistribution
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["RANDOMIZATION", "randomization"]

_BLOCK_BYTES, _ROWS_BYTES, _MANY_ROWS = 8 * 2**20, 2**18, 1024
_SHARED = 4  # times as many draws where threads take turns at the interpreter: they wait for each other less often
_NARROW = 512  # draws, up to which pairs are taken all at once: a call for each would cost more than what it adds
# Pairs times resamples that are scored at once: with fewer, threads wait for Python's lock between short calls (two
# took as long as one at 8,192); with more, pseudo-sums leave the cache.
_ELEMENTS = 32768


@EXCHANGED
def randomization(
    measurements: Sequence[Measurement],
    pairs: Sequence[tuple[int, int]],
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
    progress: Progress | None = None,
) -> NullDistribution:
    """Test whether systems differ by exchanging their outputs unit by unit.

    If two systems were the same process, it would not matter which of them gave which output. Each draw exchanges the
    two outputs of every unit with probability one half, takes the difference of the two scores again, and p is how
    often it is at least as large as the observed one. Whole tuples of statistics change sides; the references stay.

    Returns
    -------
    NullDistribution
        Of P = metrics * pairs differences, metric by metric; one draw serves all of them, so it is their joint null.

    Notes
    -----
    Exact for one pair under exchangeability: P(p <= alpha) <= alpha for every alpha and any test set size. It does not
    say that the difference would hold with other references or other kinds of text. Time: one product of (B, n_units)
    with the statistics, plus one score per pair and draw. Memory: below 256 MB beyond the statistics.

    References
    ----------
    Noreen 1989, "Computer-intensive methods for testing hypotheses".
    Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", W05-0908.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import randomization
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5))], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> null = randomization([mean], [(0, 1)], n_resamples=1000, rng=12345)
    >>> null.is_exact, null.p_values("two-sided").tolist(), null.p_values("better").tolist()
    (True, [0.1875], [0.09375])
    """
    sums = WeightedSums(measurements)
    draws = drawn_exchanges(draws, sums.n_units, n_resamples, rng, n_threads, progress)
    draws = replace(draws, block_rows=draws.block_rows or _rows(len(pairs) * len(measurements)))
    # Drawn once for all systems: the same mask meets every pair and metric, which makes the null a joint one.
    family = observe(measurements, pairs)
    exchanged = _Exchanged(
        sums,
        tuple(measurement.without_units() for measurement in measurements),
        tuple(measurement.statistics.totals() for measurement in measurements),
        np.array([pair[0] for pair in pairs], dtype=np.int64),
        np.array([pair[1] for pair in pairs], dtype=np.int64),
    )
    # Counted where they are made, differences of means are never there all at once: such blocks hold more draws.
    counted = replace(draws, block_rows=_rows(exchanged.n_rows, _ROWS_BYTES, _SHARED if n_threads > 1 else 1))
    is_whole = counted.rows % STRETCH == 0 or counted.rows >= draws.n_resamples
    return NullDistribution(
        family.differences,
        family.orientation,
        family.tolerance,
        lambda: worked_on(draws, exchanged),
        draws.n_resamples,
        draws.is_exact,
        sums.n_units,
        work_on=(lambda work: worked_on(counted, partial(_work_on, work, exchanged))) if is_whole else None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Exchanged:
    """Takes all differences under a block of exchanges."""

    sums: WeightedSums
    measurements: tuple[Measurement, ...]  # of no units: how sums are scored
    totals: tuple[NDArray[np.float64], ...]
    a: NDArray[np.int64]
    b: NDArray[np.int64]

    @property
    def n_rows(self) -> int:
        """Rows that a block holds: those of systems where they are means, else those of pairs."""
        return sum(map(len, self.totals)) if self._are_means else len(self.totals) * len(self.a)

    @property
    def _are_means(self) -> bool:
        return all(measurement.is_mean for measurement in self.measurements)

    def __call__(self, masks: Weights) -> NDArray[np.float64]:
        return self.rows(masks).differences()

    def rows(self, masks: Weights) -> PairRows:
        """Exchange what the masks say; differences of means are not yet taken."""
        parts = list(zip(self.measurements, self.sums(masks), self.totals, strict=True))
        if self._are_means:
            return PairRows.stacked([_mean_rows(*part, self.a, self.b) for part in parts])
        n_pairs = len(self.a)
        block = np.empty((len(parts) * n_pairs, len(masks)))
        for i, part in enumerate(parts):
            out = block[i * n_pairs : (i + 1) * n_pairs]
            if part[0].is_mean:
                _mean_rows(*part, self.a, self.b).differences(out)
            else:
                _fill_differences(*part, self.a, self.b, out)
        return PairRows.of(block)


def _work_on(work: Callable[[PairRows], Any], exchanged: _Exchanged, masks: Weights) -> Any:
    """Exchange, and work on what comes of it: in a thread, or in a process of its own."""
    return work(exchanged.rows(masks))


def _rows(n_rows: int, n_bytes: int = _BLOCK_BYTES, n_times: int = 1) -> int | None:
    """Return how many draws of a large family to take at once, so that they stay in the cache; None for small ones."""
    rows = n_times * n_bytes // (8 * n_rows) // STRETCH * STRETCH
    return None if rows > n_times * _MANY_ROWS else max(STRETCH, rows)


def _fill_differences(
    measurement: Measurement,
    kept: NDArray[np.float64],
    totals: NDArray[np.float64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Score the pseudo-systems: kept has shape (S, K, draws), totals (S, K), out (pairs, draws)."""
    given = totals[:, :, None] - kept  # what each system hands over
    both = (totals[a] + totals[b]).T[:, :, None]  # what one pseudo-system lacks of this is the other's
    step = max(1, _ELEMENTS // kept.shape[2])
    buffers = np.empty((2, kept.shape[1], step, kept.shape[2]))  # a statistic of all pairs in one piece
    is_narrow = kept.shape[2] <= _NARROW
    if is_narrow:
        kept, given = (np.ascontiguousarray(part.transpose(1, 0, 2)) for part in (kept, given))
    for start in range(0, len(a), step):
        x, y = a[start : start + step], b[start : start + step]
        sums_x, sums_y = buffers[:, :, : len(x)]
        if is_narrow:
            np.take(kept, x, axis=1, out=sums_x, mode="clip")
            np.take(given, y, axis=1, out=sums_y, mode="clip")
            sums_x += sums_y
        else:
            for i, (first, second) in enumerate(zip(x, y, strict=True)):
                np.add(kept[first], given[second], out=sums_x[:, i])
        # An exchange moves statistics between the two and changes no total, so Y is what X leaves.
        np.subtract(both[:, start : start + step], sums_x, out=sums_y)
        out[start : start + step] = measurement.differences(np.moveaxis(sums_x, 0, -1), np.moveaxis(sums_y, 0, -1))


def _mean_rows(
    measurement: Measurement,
    kept: NDArray[np.float64],
    totals: NDArray[np.float64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
) -> PairRows:
    """Do the same for means, from numerators alone: whole numbers, so that the bits are the same, too."""
    bits = measurement.statistics.bits
    signed = np.ldexp(2 * kept[:, 0] - totals[:, :1], -int(bits[0]))  # what a system keeps less what it hands over
    whole = np.ldexp(totals[a, 1], -int(bits[1]))  # no exchange changes it
    return PairRows(signed, a, b, np.where(whole != 0, whole, 1.0))


RANDOMIZATION = register(
    SignificanceTest(
        name="randomization",
        summary="approximate randomization (Noreen 1989; Riezler and Maxwell 2005)",
        validity="exact",
        run=randomization,
    )
)
