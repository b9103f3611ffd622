"""Learning with nested splits: options are chosen, and the result is judged, on documents not learned from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.lab.learned.learners import Learner, fit_learner
from steelyard.lab.learned.splits import Split, inner_fold, mixed_folds
from steelyard.reprs import short_repr
from steelyard.types import Predictor

__all__ = ["Examples", "Fitted", "NestedFit", "fit_nested", "fit_outputs", "mixed_estimate"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Agreement = Callable[[Array, Array], float]
_MOST_TUNED = 600  # outputs that options are tried on: a learner's time grows faster than their number
_MOST_SCORED = 500  # outputs that say how far apart scores are


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Rated outputs to learn from.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import Examples
    >>> Examples(np.zeros((2, 1, 3)), np.array([[1.0, np.nan, 2.0]]), np.arange(3)).is_rated.tolist()
    [[True, False, True]]
    """

    features: Array  # (M, S, N): of S systems on N segments
    ratings: Array  # (S, N): by people, larger is better; NaN where there is none
    documents: NDArray[np.int64]  # (N,): document of each segment, which stays whole

    __repr__ = short_repr

    @property
    def is_rated(self) -> Bools:
        """Outputs with a rating."""
        return ~np.isnan(self.ratings)


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A function of features that was fitted to some outputs.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import Fitted
    >>> from steelyard.types import LinearPredictor
    >>> fitted = Fitted(np.zeros(1), np.ones(1), LinearPredictor(np.ones(1), 1.0), {})
    >>> fitted.score(np.array([[[2.0, 3.0]]])).tolist()
    [[3.0, 4.0]]
    """

    mean: Array  # and scale, (M,): of the features of these outputs
    scale: Array
    predictor: Predictor  # of standardised features
    options: Mapping[str, Any]  # the learner's
    # and score_spread: mean and standard deviation of the scores of all rated outputs, learned from or not
    score_mean: float = 0.0
    score_spread: float = 1.0

    __repr__ = short_repr

    def score(self, features: Array) -> Array:
        """Score outputs: shape (M, ...) -> (...)."""
        rows = (features.reshape(len(features), -1).T - self.mean) / self.scale
        return self.predictor.predict(rows).reshape(features.shape[1:])

    def standard_score(self, features: Array) -> Array:
        """Score outputs in a unit that scores by other parts of a split have, too.

        A part whose ratings are low expects low ratings of what it judges, and those are high where its own were low:
        as they are, scores of different parts would be turned against each other.
        """
        return (self.score(features) - self.score_mean) / self.score_spread


@dataclass(frozen=True, slots=True, eq=False)
class NestedFit:
    """What was learned from all outputs, and what it is worth where it was not.

    Examples
    --------
    >>> from dataclasses import fields
    >>> from steelyard.lab.learned import NestedFit
    >>> [field.name for field in fields(NestedFit)]
    ['fitted', 'parts', 'held', 'held_out']
    """

    fitted: Fitted  # from all rated outputs
    parts: tuple[Fitted, ...]  # by part of the split, from what may be learned from
    held: tuple[Bools, ...]  # (S, N): outputs that each part judges
    # (S, N): what each output scores by the part that has not seen it, in units of the spread of scores
    held_out: Array

    __repr__ = short_repr


def fit_outputs(learner: Learner, examples: Examples, learned: Bools, options: Mapping[str, Any]) -> Fitted:
    """Fit a learner, with these options, to some outputs of shape (S, N) as far as they are rated, by their own scale.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import LEARNERS, Examples, fit_outputs
    >>> examples = Examples(np.arange(4.0).reshape(1, 1, 4), np.arange(4.0)[None] * 2, np.arange(4))
    >>> fitted = fit_outputs(LEARNERS["ridge"], examples, np.ones((1, 4), bool), {"alpha": 1e-9})
    >>> fitted.score(examples.features).round(6).tolist()
    [[0.0, 2.0, 4.0, 6.0]]
    """
    chosen = learned & examples.is_rated
    if not chosen.any():
        raise DataError("No rated output is left to learn from: there are too few documents with ratings.")
    rows = examples.features[:, chosen].T
    mean, scale = np.zeros(rows.shape[1]), np.ones(rows.shape[1])
    if learner.standardises:
        mean, scale = rows.mean(axis=0), rows.std(axis=0)
        scale = np.where(scale > 0, scale, 1.0)
    segments = np.nonzero(chosen)[1]
    found = fit_learner(learner.name, (rows - mean) / scale, examples.ratings[chosen], segments, options)
    # All parts score the same outputs here, looking at no rating: else each would have an origin of its own, and
    # differences between what is held out and what is learned from would count once more.
    every = examples.features[:, examples.is_rated].T
    some = found.predict(((every[:: -(-len(every) // _MOST_SCORED)]) - mean) / scale)
    spread = float(some.std())
    return Fitted(mean, scale, found, dict(options), float(some.mean()), spread if spread > 0 else 1.0)


def fit_nested(
    learner: Learner,
    examples: Examples,
    split: Split,
    agreement: Agreement,
    *,
    advance: Callable[[], None] = lambda: None,
) -> NestedFit:
    """Fit a learner to all outputs, and to each part of a split, with options chosen by documents apart.

    `agreement` of scores with ratings, both of shape (S, n), chooses; no output's held-out score, nor the choice of
    options for it, has seen its document. `advance` is called after each part.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import LEARNERS, Examples, fit_nested, split_outputs
    >>> rng = np.random.default_rng(1)
    >>> quality = rng.normal(size=(3, 60))
    >>> examples = Examples(quality + rng.normal(size=(2, 3, 60)), quality, np.arange(60))
    >>> split = split_outputs(examples.documents, 3, 5, holds_systems=False, noun="segments")
    >>> correlation = lambda x, y: np.corrcoef(x.ravel(), y.ravel())[0, 1]
    >>> found = fit_nested(LEARNERS["ridge"], examples, split, correlation)
    >>> len(found.parts), bool(correlation(found.held_out, quality) > 0.7)
    (5, True)
    """
    held_out = np.full(examples.ratings.shape, np.nan)
    parts, held_parts = [], []
    for held, learned in split.parts():
        part = _fit_chosen(learner, examples, learned, agreement)
        held_out[held] = part.standard_score(examples.features[:, held])
        parts.append(part)
        held_parts.append(held)
        advance()
    every = np.ones_like(examples.is_rated)
    fitted = _fit_chosen(learner, examples, every, agreement)
    advance()
    return NestedFit(fitted, tuple(parts), tuple(held_parts), held_out)


def _fit_chosen(learner: Learner, examples: Examples, learned: Bools, agreement: Agreement) -> Fitted:
    """Choose options on documents apart, then fit to all."""
    tried = learner.options()
    options = _choose(learner, examples, learned, agreement, tried) if len(tried) > 1 else tried[0]
    return fit_outputs(learner, examples, learned, options)


def _choose(
    learner: Learner, examples: Examples, learned: Bools, agreement: Agreement, tried: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the options that agree best with people on every sixth document; the first of equals."""
    apart = inner_fold(examples.documents, learned & examples.is_rated)
    inner = learned & ~apart
    judged = learned & apart & examples.is_rated
    n = int((inner & examples.is_rated).sum())
    if not judged.any() or not n:
        return tried[0]
    if n > _MOST_TUNED:  # fewer segments, evenly
        segments = np.flatnonzero((inner & examples.is_rated).any(axis=0))
        kept = np.zeros(inner.shape[1], np.bool_)
        kept[segments[np.linspace(0, len(segments) - 1, max(2, len(segments) * _MOST_TUNED // n)).astype(np.int64)]] = (
            True
        )
        inner = inner & kept
    ratings = np.where(judged, examples.ratings, np.nan)[:, apart]
    found = []
    for options in tried:
        try:
            scores = fit_outputs(learner, examples, inner, options).score(examples.features[:, :, apart])
        except DataError:  # too little to try on: options stay the first
            return tried[0]
        value = agreement(scores, ratings)
        found.append(-np.inf if np.isnan(value) else value)
    return tried[int(np.argmax(found))]


def mixed_estimate(learner: Learner, examples: Examples, options: Mapping[str, Any], n_folds: int, seed: int) -> Array:
    """Score every output by what was learned from others of any document, with options chosen on all: what flatters.

    The scores have shape (S, N), NaN for outputs without a rating.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import LEARNERS, Examples, mixed_estimate
    >>> examples = Examples(np.arange(8.0).reshape(1, 2, 4), np.arange(8.0).reshape(2, 4), np.arange(4))
    >>> bool(np.isfinite(mixed_estimate(LEARNERS["ridge"], examples, {"alpha": 1.0}, 2, 1)).all())
    True
    """
    folds = mixed_folds(examples.is_rated, n_folds, seed)
    found = np.full(examples.ratings.shape, np.nan)
    for fold in range(n_folds):
        held = folds == fold
        fitted = fit_outputs(learner, examples, examples.is_rated & ~held, options)
        found[held] = fitted.standard_score(examples.features[:, held])
    return found
