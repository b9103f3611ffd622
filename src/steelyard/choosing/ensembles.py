"""Which systems to let vote: one at a time, as long as they help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steelyard.short_repr import short_repr

__all__ = ["EnsembleStep", "greedy_ensemble"]


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
    >>> from steelyard.choosing import EnsembleStep
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
    >>> from steelyard.choosing import greedy_ensemble
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
