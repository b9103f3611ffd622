"""Rerank lists: features of candidates by name, models fitted in folds, and a model that chooses from other lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.short_repr import short_repr
from steelyard.tuning.features import list_spread, ngram_features, tree_features
from steelyard.tuning.grafting import GraftedModel, graft, largest_slope
from steelyard.tuning.log_linear import RankingData, best_of_lists, gold_weights
from steelyard.tuning.sparse import SparseFeatures
from steelyard.types import CandidateParses, NBestLists, Vocabulary

__all__ = ["CandidateFeatures", "Reranked", "Reranker", "candidate_features", "choose_by"]

DECODER, WORDS, CHAIN, RELATIONS = "decoder", "words", "chain", "relations"

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CandidateFeatures:
    """Features of C candidates, with their names.

    Attributes
    ----------
    features : SparseFeatures
        F of them: the decoder's first.
    names : tuple of tuple of str
        The kind of each, then what it is about: ``("decoder", "lm")``, ``("words", "the", "cat")``, ``("chain", "cat",
        "sat")`` of a modifier and its head, ``("relations", "nsubj", "root")``.
    n_decoder : int
        Features of the decoder.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import candidate_features
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a"), np.array([0, 2]), np.ones((2, 1)), ("lm",), np.zeros(2))
    >>> candidate_features(lists, max_order=1, fewest_lists=1).names
    (('decoder', 'lm'), ('words', 'a'), ('words', 'b'))
    """

    features: SparseFeatures
    names: tuple[tuple[str, ...], ...]
    n_decoder: int

    __repr__ = short_repr


def candidate_features(
    lists: NBestLists,
    parsed: CandidateParses | None = None,
    *,
    max_order: int = 2,
    longest_chain: int = 2,
    fewest_lists: int = 2,
) -> CandidateFeatures:
    """Take what the decoder says of each candidate, its n-grams, and the chains of its tree.

    Parameters
    ----------
    lists : NBestLists
        C candidates.
    parsed : CandidateParses, optional
        Their parses, for chains of words and of relations.
    max_order : int, default 2
        Longest n-grams; 0 for none.
    longest_chain : int, default 2
        Longest chains of a word, its head, and so on; chains of words begin with pairs, those of relations with single
        ones. 0 for none.
    fewest_lists : int, default 2
        What stands in fewer lists is left out.

    Returns
    -------
    CandidateFeatures
        The decoder's, n-grams, chains of words, chains of relations.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import candidate_features
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a", "b"), np.array([0, 2, 3]), np.ones((3, 1)), ("lm",), np.zeros(3))
    >>> candidate_features(lists).names  # "a" and "a b" stand in one list only
    (('decoder', 'lm'), ('words', 'b'))
    """
    parts = [SparseFeatures.from_dense(lists.features)]
    names: list[tuple[str, ...]] = [(DECODER, name) for name in lists.feature_names]
    if max_order:
        vocabulary = Vocabulary()
        tokens = vocabulary.encode(list(lists.texts))
        features, found = ngram_features(tokens, lists.offsets, max_order=max_order, fewest_lists=fewest_lists)
        parts.append(features)
        names += _named(WORDS, vocabulary.words(), found)
    if parsed is not None and longest_chain:
        trees = parsed.trees
        for kind, symbols, shortest in ((CHAIN, trees.forms, 2), (RELATIONS, trees.labels, 1)):
            if shortest > longest_chain:
                continue
            features, found = tree_features(
                trees,
                parsed.rows,
                lists.offsets,
                relations=kind == RELATIONS,
                min_order=shortest,
                max_order=longest_chain,
                fewest_lists=fewest_lists,
            )
            parts.append(features)
            names += _named(kind, symbols, found)
    return CandidateFeatures(SparseFeatures.beside(parts), tuple(names), len(lists.feature_names))


def _named(kind: str, symbols: Sequence[str], found: Sequence[tuple[int, ...]]) -> list[tuple[str, ...]]:
    # Names are written with blanks between their words, and some parsers' words have blanks.
    return [(kind, *(symbols[i].replace(" ", "\u00a0") for i in ids)) for ids in found]


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
    >>> from steelyard.tuning import Reranked
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

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import Reranker, SparseFeatures
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
    ) -> None:
        self.features, self.offsets, self.quality, self.folds = features, offsets, quality, folds
        self.right = gold_weights(quality, offsets)

    def fit(self, gamma: float, *, n_add: int, n_features: int | None = None, among: int | None = None) -> Reranked:
        """Fit a model for every fold and let it choose one candidate per list.

        The penalty is the share `gamma` of the slope from which on no feature enters. Each step lets `n_add` features
        in, until there are `n_features`; with `among` only so many features, the first, are there to choose from.
        """
        features = self.features if among is None else self.features.of_features(range(among))
        picks = np.zeros(len(self.offsets) - 1, dtype=np.int64)
        models = []
        for left_out in range(int(self.folds.max()) + 1):
            data = self._seen_without(features, left_out)
            model = graft(data, gamma * _steepest(data), n_add=n_add, n_features=n_features)
            judged = self.folds == left_out
            picks[judged] = self.picks_of(model)[judged]
            models.append(model)
        return Reranked(picks, tuple(models))

    def path(
        self, gammas: Sequence[float], *, n_add: int, advance: Callable[[], None]
    ) -> tuple[list[Reranked], list[GraftedModel]]:
        """Fit models for falling shares `gammas`, each beginning at the one before: of all folds, and of all lists.

        Called after each path is `advance`: one for every fold, where there are several, and one for all lists.
        """
        picks = np.zeros((len(gammas), len(self.offsets) - 1), dtype=np.int64)
        by_fold = []
        n_folds = int(self.folds.max()) + 1
        for left_out in range(n_folds) if n_folds > 1 else ():
            by_fold.append(_models(self._seen_without(self.features, left_out), gammas, n_add))
            judged = self.folds == left_out
            for row, model in enumerate(by_fold[-1]):
                picks[row, judged] = self.picks_of(model)[judged]
            advance()
        whole = _models(RankingData(self.features, self.offsets, self.right), gammas, n_add)
        advance()
        if n_folds == 1:
            by_fold, picks = [whole], np.array([self.picks_of(model) for model in whole])
        models = zip(*by_fold, strict=True)
        return [Reranked(row, of_folds) for row, of_folds in zip(picks, models, strict=True)], whole

    def picks_of(self, model: GraftedModel) -> NDArray[np.int64]:
        """Return the candidate that a model chooses of every list."""
        return best_of_lists(
            self.features.of_features(model.active).scores(model.weights[list(model.active)]), self.offsets
        )

    def best(self) -> NDArray[np.int64]:
        """Return the right candidate of every list, the first of equal ones: what reranking can reach at most."""
        return best_of_lists(self.quality, self.offsets)

    def worst(self) -> NDArray[np.int64]:
        """Return the worst candidate of every list."""
        return best_of_lists(-self.quality, self.offsets)

    def _seen_without(self, features: SparseFeatures, left_out: int) -> RankingData:
        """Return the lists of the other folds; all, where there is one fold."""
        if not self.folds.max():
            return RankingData(features, self.offsets, self.right)
        seen = self.folds != left_out
        sizes = np.diff(self.offsets)
        is_kept = np.repeat(seen, sizes)
        offsets = np.concatenate([[0], sizes[seen].cumsum()]).astype(np.int64)
        return RankingData(features.of_candidates(is_kept), offsets, self.right[is_kept])


def _models(data: RankingData, gammas: Sequence[float], n_add: int) -> list[GraftedModel]:
    most, models = _steepest(data), list[GraftedModel]()
    for gamma in gammas:
        start = models[-1].weights if models else None
        models.append(graft(data, gamma * most, n_add=n_add, start=start))
    return models


def _steepest(data: RankingData) -> float:
    """Return the slope from which on nothing enters."""
    most = largest_slope(data)
    if most == 0:
        raise SpecError(
            "Nothing can be learned from these lists: in each, no feature tells the right candidate from the others. "
            "Give longer lists, or another gold metric."
        )
    return most


def choose_by(
    weights: Mapping[tuple[str, ...], float],
    lists: NBestLists,
    parsed: CandidateParses | None = None,
) -> tuple[NDArray[np.int64], int]:
    """Choose the candidate of each list that a model scores highest; of equal ones the first.

    Parameters
    ----------
    weights : mapping of tuple of str to float
        By the name of the feature, as in `CandidateFeatures`.
    lists : NBestLists
        N lists.
    parsed : CandidateParses, optional
        Parses of their candidates, where the model has features of them.

    Returns
    -------
    array of int64, shape (N,)
        Positions among all candidates.
    int
        Features of the model that tell some candidates of a list apart.

    Raises
    ------
    SpecError
        The model has features that these candidates have not: of parses, or of another decoder.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import choose_by
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a", "c"), np.array([0, 2, 3]), np.ones((3, 1)), ("lm",), np.zeros(3))
    >>> choose_by({("words", "b"): -1.0, ("words", "d"): 2.0}, lists)
    (array([1, 2]), 1)
    """
    lacking = [name for kind, name, *_ in weights if kind == DECODER and name not in lists.feature_names]
    if lacking:
        raise SpecError(
            f"The model has the decoder's feature {lacking[0]!r}, and these lists have "
            f"{', '.join(lists.feature_names) or 'none'}: apply it to lists of the decoder that it was trained on."
        )
    longest = {
        kind: max((len(name) - 1 for name in weights if name[0] == kind), default=0)
        for kind in (WORDS, CHAIN, RELATIONS)
    }
    longest_chain = max(longest[CHAIN], longest[RELATIONS])
    if longest_chain and parsed is None:
        raise SpecError("The model has features of parses: give those of these candidates with --parses.")
    found = candidate_features(lists, parsed, max_order=longest[WORDS], longest_chain=longest_chain, fewest_lists=1)
    places = [(place, weights[name]) for place, name in enumerate(found.names) if name in weights]
    chosen = found.features.of_features([place for place, _ in places])
    picks = best_of_lists(chosen.scores(np.array([weight for _, weight in places])), lists.offsets)
    return picks, int((list_spread(chosen, lists.offsets) > 0).sum())
