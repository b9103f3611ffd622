"""The sub-goal regression: what is known is found again, and of many solutions the shortest."""

from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.meta import fit_sub_goals, spread_by_question
from steelyard.metrics import SubGoal, measure
from steelyard.types import TestSet


def made_up(n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return similarities (n, 3), and sub-goals met and not met (n, 2), some of which do not apply."""
    rng = np.random.default_rng(seed)
    applies, is_met = rng.random((n, 2)) < 0.7, rng.random((n, 2)) < 0.5
    return rng.random((n, 3)), (applies & is_met).astype(float), (applies & ~is_met).astype(float)


def test_weights_are_found_again_where_they_are_determined() -> None:
    similarities, met, unmet = made_up(200, 1)
    scores = similarities @ [0.5, -1, 2] + met @ [1, 0.3] + unmet @ [-1, -0.2] + 3
    fitted = fit_sub_goals(similarities, met, unmet, scores)
    np.testing.assert_allclose(fitted.similarity_weights, [0.5, -1, 2], atol=1e-10)
    np.testing.assert_allclose(fitted.accomplished_weights, [1, 0.3], atol=1e-10)
    np.testing.assert_allclose(fitted.unaccomplished_weights, [-1, -0.2], atol=1e-10)
    assert fitted.constant == pytest.approx(3)
    assert (fitted.rank, fitted.n_observations) == (8, 200)


def test_of_all_best_fits_it_is_the_shortest() -> None:
    similarities, met, _ = made_up(60, 2)
    scores = np.random.default_rng(3).random(60)
    fitted = fit_sub_goals(similarities, met, 1 - met, scores)  # every question is asked everywhere: rank-deficient
    design = np.column_stack([similarities, met, 1 - met, np.ones(60)])
    expected = np.linalg.pinv(design) @ scores
    found = [*fitted.similarity_weights, *fitted.accomplished_weights, *fitted.unaccomplished_weights, fitted.constant]
    np.testing.assert_allclose(found, expected, atol=1e-10)
    assert fitted.rank == 6
    residuals = fitted.predict(similarities, met, 1 - met) - scores
    np.testing.assert_allclose(design.T @ residuals, 0, atol=1e-9)  # the normal equations


def test_single_questions_fit_the_sentences_they_were_learned_on() -> None:
    # Three systems, 20 segments: the score of a segment is its own difficulty, and what its own question is worth.
    rng = np.random.default_rng(4)
    met = rng.integers(0, 2, (3, 20, 1)).astype(float)
    scores = rng.random(20) + met[..., 0] * rng.random(20)
    columns = [spread_by_question(values).reshape(60, 20) for values in (met, 1 - met)]
    fitted = fit_sub_goals(np.empty((60, 0)), *columns, scores.ravel())
    np.testing.assert_allclose(fitted.predict(np.empty((60, 0)), *columns), scores.ravel(), atol=1e-9)
    by_kind = fit_sub_goals(np.empty((60, 0)), met.reshape(60, 1), 1 - met.reshape(60, 1), scores.ravel())
    assert (
        np.abs(by_kind.predict(np.empty((60, 0)), met.reshape(60, 1), 1 - met.reshape(60, 1)) - scores.ravel()).max()
        > 0.1
    )


def test_the_statistics_of_the_metric_are_columns_of_the_regression() -> None:
    data = TestSet(
        references=[["a b c", "d e", "f"], ["a x c", "e d", "g"]],
        systems={"x": ["a y c", "d e", "f"], "y": ["c a", "e", "h"]},
    )
    [measured] = measure(data, [SubGoal()])
    answers = measured.statistics.values.reshape(6, 3, 2)
    met, unmet = answers[..., 0], answers[..., 1] - answers[..., 0]
    assert met.tolist() == [[1, 1, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert unmet.tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0]]
    scores = 2 * met[:, 0] - unmet[:, 1] + 1.0
    fitted = fit_sub_goals(np.empty((6, 0)), met, unmet, scores)
    np.testing.assert_allclose(fitted.predict(np.empty((6, 0)), met, unmet), scores, atol=1e-9)


def test_a_fit_is_not_to_be_changed() -> None:
    fitted = fit_sub_goals([[1.0], [2.0]], [[1], [0]], [[0], [1]], [1, 2])
    with pytest.raises(ValueError, match="read-only"):
        fitted.similarity_weights[0] = 1


@pytest.mark.parametrize(
    ("arrays", "error", "message"),
    [
        (([[1.0]], [[1]], [[0]], [1, 2]), AlignmentError, "for the same n outputs"),
        (([1.0], [[1]], [[0]], [1]), AlignmentError, "for the same n outputs"),
        (([[1.0]], [[1, 0]], [[0]], [1]), AlignmentError, "not 2 and 1"),
        (([[np.nan]], [[1]], [[0]], [1]), DataError, "finite numbers only"),
        ((np.empty((0, 1)), np.empty((0, 1)), np.empty((0, 1)), []), DataError, "one judged output at least"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        fit_sub_goals(*arrays)


def test_predictions_need_the_columns_of_the_fit() -> None:
    fitted = fit_sub_goals([[1.0], [2.0]], [[1], [0]], [[0], [1]], [1, 2])
    with pytest.raises(AlignmentError, match="similarities must have 1 columns"):
        fitted.predict([[1.0, 2.0]], [[1]], [[0]])
    with pytest.raises(AlignmentError, match="segments, kinds"):
        spread_by_question([1, 2])
