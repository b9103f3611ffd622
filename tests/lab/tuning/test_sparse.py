"""Sparse features against the same as a dense array."""

from dataclasses import replace

import numpy as np
import pytest

from steelyard.errors import AlignmentError
from steelyard.lab.tuning import SparseFeatures


@pytest.mark.parametrize("at_once", [1, 4, 2**21])
def test_sparse_features_are_their_dense_array(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.lab.tuning.sparse._AT_ONCE", at_once)
    generator = np.random.default_rng(1)
    array = generator.normal(size=(7, 5)) * (generator.random((7, 5)) < 0.4)
    features = SparseFeatures.from_dense(array)
    weights = generator.normal(size=7)
    assert features.product(weights) == pytest.approx(array.T @ weights)
    assert (features.dense() == array).all()
    assert (features.dense(2, 5) == array[2:5]).all()
    assert (features.of_features([3, 1]).dense() == array[:, [3, 1]]).all()
    assert (features.of_features([3, 1], np.array([2.0, 0.5])).dense() == array[:, [3, 1]] * [2.0, 0.5]).all()
    assert features.scores(np.arange(5.0)) == pytest.approx(array @ np.arange(5.0))
    keep = np.array([1, 0, 1, 1, 0, 0, 1], bool)
    assert (features.of_candidates(keep).dense() == array[keep]).all()
    joined = SparseFeatures.beside([features, features])
    assert (joined.dense() == np.concatenate([array, array], axis=1)).all()
    with pytest.raises(AlignmentError, match=r"\[5, 7\] candidates"):
        SparseFeatures.beside([features, SparseFeatures.from_dense(array[:5])])


def test_a_block_stands_first_and_once() -> None:
    array = np.array([[1.0, 0.0, 2.0], [3.0, 4.0, 0.0]])
    sparse = SparseFeatures.from_dense(array)
    blocked = replace(sparse, block=np.array([[5.0], [6.0]]))
    assert blocked.of_features([0, 2]).dense().tolist() == [[5.0, 0.0], [6.0, 4.0]]
    with pytest.raises(AlignmentError, match=r"^Features of a block come first\.$"):
        blocked.of_features([2, 0])
    with pytest.raises(AlignmentError, match=r"^Of features to be joined the first alone may have a block\.$"):
        SparseFeatures.beside([sparse, blocked])
