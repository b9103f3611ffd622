"""Smooth criteria: the specification's numbers, finite differences, and what L-BFGS makes of them."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.lab.tuning import (
    Box,
    TunableLists,
    expected_corpus_score,
    expected_segment_score,
    maximise,
    oracle_log_likelihood,
    posteriors,
)
from tests.lab.tuning.test_line_search import OCH, OCH_A, bleu_unsmoothed
from tests.lab.tuning.test_mert import toy

Array = NDArray[np.float64]
COUNTS = np.array([[6, 5, 4, 3, 7, 6, 5, 4, 7, 6], [5, 3, 1, 0, 6, 5, 4, 3, 6, 6], [4, 2, 1, 0, 5, 4, 3, 2, 5, 6]])
T3 = TunableLists(np.array([[1, 0], [0.5, 1], [0, 0]]), np.array([0, 3]), COUNTS, bleu_unsmoothed)
SENTENCE_BLEU = np.array([0.836573, 0.485492, 0.435425])
AT = np.array([0.5, 0.8])


def test_posteriors_and_expected_counts_of_the_toy_list() -> None:
    chances = posteriors(T3, AT)
    np.testing.assert_allclose(chances, [0.299421, 0.518972, 0.181608], atol=5e-7)
    np.testing.assert_allclose(
        chances @ COUNTS[:, :8],
        [5.117813, 3.417233, 1.898262, 0.898262, 6.117813, 5.117813, 4.117813, 3.117813],
        atol=1e-6,
    )


def test_values_and_gradients_of_the_toy_list() -> None:
    value, gradient = oracle_log_likelihood(T3, SENTENCE_BLEU, AT)
    np.testing.assert_allclose([value, *gradient], [-1.205906, 0.441094, -0.518972], atol=1e-6)
    value, gradient = expected_segment_score(T3, SENTENCE_BLEU, AT)
    np.testing.assert_allclose([value, *gradient], [0.581520, 0.051450, -0.049836], atol=1e-6)
    value, gradient = expected_corpus_score(T3, AT)
    np.testing.assert_allclose([value, *gradient], [0.521891, 0.076588, -0.102221], atol=1e-6)


def test_the_smoothed_error_of_the_table() -> None:
    features = TunableLists(OCH_A[:, None], OCH.offsets, OCH.counts, OCH.value)
    errors = OCH.counts[:, 0] / 4
    found = [expected_segment_score(features, errors, np.ones(1), sharpness=t)[0] for t in (0, 1, 3, 10, 100)]
    np.testing.assert_allclose(found, [0.291667, 0.240865, 0.182124, 0.135995, 0.125], atol=5e-7)


def criteria(lists: TunableLists) -> dict[str, Callable[[Array], tuple[float, Array]]]:
    scores = lists.candidate_values()
    return {
        "corpus": partial(expected_corpus_score, lists, sharpness=1.7),
        "segments": partial(expected_segment_score, lists, scores, sharpness=0.6),
        "oracle": partial(oracle_log_likelihood, lists, scores, sharpness=1.3, l2=0.2),
    }


@pytest.mark.parametrize("name", ["corpus", "segments", "oracle"])
def test_gradients_are_finite_differences(name: str) -> None:
    step = 1e-6
    for seed in range(5):
        criterion = criteria(toy(seed))[name]
        at = np.random.default_rng(seed).normal(size=3)
        numeric = [(criterion(at + step * axis)[0] - criterion(at - step * axis)[0]) / (2 * step) for axis in np.eye(3)]
        np.testing.assert_allclose(criterion(at)[1], numeric, rtol=1e-5, atol=1e-8)


def test_a_corpus_gradient_with_counts_that_are_always_zero() -> None:
    lists = TunableLists(T3.features, T3.offsets, np.column_stack([COUNTS, np.zeros(3, dtype=int)]), bleu_unsmoothed)
    np.testing.assert_allclose(expected_corpus_score(lists, AT)[1], expected_corpus_score(T3, AT)[1])


@pytest.mark.parametrize("name", ["corpus", "segments", "oracle"])
def test_climbs_end_where_nothing_is_higher_nearby(name: str) -> None:
    lists = toy(1)
    criterion = criteria(lists)[name]
    box = Box(np.full(3, -2.0), np.full(3, 2.0))
    found = maximise(lists, criterion, np.zeros(3), box=box, n_restarts=3)
    value, gradient = criterion(found.weights)
    assert value == pytest.approx(found.value)
    assert (np.abs(found.weights) <= 2).all()
    is_inside = np.abs(found.weights) < 2 - 1e-9
    np.testing.assert_allclose(gradient[is_inside], 0, atol=1e-3)
    assert (gradient[~is_inside] * found.weights[~is_inside] > -1e-6).all()  # at a bound it leads outwards
    assert len(found.values) == 4


def test_a_concave_criterion_has_one_summit() -> None:
    lists = toy(4)
    box = Box(np.full(3, -50.0), np.full(3, 50.0))
    values = maximise(lists, criteria(lists)["oracle"], np.zeros(3), box=box, n_restarts=5).values
    np.testing.assert_allclose(values, values[0], atol=1e-6)


def test_large_scores_do_not_overflow() -> None:
    value, gradient = oracle_log_likelihood(T3, SENTENCE_BLEU, AT * 1e4)
    assert np.isfinite([value, *gradient]).all()
