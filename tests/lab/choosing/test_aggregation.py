"""Expected cosines in linear time against all pairs."""

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.lab.choosing import expected_cosines


def one_by_one(candidates: np.ndarray, evidence: np.ndarray, weights: np.ndarray) -> list[float]:
    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        lengths = float(np.sqrt(a @ a) * np.sqrt(b @ b))
        return float(a @ b) / lengths if lengths else 0.0

    return [
        sum(w * cosine(text, other) for w, other in zip(weights, evidence, strict=True)) / weights.sum()
        for text in candidates
    ]


def test_they_are_the_means_over_all_pairs() -> None:
    rng = np.random.default_rng(4)
    candidates, evidence, weights = rng.normal(size=(7, 5)), rng.normal(size=(11, 5)), rng.random(11)
    candidates[2] = evidence[3] = 0
    found = expected_cosines(candidates, evidence, weights)
    np.testing.assert_allclose(found, one_by_one(candidates, evidence, weights), atol=1e-12)
    assert found[2] == 0
    own = expected_cosines(candidates)
    np.testing.assert_allclose(own, one_by_one(candidates, candidates, np.ones(7)), atol=1e-12)


def test_neither_huge_nor_tiny_vectors_overflow() -> None:
    vectors = np.array([[1e200, 1e200], [1e-200, 0.0], [0.0, -3.0]])
    found = expected_cosines(vectors, weights=np.array([0.0, 1.0, 0.0]))
    np.testing.assert_allclose(found, [np.sqrt(0.5), 1.0, 0.0], atol=1e-12)


def test_what_does_not_fit_is_refused() -> None:
    vectors = np.ones((2, 3))
    with pytest.raises(AlignmentError, match=r"rows of equal length.*got \(2, 3\) and \(2, 4\)"):
        expected_cosines(vectors, np.ones((2, 4)))
    with pytest.raises(AlignmentError, match=r"2 pieces of evidence, but weights of shape \(3,\)"):
        expected_cosines(vectors, weights=np.ones(3))
    with pytest.raises(DataError, match="Weights of evidence must be 0 or more"):
        expected_cosines(vectors, weights=np.array([1.0, -1.0]))
    with pytest.raises(DataError, match="not finite"):
        expected_cosines(np.array([[np.nan, 1.0]]))
