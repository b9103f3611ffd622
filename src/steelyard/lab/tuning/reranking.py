"""Rerank lists: models fitted in folds, what they choose, and what could be reached."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.tuning.grafted_model import GraftedModel
from steelyard.lab.tuning.grafting import Grafting
from steelyard.lab.tuning.log_linear import RankingData, best_of_lists, gold_weights
from steelyard.lab.tuning.sparse import SparseFeatures
from steelyard.lab.tuning.spread import list_squares
from steelyard.reprs import short_repr

__all__ = ["Reranked", "Reranker"]


@dataclass(frozen=True, slots=True, eq=False)
class Reranked:
    """What the models of all folds chose.

    Attributes
    ----------
    picks : array of int64, shape (N,)
        Positions among all candidates.
    models : tuple of GraftedModel
        One per fold.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import Reranked
    >>> Reranked(np.array([0, 5]), ()).n_active
    ()
    """

    picks: NDArray[np.int64]
    models: tuple[GraftedModel, ...]

    __repr__ = short_repr

    @property
    def n_active(self) -> tuple[int, ...]:
        """Features with a weight, by fold."""
        return tuple(len(model.active) for model in self.models)

    @property
    def n_steps(self) -> tuple[int, ...]:
        """Steps of grafting, by fold."""
        return tuple(len(model.path) for model in self.models)


class Reranker:
    """Lists with features and the quality of their candidates, ready for models.

    Parameters
    ----------
    features : SparseFeatures
        Of C candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.
    quality : array, shape (C,)
        Higher is better; the best candidate of a list is its right one, and equally good ones share that.
    folds : array of int64, shape (N,)
        Which part each list is of, from 0. Each part is reranked by a model of the others; a single one by its own.
    is_scaled : bool, default True
        Whether features are divided by their standard deviation within lists, as for `graft`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import Reranker, SparseFeatures
    >>> features = SparseFeatures.from_dense(np.array([[1.0], [0.0], [1.0], [0.0]]))
    >>> reranker = Reranker(features, np.array([0, 2, 4]), np.array([1.0, 0.0, 0.9, 0.8]), np.array([0, 1]))
    >>> reranker.fit(0.5, n_add=1).picks.tolist(), reranker.best().tolist(), reranker.worst().tolist()
    ([0, 2], [0, 2], [1, 3])
    """

    def __init__(
        self,
        features: SparseFeatures,
        offsets: NDArray[np.int64],
        quality: NDArray[np.float64],
        folds: NDArray[np.int64],
        *,
        is_scaled: bool = True,
    ) -> None:
        self.features, self.offsets, self.quality, self.folds = features, offsets, quality, folds
        self.n_folds, self.is_scaled = int(folds.max()) + 1, is_scaled
        self.right = gold_weights(quality, offsets)
        self._squares = list_squares(features, offsets, folds)

    def fit(
        self, gamma: float, *, n_add: int | None = None, n_features: int | None = None, among: int | None = None
    ) -> Reranked:
        """Fit a model for every fold and let it choose one candidate per list.

        The penalty is the share `gamma` of the slope from which on no feature enters. Each step lets `n_add` features
        in, until there are `n_features`; with `among` only so many features, the first, are there to choose from.
        """
        picks = np.zeros(len(self.offsets) - 1, dtype=np.int64)
        models = []
        for left_out in range(self.n_folds):
            grafting = self._grafting(left_out, among)
            model = grafting.to(gamma * _steepest(grafting), n_add=n_add, n_features=n_features)
            judged = self.folds == left_out
            picks[judged] = self.picks_of(model)[judged]
            models.append(model)
        return Reranked(picks, tuple(models))

    def path(
        self, gammas: Sequence[float], *, n_add: int | None = None, advance: Callable[[], None] = lambda: None
    ) -> tuple[list[Reranked], list[GraftedModel]]:
        """Fit models for falling shares `gammas`, each beginning at the one before: of all folds, and of all lists.

        Called after each model is `advance`: for every share one of each fold, where there are several, and one of all
        lists.
        """
        picks = np.zeros((len(gammas), len(self.offsets) - 1), dtype=np.int64)
        by_fold = []
        for left_out in range(self.n_folds) if self.n_folds > 1 else ():
            by_fold.append(_models(self._grafting(left_out), gammas, n_add, advance))
            judged = self.folds == left_out
            for row, model in enumerate(by_fold[-1]):
                picks[row, judged] = self.picks_of(model)[judged]
        whole = _models(self._grafting(None), gammas, n_add, advance)
        if self.n_folds == 1:
            by_fold, picks = [whole], np.array([self.picks_of(model) for model in whole])
        models = zip(*by_fold, strict=True)
        return [Reranked(row, of_folds) for row, of_folds in zip(picks, models, strict=True)], whole

    def picks_of(self, model: GraftedModel) -> NDArray[np.int64]:
        """Return the candidate that a model chooses of every list."""
        n = len(model.weights)
        features = self.features if n == self.features.n_features else self.features.of_features(range(n))
        return best_of_lists(features.scores(model.weights), self.offsets)

    def best(self) -> NDArray[np.int64]:
        """Return the right candidate of every list, the first of equal ones: what reranking can reach at most."""
        return best_of_lists(self.quality, self.offsets)

    def worst(self) -> NDArray[np.int64]:
        """Return the worst candidate of every list."""
        return best_of_lists(-self.quality, self.offsets)

    def _grafting(self, left_out: int | None, among: int | None = None) -> Grafting:
        """Begin a model of the lists of the other folds; of all, where there is one fold or none is left out."""
        features = self.features if among is None else self.features.of_features(range(among))
        others = np.ones(self.n_folds, np.bool_)
        if left_out is not None and self.n_folds > 1:
            others[left_out] = False
        seen = others[self.folds]
        # Added up over the others, not taken off the whole: what is constant in their lists is exactly 0.
        squares = self._squares[others, : features.n_features].sum(axis=0)
        return Grafting(
            RankingData(features, self.offsets, self.right),
            seen=seen,
            spread=np.sqrt(squares / np.diff(self.offsets)[seen].sum()),
            is_scaled=self.is_scaled,
        )


def _models(
    grafting: Grafting, gammas: Sequence[float], n_add: int | None, advance: Callable[[], None]
) -> list[GraftedModel]:
    most, models = _steepest(grafting), list[GraftedModel]()
    for gamma in gammas:
        models.append(grafting.to(gamma * most, n_add=n_add))
        advance()
    return models


def _steepest(grafting: Grafting) -> float:
    """Return the slope from which on nothing enters an empty model."""
    most = grafting.largest_slope
    if most == 0:
        raise SpecError(
            "Nothing can be learned from these lists: in each, no feature tells the right candidate from the others. "
            "Give longer lists, or another gold metric."
        )
    return most
