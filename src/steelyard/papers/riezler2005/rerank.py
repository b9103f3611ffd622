"""Rerank n-best lists: fit models that choose an output of every list, on lists that they do not choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.files.reading import TextFile
from steelyard.metrics import Metric, measure, parse
from steelyard.tuning import (
    GraftedModel,
    RankingData,
    SparseFeatures,
    best_of_lists,
    gold_weights,
    graft,
    largest_slope,
    ngram_features,
)
from steelyard.types import NBestLists, TestSet, Vocabulary

__all__ = ["Reranked", "Reranker", "candidate_metric", "decoder_output"]


@dataclass(frozen=True, slots=True, eq=False)
class Reranked:
    """What the models of all folds chose.

    Attributes
    ----------
    picks : array of int64, shape (N,)
        Positions among all candidates.
    models : tuple of GraftedModel
        One per fold.
    """

    picks: NDArray[np.int64]
    models: tuple[GraftedModel, ...]

    @property
    def n_active(self) -> tuple[int, ...]:
        """Features with a weight, by fold."""
        return tuple(len(model.active) for model in self.models)

    @property
    def n_steps(self) -> tuple[int, ...]:
        """Steps of grafting, by fold."""
        return tuple(len(model.path) for model in self.models)


class Reranker:
    """n-best lists with their features and right candidates, ready for models.

    Parameters
    ----------
    lists : NBestLists
        N lists.
    test_set : TestSet
        References of the N segments; documents, where there are any, stay in one fold.
    gold : Metric
        Scores candidates one by one; the best of a list is its right one, and equally good ones share that.
    max_order : int
        Longest n-grams of a candidate's words that are features; 0 for none.
    fewest_lists : int
        n-grams of fewer lists are left out.
    n_folds : int
        Parts of the lists, each reranked by a model of the others; 1 fits a model to all lists and reranks the same.

    Raises
    ------
    AlignmentError
        There are not as many lists as segments.
    SpecError
        The folds are more than the segments or documents, or an option is out of range.
    """

    def __init__(
        self, lists: NBestLists, test_set: TestSet, gold: Metric, *, max_order: int, fewest_lists: int, n_folds: int
    ) -> None:
        if lists.n_segments != test_set.n_segments:
            raise AlignmentError(
                f"There are n-best lists of {lists.n_segments} segments, but {test_set.n_segments} segments in the "
                "references."
            )
        self.lists = lists
        self.segment = np.repeat(np.arange(lists.n_segments), lists.sizes)
        self.quality = _quality(lists, test_set, gold, self.segment)
        self.n_decoder_features = len(lists.feature_names)
        parts = [SparseFeatures.from_dense(lists.features)]
        if max_order:
            tokens = Vocabulary().encode(list(lists.texts))
            parts.append(ngram_features(tokens, lists.offsets, max_order=max_order, fewest_lists=fewest_lists)[0])
        self.features = SparseFeatures.beside(parts)
        self.right = gold_weights(self.quality, lists.offsets)
        self.folds = _folds(test_set, n_folds)

    def fit(self, gamma: float, *, n_add: int, n_features: int | None, has_ngrams: bool = True) -> Reranked:
        """Fit a model for every fold and let it choose one candidate per segment.

        The penalty is the share `gamma` of the slope from which on no feature enters. Each step lets `n_add` features
        in, until there are `n_features`; without n-grams they are the decoder's alone.
        """
        width = self.features.n_features if has_ngrams else self.n_decoder_features
        ends = self.features.starts[: width + 1]
        features = SparseFeatures(
            self.features.n_candidates, ends, self.features.rows[: ends[-1]], self.features.values[: ends[-1]]
        )
        picks = np.zeros(self.lists.n_segments, dtype=np.int64)
        models = []
        for left_out in range(int(self.folds.max()) + 1):
            seen = self.folds != left_out if self.folds.max() else np.ones(len(self.folds), dtype=np.bool_)
            data = self._of_segments(features, seen)
            most = largest_slope(data)
            if most == 0:
                raise SpecError(
                    "Nothing can be learned from these lists: in each, no feature tells the right candidate from the "
                    "others. Give longer lists, or another gold metric."
                )
            model = graft(data, gamma * most, n_add=n_add, n_features=n_features)
            chosen = best_of_lists(features.dense(model.active) @ model.weights[list(model.active)], self.lists.offsets)
            judged = self.folds == left_out
            picks[judged] = chosen[judged]
            models.append(model)
        return Reranked(picks, tuple(models))

    def best(self) -> NDArray[np.int64]:
        """Return the right candidate of every list, the first of equal ones: what reranking can reach at most."""
        return best_of_lists(self.quality, self.lists.offsets)

    def worst(self) -> NDArray[np.int64]:
        """Return the worst candidate of every list."""
        return best_of_lists(-self.quality, self.lists.offsets)

    def first(self) -> NDArray[np.int64]:
        """Return what the decoder put first, in the first file."""
        return self.lists.offsets[:-1]

    def texts(self, picks: NDArray[np.int64]) -> list[str]:
        """Return the outputs that were chosen."""
        return [self.lists.texts[pick] for pick in picks]

    def _of_segments(self, features: SparseFeatures, seen: NDArray[np.bool_]) -> RankingData:
        is_kept = seen[self.segment]
        offsets = np.concatenate([[0], self.lists.sizes[seen].cumsum()]).astype(np.int64)
        return RankingData(features.of_candidates(is_kept), offsets, self.right[is_kept])


def candidate_metric(spelling: str) -> Metric:
    """Return a metric that can score candidates of n-best lists, which are words and no more.

    Examples
    --------
    >>> from steelyard.papers.riezler2005.rerank import candidate_metric
    >>> candidate_metric("bleu").name
    'bleu'
    """
    metric = parse(spelling)
    if not metric.needs.startswith("references"):
        raise SpecError(
            f"{metric.name} needs {metric.needs} of every output, and candidates of n-best lists have none: leave it "
            "out where systems are made from lists, or give systems of your own with their annotation."
        )
    return metric


def decoder_output(lists: NBestLists) -> TextFile:
    """Return what the decoder put first for every segment, as the text of a system.

    Its path and SHA-256 are those of the first file of lists.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import NBestLists
    >>> from steelyard.papers.riezler2005.rerank import decoder_output
    >>> files = (("lists.txt", "0" * 64),)
    >>> lists = NBestLists(("a", "b", "c"), np.array([0, 2, 3]), np.zeros((3, 1)), ("lm",), np.zeros(3), files=files)
    >>> decoder_output(lists).lines
    ('a', 'c')
    """
    path, sha256 = lists.files[0]
    return TextFile(path, tuple(lists.texts[i] for i in lists.offsets[:-1]), sha256, sha256)


def _quality(lists: NBestLists, test_set: TestSet, gold: Metric, segment: NDArray[np.int64]) -> NDArray[np.float64]:
    """Score every candidate against the references of its segment; higher is better."""
    references = [[reference[i] for i in segment] for reference in test_set.references]
    candidates = TestSet(references=references, systems={"candidates": lists.texts})
    [measurement] = measure(candidates, [gold.segment_metric()])
    scores = measurement.scores(measurement.statistics.values[0].astype(np.float64))
    return scores if measurement.higher_is_better else -scores


def _folds(test_set: TestSet, n_folds: int) -> NDArray[np.int64]:
    """Number the parts of the segments: consecutive ones, documents whole."""
    codes = test_set.document_codes()
    units = np.arange(test_set.n_segments) if codes is None else codes
    n_units = int(units.max()) + 1
    if isinstance(n_folds, bool) or not isinstance(n_folds, int) or not 1 <= n_folds <= n_units:
        noun = "segments" if codes is None else "documents"
        raise SpecError(f"The folds must be from 1 to the number of {noun}, {n_units}, not {n_folds!r}.")
    return units * n_folds // n_units


def describe_counts(counts: Sequence[int]) -> str:
    """Show a number for each fold: one where they agree, else from the least to the most."""
    return str(counts[0]) if len(set(counts)) == 1 else f"{min(counts)}-{max(counts)}"
