"""The model of Bradley and Terry: one ability a system behind all its comparisons."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, unknown_name
from steelyard.human.ranks.rankings import PairCounts
from steelyard.reprs import short_repr

__all__ = ["BradleyTerry", "bradley_terry"]

_TIES = ("half", "ignore")


@dataclass(frozen=True, slots=True, eq=False)
class BradleyTerry:
    """Abilities of systems.

    Attributes
    ----------
    abilities : array of float, shape (S,)
        Log-odds, with mean 0: system i is better than j with probability ``1 / (1 + exp(a_j - a_i))``.
    standard_errors : array of float, shape (S,)
        Of each, from the likelihood's curvature; comparisons are taken for independent.
    log_likelihood : float
        At these abilities.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import bradley_terry
    >>> from steelyard.human import PairCounts
    >>> found = bradley_terry(PairCounts(np.array([[0.0, 3], [1, 0]]), np.zeros((2, 2))))
    >>> (found.abilities[0] - found.abilities[1]).round(6) == np.log(3).round(6)
    np.True_
    """

    abilities: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    log_likelihood: float

    __repr__ = short_repr


def bradley_terry(counts: PairCounts, *, ties: str = "half") -> BradleyTerry:
    """Find the abilities under which the judgements of pairs are most likely.

    Parameters
    ----------
    counts : PairCounts
        From `pair_counts`, shape (S, S).
    ties : {"half", "ignore"}, default "half"
        A tie is half a win for both, or is left out.

    Returns
    -------
    BradleyTerry
        Abilities with standard errors.

    Raises
    ------
    DataError
        The likelihood has no maximum: some systems won, or lost, every comparison with all others.
    SpecError
        There is no such way with ties.

    Notes
    -----
    Says by how much one system is better and not only whether, also of systems that were never compared directly.
    Misleads where what is better depends on whom it is compared with. Pairs of one ranking are not independent, so the
    standard errors are too small for them.

    References
    ----------
    Bradley and Terry 1952, "Rank analysis of incomplete block designs", doi:10.1093/biomet/39.3-4.324.
    Ford 1957, "Solution of a ranking problem from binary comparisons", doi:10.1080/00029890.1957.11989117.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import bradley_terry
    >>> from steelyard.human import PairCounts
    >>> wins = np.array([[0, 6, 7], [4, 0, 5], [1, 3, 0.0]])
    >>> bradley_terry(PairCounts(wins, np.zeros((3, 3)))).abilities.round(4).tolist()
    [0.6911, 0.058, -0.7491]
    """
    from scipy.optimize import minimize  # imported where needed: half a second
    from scipy.sparse.csgraph import connected_components
    from scipy.special import expit

    if ties not in _TIES:
        raise unknown_name("way with ties", ties, _TIES)
    wins = counts.wins + (counts.ties / 2 if ties == "half" else 0.0)
    if wins.ndim != 2 or len(wins) < 2:
        raise DataError(f"Abilities need the counts of at least two systems, not shape {wins.shape}.")
    # Ford 1957: the likelihood has a maximum just where every system is linked to every other by chains of wins.
    n_groups, group = connected_components(wins > 0, directed=True, connection="strong")
    if n_groups > 1:
        members = ", ".join(map(str, np.flatnonzero(group == group[0])))
        raise DataError(
            f"Systems {members} never lost to, or never won against, the others, so no abilities are the most likely. "
            "Leave out systems that always win or always lose, or score with win_shares."
        )
    n_compared = wins + wins.T

    def loss(free: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        apart = _apart(free)
        slope = (n_compared * expit(apart) - wins).sum(axis=1)
        return float((wins * np.logaddexp(0, -apart)).sum()), slope[1:]

    def curvature(free: NDArray[np.float64]) -> NDArray[np.float64]:
        apart = _apart(free)
        weights = n_compared * expit(apart) * expit(-apart)
        full: NDArray[np.float64] = np.diag(weights.sum(axis=1)) - weights
        return full[1:, 1:]

    # Only differences are known: the first ability is held at 0, and all are centred at the end.
    start = np.zeros(len(wins) - 1)
    found = minimize(loss, start, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-9})
    abilities = np.concatenate([[0.0], found.x])
    centring = np.eye(len(wins)) - 1 / len(wins)
    # Centring is linear, so the covariance of the free abilities carries over exactly.
    covariance = centring[:, 1:] @ np.linalg.inv(curvature(found.x)) @ centring[:, 1:].T
    return BradleyTerry(abilities - abilities.mean(), np.sqrt(np.diag(covariance)), -float(found.fun))


def _apart(free: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return all differences of abilities where that of the first system is 0."""
    abilities = np.concatenate([[0.0], free])
    apart: NDArray[np.float64] = abilities[:, None] - abilities
    return apart
