"""A sparse log-linear model, and the steps that made it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import short_repr

__all__ = ["GraftedModel", "GraftingStep"]


@dataclass(frozen=True, slots=True)
class GraftingStep:
    """What one step did.

    Attributes
    ----------
    added : tuple of int
        Features let in.
    n_active : int
        Features with a weight after it; some may have left.
    loss : float
        Minus the log-probability of the right candidates, summed over lists.
    objective : float
        With the penalty.

    Examples
    --------
    >>> from steelyard.lab.tuning import GraftingStep
    >>> GraftingStep((4,), 1, 0.5, 0.75).added
    (4,)
    """

    added: tuple[int, ...]
    n_active: int
    loss: float
    objective: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, eq=False)
class GraftedModel:
    """A sparse log-linear model.

    Attributes
    ----------
    weights : array, shape (F,)
        On the scale of the features as they were given.
    active : tuple of int
        Features whose weight is not 0, rising.
    loss : float
        Minus the log-probability of the right candidates, summed over lists.
    objective : float
        With the penalty; both are of the scaled features, where they are scaled.
    gamma : float
        Of the penalty.
    path : tuple of GraftingStep
        From the empty model to this one; empty where no feature passes.
    is_complete : bool
        No further feature passes: these are the best weights of all. Else the model is as large as was asked for, and
        its weights are the best of its features.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import GraftedModel
    >>> GraftedModel(np.array([0.0, 0.5]), (1,), 0.5, 0.75, 0.5, (), True).active
    (1,)
    """

    weights: NDArray[np.float64]
    active: tuple[int, ...]
    loss: float
    objective: float
    gamma: float
    path: tuple[GraftingStep, ...]
    is_complete: bool

    __repr__ = short_repr
