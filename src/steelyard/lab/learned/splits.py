"""Which outputs are learned from and which are held out: no source stands on both sides."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.reprs import short_repr

__all__ = ["Split", "group_folds", "inner_fold", "mixed_folds", "split_outputs"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
_INNER = 6  # one part in so many chooses options, as in Albrecht and Hwa


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Parts of the outputs, each held out in turn.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import Split
    >>> split = Split(np.array([0, 1]), np.array([0, 1]))
    >>> [(int(held.sum()), int(learned.sum())) for held, learned in split.parts()]
    [(1, 1), (1, 1), (1, 1), (1, 1)]
    """

    segment_fold: Ints  # (N,): part of each segment
    system_fold: Ints  # (S,): part of each system; all 0 where systems are not held out

    __repr__ = short_repr

    def parts(self) -> Iterator[tuple[Bools, Bools]]:
        """Yield, for each part, which outputs of shape (S, N) are held out, and which may be learned from.

        What may be learned from has no segment, and where systems are held out no system, of what is held out.
        """
        holds_systems = self.system_fold.any()
        for system in range(int(self.system_fold.max()) + 1):
            for segment in range(int(self.segment_fold.max()) + 1):
                rows, columns = self.system_fold == system, self.segment_fold == segment
                held = rows[:, None] & columns
                learned = np.broadcast_to(~columns, held.shape)
                yield held, (~rows[:, None] & learned if holds_systems else learned.copy())


def group_folds(groups: Ints, n_folds: int, noun: str) -> Ints:
    """Number the parts from 0: groups, coded from 0, stay whole and in order, and parts are about equally large.

    `noun` says in errors what the groups are.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import group_folds
    >>> group_folds(np.array([0, 0, 1, 2]), 2, "documents").tolist()
    [0, 0, 1, 1]
    """
    n_groups = len(np.unique(groups))
    if not 2 <= n_folds <= n_groups:
        raise SpecError(
            f"The folds (--folds) must be from 2 to the number of {noun}, {n_groups}, not {n_folds}: some are learned "
            "from, and others judge."
        )
    sizes = np.bincount(groups)
    middles = np.cumsum(sizes) - sizes / 2
    of_group = np.minimum((middles * n_folds / sizes.sum()).astype(np.int64), n_folds - 1)
    # A large group may leave a part empty: then the groups are split evenly by number.
    present = np.flatnonzero(sizes)
    if len(np.unique(of_group[present])) < n_folds:
        of_group[present] = np.arange(len(present)) * n_folds // len(present)
    found: Ints = of_group[groups]
    return found


def split_outputs(documents: Ints, n_systems: int, n_folds: int, *, holds_systems: bool, noun: str) -> Split:
    """Split outputs by documents, or other groups that stay whole; where systems are held out, by these at once.

    There are so many parts of the documents, and of the systems as many or, where there are fewer, each.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import split_outputs
    >>> split_outputs(np.arange(4), 3, 2, holds_systems=True, noun="documents").system_fold.tolist()
    [0, 1, 1]
    """
    segments = group_folds(documents, n_folds, noun)
    if not holds_systems:
        return Split(segments, np.zeros(n_systems, np.int64))
    if n_systems < 2:
        raise SpecError("To hold systems out there must be two or more.")
    return Split(segments, group_folds(np.arange(n_systems), min(n_folds, n_systems), "systems"))


def inner_fold(documents: Ints, learned: Bools) -> Bools:
    """Set every sixth document of what may be learned from, shape (S, N), apart to choose options by: at least one.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import inner_fold
    >>> inner_fold(np.arange(7), np.ones((2, 7), bool)).tolist()
    [True, False, False, False, False, False, True]
    """
    used = np.unique(documents[learned.any(axis=0)])
    found: Bools = np.isin(documents, used[::_INNER] if len(used) > 1 else used[:0])
    return found


def mixed_folds(is_rated: Bools, n_folds: int, seed: int) -> Ints:
    """Split outputs at random, whatever their segment: the flattering way, which lets sources stand on both sides.

    Parts are numbered from 0; outputs without a rating have -1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import mixed_folds
    >>> sorted(mixed_folds(np.ones((2, 2), bool), 2, 1).ravel().tolist())
    [0, 0, 1, 1]
    """
    found = np.full(is_rated.shape, -1, np.int64)
    n = int(is_rated.sum())
    found[is_rated] = np.random.default_rng(seed).permutation(np.arange(n) * n_folds // max(n, 1))
    return found
