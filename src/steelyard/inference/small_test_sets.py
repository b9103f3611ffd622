"""Conclusions from small test sets, held against the whole one (Koehn 2004)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.comparisons.paired_bootstrap import paired_bootstrap
from steelyard.inference.differences import observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws
from steelyard.inference.shared_docs import SHARED
from steelyard.inference.units.broad_samples import resampled_sets
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = [
    "LEVEL_FLOORS",
    "LevelCounts",
    "SetConclusions",
    "conclusions_by_level",
    "set_conclusions",
    "whole_set_sides",
]

LEVEL_FLOORS = (1000, 990, 980, 950, 900, 800, 700, 600, 500)  # in thousandths: whole numbers, so that edges are exact


@dataclass(frozen=True, slots=True, eq=False)
class SetConclusions:
    """What paired bootstrap resampling says of each pair in each of g small test sets.

    Attributes
    ----------
    size : int
        Segments of a set.
    differences : array, shape (P, g)
        Score A minus score B on each set, in the metric's own sign.
    support : array of int, shape (P, g)
        Twice the resamples in which A is better, a tie counting once: from 0 to ``2 n_draws``.
    n_draws : int
        B.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import SetConclusions
    >>> found = SetConclusions(100, np.array([[1.5, 0.2, -0.9]]), np.array([[2000, 1300, 90]]), 1000)
    >>> found.concluded().tolist(), found.n_right(np.array([1])).tolist(), found.n_wrong(np.array([1])).tolist()
    ([[1, 0, -1]], [1], [1])
    """

    size: int
    differences: NDArray[np.float64]
    support: NDArray[np.int64]
    n_draws: int

    __repr__ = short_repr

    @property
    def n_sets(self) -> int:
        """Number of sets, g."""
        return int(self.support.shape[1])

    def concluded(self, level: int = 950) -> NDArray[np.int64]:
        """Say which system is concluded to be better, shape (P, g): 1 for A, -1 for B, 0 for neither.

        A system is, where it has at least `level` thousandths of the resamples, above 500.
        """
        if not 500 < level <= 1000:
            raise SpecError(f"The level must be from 501 to 1000 thousandths, not {level}.")
        # In thousandths of twice the draws: whole numbers, so that a share of exactly 95 % is met.
        needed = level * 2 * self.n_draws
        for_a, for_b = 1000 * self.support, 1000 * (2 * self.n_draws - self.support)
        return (for_a >= needed).astype(np.int64) - (for_b >= needed)

    def n_right(self, sides: NDArray[np.int64], level: int = 950) -> NDArray[np.int64]:
        """Count the sets from which what is so on the whole set is concluded; sides and result of shape (P,)."""
        return self._n_concluded(sides, level)

    def n_wrong(self, sides: NDArray[np.int64], level: int = 950) -> NDArray[np.int64]:
        """Count the sets from which the opposite is concluded."""
        return self._n_concluded(-sides, level)

    def _n_concluded(self, sides: NDArray[np.int64], level: int) -> NDArray[np.int64]:
        agrees: NDArray[np.bool_] = (self.concluded(level) == sides[:, None]) & (sides != 0)[:, None]
        count: NDArray[np.int64] = agrees.sum(axis=1)
        return count


@SHARED
def set_conclusions(
    measurement: Measurement,
    pairs: Sequence[tuple[int, int]],
    size: int,
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
    advance: Callable[[], None] | None = None,
) -> SetConclusions:
    """Compare every pair by paired bootstrap resampling in every broad sample of one size.

    Parameters
    ----------
    measurement : Measurement
        Over segments in the order of the text.
    size : int
        Segments of a set.
    n_resamples : int
        B, in each set.
    rng : int or numpy.random.Generator
        Set b is resampled with this seed plus b.
    draws : Draws, optional
        Resample every set so instead.
    advance : callable, optional
        Called after each set.

    Returns
    -------
    SetConclusions
        For P pairs and g sets.

    Raises
    ------
    SpecError
        There are fewer than two sets.
    DataError
        The metric has no score under some resample.

    Notes
    -----
    A tie counts half for each system; the paper does not mention ties. The level is that of one side: with the
    direction taken from the data, two equal systems are told apart at "95 %" in a tenth of all sets.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, section 6.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import set_conclusions
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[3, 3, 4, 3, 5, 3], [2, 3, 2, 2, 2, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 6), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> set_conclusions(mean, [(0, 1)], 3, n_resamples=1000, rng=1).concluded().tolist()
    [[1, 0]]
    """
    differences, support = [], []
    n_draws = n_resamples
    for sample, given in resampled_sets(measurement, size, n_resamples, rng, n_threads, draws):
        found = paired_bootstrap([sample], pairs, n_resamples=n_resamples, rng=0, draws=given)
        differences.append(found.observed)
        support.append(2 * found.counts.wins + found.counts.ties)
        n_draws = found.n_draws
        if advance is not None:
            advance()
    return SetConclusions(size, np.stack(differences, axis=1), np.stack(support, axis=1), n_draws)


@SHARED
def whole_set_sides(measurement: Measurement, pairs: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """Say which system of each pair is better on all segments.

    Parameters
    ----------
    measurement : Measurement
        Over all segments.

    Returns
    -------
    array of int, shape (P,)
        1 where A is better, -1 where B is, 0 where they score the same.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import whole_set_sides
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1]], [[4, 1]], [[3, 1]]]))
    >>> errors = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], False)
    >>> whole_set_sides(errors, [(0, 1), (1, 2), (0, 2)]).tolist()
    [1, -1, 0]
    """
    whole = observe([measurement], pairs)
    oriented = whole.differences * whole.orientation
    return (oriented > whole.tolerance).astype(np.int64) - (oriented < -whole.tolerance)


@dataclass(frozen=True, slots=True, eq=False)
class LevelCounts:
    """How many conclusions fall on each level, and how many of them are right.

    Attributes
    ----------
    floors : tuple of int
        Lowest level of each row in thousandths, the highest first; a row ends where the one before starts.
    n_conclusions : array of int, shape (L,)
        Pairs and sets.
    n_right : array of float, shape (L,)
        Of them right; where both systems have half of the resamples, half a conclusion is.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import LevelCounts
    >>> LevelCounts((900, 500), np.array([40, 10]), np.array([38.0, 5.5])).share_right.tolist()
    [0.95, 0.55]
    """

    floors: tuple[int, ...]
    n_conclusions: NDArray[np.int64]
    n_right: NDArray[np.float64]

    __repr__ = short_repr

    @property
    def share_right(self) -> NDArray[np.float64]:
        """Share of the conclusions that are right, shape (L,); NaN where there are none."""
        share: NDArray[np.float64] = np.divide(
            self.n_right, self.n_conclusions, out=np.full(len(self.floors), np.nan), where=self.n_conclusions > 0
        )
        return share


def conclusions_by_level(
    found: Sequence[SetConclusions], sides: NDArray[np.int64], floors: Sequence[int] = LEVEL_FLOORS
) -> LevelCounts:
    """Count for every level how often the system that is ahead in a small set is ahead on the whole set.

    Parameters
    ----------
    found : sequence of SetConclusions
        One per size, all of the same pairs.
    sides : array of int, shape (P,)
        From `whole_set_sides`; pairs with 0 have no right side and are left out.
    floors : sequence of int
        Lowest level of each row in thousandths of the resamples, falling, the last 500.

    Returns
    -------
    LevelCounts
        Every pair and set once.

    Raises
    ------
    SpecError
        The floors do not fall to 500.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, table 4.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import SetConclusions, conclusions_by_level
    >>> found = SetConclusions(100, np.zeros((1, 4)), np.array([[2000, 1999, 800, 1000]]), 1000)
    >>> levels = conclusions_by_level([found], np.array([1]), (1000, 900, 500))
    >>> levels.n_conclusions.tolist(), levels.n_right.tolist()
    ([1, 1, 2], [1.0, 1.0, 0.5])
    """
    if floors[-1] != 500 or list(floors) != sorted(set(floors), reverse=True):
        raise SpecError(f"Levels must fall to 500 thousandths, not {list(floors)}.")
    n_conclusions, n_right = np.zeros(len(floors), dtype=np.int64), np.zeros(len(floors))
    # Negated, as searchsorted wants rising edges: it then finds the highest floor that is reached.
    edges = -np.array(floors)
    for conclusions in found:
        total = 2 * conclusions.n_draws
        support = conclusions.support[sides != 0]
        ahead = np.maximum(support, total - support)
        row = np.searchsorted(edges * total, -1000 * ahead)
        lead = np.sign(2 * support - total) * sides[sides != 0][:, None]
        n_conclusions += np.bincount(row.ravel(), minlength=len(floors))
        # A lead of 1, 0 or -1 over the side that is right counts 1, one half or 0.
        n_right += np.bincount(row.ravel(), weights=(lead.ravel() + 1) / 2, minlength=len(floors))
    return LevelCounts(tuple(floors), n_conclusions, n_right)
