"""Expected gains: golden numbers of lists that can be checked by hand, and a brute-force twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.choosing import (
    best_by_gain,
    expected_gains,
    merge_doubles,
    refined_priors,
    score_priors,
    summed_by_code,
)
from steelyard.metrics import Bleu

T3 = ("the cat sat on the mat today", "the cat is on the mat", "a cat sat on mat")
T3_SCORES = np.array([(1, 0), (0.5, 1), (0, 0)]) @ np.array([0.5, 0.8])
ADD_ONE = Bleu(tokenize="none", smooth_method="add-k")  # on matches and n-grams of orders above 1
SYSTEMS = ("the cat sat on the mat", "the cat sits on the mat", "a cat sat on a mat", "dogs bark loudly")
FLOORED = Bleu(tokenize="none", smooth_method="half-length")


def matrix_of(metric: Bleu, texts: tuple[str, ...]) -> np.ndarray:
    single = metric.segment_metric()
    return np.array([[single.sentence_score(text, [other]).score / 100 for other in texts] for text in texts])


def test_the_matrix_of_a_short_list_is_the_known_one() -> None:
    expected = [(1, 0.406149, 0.357457), (0.410960, 1, 0.254066), (0.356496, 0.258905, 1)]
    np.testing.assert_allclose(matrix_of(ADD_ONE, T3), expected, atol=1e-6)


@pytest.mark.parametrize(
    ("sharpness", "posterior", "gains", "choice"),
    [
        (1.0, (0.299421, 0.518972, 0.181608), (0.575117, 0.688162, 0.422715), 1),
        (0.1, (0.3325, 0.3513, 0.3163), (0.588189, 0.568254, 0.525728), 0),
        (10.0, (0.0041, 0.9959, 0.0), (0.408565, 0.997582, 0.259323), 1),
    ],
)
def test_the_choice_depends_on_the_temperature(
    sharpness: float, posterior: tuple[float, ...], gains: tuple[float, ...], choice: int
) -> None:
    priors = score_priors(T3_SCORES, 1 / sharpness)
    np.testing.assert_allclose(priors, posterior, atol=6e-5 if sharpness != 1 else 1e-6)
    found = expected_gains(matrix_of(ADD_ONE, T3), priors)
    np.testing.assert_allclose(found.gains, gains, atol=1e-6)
    assert found.choice == choice
    assert found.margin == pytest.approx(np.diff(sorted(gains))[-1], abs=2e-6)
    assert found.n_effective == pytest.approx(1 / sum(p**2 for p in priors))


def test_the_consensus_of_four_systems_is_that_of_the_paper_s_equations() -> None:
    matrix = matrix_of(FLOORED, SYSTEMS)
    np.testing.assert_allclose(
        [matrix[0, 1], matrix[0, 2], matrix[1, 2], *matrix[3, :3]], [0.3195, 0.2730, 0.1304, 0, 0, 0], atol=5e-5
    )
    uniform = expected_gains(matrix, np.ones(4))
    np.testing.assert_allclose(uniform.gains, [0.398121, 0.362474, 0.350859, 0.25], atol=1e-6)
    assert uniform.choice == 0
    np.testing.assert_allclose(refined_priors(uniform.gains, 4.0), [0.408857, 0.280943, 0.246628, 0.063573], atol=2e-6)


def test_a_heavy_outlier_elects_itself_only_where_it_is_its_own_evidence() -> None:
    matrix, weights = matrix_of(FLOORED, SYSTEMS), np.array([0.1, 0.2, 0.2, 0.5])
    with_self = expected_gains(matrix, weights)
    np.testing.assert_allclose(with_self.gains, [0.218497, 0.258032, 0.253386, 0.5], atol=1e-6)
    assert with_self.choice == 3
    without = expected_gains(matrix, weights, include_self=False)
    np.testing.assert_allclose(without.gains, [0.118497, 0.058032, 0.053386, 0], atol=1e-6)
    assert without.choice == 0


def test_refined_priors_go_from_equal_to_one_hot() -> None:
    gains = np.array([0.4, 0.5, 0.1])
    assert refined_priors(gains, 0.0).tolist() == [1 / 3] * 3
    np.testing.assert_allclose(refined_priors(gains, 1000.0), [0, 1, 0], atol=1e-12)
    assert refined_priors(np.zeros(2), 4.0).tolist() == [0.5, 0.5]
    with pytest.raises(DataError, match="negative"):
        refined_priors(np.array([0.1, -0.1]), 1.0)


def test_equal_gains_go_to_the_more_probable_and_then_to_the_earlier() -> None:
    assert best_by_gain(np.array([0.5, 0.5, 0.5]), np.array([0.2, 0.4, 0.4])) == 1
    assert best_by_gain(np.array([0.1, 0.1 + 1e-15]), np.array([0.5, 0.5])) == 0


@pytest.mark.parametrize("unit", [1.0, 100.0, 1e9])
def test_gains_that_rounding_alone_tells_apart_are_equal_in_any_unit(unit: float) -> None:
    gains = unit * np.array([0.1 + 0.2, 0.3])
    assert gains[0] > gains[1]
    assert best_by_gain(gains, np.array([0.4, 0.6])) == 1
    assert best_by_gain(unit * np.array([0.300001, 0.3]), np.array([0.4, 0.6])) == 0


def test_a_text_that_stands_twice_has_the_mass_of_both() -> None:
    firsts, codes = merge_doubles(["b", "a", "b", "c"])
    assert (firsts.tolist(), codes.tolist()) == ([0, 1, 3], [0, 1, 0, 2])
    np.testing.assert_allclose(summed_by_code(np.full(4, 0.25), codes), [0.5, 0.25, 0.25])


def test_one_candidate_is_chosen_without_a_margin() -> None:
    found = expected_gains(np.array([[1.0]]), np.ones(1))
    assert found.choice == 0 and np.isnan(found.margin)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="2 pieces of evidence"):
        expected_gains(np.ones((2, 2)), np.ones(3))
    with pytest.raises(DataError, match="utility is not finite"):
        expected_gains(np.array([[1, np.nan]]), np.ones(2))
    with pytest.raises(DataError, match="Weights"):
        expected_gains(np.ones((1, 2)), np.zeros(2))
    with pytest.raises(AlignmentError, match="only where"):
        expected_gains(np.ones((1, 2)), np.ones(2), include_self=False)
    with pytest.raises(SpecError, match="temperature"):
        score_priors(np.zeros(2), 0.0)
    with pytest.raises(DataError, match="not finite"):
        score_priors(np.array([0, np.nan]))


def test_scores_far_below_zero_do_not_vanish() -> None:
    np.testing.assert_allclose(score_priors(np.array([-1e6, -1e6 + np.log(3)])), [0.25, 0.75], rtol=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_gains_are_those_of_a_double_loop(data: st.DataObject) -> None:
    k, e = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    cells = data.draw(st.lists(st.integers(-8, 8), min_size=k * e, max_size=k * e))
    weights = data.draw(st.lists(st.integers(0, 4), min_size=e, max_size=e).filter(any))
    matrix = np.array(cells, float).reshape(k, e)
    include_self = k != e or data.draw(st.booleans())
    found = expected_gains(matrix, np.array(weights, float), include_self=include_self)
    total = sum(weights)
    slow = [sum(weights[j] / total * matrix[i, j] for j in range(e) if include_self or i != j) for i in range(k)]
    np.testing.assert_allclose(found.gains, slow, atol=1e-12)
    assert slow[found.choice] >= max(slow) - 1e-9


def test_of_equal_gains_the_one_that_is_given_as_more_probable_is_chosen() -> None:
    matrix = np.array([[0.5, 0.5, 0.2], [0.5, 0.5, 0.2], [0.1, 0.1, 0.1]])
    weights = np.array([0.4, 0.3, 0.3])
    assert expected_gains(matrix, weights).choice == 0
    assert expected_gains(matrix, weights, posterior=np.array([0.1, 0.2, 0.7])).choice == 1
