"""Step-down over one-sided hypotheses of ordered pairs, in loops: Romano and Wolf's algorithm as it is written."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def better_by_steps(t: Array, p_alone: Array, drawn: Array, n_effective: float, alpha: float) -> set[tuple[int, int]]:
    """List the pairs (i, j) of which i is better than j.

    `t` and the two-sided `p_alone` are those of "i is better than j", shape (S, S); `drawn` has leads in standard
    errors, shape (B, S, S).
    """
    n_systems = len(t)
    left = {(i, j) for i in range(n_systems) for j in range(n_systems) if i != j}
    better: set[tuple[int, int]] = set()
    while True:
        largest = [max(draw[pair] for pair in left) for draw in drawn]
        rejected = set()
        for pair in left:
            if t[pair] <= 0:
                continue
            p = (1 + sum(one >= t[pair] for one in largest)) / (1 + len(largest))
            if n_effective < 40:
                p = max(p, min(1.0, len(left) * p_alone[pair] / 2))
            if p <= alpha:
                rejected.add(pair)
        if not rejected:
            return better
        better |= rejected
        left -= rejected
