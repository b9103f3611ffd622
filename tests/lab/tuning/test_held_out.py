"""Folds, picks by weights that did not see the list, and forward selection."""

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.lab.tuning import TunableLists, consecutive_folds, held_out_picks, mert, select_features
from tests.lab.tuning.test_mert import toy


def test_documents_stay_whole() -> None:
    documents = np.array([0, 0, 1, 2, 2, 2, 3])
    folds = consecutive_folds(documents, 2, "documents")
    assert folds.tolist() == [0, 0, 0, 1, 1, 1, 1]
    with pytest.raises(SpecError, match="from 1 to the number of documents, 4, not 5"):
        consecutive_folds(documents, 5, "documents")


def test_no_fold_sees_the_lists_it_chooses_from() -> None:
    lists = toy(0)
    folds = np.array([0, 1, 2, 0, 1, 2])
    seen = []

    def fit(part: TunableLists) -> np.ndarray:
        seen.append({tuple(row) for row in part.features})
        return np.ones(3)

    picks, weights = held_out_picks(lists, folds, fit)
    assert len(weights) == 3
    for pick, fold in zip(picks, folds, strict=True):
        assert tuple(lists.features[pick]) not in seen[fold]
    np.testing.assert_array_equal(picks, lists.picks(np.ones(3)))


def test_forward_selection_takes_what_helps_and_stops() -> None:
    generator = np.random.default_rng(1)
    n, size = 30, 6
    quality = generator.integers(0, 10, n * size)
    noise = generator.normal(size=(n * size, 3))
    features = np.column_stack([noise[:, 0], quality + noise[:, 1], np.repeat(np.arange(n), size), noise[:, 2]])
    lists = TunableLists(features, np.arange(0, n * size + 1, size), quality[:, None], lambda u: u[..., 0])

    def fit(part: TunableLists, columns: np.ndarray) -> np.ndarray:
        return mert(part, np.ones(len(columns)), n_restarts=0, n_directions=0).weights

    steps = select_features(lists, np.arange(n) % 5, fit)
    assert steps[0][0] == 1  # the one that knows the quality
    assert 2 not in [feature for feature, _ in steps]  # constant in every list
    values = [value for _, value in steps]
    assert values == sorted(set(values))


def test_forward_selection_ends_with_the_last_candidate() -> None:
    lists = toy(1)
    steps = select_features(lists, np.arange(6) % 2, lambda part, columns: np.ones(len(columns)), candidates=[2])
    assert [feature for feature, _ in steps] == [2]
