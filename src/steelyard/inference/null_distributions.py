"""Null distributions of a family of differences, and the p-values they give."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import Alternative
from steelyard.errors import unknown_name
from steelyard.inference.draws.pair_rows import STRETCH, PairRows, in_stretches
from steelyard.reprs import short_repr

__all__ = [
    "TOLERANCE",
    "Alternative",
    "NullDistribution",
    "as_extreme",
    "check_alternative",
    "monte_carlo_error",
    "p_from_count",
]

Found = TypeVar("Found")

TOLERANCE = 1e-12  # of numbers around 1: what rounding in float64 may have done to equal differences
_CACHE_BYTES = 64 * 2**20


def check_alternative(alternative: str) -> None:
    """Refuse an alternative that does not exist.

    Parameters
    ----------
    alternative : str
        ``"two-sided"``; ``"better"`` or ``"worse"``: system A is so, in the metric's direction.

    Raises
    ------
    SpecError
        It is none of these.

    Examples
    --------
    >>> from steelyard.inference import check_alternative
    >>> check_alternative("better")
    """
    if alternative not in get_args(Alternative):
        raise unknown_name("alternative", alternative, get_args(Alternative))


def as_extreme(
    null: NDArray[np.float64], observed: NDArray[np.float64], tolerance: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Say which null statistics are at least as extreme as the observed one; the one comparison every test uses.

    Equal rational differences can differ in the last places of float64. Without a tolerance the observed labelling
    itself would not always count as extreme as itself.

    Parameters
    ----------
    null, observed, tolerance : array
        Broadcast against each other; large is extreme.

    Returns
    -------
    array of bool
        ``null >= observed - tolerance``.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import as_extreme
    >>> as_extreme(np.array([0.1 + 0.2, 0.29]), np.array(0.3), np.array(1e-12)).tolist()
    [True, False]
    """
    return np.greater_equal(null, observed - tolerance)


def p_from_count(
    count: NDArray[np.int64] | NDArray[np.float64], n_draws: int, *, is_exact: bool
) -> NDArray[np.float64]:
    """Turn counts of extreme draws into p-values.

    Parameters
    ----------
    count : array of int, or of halves
        Draws at least as extreme as the observed labelling.
    n_draws : int
        B.
    is_exact : bool
        The draws are every outcome: p = c / B. Otherwise the observed labelling counts as one more draw and
        p = (c + 1) / (B + 1), never 0 and valid for any B (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585).

    Returns
    -------
    array of float
        p-values.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import p_from_count
    >>> p_from_count(np.array([0, 9]), 99, is_exact=False).tolist()
    [0.01, 0.1]
    """
    p_value: NDArray[np.float64] = count / n_draws if is_exact else (count + 1) / (n_draws + 1)
    return p_value


def monte_carlo_error(p_value: float, n_draws: int, *, is_exact: bool) -> float:
    """Return the standard error that a p-value has because its draws are random.

    Parameters
    ----------
    p_value : float
        As printed.
    n_draws : int
        B.
    is_exact : bool
        An exact p-value has none.

    Returns
    -------
    float
        ``sqrt(p (1 - p) / B)``, or 0.

    Examples
    --------
    >>> from steelyard.inference import monte_carlo_error
    >>> round(monte_carlo_error(0.05, 10_000, is_exact=False), 5)
    0.00218
    """
    return 0.0 if is_exact else sqrt(p_value * (1 - p_value) / n_draws)


