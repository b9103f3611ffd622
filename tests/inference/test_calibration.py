"""Calibration: data sets without a difference have none, mixtures have the difference that is asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import (
    exchanged_systems,
    get_test,
    mixed_systems,
    repeated_p_values,
    resampled_units,
    wilson_interval,
)
from steelyard.types import Measurement, Statistics

GROUPS = np.repeat(np.arange(10), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])


def ratio_of(values: NDArray[np.int64]) -> Measurement:
    statistics = Statistics.from_values(values)
    return Measurement("ratio", "ratio", "", statistics, lambda s: s[..., 0] / s[..., 1], True, systems=("a", "b"))


def drawn_ratio(seed: int, n_systems: int = 2) -> Measurement:
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 20, size=(n_systems, len(GROUPS), 2))
    values[0, :, 0] += 5
    return ratio_of(values)


def test_exchanged_systems_keep_each_units_pair_and_move_groups_as_one() -> None:
    measurement = drawn_ratio(1)
    a, b = measurement.statistics.values
    kept = []
    for pair in exchanged_systems(measurement, GROUPS, 200, rng=3):
        first, second = pair.statistics.values
        stays = (first == a).all(axis=1)
        assert (first[~stays] == b[~stays]).all() and (second == np.where(stays[:, None], b, a)).all()
        by_group = [set(stays[group == GROUPS].tolist()) for group in range(10)]
        assert all(len(sides) == 1 for sides in by_group)
        kept.append([sides.pop() for sides in by_group])
    shares = np.mean(kept, axis=0)
    assert (np.abs(shares - 0.5) < 5 * 0.5 / np.sqrt(200)).all()  # five standard errors
    assert len(set(map(tuple, kept))) > 150


def test_few_units_are_exchanged_in_every_way_over_and_over() -> None:
    measurement = ratio_of(np.array([[[1, 1], [2, 1]], [[3, 1], [4, 1]]]))
    found = [
        pair.statistics.values[0, :, 0].tolist() for pair in exchanged_systems(measurement, np.arange(2), 8, rng=1)
    ]
    assert sorted(found) == sorted(2 * [[1, 2], [1, 4], [3, 2], [3, 4]])


def test_resampled_units_have_as_many_groups_and_their_own_values() -> None:
    measurement = drawn_ratio(2)
    rows = {tuple(row) for row in np.concatenate([*measurement.statistics.values], axis=1).tolist()}
    sizes = set()
    for drawn in resampled_units(measurement, GROUPS, 50, rng=4):
        values = np.concatenate([*drawn.statistics.values], axis=1)
        assert {tuple(row) for row in values.tolist()} <= rows
        sizes.add(len(values))
    assert len(sizes) > 10  # documents have different lengths
    for n_drawn in (None, 1, 7, 200):
        found = {
            len(d.statistics.values[0]) for d in resampled_units(measurement, np.arange(30), 9, rng=4, n_drawn=n_drawn)
        }
        assert found == {n_drawn or 30}


def test_groups_are_drawn_whole_and_equally_often() -> None:
    values = np.stack([GROUPS, np.ones_like(GROUPS)], axis=-1)[None]
    sizes = np.bincount(GROUPS)
    drawn_often = np.zeros(10)
    for drawn in resampled_units(ratio_of(values), GROUPS, 400, rng=5):
        n_units = np.bincount(drawn.statistics.values[0, :, 0], minlength=10)
        assert (n_units % sizes == 0).all()
        drawn_often += n_units // sizes
    assert drawn_often.sum() == 4000
    assert (np.abs(drawn_often - 400) < 5 * np.sqrt(360)).all()  # five standard deviations


@given(seed=st.integers(0, 10_000), share=st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_mixtures_have_the_nearest_difference_that_exchanging_one_group_after_the_other_gives(
    seed: int, share: float
) -> None:
    measurement = drawn_ratio(seed)
    a, b = measurement.statistics.values
    mixed = mixed_systems(measurement, GROUPS, share, rng=seed)
    order = np.random.default_rng(seed).permutation(10)
    whole = measurement.differences(*measurement.statistics.totals())
    reachable = []
    for n_moved in range(11):
        moved = np.isin(GROUPS, order[:n_moved])[:, None]
        sums = [np.where(moved, y, x).sum(axis=0) for x, y in ((a, b), (b, a))]
        reachable.append(sums[0][0] / sums[0][1] - sums[1][0] / sums[1][1])
    found = mixed.differences(*mixed.statistics.totals())
    assert found in reachable
    assert abs(found - share * whole) == min(abs(np.array(reachable) - share * whole))
    if share == 1:
        np.testing.assert_array_equal(mixed.statistics.values, measurement.statistics.values)


def test_every_data_set_is_tested_with_draws_of_its_own() -> None:
    measurement = drawn_ratio(5)
    test = get_test("randomization")
    same = [measurement] * 4
    p_values = repeated_p_values(test, same, n_resamples=99, rng=7)
    expected = [
        float(test.run([measurement], [(0, 1)], n_resamples=99, rng=7 + number).p_values("two-sided")[0])
        for number in range(4)
    ]
    assert p_values.tolist() == expected and len(set(expected)) > 1


def test_impossible_questions_are_refused() -> None:
    three = drawn_ratio(6, n_systems=3)
    with pytest.raises(SpecError, match="two systems, not 3"):
        next(exchanged_systems(three, GROUPS, 1, rng=1))
    with pytest.raises(SpecError, match="two systems, not 3"):
        mixed_systems(three, GROUPS, 0.5, rng=1)
    with pytest.raises(SpecError, match=r"between 0 and 1, not 1\.5"):
        mixed_systems(drawn_ratio(6), GROUPS, 1.5, rng=1)


@pytest.mark.levels
def test_randomization_holds_its_level_where_systems_are_exchanged_and_not_where_documents_are() -> None:
    rng = np.random.default_rng(8)
    documents = np.repeat(np.arange(20), 10)
    scores = rng.normal(size=(2, 200)) + 2 * rng.normal(size=(2, 20))[:, documents]
    measurement = Measurement(
        "m", "m", "", Statistics.from_values(np.stack([scores, np.ones((2, 200))], axis=-1)),
        lambda s: s[..., 0] / s[..., 1], True, systems=("a", "b"), is_mean=True,
    )  # fmt: skip
    test = get_test("randomization")
    rates = []
    for groups in (np.arange(200), documents):
        p_values = repeated_p_values(test, exchanged_systems(measurement, groups, 1000, rng=1), n_resamples=499, rng=2)
        rates.append(wilson_interval(int((p_values <= 0.05).sum()), 1000))
    assert rates[0][0] <= 0.05 <= rates[0][1]
    assert rates[1][0] > 0.15
