"""Hill climbing, against looking everywhere."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.meta import STEPS, hill_climb

CENTS = st.integers(0, 20).map(lambda n: n / 20)


@given(st.tuples(CENTS, CENTS), st.tuples(CENTS, CENTS), st.floats(-0.9, 0.9))
def test_a_concave_hill_is_climbed_to_the_top_of_the_grid(
    start: tuple[float, float], peak: tuple[float, float], tilt: float
) -> None:
    def height(point: tuple[float, ...]) -> float:
        x, y = point[0] - peak[0], point[1] - peak[1]
        return -(x * x) - y * y - 0.5 * tilt * x * y

    found = hill_climb(height, start, lower=(0, 0), upper=(1, 1), steps=(0.2, 0.1, 0.05))
    everywhere = product(np.linspace(0, 1, 21), repeat=2)
    assert found.value == pytest.approx(max(map(height, everywhere)), abs=1e-9)
    assert found.parameters == pytest.approx(peak, abs=1e-9)
    assert height(found.parameters) == found.value


@given(st.integers(0, 10**6))
def test_the_end_is_a_local_optimum_of_every_step_and_the_same_every_time(seed: int) -> None:
    heights = np.random.default_rng(seed).integers(0, 9, (9, 9))

    def height(point: tuple[float, ...]) -> float:
        i, j = (round(4 * coordinate) for coordinate in point)
        return float(heights[i, j]) if 0 <= i < 9 and 0 <= j < 9 else math.nan

    steps = (1.0, 0.5, 0.25)
    found = hill_climb(height, (1, 1), steps=steps, n_restarts=2, rng=seed)
    x, y = found.parameters
    for step in steps:
        for other in ((x + step, y), (x - step, y), (x, y + step), (x, y - step)):
            assert not height(other) > found.value
    assert found == hill_climb(height, (1, 1), steps=steps, n_restarts=2, rng=seed)
    assert found.value >= hill_climb(height, (1, 1), steps=steps).value >= heights[4, 4]


def test_restarts_find_a_higher_hill() -> None:
    def height(point: tuple[float, ...]) -> float:
        return max(1 - 100 * (point[0] - 0.2) ** 2, 2 - 100 * (point[0] - 1.3) ** 2)

    assert hill_climb(height, (0.2,)).parameters == (0.2,)
    assert hill_climb(height, (0.2,), n_restarts=5).parameters == (1.3,)


@pytest.mark.parametrize("end", [-2.0, 2.0])
def test_restarts_begin_within_four_largest_steps_of_the_start_and_at_their_ends(end: float) -> None:
    """An island that no step leads to; the second coordinate has nowhere to go."""
    asked = set()

    def height(point: tuple[float, ...]) -> float:
        asked.add(point)
        return {0.0: 0.0, end: 1.0}.get(point[0], math.nan)

    found = hill_climb(height, (0.0, 3.0), lower=(-9, 3), upper=(9, 3), steps=(0.5, 0.25), n_restarts=20)
    assert found.parameters == (end, 3.0)
    assert max(abs(x) for x, _ in asked) == 2.5  # a largest step beyond the island


def test_points_are_whole_steps_from_the_start_and_no_place_is_asked_for_twice() -> None:
    asked = []

    def height(point: tuple[float, ...]) -> float:
        asked.append(point)
        return -abs(point[0] - 0.3)

    found = hill_climb(height, (0.1,), lower=(0.05,), upper=(0.28,))
    assert found.parameters == (0.28,)
    assert len(asked) == len(set(asked))
    assert all(0.05 <= x <= 0.28 and round(x, 2) == x for (x,) in asked)


def test_a_plateau_stays_where_it_is() -> None:
    found = hill_climb(lambda point: 1.0, (0.85, 3.0))
    assert (found.parameters, found.value) == ((0.85, 3.0), 1.0)
    assert found.n_evaluations == 1 + 4 * len(STEPS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": ()}, "one at least"),
        ({"start": (0.5,), "lower": (0, 0)}, "same coordinates"),
        ({"start": (0.5,), "lower": (0.6,)}, "cannot begin at"),
        ({"start": (0.5,), "steps": (0.1, 0.2)}, "the largest first"),
        ({"start": (0.5,), "steps": (0.3, 0.2)}, "multiple of the last, 0.2"),
        ({"start": (0.5,), "steps": ()}, "above 0"),
        ({"start": (0.5,), "n_restarts": -1}, "0 or more"),
    ],
)
def test_bad_requests_are_refused(options: dict, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        hill_climb(lambda point: 0.0, **options)
