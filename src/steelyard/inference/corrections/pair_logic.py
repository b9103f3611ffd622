"""Which hypotheses "these two systems are equal" can be true together.

If A equals B and B equals C, then A equals C. So after "A equals C" has been rejected, one of the other two is false,
and a correction need not allow for both being true. The sets that can be true together are those that some partition
of the systems into groups of equals makes.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError

__all__ = ["PairLogic"]

Pairs = Sequence[tuple[int, int]]

MOST_SYSTEMS = 8  # 4,140 partitions; of 9 systems there are 21,147, of 12 four million


class PairLogic:
    """The logic of a family of hypotheses of equality, one for each pair of systems under each metric.

    Equality under one metric says nothing about another: each metric has a logic of its own.

    Parameters
    ----------
    pairs : sequence of (int, int)
        Systems of each hypothesis.
    groups : sequence, optional
        Metric of each hypothesis; by default one for all.

    Raises
    ------
    AlignmentError
        There are not as many groups as pairs.

    Notes
    -----
    With up to 8 systems per metric, sets are found by going through every partition. With more, a bound takes their
    place that allows too much and never too little: a set is joined by every hypothesis that some set with the wanted
    one has, and their number is at most the largest that a partition of so many systems can reach (Shaffer's first
    procedure).

    References
    ----------
    Shaffer 1986, "Modified sequentially rejective multiple test procedures", doi:10.1080/01621459.1986.10478341.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import PairLogic
    >>> logic = PairLogic([(1, 0), (2, 0), (2, 1)])
    >>> logic.most_true(np.array([False, False, False]), 0), logic.most_true(np.array([True, False, False]), 1)
    (3, 1)
    """

    def __init__(self, pairs: Pairs, groups: Sequence[Hashable] | None = None) -> None:
        names = [0] * len(pairs) if groups is None else list(groups)
        if len(names) != len(pairs):
            raise AlignmentError(f"{len(pairs)} pairs need as many groups, not {len(names)}.")
        self.n_hypotheses = len(pairs)
        self._members = [np.flatnonzero([name == wanted for name in names]) for wanted in dict.fromkeys(names)]
        self._place = np.empty(len(pairs), dtype=np.int64)
        for number, members in enumerate(self._members):
            self._place[members] = number
        self._metrics = [_logic_of_one_metric([pairs[i] for i in members.tolist()]) for members in self._members]

    def most_true(self, is_false: NDArray[np.bool_], member: int) -> int:
        """Count how many hypotheses can be true at once if these are false and that one is true; 0 where it cannot."""
        most = 0
        for number, (members, logic) in enumerate(zip(self._members, self._metrics, strict=True)):
            if number != self._place[member]:
                most += logic.most_true(is_false[members], None)
                continue
            here = logic.most_true(is_false[members], int(np.flatnonzero(members == member)[0]))
            if not here:
                return 0
            most += here
        return most

    def largest_sets(self, is_false: NDArray[np.bool_], member: int) -> NDArray[np.bool_]:
        """List sets of hypotheses that can be true at once if these are false and that one is true.

        Every such set is within one that is listed. Under other metrics all that is not false is in: that allows more
        than their logic does, and spares the combinations.

        Parameters
        ----------
        is_false : array of bool, shape (P,)
            Hypotheses that were rejected.
        member : int
            The one that is true.

        Returns
        -------
        array of bool, shape (sets, P)
            None where it cannot be true.
        """
        number = self._place[member]
        members = self._members[number]
        here = self._metrics[number].largest_sets(is_false[members], int(np.flatnonzero(members == member)[0]))
        sets = np.repeat(~is_false[None], len(here), axis=0)
        sets[:, members] = here
        return sets


class _EveryPartition:
    """One metric with few systems: each set that can be true together is a number whose bits are its hypotheses."""

    def __init__(self, codes: NDArray[np.int64], n_systems: int) -> None:
        labels = _every_label(n_systems)
        # Hypothesis i is bit i of an int64, so that "holds none of these" and "lies within" are one operation for all
        # sets.
        self._bits = np.int64(1) << np.arange(len(codes))
        sets = np.unique((labels[:, codes[:, 0]] == labels[:, codes[:, 1]]) @ self._bits)
        sizes = np.array([number.bit_count() for number in sets.tolist()])
        order = np.argsort(-sizes, kind="stable")
        self._sets, self._sizes = sets[order], sizes[order]

    def most_true(self, is_false: NDArray[np.bool_], member: int | None) -> int:
        possible = np.flatnonzero(self._possible(is_false, member))
        return int(self._sizes[possible[0]]) if len(possible) else 0

    def largest_sets(self, is_false: NDArray[np.bool_], member: int) -> NDArray[np.bool_]:
        left = self._sets[self._possible(is_false, member)]  # the largest first
        kept = []
        while len(left):
            kept.append(left[0])
            # Drop what is within the set just kept. As the largest come first, no set that is kept lies within a later
            # one.
            left = left[(left & ~left[0]) != 0]
        return np.asarray((np.array(kept, dtype=np.int64)[:, None] & self._bits) != 0)

    def _possible(self, is_false: NDArray[np.bool_], member: int | None) -> NDArray[np.bool_]:
        possible: NDArray[np.bool_] = (self._sets & is_false @ self._bits) == 0
        return possible if member is None else possible & ((self._sets & self._bits[member]) != 0)


class _Bound:
    """One metric with many systems: what cannot be true beside one hypothesis stays out, all else is in."""

    def __init__(self, codes: NDArray[np.int64], n_systems: int) -> None:
        self._codes, self._n_systems = codes, n_systems
        distinct = {tuple(sorted(pair)) for pair in codes.tolist()}
        is_every_pair = len(codes) == len(distinct) == n_systems * (n_systems - 1) // 2
        self._counts = np.array(sorted(counts_of_equal_pairs(n_systems))) if is_every_pair else None

    def most_true(self, is_false: NDArray[np.bool_], member: int | None) -> int:
        left = ~is_false if member is None else self.largest_sets(is_false, member)[:1].any(axis=0)
        n_left = int(left.sum())
        if self._counts is None:
            return n_left
        # Not every number of pairs can be equal: of 4 systems 0, 1, 2, 3 or 6. The next smaller one that can be bounds
        # the truth (Shaffer's first procedure).
        return int(self._counts[np.searchsorted(self._counts, n_left, side="right") - 1])

    def largest_sets(self, is_false: NDArray[np.bool_], member: int) -> NDArray[np.bool_]:
        if is_false[member]:
            return np.empty((0, len(is_false)), dtype=np.bool_)
        differs = np.zeros((self._n_systems, self._n_systems), dtype=np.bool_)
        a, b = self._codes[is_false].T
        differs[a, b] = differs[b, a] = True
        first, second = self._codes[member]
        if differs[first, second]:  # the same pair stood in the family twice
            return np.empty((0, len(is_false)), dtype=np.bool_)
        # Beside "first equals second", "first equals c" means "second equals c" too.
        barred = differs[first] | differs[second]
        touches = np.isin(self._codes, (first, second)).any(axis=1)
        outer = barred[self._codes].any(axis=1)
        return np.asarray(~is_false & ~(touches & outer))[None]


def _logic_of_one_metric(pairs: Pairs) -> _EveryPartition | _Bound:
    systems, codes = np.unique(np.array(pairs, dtype=np.int64), return_inverse=True)
    codes = codes.reshape(-1, 2)
    return (_EveryPartition if len(systems) <= MOST_SYSTEMS and len(codes) < 63 else _Bound)(codes, len(systems))


@cache
def _every_label(n_systems: int) -> NDArray[np.int64]:
    return np.array(list(partitions(n_systems)))


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """Yield each way to put n systems into groups, as the group of each; a new group has the next number."""
    if n == 0:
        yield ()
        return
    # Restricted growth strings: no label is above all before it by more than 1, so every partition comes once.
    for shorter in partitions(n - 1):
        for group in range(max(shorter, default=-1) + 2):
            yield (*shorter, group)


def counts_of_equal_pairs(n: int) -> set[int]:
    """Return how many pairs of n systems can be equal: every sum of s (s - 1) / 2 over sizes s that add up to n."""
    counts = [{0}]
    for size in range(1, n + 1):
        counts.append({count + s * (s - 1) // 2 for s in range(1, size + 1) for count in counts[size - s]})
    return counts[n]
