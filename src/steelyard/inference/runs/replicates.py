"""A test of systems of several runs: outputs of like run and unit change sides."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.inference.comparisons.randomization import randomization
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, Progress
from steelyard.inference.null_distributions import TOLERANCE, NullDistribution
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement, Statistics

__all__ = ["stratified_randomization"]

Swap = Literal["independent", "segment"]
RunScore = Literal["concatenation", "mean"]
_EXACT = 2.0**53


@SHARED
def stratified_randomization(
    measurement: Measurement,
    runs_a: Sequence[int],
    runs_b: Sequence[int],
    *,
    swap: Swap = "segment",
    score: RunScore = "concatenation",
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
    progress: Progress | None = None,
) -> NullDistribution:
    """Test whether two systems of several runs each differ, by exchanging outputs of like run and unit.

    Run r of A meets run r of B. Outputs of the same unit are exchanged with probability one half, in every run by
    itself or in all runs at once.

    Parameters
    ----------
    measurement : Measurement
        All runs of both systems, as systems of their own.
    runs_a, runs_b : sequence of int
        Their positions; as many of A as of B.
    swap : {"segment", "independent"}, default "segment"
        One coin for a unit in all runs, or one for each run. Runs of a system give much the same output for a segment:
        "independent" takes them for new evidence, and finds too much.
    score : {"concatenation", "mean"}, default "concatenation"
        Score of all runs' outputs as one text, or the mean of the runs' scores.
    n_resamples : int
        B; where all exchanges are at most B they are enumerated and p is exact.
    draws : Draws, optional
        Exchange these instead: zeros and ones over units or, swapped independently, over runs times units, run by run.

    Returns
    -------
    NullDistribution
        Of the one difference A - B.

    Raises
    ------
    AlignmentError
        The systems have different numbers of runs.
    SpecError
        A choice does not exist, a run stands twice, or there is none.

    Notes
    -----
    Which run of A meets which of B is arbitrary where runs are not paired by a seed. The test is about these runs on
    units like these; what new runs would do, `variance_split` tells. Memory for the mean of runs swapped
    independently grows with the square of their number.

    References
    ----------
    Clark, Dyer, Lavie and Smith 2011, "Better hypothesis testing for statistical machine translation", P11-2031.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import stratified_randomization
    >>> from steelyard.types import Measurement, Statistics
    >>> runs = np.array([[5, 6, 4], [6, 7, 5], [4, 5, 5], [5, 5, 4]])  # two of A, two of B
    >>> statistics = Statistics.from_values(np.stack([runs, np.ones_like(runs)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> for swap in ("independent", "segment"):
    ...     null = stratified_randomization(mean, (0, 1), (2, 3), swap=swap, n_resamples=1000, rng=1)
    ...     print(null.p_values("two-sided").tolist())
    [0.1875]
    [0.5]
    """
    check_runs(measurement, runs_a, runs_b)
    if len(runs_a) != len(runs_b):
        raise AlignmentError(f"System A has {len(runs_a)} runs and B {len(runs_b)}: runs are exchanged in pairs.")
    if swap not in ("independent", "segment"):
        raise unknown_name("swap", swap, ["segment", "independent"])
    if score not in ("concatenation", "mean"):
        raise unknown_name("score of runs", score, ["concatenation", "mean"])
    n_runs = len(runs_a)
    runs = measurement.statistics.values[[*runs_a, *runs_b]]
    n_units, n_statistics = runs.shape[1:]
    if score == "concatenation":
        both = runs.reshape(2, n_runs, n_units, n_statistics)
        # One coin for all runs of a unit moves their sum; with a coin each, every run's unit is a unit of its own.
        laid = both.sum(axis=1) if swap == "segment" else both.reshape(2, n_runs * n_units, n_statistics)
        pairs = [(0, 1)]
    else:
        laid = runs if swap == "segment" else _side_by_side(runs, n_runs)
        pairs = [(r, n_runs + r) for r in range(n_runs)]
    # Twice, as the totals of both systems are added up.
    if np.abs(laid).astype(np.float64).sum(axis=1).max(initial=0) * 2 >= _EXACT:
        raise DataError("The statistics of so many runs cannot be summed exactly: their sums could pass 2**53.")
    pooled = replace(measurement, statistics=Statistics(laid, measurement.statistics.bits), systems=())
    null = randomization(
        [pooled], pairs, n_resamples=n_resamples, rng=rng, n_threads=n_threads, draws=draws, progress=progress
    )
    return null if len(pairs) == 1 else _mean_of(null)


def _side_by_side(runs: NDArray[np.int64], n_runs: int) -> NDArray[np.int64]:
    """Give every run units of its own, with nothing in those of the others: (2 R, N, K) -> (2 R, R N, K)."""
    n_units, n_statistics = runs.shape[1:]
    laid = np.zeros((2, n_runs, n_runs, n_units, n_statistics), dtype=np.int64)
    places = np.arange(n_runs)
    laid[:, places, places] = runs.reshape(2, n_runs, n_units, n_statistics)
    return laid.reshape(2 * n_runs, n_runs * n_units, n_statistics)


def _mean_of(null: NullDistribution) -> NullDistribution:
    """Average the differences of all runs, draw by draw."""
    observed = null.observed.mean(keepdims=True)
    rounding = TOLERANCE * np.maximum(1.0, np.abs(observed))  # of adding up and dividing

    def make_blocks() -> Iterator[NDArray[np.float64]]:
        return (block.mean(axis=0, keepdims=True) for block in null.blocks())

    return NullDistribution(
        observed,
        null.orientation[:1],
        np.maximum(null.tolerance.mean(keepdims=True), rounding),
        make_blocks,
        null.n_draws,
        null.is_exact,
        null.n_units,
    )


def check_runs(measurement: Measurement, *groups: Sequence[int]) -> None:
    """Refuse runs that do not exist, stand twice, or are none."""
    runs = [run for group in groups for run in group]
    if not all(groups):
        raise SpecError("A system has no run.")
    if len(set(runs)) != len(runs):
        raise SpecError("A run stands twice: each belongs to one system, once.")
    n_systems = measurement.statistics.n_systems
    if not all(0 <= run < n_systems for run in runs):
        raise SpecError(f"Runs are positions from 0 to {n_systems - 1}: {runs}.")
