"""Halves of one system, and whether p-values on them are uniform."""

import numpy as np
import pytest
from scipy.special import smirnov

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import get_test, repeated_p_values, split_halves, uniformity
from steelyard.types import Measurement, Statistics


def mean_of(scores: list[float]) -> Measurement:
    values = np.stack([np.array([scores]), np.ones((1, len(scores)))], axis=-1)
    return Measurement(
        "m", "m", "", Statistics.from_values(values), lambda s: s[..., 0] / s[..., 1], True, is_mean=True
    )


def test_halves_are_disjoint_and_their_pairs_random() -> None:
    made = list(split_halves(mean_of(list(range(7))), 400, rng=3))
    drawn = np.stack([pair.statistics.scaled(pair.statistics.values.astype(float))[..., 0] for pair in made])
    assert drawn.shape == (400, 2, 3)
    assert all(len(set(pair.ravel())) == 6 for pair in drawn)
    share = np.mean([5.0 in pair[0] for pair in drawn])
    assert share == pytest.approx(3 / 7, abs=0.08)
    again = next(iter(split_halves(mean_of(list(range(7))), 1, rng=3)))
    assert (again.statistics.values == made[0].statistics.values).all()


def test_halves_need_two_units_of_one_system() -> None:
    with pytest.raises(AlignmentError, match="nothing to halve"):
        next(split_halves(mean_of([1.0]), 1, rng=1))
    two = Measurement("m", "m", "", Statistics.from_values(np.ones((2, 4, 1))), lambda s: s[..., 0], True)
    with pytest.raises(SpecError, match="from one system, not 2"):
        next(split_halves(two, 1, rng=1))


def test_the_distance_is_the_largest_of_the_two_staircases() -> None:
    p_values = np.array([0.1, 0.4, 0.45, 0.9])
    ranks = np.arange(1, 5) / 4
    found = uniformity(p_values)
    assert found.distance == pytest.approx(max((ranks - p_values).max(), (p_values - ranks + 0.25).max()))
    assert found.p_value <= 2 * smirnov(4, found.distance) + 1e-12
    for bad in (np.array([]), np.array([0.5, 1.5]), np.array([np.nan])):
        with pytest.raises(SpecError, match="between 0 and 1"):
            uniformity(bad)


def test_randomization_is_uniform_on_halves() -> None:
    scores = np.random.default_rng(5).gamma(2.0, size=120).round(3).tolist()
    p_values = repeated_p_values(
        get_test("randomization"), split_halves(mean_of(scores), 300, rng=1), n_resamples=999, rng=2
    )
    assert uniformity(p_values).p_value > 0.01
    shrunk = repeated_p_values(get_test("moses"), split_halves(mean_of(scores), 300, rng=1), n_resamples=999, rng=2)
    assert uniformity(shrunk).p_value < 1e-6  # false alarms for one test in eight
