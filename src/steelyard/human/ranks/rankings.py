"""From rankings of several outputs to counts of pairs, and from these to scores of systems."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard import choices
from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.human.checks import code_column, number_column, size_of
from steelyard.human.shared_docs import COLUMNS
from steelyard.reprs import short_repr

__all__ = ["WIN_RULES", "PairCounts", "PairJudgements", "pair_counts", "pairs_of_rankings", "win_shares"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PairJudgements:
    """Two systems at a time: which one is better.

    Attributes
    ----------
    first, second : array of int, shape (P,)
        The systems.
    outcomes : array of int, shape (P,)
        1 where the first is better, -1 where it is worse, 0 for a tie.
    rankings : array of int, shape (P,)
        The ranking that each pair comes from.

    Examples
    --------
    >>> from steelyard.human import pairs_of_rankings
    >>> pairs_of_rankings([1, 2], [4, 7], [0, 0], higher_is_better=False).outcomes.tolist()
    [1]
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    rankings: NDArray[np.int64]

    __repr__ = short_repr


@COLUMNS
def pairs_of_rankings(
    ranks: ArrayLike, systems: ArrayLike, rankings: ArrayLike, *, higher_is_better: bool
) -> PairJudgements:
    """Take rankings of several outputs apart into all their pairs.

    Parameters
    ----------
    ranks : array, shape (n,)
        Rank or score of each output within its ranking.
    systems, rankings : array of int, shape (n,)
        System of each output, and the ranking it stands in, as codes from 0: the outputs of one segment that one
        rater saw together.
    higher_is_better : bool
        False for ranks with 1 as the best. The screens of 2007 had 1 as the worst: look at the data.

    Returns
    -------
    PairJudgements
        Of each pair the first is the system with the smaller code.

    Raises
    ------
    DataError
        A rank is not finite, a code is none, or a ranking holds a system twice.

    Examples
    --------
    >>> from steelyard.human import pairs_of_rankings
    >>> found = pairs_of_rankings([1, 2, 2], [0, 1, 2], [0, 0, 0], higher_is_better=False)
    >>> list(zip(found.first.tolist(), found.second.tolist(), found.outcomes.tolist()))
    [(0, 1, 1), (0, 2, 1), (1, 2, 0)]
    """
    values = number_column("ranks", ranks)
    by_system = code_column("systems", systems, len(values))
    by_ranking = code_column("rankings", rankings, len(values))
    order = np.lexsort((by_system, by_ranking))
    starts = np.flatnonzero(np.diff(by_ranking[order], prepend=-1))
    sizes = np.diff(starts, append=len(order))
    left, right = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for size in np.unique(sizes):  # rankings of one size at a time
        rows = starts[sizes == size, None] + np.arange(size)
        one, other = np.triu_indices(size, 1)
        left.append(rows[:, one].ravel())
        right.append(rows[:, other].ravel())
    a, b = order[np.concatenate(left)], order[np.concatenate(right)]
    if (by_system[a] == by_system[b]).any():
        at = int(np.flatnonzero(by_system[a] == by_system[b])[0])
        raise DataError(f"Ranking {by_ranking[a[at]]} holds system {by_system[a[at]]} twice.")
    sign = 1 if higher_is_better else -1
    outcomes = (sign * np.sign(values[a] - values[b])).astype(np.int64)
    place = np.lexsort((by_system[b], by_system[a], by_ranking[a]))
    return PairJudgements(by_system[a][place], by_system[b][place], outcomes[place], by_ranking[a][place])


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """How often each system was better than each other, and how often they tied.

    Attributes
    ----------
    wins : array of float, shape (..., S, S)
        Entry (i, j): i was better than j.
    ties : array of float, shape (..., S, S)
        Symmetric.

    Examples
    --------
    >>> from steelyard.human import pair_counts
    >>> pair_counts([0, 0, 0], [1, 1, 1], [1, -1, 0]).wins.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

    wins: Array
    ties: Array

    __repr__ = short_repr


@COLUMNS
def pair_counts(
    first: ArrayLike, second: ArrayLike, outcomes: ArrayLike, *, n_systems: int | None = None
) -> PairCounts:
    """Count wins and ties of each pair of systems.

    Parameters
    ----------
    first, second : array of int, shape (P,)
        The systems of each judgement, as codes from 0.
    outcomes : array of int, shape (P,)
        1 where the first is better, -1 where it is worse, 0 for a tie.

    Returns
    -------
    PairCounts
        Arrays of shape (S, S).

    Raises
    ------
    DataError
        An outcome is none of 1, 0 and -1, or a system is judged against itself.

    Examples
    --------
    >>> from steelyard.human import pair_counts
    >>> pair_counts([0, 1], [1, 0], [1, 1]).wins.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    a, b, sides, n = checked_pairs(first, second, outcomes, n_systems)
    cells = np.where(sides > 0, a * n + b, b * n + a)
    wins = np.bincount(cells[sides != 0], minlength=n * n).reshape(n, n).astype(np.float64)
    tied = np.bincount(cells[sides == 0], minlength=n * n).reshape(n, n).astype(np.float64)
    return PairCounts(wins, tied + tied.T)


