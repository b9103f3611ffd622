"""Curves of items: against the likelihood maximised by hand, girth, known curves, and what cannot be fitted."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import ItemCurves, fit_item_curves
from steelyard.inference.item_response.fit import _drawn_to
from tests.twins.item_curves import log_likelihood, slow_covariance, slow_item_curves

Array = NDArray[np.float64]

# 1,000 answers to five items, of slopes .6, 1, 1.3, 1.8, 2.2 and difficulties -1.5 to 1.5.
ANSWERS = {
    "00000": 77, "00001": 5, "00010": 8, "00100": 44, "00101": 2, "00110": 5, "01000": 81, "01001": 1, "01010": 15,
    "01011": 1, "01100": 46, "01101": 2, "01110": 15, "01111": 6, "10000": 123, "10001": 3, "10010": 9, "10011": 1,
    "10100": 57, "10101": 1, "10110": 17, "10111": 2, "11000": 148, "11001": 6, "11010": 27, "11011": 8, "11100": 137,
    "11101": 20, "11110": 93, "11111": 40,
}  # fmt: skip
# girth 0.8.0 (pip install girth): twopl_mml(scores.T, {"quadrature_n": 121, "max_iteration": 500,
# "quadrature_bounds": (-6, 6)}), its "Discrimination" and "Difficulty".
GIRTH_SLOPES = [0.6539116753170937, 1.1120392485608295, 1.1668341522971877, 1.919412242501849, 1.5971935603993965]
GIRTH_DIFFICULTIES = [
    -1.354067830693607,
    -0.6747552338918332,
    0.05677233654297539,
    0.9195567165012627,
    1.9200646797101388,
]


@pytest.fixture(scope="module")
def scores() -> Array:
    """Return the answers, a row for each system."""
    rows = [[float(digit) for digit in pattern] for pattern, count in ANSWERS.items() for _ in range(count)]
    return np.array(rows)


@pytest.fixture(scope="module")
def plain(scores: Array) -> ItemCurves:
    """Return curves by maximum likelihood alone."""
    return fit_item_curves(scores, draws_slopes=False)


def draw(n_systems: int, n: int, seed: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    slopes, intercepts = rng.lognormal(0, 0.4, n), rng.normal(0, 1.2, n)
    passes = 1 / (1 + np.exp(-(rng.normal(size=(n_systems, 1)) * slopes + intercepts)))
    return slopes, intercepts, (rng.random((n_systems, n)) < passes).astype(float)


@pytest.mark.parametrize("sign", [1, -1])
def test_slopes_that_are_all_equal_are_drawn_together_no_closer_than_a_twentieth(sign: int) -> None:
    """Also where most systems fail what good ones pass, and slopes are below 0."""
    assert _drawn_to(sign * np.full(3, 2.0), np.zeros(3)).spread == pytest.approx(0.1)


def test_no_curve_is_more_likely(scores: Array, plain: ItemCurves) -> None:
    few = scores[:, :3]
    slow_slopes, slow_intercepts = slow_item_curves(few)
    found = fit_item_curves(few, draws_slopes=False)
    assert_allclose(found.slopes, slow_slopes, rtol=2e-3)
    assert_allclose(found.intercepts, slow_intercepts, atol=2e-3)
    at = np.concatenate([found.slopes, found.intercepts])
    assert_allclose(found.log_likelihood, log_likelihood(at, few), rtol=1e-9)


def test_standard_errors_are_those_of_the_curvature(scores: Array) -> None:
    few = scores[:, :3]
    found = fit_item_curves(few, draws_slopes=False)
    whole = slow_covariance(found.slopes, found.intercepts, few)
    for i, own in enumerate(found.covariances):
        assert_allclose(own, whole[np.ix_([i, i + 3], [i, i + 3])], rtol=2e-3)


def test_girth_finds_the_same(plain: ItemCurves) -> None:
    assert_allclose(plain.slopes, GIRTH_SLOPES, rtol=1e-3)
    assert_allclose(plain.difficulties, GIRTH_DIFFICULTIES, atol=5e-3)


def test_both_ways_to_invert_the_information_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from steelyard.inference.item_response.parts import information

    _, _, board = draw(12, 80, 3)
    low_rank = fit_item_curves(board)
    monkeypatch.setattr(information, "_MOST_COLUMNS", 0)
    monkeypatch.setattr(information, "_LEAST_SIZE", -1.0)  # nothing is left out, however small
    assert_allclose(fit_item_curves(board).covariances, low_rank.covariances, rtol=1e-6, atol=1e-9)


def test_leaps_lead_where_plain_steps_of_em_lead() -> None:
    from steelyard.inference.item_response import fit
    from steelyard.inference.item_response.parts.curves import grid_of

    _, _, board = draw(30, 20, 8)
    curves = fit_item_curves(board)
    assert curves.made_of is not None and curves.made_of[2].nodes.shape == grid_of().nodes.shape
    place = fit._start(curves.made_of[0], True)
    for _ in range(1500):
        place, _ = fit._step(curves.made_of[0], place, grid_of())
    varies = np.isfinite(curves.slopes)
    assert_allclose(curves.slopes[varies], place.slopes, atol=2e-5)
    assert_allclose(curves.intercepts[varies], place.intercepts, atol=2e-5)
    assert 3 * curves.n_steps < 1500


def test_intervals_hold_the_truth_and_few_systems_say_little() -> None:
    held, agreement = [], {}
    for n_systems in (20, 150):
        found = []
        for seed in range(2):
            slopes, intercepts, board = draw(n_systems, 60, seed)
            curves = fit_item_curves(board)
            varies = np.isfinite(curves.slopes)
            within = np.abs(curves.slopes - slopes)[varies] < 1.96 * curves.slope_errors[varies]
            errors = np.sqrt(curves.covariances[varies, 1, 1])
            shifted = np.abs(curves.intercepts - intercepts)[varies] < 1.96 * errors
            held += [within.mean(), shifted.mean()]
            found.append(np.corrcoef(curves.slopes[varies], slopes[varies])[0, 1])
        agreement[n_systems] = float(np.mean(found))
    assert 0.9 < np.mean(held) < 0.99
    assert agreement[20] < 0.6 < 0.7 < agreement[150]


def test_fractions_are_shares_of_a_pass(scores: Array) -> None:
    rng = np.random.default_rng(5)
    slopes, intercepts, _ = draw(300, 40, 5)
    expected = 1 / (1 + np.exp(-(rng.normal(size=(300, 1)) * slopes + intercepts)))
    curves = fit_item_curves(rng.beta(4 * expected, 4 * (1 - expected)))
    assert np.corrcoef(curves.slopes, slopes)[0, 1] > 0.9
    assert np.mean(np.abs(curves.intercepts - intercepts) < 1.96 * np.sqrt(curves.covariances[:, 1, 1])) > 0.95


def test_a_missing_score_is_not_an_answer(scores: Array) -> None:
    few = np.where(np.random.default_rng(4).random(scores.shape) < 0.3, np.nan, scores)[:, :3]
    few = few[np.isfinite(few).any(axis=1)]
    curves = fit_item_curves(few, draws_slopes=False)
    at = np.concatenate([curves.slopes, curves.intercepts])
    assert_allclose(curves.log_likelihood, log_likelihood(at, few), rtol=1e-9)
    for shift in 0.01 * np.vstack([np.eye(6), -np.eye(6)]):
        assert log_likelihood(at + shift, few) < curves.log_likelihood


def test_a_thousand_items_leave_no_ability_between_two_nodes() -> None:
    _, _, board = draw(30, 600, 11)
    curves = fit_item_curves(board)
    assert curves.is_settled and curves.ability_errors.min() > 0.02
    assert np.isnan(curves.slopes[np.ptp(board, axis=0) == 0]).all()
    assert_allclose(curves.abilities.mean(), 0, atol=1e-3)


def test_items_that_part_systems_perfectly_have_finite_slopes() -> None:
    curves = fit_item_curves(np.tril(np.ones((8, 7)), -1))
    assert np.isfinite(curves.slopes).all() and curves.slopes.max() < 100
    assert (np.diff(curves.difficulties) > 0).all()


@pytest.mark.parametrize(
    ("board", "error", "told"),
    [
        ([0, 1], AlignmentError, "shape"),
        ([[0, 1, 1], [1, 0, 1]], SpecError, "three systems"),
        ([[0, 1, 3], [1, 0, 1], [1, 0, 0]], SpecError, "0 to 1"),
        ([[1, 1, 1]] * 4, SpecError, "there are 0 of 3"),
        ([[np.nan] * 3, [1, 0, 1], [1, 0, 0]], SpecError, "no score on any"),
    ],
)
def test_what_cannot_be_fitted_is_refused(board: object, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        fit_item_curves(np.array(board, dtype=float))
