"""Data sets on which there is nothing to find, from one system alone, and whether p-values on them are uniform."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import seed_of
from steelyard.types import Measurement

__all__ = ["Uniformity", "split_halves", "uniformity"]


@dataclass(frozen=True, slots=True)
class Uniformity:
    """How far p-values are from uniform, as p-values under a true null should be.

    Attributes
    ----------
    distance : float
        The largest difference between the share of p-values up to some value and that value (Kolmogorov and Smirnov).
    p_value : float
        Of a distance as large, if they were uniform and independent.

    Examples
    --------
    >>> from steelyard.inference import Uniformity
    >>> Uniformity(0.05, 0.6).distance
    0.05
    """

    distance: float
    p_value: float


def split_halves(measurement: Measurement, n_repetitions: int, *, rng: Rng) -> Iterator[Measurement]:
    """Make pairs of systems between which there is no difference: one system, on two halves of the test set.

    Parameters
    ----------
    measurement : Measurement
        Of one system over N units.
    n_repetitions : int
        How many pairs.
    rng : int or numpy.random.Generator
        The same seed repeats them.

    Returns
    -------
    iterator of Measurement
        Of two systems over N // 2 units. The units are in random order in both, so that which of them meet is left to
        chance, and exchanging those that meet is as good as exchanging any two.

    Raises
    ------
    AlignmentError
        There are fewer than two units.
    SpecError
        There is not exactly one system.

    References
    ----------
    Riezler and Maxwell 2005, W05-0908, section 4.3, take variants of a system for equal, which may be wrong; halves of
    one system's output are equal by construction.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import split_halves
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.arange(5).reshape(1, 5, 1))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> [halves] = split_halves(sums, 1, rng=1)
    >>> halves.statistics.values.shape, len(set(halves.statistics.values.ravel().tolist()))
    ((2, 2, 1), 4)
    """
    statistics = measurement.statistics
    if statistics.n_systems != 1:
        raise SpecError(f"Halves are made from one system, not {statistics.n_systems}.")
    half = statistics.n_units // 2
    if half < 1:
        raise AlignmentError("There is nothing to halve: at least two segments or documents are needed.")
    generator = np.random.default_rng(seed_of(rng))
    for _ in range(n_repetitions):
        order = generator.permutation(statistics.n_units)
        halves = np.stack([statistics.values[0, order[:half]], statistics.values[0, order[half : 2 * half]]])
        yield replace(measurement, statistics=replace(statistics, values=halves), systems=())


def uniformity(p_values: NDArray[np.float64]) -> Uniformity:
    """Test whether p-values are uniform between 0 and 1: Kolmogorov and Smirnov's test.

    Parameters
    ----------
    p_values : array, shape (n,)
        Of independent tests.

    Returns
    -------
    Uniformity
        Distance, and its exact p-value for a continuous distribution.

    Raises
    ------
    SpecError
        There is none, or one is not between 0 and 1.

    Notes
    -----
    p-values of resampling tests are multiples of 1 / (B + 1), and exact ones of few units are fewer still: the distance
    is then at least half the largest step, and large however well the test holds its level. Ask with a B well above
    the number of p-values.

    References
    ----------
    Massey 1951, doi:10.1080/01621459.1951.10500769.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import uniformity
    >>> even, low = uniformity(np.arange(1, 100) / 100), uniformity(np.arange(1, 100) / 200)
    >>> round(even.distance, 4), even.p_value > 0.9, low.p_value < 0.001
    (0.01, True, True)
    """
    if not p_values.size or not ((p_values >= 0) & (p_values <= 1)).all():
        raise SpecError("p-values lie between 0 and 1, and there must be one at least.")
    from scipy.stats import kstest

    found = kstest(p_values, "uniform")
    return Uniformity(float(found.statistic), float(found.pvalue))