def checked_pairs(
    first: ArrayLike, second: ArrayLike, outcomes: ArrayLike, n_systems: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
    """Return the columns of judgements of pairs and the number of systems, or say what is wrong."""
    a = code_column("first", first)
    b = code_column("second", second, len(a))
    sides = np.asarray(outcomes)
    if sides.shape != a.shape:
        raise AlignmentError(f"outcomes has {sides.size} rows where the other columns have {len(a)}.")
    if not np.isin(sides, (-1, 0, 1)).all():
        raise DataError("outcomes must be 1 (the first is better), -1 (it is worse) or 0 (a tie).")
    if (a == b).any():
        at = int(np.flatnonzero(a == b)[0])
        raise DataError(f"Row {at + 1} judges system {a[at]} against itself.")
    return a, b, sides.astype(np.int64), size_of("systems", np.concatenate([a, b]), n_systems)


def _share(part: Array, whole: Array) -> Array:
    share: Array = part / np.where(whole > 0, whole, np.nan)
    return share


def _rank(counts: PairCounts) -> Array:
    wins, losses = counts.wins.sum(axis=-1), counts.wins.sum(axis=-2)
    return _share(wins, wins + losses + counts.ties.sum(axis=-1))


def _ignore_ties(counts: PairCounts) -> Array:
    wins = counts.wins.sum(axis=-1)
    return _share(wins, wins + counts.wins.sum(axis=-2))


def _at_least(counts: PairCounts) -> Array:
    good = counts.wins.sum(axis=-1) + counts.ties.sum(axis=-1)
    return _share(good, good + counts.wins.sum(axis=-2))


def _expected_wins(counts: PairCounts) -> Array:
    # Koehn 2012, expected wins: every opponent counts once, however often it was met.
    decided = counts.wins + np.swapaxes(counts.wins, -1, -2)
    shares = np.where(decided > 0, counts.wins / np.where(decided > 0, decided, 1), 0.0)
    return _share(shares.sum(axis=-1), (decided > 0).sum(axis=-1))


WIN_RULES: Mapping[str, Callable[[PairCounts], Array]] = MappingProxyType(
    dict(zip(choices.WIN_RULES, (_expected_wins, _rank, _ignore_ties, _at_least), strict=True))
)


def win_shares(counts: PairCounts, *, rule: str = "expected-wins") -> NDArray[np.float64]:
    """Score systems by how often they were better than others.

    Parameters
    ----------
    counts : PairCounts
        From `pair_counts`, also of many resamples at once.
    rule : {"rank", "at-least", "ignore-ties", "expected-wins"}, default "expected-wins"
        - rank (2007): share of comparisons that were won; ties and losses count alike.
        - at-least (2008 to 2011): share that were not lost.
        - ignore-ties (2012): share of the decided ones that were won.
        - expected-wins (2013): mean over opponents of the share of decided comparisons with each that were won.

    Returns
    -------
    array of float, shape (..., S)
        From 0 to 1, higher is better; NaN for a system without a comparison that counts.

    Raises
    ------
    SpecError
        There is no such rule.

    Notes
    -----
    All but expected-wins depend on whom a system happened to be compared with, and how often. Opponents without a
    decided comparison are left out of expected-wins. Ties count for a system under at-least, so systems that are often
    compared with their like gain.

    References
    ----------
    Bojar, Ercegovcevic, Popel and Zaidan 2011, "A grain of salt for the WMT manual evaluation", W11-2101.
    Koehn 2012, "Simulating human judgment in machine translation evaluation campaigns", IWSLT.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import PairCounts, win_shares
    >>> counts = PairCounts(np.array([[0, 6, 7], [4, 0, 5], [1, 3, 0.0]]), np.zeros((3, 3)))
    >>> win_shares(counts).tolist()
    [0.7375, 0.5125, 0.25]
    """
    if rule not in WIN_RULES:
        raise unknown_name("rule", rule, WIN_RULES)
    return WIN_RULES[rule](counts)
