"""How often a test raises a false alarm, and how often it finds a difference, on the data at hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.corrections import adjust
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.exchanges import swap_draws
from steelyard.inference.draws.resample import Draws, Weights, seed_of
from steelyard.inference.registry import SignificanceTest
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = [
    "exchanged_systems",
    "mixed_systems",
    "permuted_systems",
    "repeated_adjusted",
    "repeated_p_values",
    "resampled_units",
]


@SHARED
def exchanged_systems(
    measurement: Measurement, groups: NDArray[np.int64], n_repetitions: int, *, rng: Rng
) -> Iterator[Measurement]:
    """Make pairs of systems between which there is no difference: two real ones, exchanged at random.

    Parameters
    ----------
    measurement : Measurement
        Of two systems over N units.
    groups : array of int, shape (N,)
        Codes from 0: units of one group, such as the segments of a document, change sides together.
    n_repetitions : int
        How many pairs.

    Returns
    -------
    iterator of Measurement
        Of the same shape. Randomization over the same groups is exact here by construction.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import exchanged_systems
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[1], [2], [3]], [[4], [5], [6]]]))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> [pair] = exchanged_systems(sums, np.arange(3), 1, rng=2)
    >>> sorted(pair.statistics.values[:, 0, 0].tolist())
    [1, 4]
    """
    _check_two(measurement)
    values = measurement.statistics.values
    for keep in _rows(swap_draws(int(groups.max()) + 1, n_repetitions, rng=rng), n_repetitions):
        stays = keep[groups][None, :, None] > 0
        yield _with_values(measurement, np.where(stays, values, values[::-1]))


@SHARED
def permuted_systems(
    measurement: Measurement, groups: NDArray[np.int64], n_repetitions: int, *, rng: Rng
) -> Iterator[Measurement]:
    """Make systems between no two of which there is a difference: real ones, their outputs put in random order.

    Parameters
    ----------
    measurement : Measurement
        Of two or more systems over N units.
    groups : array of int, shape (N,)
        Codes from 0: units of one group are put in the same order.
    n_repetitions : int
        How many families.

    Returns
    -------
    iterator of Measurement
        Of the same shape.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import permuted_systems
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[1]], [[2]], [[3]]]))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> [family] = permuted_systems(sums, np.arange(1), 1, rng=2)
    >>> sorted(family.statistics.values[:, 0, 0].tolist())
    [1, 2, 3]
    """
    values = measurement.statistics.values
    generator = np.random.default_rng(seed_of(rng))
    units = np.arange(values.shape[1])
    for _ in range(n_repetitions):
        orders = generator.random((int(groups.max()) + 1, len(values))).argsort(axis=1)[groups]
        yield _with_values(measurement, np.stack([values[order, units] for order in orders.T]))


@SHARED
def resampled_units(
    measurement: Measurement, groups: NDArray[np.int64], n_repetitions: int, *, rng: Rng, n_drawn: int | None = None
) -> Iterator[Measurement]:
    """Draw test sets with replacement from the one at hand, as if it were the whole population.

    Parameters
    ----------
    groups : array of int, shape (N,)
        Codes from 0: units of one group are drawn together.
    n_repetitions : int
        How many test sets.
    n_drawn : int, optional
        Groups to draw, fewer or more than there are; by default as many.

    Returns
    -------
    iterator of Measurement
        Of n_drawn groups each.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import resampled_units
    >>> from steelyard.types import Measurement, Statistics
    >>> sums = Measurement("m", "m", "", Statistics.from_values(np.array([[[1], [2], [3]]])), lambda s: s[..., 0], True)
    >>> [drawn.statistics.values.shape for drawn in resampled_units(sums, np.arange(3), 2, rng=1)]
    [(1, 3, 1), (1, 3, 1)]
    """
    generator = np.random.default_rng(seed_of(rng))
    n_groups = int(groups.max()) + 1
    by_group = np.argsort(groups, kind="stable")
    sizes = np.bincount(groups, minlength=n_groups)
    ends = sizes.cumsum()
    for _ in range(n_repetitions):
        drawn = generator.integers(n_groups, size=n_drawn or n_groups)
        # the units of the first drawn group, then those of the next
        starts = np.repeat(ends[drawn] - sizes[drawn], sizes[drawn])
        within = np.arange(len(starts)) - np.repeat(sizes[drawn].cumsum() - sizes[drawn], sizes[drawn])
        yield _with_values(measurement, measurement.statistics.values[:, by_group[starts + within]])


def mixed_systems(measurement: Measurement, groups: NDArray[np.int64], share: float, *, rng: Rng) -> Measurement:
    """Mix two systems until their difference is a share of what it was; 0 makes their scores equal.

    Groups are exchanged in random order, one more at a time, from none to all, while the difference goes from what it
    was to its opposite; the mixture whose difference is nearest to the wanted one is taken.

    Parameters
    ----------
    measurement : Measurement
        Of two systems over N units.
    groups : array of int, shape (N,)
        Codes from 0: units of one group change sides together.
    share : float
        Between 0 and 1.
    rng : int or numpy.random.Generator
        For the order.

    Returns
    -------
    Measurement
        Of the same shape.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import mixed_systems
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[9]] * 8, [[1]] * 8]).reshape(2, 8, 1))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> mixed_systems(sums, np.arange(8), 0.0, rng=1).statistics.totals().tolist()
    [[40.0], [40.0]]
    """
    _check_two(measurement)
    if not 0 <= share <= 1:
        raise SpecError(f"The share of a difference must lie between 0 and 1, not {share}.")
    values = measurement.statistics.values
    order = np.random.default_rng(seed_of(rng)).permutation(int(groups.max()) + 1)
    given = np.zeros((len(order), values.shape[2]))
    np.add.at(given, groups, (values[0] - values[1]).astype(np.float64))
    moved = np.concatenate([np.zeros((1, values.shape[2])), given[order].cumsum(axis=0)])
    first, second = measurement.statistics.totals()
    differences = measurement.differences(first - moved, second + moved)
    # From D to -D in small steps, so that some mixture is near share * D.
    nearest = int(np.abs(differences - share * differences[0]).argmin())
    is_moved = np.isin(groups, order[:nearest])
    return _with_values(measurement, np.where(is_moved[None, :, None], values[::-1], values))


def repeated_p_values(
    test: SignificanceTest,
    data_sets: Iterable[Measurement],
    *,
    n_resamples: int,
    rng: Rng,
    advance: Callable[[], None] | None = None,
) -> NDArray[np.float64]:
    """Test systems A and B of every data set, two-sided.

    Parameters
    ----------
    test : SignificanceTest
        The test.
    data_sets : iterable of Measurement
        Of two systems each.
    n_resamples : int
        Draws of each test.
    rng : int or numpy.random.Generator
        Every data set gets draws of its own.
    advance : callable, optional
        Called after each.

    Returns
    -------
    array
        One p-value per data set.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import exchanged_systems, get_test, repeated_p_values
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.arange(40).reshape(2, 20, 1))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> pairs = exchanged_systems(sums, np.arange(20), 3, rng=1)
    >>> repeated_p_values(get_test("randomization"), pairs, n_resamples=99, rng=2).shape
    (3,)
    """
    seed = seed_of(rng)
    found = []
    for number, measurement in enumerate(data_sets):
        # The seed keys a counter-based generator: seeds one apart have nothing in common.
        outcome = test([measurement], [(0, 1)], n_resamples=n_resamples, rng=(seed + number) % 2**64)
        found.append(float(outcome.p_values("two-sided")[0]))
        if advance is not None:
            advance()
    return np.array(found)


@SHARED
def repeated_adjusted(
    test: SignificanceTest,
    data_sets: Iterable[Measurement],
    pairs: Sequence[tuple[int, int]],
    *,
    n_resamples: int,
    rng: Rng,
    advance: Callable[[], None] | None = None,
) -> NDArray[np.float64]:
    """Test every pair of every data set, two-sided, with the correction over all of them.

    Parameters
    ----------
    test : SignificanceTest
        The test; max-T corrects where it has a joint null distribution, else Holm's method.
    data_sets : iterable of Measurement
        Of several systems each.
    n_resamples : int
        Draws of each test.
    rng : int or numpy.random.Generator
        Every data set gets draws of its own.
    advance : callable, optional
        Called after each.

    Returns
    -------
    array, shape (data sets, pairs)
        Adjusted p-values.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import get_test, permuted_systems, repeated_adjusted
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.arange(60).reshape(3, 20, 1))
    >>> sums = Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)
    >>> families = permuted_systems(sums, np.arange(20), 4, rng=1)
    >>> repeated_adjusted(get_test("randomization"), families, [(1, 0), (2, 0)], n_resamples=99, rng=2).shape
    (4, 2)
    """
    seed, correction = seed_of(rng), "maxt" if test.has_joint_null else "holm"
    found = []
    for number, measurement in enumerate(data_sets):
        # As above: a key of its own for each data set.
        outcome = test([measurement], pairs, n_resamples=n_resamples, rng=(seed + number) % 2**64)
        found.append(adjust(outcome, outcome.p_values("two-sided"), correction, "two-sided", 0.05).p_values)
        if advance is not None:
            advance()
    return np.array(found)


def _rows(draws: Draws, n: int) -> Iterator[Weights]:
    """Yield n rows of weights, from the beginning again where all outcomes are fewer."""
    rows = (row for _ in count() for _, block in draws.blocks() for row in block)
    return islice(rows, n)


def _with_values(measurement: Measurement, values: NDArray[np.int64]) -> Measurement:
    return replace(measurement, statistics=replace(measurement.statistics, values=values))


def _check_two(measurement: Measurement) -> None:
    if measurement.statistics.n_systems != 2:
        raise SpecError(f"Data sets are made from two systems, not {measurement.statistics.n_systems}.")
