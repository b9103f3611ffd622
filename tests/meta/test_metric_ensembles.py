"""Ensembles of metrics: least squares as the oracle of Pearson's correlation, folds, and bad input."""

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.meta import correlate, correlate_level, fit_ensemble, soft_pairwise_accuracy

Array = NDArray[np.float64]


def pearson(scores: Array, ratings: Array) -> float:
    return correlate(scores.ravel(), ratings.ravel())


def made_up(seed: int, *, n: int = 60) -> tuple[Array, Array]:
    generator = np.random.default_rng(seed)
    ratings = generator.normal(size=(4, n)) + np.arange(4)[:, None] / 2
    noise = generator.normal(size=(3, 4, n)) * np.array([1.0, 2.0, 5.0])[:, None, None]
    ratings[1, 3] = np.nan
    return np.nan_to_num(ratings) + noise, ratings


@pytest.mark.parametrize("seed", range(3))
def test_weights_of_pearson_are_those_of_least_squares(seed: int) -> None:
    scores, ratings = made_up(seed)
    found = fit_ensemble(scores, ratings, pearson, at_least_0=False, n_folds=2, n_restarts=1)
    is_rated = ~np.isnan(ratings)
    design = np.column_stack([*scores[:, is_rated], np.ones(is_rated.sum())])
    fitted = design @ np.linalg.lstsq(design, ratings[is_rated], rcond=None)[0]
    best = np.corrcoef(fitted, ratings[is_rated])[0, 1]
    assert found.agreement == pytest.approx(best, abs=1e-5)
    assert found.agreement == pytest.approx(pearson(found.combine(scores), ratings))
    assert found.agreement >= found.alone.max()


def test_no_fold_sees_what_it_is_judged_by() -> None:
    scores, ratings = made_up(5)
    documents = np.repeat(np.arange(6), 10)
    found = fit_ensemble(scores, ratings, pearson, documents=documents, n_folds=3, n_restarts=0)
    for fold in range(3):
        part = documents // 2 == fold
        alone = fit_ensemble(scores[:, :, ~part], ratings[:, ~part], pearson, n_folds=2, n_restarts=0)
        # The same but for the units: the spread of a part is another one, so the search goes another way.
        by_own = np.tensordot(alone.weights / alone.spread, scores[:, :, part], axes=1)
        assert found.held_out[fold] == pytest.approx(pearson(by_own, ratings[:, part]), abs=2e-3)
        best = int(np.argmax([pearson(one[:, ~part], ratings[:, ~part]) for one in scores]))
        assert found.held_out_best[fold] == pytest.approx(pearson(scores[best][:, part], ratings[:, part]))
        even = (scores / found.spread[:, None, None]).sum(axis=0)
        assert found.held_out_even[fold] == pytest.approx(pearson(even[:, part], ratings[:, part]))
    np.testing.assert_allclose(found.gain, found.held_out - found.held_out_best)


def test_a_metric_that_hurts_is_left_out_or_turned_round() -> None:
    scores, ratings = made_up(2)
    scores[2] = -scores[0]
    assert fit_ensemble(scores, ratings, pearson, n_folds=2).weights[2] == pytest.approx(0, abs=1e-3)
    assert (fit_ensemble(scores, ratings, pearson, n_folds=2).weights >= 0).all()


@pytest.mark.parametrize("statistic", ["kendall", "pearson"])
def test_levels_and_statistics_of_meta_can_be_made_high(statistic: str) -> None:
    scores, ratings = made_up(3, n=20)

    def agreement(x: Array, y: Array) -> float:
        return float(
            correlate_level(x, y, level="item", statistic="tau_b" if statistic == "kendall" else statistic).values[0]
        )

    found = fit_ensemble(scores, ratings, agreement, n_folds=2, n_restarts=1)
    assert found.agreement >= max(
        found.alone.max(), agreement((scores / found.spread[:, None, None]).sum(axis=0), ratings)
    )


def test_soft_pairwise_accuracy_can_be_made_high() -> None:
    scores, ratings = made_up(4, n=12)
    exchanged = partial(soft_pairwise_accuracy, n_resamples=50, rng=1)

    def agreement(x: Array, y: Array) -> float:
        return float(exchanged(x, y).values[0])

    found = fit_ensemble(scores, ratings, agreement, n_folds=2, n_restarts=0, method="random")
    assert found.agreement >= found.alone.max() - 0.05
    assert found.fold_weights.shape == (2, 3)


def test_bad_input() -> None:
    scores, ratings = made_up(1)
    with pytest.raises(AlignmentError, match=r"not \(4, 60\) and \(4, 60\)"):
        fit_ensemble(scores[0], ratings, pearson)
    with pytest.raises(AlignmentError, match="documents of 2 segments, but 60"):
        fit_ensemble(scores, ratings, pearson, documents=[0, 1])
    with pytest.raises(SpecError, match="from 1 to the number of documents, 2, not 5"):
        fit_ensemble(scores, ratings, pearson, documents=np.repeat([0, 1], 30))
    with pytest.raises(SpecError, match="must be 2 or more"):
        fit_ensemble(scores, ratings, pearson, n_folds=1)
    with pytest.raises(DataError, match="metric 2 are all the same"):
        fit_ensemble(np.stack([scores[0], np.ones((4, 60))]), ratings, pearson)
    scores[0, 0, 0] = np.nan
    with pytest.raises(DataError, match="missing where there is a rating"):
        fit_ensemble(scores, ratings, pearson)