@dataclass(slots=True, eq=False)
class NullDistribution:
    """Joint null distribution of the differences of a family: the same draws for every pair and metric.

    Attributes
    ----------
    observed : array, shape (P,)
        Observed differences, score A minus score B in the metric's own sign.
    orientation : array, shape (P,)
        1 where a higher score is better, -1 where a lower one is.
    tolerance : array, shape (P,)
        By how much a null difference may fall short of the observed one and still count as equal.
    make_blocks : callable
        Gives a fresh iterator over arrays of shape (P, b): the null differences, B in all.
    n_draws : int
        B.
    is_exact : bool
        The draws are every outcome, once each.
    n_units : int
        Segments or documents.
    is_shifted : bool, default False
        The draws vary about zero by shifting, as a bootstrap's: the observed difference is not one of them, and their
        spread does not grow with it. Else the observed labelling is one of all that could have been drawn.
    studentized : array, shape (P,), optional
        What is held against the draws, where these are differences over standard errors of their own.
    work_on : callable, optional
        Gives what a function makes of each block where it is made, in the order of the blocks; all but the last hold a
        multiple of 64 draws. By default the blocks are worked on here.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution
    >>> flips = np.array([[-2.0, 0.0, 0.0, 2.0]])
    >>> null = NullDistribution(np.array([2.0]), np.ones(1), np.full(1, 1e-12), lambda: iter([flips]), 4, True, 2)
    >>> null.p_values("two-sided").tolist(), null.p_values("better").tolist()
    ([0.5], [0.25])
    """

    observed: NDArray[np.float64]
    orientation: NDArray[np.float64]
    tolerance: NDArray[np.float64]
    make_blocks: Callable[[], Iterator[NDArray[np.float64]]]
    n_draws: int
    is_exact: bool
    n_units: int
    is_shifted: bool = False
    studentized: NDArray[np.float64] | None = None
    work_on: Callable[[Callable[[PairRows], Any]], Iterator[Any]] | None = None
    _cache: list[NDArray[np.float64]] | None = field(default=None, init=False, repr=False)
    _squares: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    __repr__ = short_repr

    @property
    def held(self) -> NDArray[np.float64]:
        """What is held against the draws, shape (P,): the observed differences, or these studentized."""
        return self.observed if self.studentized is None else self.studentized

    def blocks(self) -> Iterator[NDArray[np.float64]]:
        """Yield the null differences, (P, b) at a time; kept when they are small, made again when not."""
        if self._cache is None:
            if not self._is_kept:
                yield from self.make_blocks()
                return
            self._cache = list(self.make_blocks())
        yield from self._cache

    @property
    def _is_kept(self) -> bool:
        return 8 * self.n_draws * len(self.observed) <= _CACHE_BYTES

    def worked(self, work: Callable[[PairRows], Found]) -> Iterator[Found]:
        """Yield what work makes of whole stretches of draws, in their order; it may be sent to where draws are made."""
        if self.work_on is not None and not self._is_kept:
            return self.work_on(work)
        return (work(PairRows.of(block)) for block in in_stretches(self.blocks()))

    def extremeness(self, differences: NDArray[np.float64], alternative: Alternative) -> NDArray[np.float64]:
        """Return what is large when differences, shape (P, ...), speak for the alternative."""
        if alternative == "two-sided":
            return np.abs(differences)
        sign = self.orientation if alternative == "better" else -self.orientation
        return differences * sign.reshape(-1, *(1,) * (differences.ndim - 1))

    def p_values(self, alternative: Alternative) -> NDArray[np.float64]:
        """Return the p-value of each difference alone, shape (P,)."""
        check_alternative(alternative)
        reached = self.extremeness(self.held, alternative) - self.tolerance  # as `as_extreme` has it
        sign = np.empty(0) if alternative == "two-sided" else self.extremeness(np.ones(len(reached)), alternative)
        count = np.zeros(len(reached), dtype=np.int64)
        # Draws that are not kept are made again for each question: their squares, for `scales`, while they are here.
        squares = np.zeros(len(reached))
        for counts, of_stretches in self.worked(partial(PairRows.reached, sign=sign, reached=reached)):
            count += counts
            for of_stretch in of_stretches:
                squares += of_stretch
        self._squares = squares
        return p_from_count(count, self.n_draws, is_exact=self.is_exact)

    def n_tails(self, alternative: Alternative) -> int:
        """Return how many tails p adds up: 2 where it is twice a share of the draws, else 1."""
        check_alternative(alternative)
        return 1

    def scales(self) -> NDArray[np.float64]:
        """Return the root mean square of each difference over the draws and the observed labelling, shape (P,).

        It is the same for every labelling of the swap orbit, so dividing by it keeps a test's level. Of shifted draws
        the observed labelling is none. What is studentized is scaled already: 1, or 0 where nothing varies.
        """
        if self._squares is None:
            self.p_values("two-sided")  # adds them up
        squares = np.asarray(self._squares)
        if self.studentized is not None:
            return np.where(squares > 0, 1.0, 0.0)
        if self.is_exact or self.is_shifted:
            return np.sqrt(squares / self.n_draws)
        # As (c + 1) / (B + 1): of random exchanges the observed labelling is one more draw.
        return np.sqrt((squares + np.square(self.observed)) / (self.n_draws + 1))

    def select(self, members: Sequence[int]) -> "NullDistribution":
        """Return the same draws for some of the differences."""
        index = list(members)
        if index == list(range(len(self.observed))):
            return self
        return NullDistribution(
            self.observed[index],
            self.orientation[index],
            self.tolerance[index],
            lambda: (block[index] for block in self.blocks()),
            self.n_draws,
            self.is_exact,
            self.n_units,
            self.is_shifted,
            None if self.studentized is None else self.studentized[index],
            None if self.work_on is None else lambda work: self.worked(partial(_of_some, work, index)),
        )


def _of_some(work: Callable[[PairRows], Found], index: list[int], rows: PairRows) -> Found:
    return work(rows.select(index))


def sum_of_draws(blocks: Iterable[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Add up arrays of shape (P, b) over all draws: the same bits for any size of blocks."""
    total: NDArray[np.float64] | None = None
    for block in in_stretches(blocks):
        total = np.zeros(len(block)) if total is None else total
        # Addition of floats is not associative: fixed stretches keep the order of adding, whatever blocks come.
        for start in range(0, block.shape[1], STRETCH):
            total += block[:, start : start + STRETCH].sum(axis=1)
    if total is None:
        raise ValueError("There are no draws to add up.")
    return total
