"""What each feature is worth where it was not learned from, and what more ratings would bring."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.lab.learned.learners import Learner
from steelyard.lab.learned.nested import Agreement, Examples, NestedFit, fit_outputs
from steelyard.lab.learned.splits import Split

__all__ = ["learning_curve", "permutation_importance"]

Array = NDArray[np.float64]
_MOST = 100  # outputs of a part whose feature is shuffled


def permutation_importance(
    examples: Examples,
    found: NestedFit,
    agreement: Agreement,
    *,
    rng: np.random.Generator,
    advance: Callable[[], None] = lambda: None,
) -> Array:
    """Say how much agreement is lost where a feature is shuffled among the outputs that are held out.

    It is about 0 for a feature that is of no use, or that others stand in for: features that say the same share their
    worth, and each alone may seem to be worth nothing (Breiman 2001, doi:10.1023/A:1010933404324). `advance` is called
    after each feature.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import LEARNERS, Examples, fit_nested, permutation_importance, split_outputs
    >>> rng = np.random.default_rng(1)
    >>> quality = rng.normal(size=(3, 60))
    >>> examples = Examples(np.stack([quality + 1, rng.normal(size=(3, 60))]), quality, np.arange(60))
    >>> split = split_outputs(examples.documents, 3, 5, holds_systems=False, noun="segments")
    >>> correlation = lambda x, y: np.corrcoef(x.ravel(), y.ravel())[0, 1]
    >>> found = fit_nested(LEARNERS["ridge"], examples, split, correlation)
    >>> permutation_importance(examples, found, correlation, rng=rng).round().tolist()[0]
    1.0
    """
    judged = [_some(held & examples.is_rated) for held in found.held]
    every = np.logical_or.reduce(judged)
    ratings = np.where(every, examples.ratings, np.nan)
    columns = every.any(axis=0)
    whole = agreement(np.where(every, found.held_out, 0.0)[:, columns], ratings[:, columns])
    lost = np.empty(len(examples.features))
    rows = [examples.features[:, chosen] for chosen in judged]
    for m in range(len(lost)):
        scores = np.zeros(ratings.shape)
        for part, chosen, of_part in zip(found.parts, judged, rows, strict=True):
            shuffled = of_part.copy()
            shuffled[m] = rng.permutation(of_part[m])
            scores[chosen] = part.standard_score(shuffled)
        lost[m] = whole - agreement(scores[:, columns], ratings[:, columns])
        advance()
    return lost


def _some(chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Keep whole segments, evenly spaced, with about as many outputs as are shuffled."""
    n = int(chosen.sum())
    if n <= _MOST:
        return chosen
    segments = np.flatnonzero(chosen.any(axis=0))
    kept = np.zeros(chosen.shape[1], np.bool_)
    kept[segments[np.linspace(0, len(segments) - 1, max(2, len(segments) * _MOST // n)).astype(np.int64)]] = True
    return chosen & kept


def learning_curve(
    learner: Learner, examples: Examples, split: Split, found: NestedFit, agreement: Agreement, shares: Sequence[float]
) -> list[tuple[int, float]]:
    """Say what is reached with shares, below 1, of the documents to learn from, by the options that `found` has.

    These are mean numbers of rated outputs learned from, and agreements of held-out scores with ratings; the last with
    all. A share that leaves too little to learn from is left out.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import LEARNERS, Examples, fit_nested, learning_curve, split_outputs
    >>> rng = np.random.default_rng(1)
    >>> quality = rng.normal(size=(3, 60))
    >>> examples = Examples(quality + rng.normal(size=(2, 3, 60)), quality, np.arange(60))
    >>> split = split_outputs(examples.documents, 3, 5, holds_systems=False, noun="segments")
    >>> correlation = lambda x, y: np.corrcoef(x.ravel(), y.ravel())[0, 1]
    >>> found = fit_nested(LEARNERS["ridge"], examples, split, correlation)
    >>> [n for n, _ in learning_curve(LEARNERS["ridge"], examples, split, found, correlation, [0.5])]
    [72, 144]
    """
    is_rated, curve = examples.is_rated, []
    columns = is_rated.any(axis=0)

    def judged(scores: Array) -> float:
        return agreement(np.where(is_rated, scores, 0.0)[:, columns], examples.ratings[:, columns])

    for share in shares:
        scores, sizes = np.full(is_rated.shape, np.nan), []
        try:
            for (held, learned), part in zip(split.parts(), found.parts, strict=True):
                documents = np.unique(examples.documents[(learned & is_rated).any(axis=0)])
                places = np.linspace(0, len(documents) - 1, max(1, round(share * len(documents)))).astype(np.int64)
                fewer = learned & np.isin(examples.documents, documents[places])
                sizes.append(int((fewer & is_rated).sum()))
                scores[held] = fit_outputs(learner, examples, fewer, part.options).standard_score(
                    examples.features[:, held]
                )
        except DataError:
            continue
        curve.append((round(float(np.mean(sizes))), judged(scores)))
    sizes = [int((learned & is_rated).sum()) for _, learned in split.parts()]
    return [*curve, (round(float(np.mean(sizes))), judged(found.held_out))]
