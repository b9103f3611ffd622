"""The delta method, against analytic slopes, Student's t for means, and the jackknife for large test sets."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.inference import (
    delta_interval,
    delta_standard_error,
    influence_values,
    jackknife_scores,
    score_gradient,
    standard_error,
    student_difference_interval,
    student_interval,
)
from tests.inference.measurements import TOY5, bleu_like, bleu_like_of, counts_of_texts, mean_of, ratio_of


@given(
    rows=st.lists(st.tuples(st.integers(0, 60), st.integers(1, 80)), min_size=2, max_size=30).filter(
        lambda rows: len({row[0] for row in rows}) > 1 < len({row[1] for row in rows})
    )
)
def test_the_slope_of_a_ratio_is_the_analytic_one(rows: list[tuple[int, int]]) -> None:
    parts, wholes = np.array(rows).T
    part, whole = parts.sum(), wholes.sum()
    measurement = ratio_of(parts[None], wholes[None])
    np.testing.assert_allclose(score_gradient(measurement), [[1 / whole, -part / whole**2]], rtol=1e-8, atol=1e-12)
    expected = (parts - part / whole * wholes) / whole
    np.testing.assert_allclose(influence_values(measurement)[0], expected, atol=1e-9)


def test_the_slope_of_a_score_like_bleu_is_the_analytic_one() -> None:
    counts = counts_of_texts(np.random.default_rng(0), [0.4, 0.7], 200)
    counts[0, :, 0] -= 2  # system 0 is shorter than the references, system 1 longer: both sides of the penalty
    counts[1, :, 0] += 2
    measurement = bleu_like_of(counts)
    for system, found in zip(counts, score_gradient(measurement), strict=True):
        sums = system.sum(axis=0).astype(float)
        length, reference, *orders = sums
        score = float(bleu_like(sums))
        of_lengths = [score * reference / length**2, -score / length] if length < reference else [0.0, 0.0]
        of_orders = [score / 2 / orders[0], -score / 2 / orders[1], score / 2 / orders[2], -score / 2 / orders[3]]
        np.testing.assert_allclose(found, of_lengths + of_orders, rtol=1e-8, atol=1e-13)


def test_scores_with_fractions_are_on_their_own_scale() -> None:
    measurement = mean_of(TOY5)
    for scores, row in zip(TOY5, influence_values(measurement), strict=True):
        np.testing.assert_allclose(row, (np.array(scores) - np.mean(scores)) / 5, atol=1e-9)


def test_of_a_mean_it_is_students_interval() -> None:
    measurement = mean_of(TOY5)
    a, b = influence_values(measurement)
    assert delta_interval(0.6, a, 0.9) == pytest.approx(student_interval(TOY5[0], 0.9), abs=1e-8)
    assert delta_interval(0.22, a - b) == pytest.approx(student_difference_interval(*TOY5), abs=1e-8)


def test_a_statistic_whose_sum_is_0_has_a_slope() -> None:
    standardised = mean_of([[-1.5, 0.5, 1.0, 2.0, -2.0]])
    np.testing.assert_allclose(influence_values(standardised), [[-0.3, 0.1, 0.2, 0.4, -0.4]], atol=1e-9)


def test_a_statistic_without_spread_has_none() -> None:
    measurement = ratio_of([[0, 0, 0]], [[1, 2, 3]])
    assert score_gradient(measurement)[0, 0] == 0.0
    assert influence_values(measurement).tolist() == [[0.0, 0.0, 0.0]]


@pytest.mark.parametrize("n_units", [200, 3000])
def test_for_large_test_sets_it_is_the_jackknifes(n_units: int) -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(4), [0.5, 0.55], n_units))
    influence, left_out = influence_values(measurement), jackknife_scores(measurement)
    for mine, theirs in [
        *zip(influence, left_out, strict=True),
        (influence[0] - influence[1], left_out[0] - left_out[1]),
    ]:
        assert delta_standard_error(mine) == pytest.approx(standard_error(theirs), rel=4 / n_units)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 25.0])
def test_equal_units_give_a_point(value: float) -> None:
    [row] = influence_values(mean_of([[value] * 7]))
    assert delta_standard_error(row) == 0.0
    assert delta_interval(value, row) == (value, value)
    a, b = influence_values(mean_of([[0.25, 0.5, 1.0], [0.5, 0.75, 1.25]]))
    assert delta_interval(-0.25, a - b) == (-0.25, -0.25)


def test_a_single_unit_has_no_interval() -> None:
    row = influence_values(mean_of([[3.0]]))[0]
    assert delta_interval(3.0, row) is None
    assert math.isnan(delta_standard_error(row))


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 95.0, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level: float) -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        delta_interval(1.0, np.array([1.0, 2.0]), level)
