"""What learners leave behind: functions of a few numbers, as arrays that JSON can hold."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["KernelPredictor", "LinearPredictor", "Predictor", "StepPredictor", "TreePredictor", "predictor_of"]

Array = NDArray[np.float64]
_BLOCK = 2**17  # values of a kernel at a time: a megabyte stays in the cache


@dataclass(frozen=True, slots=True, eq=False)
class Predictor:
    """Base of what predicts a number from features; subclasses define `predict`.

    Examples
    --------
    >>> from steelyard.types import LinearPredictor, Predictor
    >>> issubclass(LinearPredictor, Predictor)
    True
    """

    kind: ClassVar[str] = ""
    integers: ClassVar[tuple[str, ...]] = ()

    __repr__ = short_repr

    def predict(self, features: Array) -> Array:
        """Predict from features of shape (n, M): shape (n,)."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {"kind": self.kind} | {
            name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values.items()
        }

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        given: dict[str, Any] = {}
        for one in fields(cls):
            value = entry[one.name]
            as_type: type = np.int64 if one.name in cls.integers else np.float64
            given[one.name] = np.array(value, dtype=as_type) if isinstance(value, list) else float(value)
        return cls(**given)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearPredictor(Predictor):
    """A weighted sum.

    Attributes
    ----------
    weights : array of float64, shape (M,)
        Of the features.
    intercept : float
        What is added.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import LinearPredictor
    >>> LinearPredictor(np.array([0.5, 1.0]), 0.75).predict(np.array([[1.0, 1.0]])).tolist()
    [2.25]
    """

    kind: ClassVar[str] = "linear"

    weights: Array
    intercept: float

    def predict(self, features: Array) -> Array:
        """Add up."""
        found: Array = np.einsum("nm,m->n", features, self.weights) + self.intercept
        return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KernelPredictor(Predictor):
    """A weighted sum of likenesses to outputs that were learned from: ``exp(-gamma * squared distance)``.

    Attributes
    ----------
    vectors : array of float64, shape (V, M)
        Features of these outputs.
    weights : array of float64, shape (V,)
        Of their likenesses.
    intercept : float
        What is added.
    gamma : float
        How fast likeness falls.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import KernelPredictor
    >>> KernelPredictor(np.zeros((1, 2)), np.array([2.0]), 1.0, 0.5).predict(np.zeros((1, 2))).tolist()
    [3.0]
    """

    kind: ClassVar[str] = "kernel"

    vectors: Array
    weights: Array
    intercept: float
    gamma: float

    def predict(self, features: Array) -> Array:
        """Add up likenesses, some outputs at a time."""
        found = np.empty(len(features))
        size = max(1, _BLOCK // max(1, len(self.vectors)))
        # One product gives 2 x v - |x|^2 - |v|^2, minus the squared distance, times gamma: no other pass over all.
        vectors = np.column_stack(
            [self.vectors, -self.gamma * np.square(self.vectors).sum(axis=1), np.ones(len(self.vectors))]
        )
        rows = np.column_stack(
            [2 * self.gamma * features, np.ones(len(features)), -self.gamma * np.square(features).sum(axis=1)]
        )
        for low in range(0, len(features), size):
            likeness = rows[low : low + size] @ vectors.T
            found[low : low + size] = np.exp(likeness, out=likeness) @ self.weights
        return found + self.intercept


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreePredictor(Predictor):
    """A sum of decision trees.

    Attributes
    ----------
    roots : array of int64, shape (T,)
        Place of each tree's first node.
    feature : array of int64, shape (n_nodes,)
        What each node looks at; -1 for a leaf.
    threshold : array of float64, shape (n_nodes,)
        Features up to this, in single precision, go left.
    left, right : array of int64, shape (n_nodes,)
        Places of the nodes below.
    value : array of float64, shape (n_nodes,)
        What a leaf adds.
    intercept : float
        What is added to all.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import TreePredictor
    >>> ends, none = np.array([0.0, 1.0, 2.0]), np.array([0, -1, -1])
    >>> tree = TreePredictor(np.array([0]), none, ends + 0.5, np.array([1, -1, -1]), np.array([2, -1, -1]), ends, 0.5)
    >>> tree.predict(np.array([[0.4], [0.6]])).tolist()
    [1.5, 2.5]
    """

    kind: ClassVar[str] = "trees"
    integers: ClassVar[tuple[str, ...]] = ("roots", "feature", "left", "right")

    roots: NDArray[np.int64]
    feature: NDArray[np.int64]
    threshold: Array
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    value: Array
    intercept: float

    def __post_init__(self) -> None:
        """Refuse nodes that lead back or nowhere: going down would never end."""
        inner = np.flatnonzero(self.feature >= 0)
        below = np.concatenate([self.left[inner], self.right[inner], self.roots])
        leads_down = (self.left[inner] > inner).all() and (self.right[inner] > inner).all()
        if not leads_down or (below < 0).any() or (below >= len(self.feature)).any():
            raise ValueError("a node of a tree leads nowhere")

    def predict(self, features: Array) -> Array:
        """Go down every tree with all outputs at once."""
        single = features.astype(np.float32)  # as the trees were grown
        rows = np.arange(len(single))
        found = np.full(len(single), self.intercept)
        for root in self.roots.tolist():
            node = np.full(len(single), root)
            inner = rows[self.feature[node] >= 0]
            while len(inner):
                at = node[inner]
                is_left = single[inner, self.feature[at]] <= self.threshold[at]
                node[inner] = np.where(is_left, self.left[at], self.right[at])
                inner = inner[self.feature[node[inner]] >= 0]
            found += self.value[node]
        return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StepPredictor(Predictor):
    """A rising or falling curve through points, straight between them and flat beyond.

    Attributes
    ----------
    x, y : array of float64, shape (n_points,)
        Of the points, by rising x.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import StepPredictor
    >>> StepPredictor(np.array([0.0, 1.0]), np.array([2.0, 4.0])).predict(np.array([[0.5], [9.0]])).tolist()
    [3.0, 4.0]
    """

    kind: ClassVar[str] = "steps"

    x: Array
    y: Array

    def predict(self, features: Array) -> Array:
        """Look the only feature up."""
        return np.interp(features[:, 0], self.x, self.y)


_KINDS = {one.kind: one for one in (LinearPredictor, KernelPredictor, TreePredictor, StepPredictor)}


def predictor_of(entry: Mapping[str, Any]) -> Predictor:
    """Read a predictor that `Predictor.to_dict` wrote.

    Parameters
    ----------
    entry : mapping
        Of JSON.

    Returns
    -------
    Predictor
        Of its kind.

    Raises
    ------
    DataError
        There is no such kind, or a part is missing or no number.

    Examples
    --------
    >>> from steelyard.types import predictor_of
    >>> predictor_of({"kind": "linear", "weights": [1.0], "intercept": 0.0}).kind
    'linear'
    """
    kind = entry.get("kind")
    if kind not in _KINDS:
        raise DataError(f"A model is of the kind {', '.join(_KINDS)}, not {kind!r}.")
    try:
        return _KINDS[kind].from_dict(entry)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DataError(f"A model of the kind {kind} is damaged: {error}.") from error
