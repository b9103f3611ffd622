"""What is shared by measuring tests over and over: seeds that do not meet, progress, and shares of rejections."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import SignificanceTest, is_significant, repeated_p_values, seed_of, wilson_interval
from steelyard.scored.counted import Counted
from steelyard.scored.sampling import Sampling
from steelyard.types import Measurement

if TYPE_CHECKING:
    from steelyard.inference.draws.checks import Rng
    from steelyard.inference.draws.resample import Progress

__all__ = [
    "OF_TESTS",
    "Rejections",
    "counting",
    "first_seed",
    "lead_of_second",
    "p_values_of",
    "rejections",
    "repeated_sampling",
]

OF_TESTS = 2**32  # between the seeds of data sets and those of the tests on them: draws must not repeat


class Rejections(NamedTuple):
    """How many of n tests rejected, their share, and its 95 % interval (Wilson)."""

    n_rejected: int
    share: float
    low: float
    high: float


def repeated_sampling(counted: Counted, n_resamples: int, rng: "Rng") -> Sampling:
    """Say how the tests of many data sets draw: from a seed with room for those that are counted from it."""
    n_systems = len(counted.test_set.system_names)
    if n_systems < 2:
        raise SpecError(
            f"Data sets are made from two systems or more, not {n_systems}: name them with -i, or of statistics with "
            "--names."
        )
    sampling = counted.sampling(n_resamples, rng)
    return replace(sampling, seed=first_seed(sampling.seed))


def lead_of_second(measurement: Measurement) -> float:
    """Subtract the first system's score from the second's: the first is the baseline, as in a comparison."""
    return 0.0 - float(measurement.differences(*measurement.statistics.totals()))  # never -0.0


def first_seed(rng: "Rng") -> int:
    """Return a seed with room for those that are counted from it."""
    return seed_of(rng) % 2**63


def counting(progress: "Progress | None", total: int) -> Callable[[], None]:
    """Return what is to be called after each of so many steps."""
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return advance


def rejections(p_values: NDArray[np.float64], alphas: Sequence[float]) -> list[Rejections]:
    """Count at each level how many tests rejected."""
    found = []
    for alpha in alphas:
        n_rejected = int(is_significant(p_values, alpha).sum())
        found.append(Rejections(n_rejected, n_rejected / len(p_values), *wilson_interval(n_rejected, len(p_values))))
    return found


def p_values_of(
    test: SignificanceTest, data_sets: Iterable[Measurement], sampling: Sampling, advance: Callable[[], None]
) -> NDArray[np.float64]:
    """Test every data set; the seed is that of the data sets."""
    seed = sampling.seed + OF_TESTS
    return repeated_p_values(test, data_sets, n_resamples=sampling.n_resamples, rng=seed, advance=advance)
