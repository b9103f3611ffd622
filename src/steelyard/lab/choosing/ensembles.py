"""Which systems to let vote: one at a time, as long as they help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import short_repr

__all__ = ["EnsembleStep", "greedy_ensemble", "unlike_order"]


@dataclass(frozen=True, slots=True)
class EnsembleStep:
    """A system that joined.

    Attributes
    ----------
    added : int
        The system.
    members : tuple of int
        All of them, in the order in which they joined.
    value : float
        Of the ensemble.

    Examples
    --------
    >>> from steelyard.lab.choosing import EnsembleStep
    >>> EnsembleStep(2, (0, 2), 31.5).value
    31.5
    """

    added: int
    members: tuple[int, ...]
    value: float

    __repr__ = short_repr


def greedy_ensemble(value: Callable[[Sequence[int]], float], n_systems: int) -> list[EnsembleStep]:
    """Start with the best single system, and add each time the one that makes the best ensemble.

    Parameters
    ----------
    value : callable
        Of the outputs that members, given by their positions, choose together; higher is better.
    n_systems : int
        In all.

    Returns
    -------
    list of EnsembleStep
        Until all have joined, so that the whole curve is there; the best step was picked among many, and its value is
        too high for new data.

    References
    ----------
    Macherey and Och 2007, "An empirical study on computing consensus translations from multiple machine translation
    systems", D07-1105, section 6.

    Examples
    --------
    >>> from steelyard.lab.choosing import greedy_ensemble
    >>> [step.added for step in greedy_ensemble(lambda members: sum([3, 5, -1][i] for i in members), 3)]
    [1, 0, 2]
    """
    steps: list[EnsembleStep] = []
    members: tuple[int, ...] = ()
    while len(members) < n_systems:
        rest = [i for i in range(n_systems) if i not in members]
        values = [value((*members, i)) for i in rest]
        best = max(range(len(rest)), key=lambda at: values[at])  # of equal ones the first
        members = (*members, rest[best])
        steps.append(EnsembleStep(rest[best], members, values[best]))
    return steps


def unlike_order(quality: NDArray[np.float64], similarity: NDArray[np.float64]) -> list[int]:
    """Order systems so that each is good, and unlike those before it.

    Parameters
    ----------
    quality : array, shape (S,)
        Of each system alone; higher is better.
    similarity : array, shape (S, S)
        Of each system's outputs to those of each other; higher is more alike. The diagonal is not looked at.

    Returns
    -------
    list of int
        The best system; then, each time, the largest quality less mean similarity to those before, both in standard
        deviations, of systems and of pairs. Of equal ones the first.

    Notes
    -----
    No output is chosen here, and nothing says that systems which differ choose better together: compare the curve with
    that of the best systems.

    References
    ----------
    Chen et al. 2009, "Combining multi-engine translations with Moses", W09-0405: the inputs of a combination
    are picked by their scores and by how little they are alike. The standard deviations are ours.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import unlike_order
    >>> unlike_order(np.array([3.0, 2.9, 2.0]), np.array([[0, 9.0, 1.0], [9.0, 0, 2.0], [1.0, 2.0, 0]]))
    [0, 2, 1]
    """
    n = len(quality)
    pairs = (similarity + similarity.T)[~np.eye(n, dtype=np.bool_)] / 2
    good = quality / (np.std(quality) or 1.0)
    alike = (similarity + similarity.T) / 2 / ((np.std(pairs) or 1.0) if n > 1 else 1.0)
    order: list[int] = []
    while len(order) < n:
        rest = [i for i in range(n) if i not in order]
        order.append(max(rest, key=lambda i: good[i] - (float(np.mean(alike[i, order])) if order else 0.0)))
    return order
