"""Maximum-correlation training against regression, correlations by SciPy, and weights in the neighbourhood."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.meta import fit_maximum_correlation, leave_one_system_out


def drawn(
    seed: int, n_systems: int = 4, n_segments: int = 60, n_features: int = 5
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return features on unlike scales, and ratings that depend on them and on the system."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n_systems, n_segments, n_features)) * 10.0 ** rng.integers(-2, 3, n_features)
    ratings = features @ (rng.normal(size=n_features) / features.std(axis=(0, 1)))
    level = rng.normal(scale=3, size=(n_systems, 1))
    return features + level[..., None], ratings + level + 2 * rng.normal(size=ratings.shape)


def mean_correlation(scores: NDArray[Any], ratings: NDArray[Any]) -> float:
    return float(np.mean([stats.pearsonr(one, other)[0] for one, other in zip(scores, ratings, strict=True)]))


@pytest.mark.parametrize("seed", range(5))
def test_pooled_weights_are_those_of_a_regression(seed: int) -> None:
    features, ratings = drawn(seed)
    found = fit_maximum_correlation(features, ratings)
    rows = np.column_stack([features.reshape(-1, features.shape[2]), np.ones(ratings.size)])
    expected = np.linalg.lstsq(rows, ratings.ravel(), rcond=None)[0]
    np.testing.assert_allclose(found.weights, expected[:-1], rtol=1e-6)
    assert found.intercept == pytest.approx(expected[-1], rel=1e-6)
    assert found.correlation == pytest.approx(stats.pearsonr(found.predict(features).ravel(), ratings.ravel())[0])


@pytest.mark.parametrize("seed", range(5))
def test_the_ascent_reaches_the_closed_form_where_both_ask_the_same(seed: int) -> None:
    features, ratings = drawn(seed, n_systems=1, n_segments=200)
    closed, climbed = (fit_maximum_correlation(features, ratings, objective=name) for name in ("pooled", "systems"))
    assert climbed.correlation == pytest.approx(closed.correlation, abs=1e-12)
    np.testing.assert_allclose(climbed.weights, closed.weights, rtol=1e-5)
    assert climbed.intercept == pytest.approx(closed.intercept, rel=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_no_weights_nearby_or_drawn_correlate_better_within_systems(seed: int) -> None:
    features, ratings = drawn(seed)
    found = fit_maximum_correlation(features, ratings, objective="systems", rng=seed)
    assert found.correlation == pytest.approx(mean_correlation(features @ found.weights, ratings), abs=1e-12)
    rng = np.random.default_rng(seed)
    for scale in (1e-3, 1e-1, 1.0, 10.0):
        for _ in range(50):
            other = found.weights * (1 + scale * rng.normal(size=found.weights.shape))
            assert mean_correlation(features @ other, ratings) <= found.correlation + 1e-12
    pooled = fit_maximum_correlation(features, ratings)
    assert mean_correlation(features @ pooled.weights, ratings) <= found.correlation + 1e-12
    assert pooled.correlation >= stats.pearsonr((features @ found.weights).ravel(), ratings.ravel())[0] - 1e-12


def test_the_same_random_numbers_give_the_same_weights() -> None:
    features, ratings = drawn(3)
    one, other = (fit_maximum_correlation(features, ratings, objective="systems", rng=7) for _ in range(2))
    assert np.array_equal(one.weights, other.weights)


def test_features_that_depend_on_each_other_share_a_weight() -> None:
    features, ratings = drawn(1, n_features=2)
    doubled = np.concatenate([features, features[..., :1]], axis=-1)
    for objective in ("pooled", "systems"):
        plain, shared = (fit_maximum_correlation(given, ratings, objective=objective) for given in (features, doubled))
        assert shared.correlation == pytest.approx(plain.correlation, abs=1e-9)
        assert shared.weights[0] == pytest.approx(shared.weights[2], rel=1e-6)
        np.testing.assert_allclose([shared.weights[0] + shared.weights[2], shared.weights[1]], plain.weights, rtol=1e-5)


@pytest.mark.parametrize("objective", ["pooled", "systems"])
def test_features_that_do_not_vary_have_no_weight(objective: Any) -> None:
    _, ratings = drawn(2)
    found = fit_maximum_correlation(np.full((*ratings.shape, 2), 0.1), ratings, objective=objective)
    assert (found.weights.tolist(), found.correlation) == ([0.0, 0.0], 0.0)
    assert found.intercept == pytest.approx(ratings.mean())


@pytest.mark.parametrize("objective", ["pooled", "systems"])
def test_each_system_is_scored_with_the_weights_of_the_others(objective: Any) -> None:
    features, ratings = drawn(4)
    found = leave_one_system_out(features, ratings, objective=objective, n_starts=3)
    for s in range(len(features)):
        others = [i for i in range(len(features)) if i != s]
        trained = fit_maximum_correlation(features[others], ratings[others], objective=objective, n_starts=3)
        np.testing.assert_allclose(found.weights[s], trained.weights, rtol=1e-4)
        expected = stats.pearsonr(features[s] @ trained.weights, ratings[s])[0]
        assert found.correlations[s] == pytest.approx(expected, abs=1e-6)
    assert found.mean == pytest.approx(found.correlations.mean())


@pytest.mark.parametrize(
    ("features", "ratings", "options", "error", "message"),
    [
        (np.ones((2, 3)), np.ones((2, 3)), {}, AlignmentError, r"need shape \(systems, segments, features\)"),
        (np.ones((2, 3, 1)), np.ones((3, 2)), {}, AlignmentError, r"not \(2, 3, 1\) and \(3, 2\)"),
        (np.full((1, 2, 1), np.nan), [[1, 2]], {}, DataError, "must be finite numbers"),
        (np.ones((2, 2, 1)), [[1, 2], [3, 3]], {}, DataError, r"ratings of system 2 are all 3: nothing correlates"),
        (np.ones((1, 2, 1)), [[1, 2]], {"objective": "mean"}, SpecError, "objective must be 'pooled' or 'systems'"),
        (np.ones((1, 2, 1)), [[1, 2]], {"n_starts": -1}, SpecError, "n_starts must be 0 or more"),
    ],
)
def test_what_cannot_be_trained_is_refused(
    features: Any, ratings: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fit_maximum_correlation(features, ratings, **options)


def test_a_single_system_cannot_be_left_out() -> None:
    features, ratings = drawn(0, n_systems=1)
    with pytest.raises(AlignmentError, match="there must be two at least"):
        leave_one_system_out(features, ratings)
