"""All differences of many systems at once."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import JointDifferences, item_rest_correlations, joint_differences, normal_equivalent
from tests.twins.joint_differences import slow_joint_differences

Array = NDArray[np.float64]
N_DRAWS = 199


def left_out(x: Array) -> Array:
    means: Array = (x.sum(axis=1, keepdims=True) - x) / (x.shape[1] - 1)
    return means


def joint(x: Array, **options: object) -> JointDifferences:
    return joint_differences(x.mean(axis=1), left_out(x), n_units=x.shape[1], **options)  # type: ignore[arg-type]


def with_one(n_systems: int, one: int) -> list[tuple[int, int]]:
    return [(i, one) for i in range(n_systems) if i != one]


def board(n_systems: int, n: int, seed: int = 1) -> Array:
    generator = np.random.default_rng(seed)
    return (generator.random((n_systems, n)) < np.linspace(0.3, 0.8, n_systems)[:, None]).astype(float)


@pytest.mark.parametrize("against", [None, 2])
@pytest.mark.parametrize("n", [12, 90])
def test_the_fast_path_is_the_slow_one(n: int, against: int | None) -> None:
    x = np.vstack([board(6, n), board(6, n)[:1]])  # with a copy of the first system
    draws = np.random.default_rng(7).standard_normal((N_DRAWS, n))
    slow = slow_joint_differences(x, x, n_units=n, alpha=0.05, draws=draws, against=against)
    fast = joint(x, n_draws=N_DRAWS, rng=7, pairs=None if against is None else with_one(7, against))
    compared = ~np.isnan(fast.errors)
    assert fast.errors[compared] == pytest.approx(slow.errors[compared], abs=1e-12)
    assert fast.p_adjusted[compared] == pytest.approx(slow.p_adjusted[compared], rel=1e-9)
    assert fast.critical == pytest.approx(slow.critical, rel=1e-6)
    if against is None:
        assert fast.p_best == pytest.approx(slow.p_best, rel=1e-9)
        assert fast.share_best == pytest.approx(slow.share_best)


def test_both_ends_are_those_of_the_slow_path() -> None:
    low = board(5, 60)
    high = np.maximum(low, board(5, 60, seed=2) * (np.arange(60) < 6))
    draws = np.random.default_rng(7).standard_normal((N_DRAWS, 60))
    slow = slow_joint_differences(low, high, n_units=60, alpha=0.05, draws=draws)
    fast = joint(low, best=(high.mean(axis=1), left_out(high)), n_draws=N_DRAWS, rng=7)
    assert fast.p_adjusted.tolist() == slow.p_adjusted.tolist()
    assert fast.p_best.tolist() == slow.p_best
    assert fast.critical == pytest.approx(slow.critical, rel=1e-6)
    assert fast.share_best.size == 0


def test_draws_come_in_blocks_that_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    x = board(5, 40)
    whole = joint(x, n_draws=N_DRAWS)
    monkeypatch.setattr("steelyard.inference.systems.joint._BLOCK", 200)
    parts = joint(x, n_draws=N_DRAWS)
    assert parts.p_adjusted.tolist() == whole.p_adjusted.tolist()
    assert parts.share_best == pytest.approx(whole.share_best)


def test_two_systems_are_students_t() -> None:
    x = board(2, 30)
    found = joint(x, n_draws=99_999)
    p_value = stats.ttest_rel(x[1], x[0]).pvalue
    assert found.p_adjusted[1, 0] == pytest.approx(p_value, abs=4 * (p_value / 99_999) ** 0.5)
    assert found.critical == pytest.approx(stats.t.isf(0.025, 29), abs=0.02)


def test_lower_may_be_better() -> None:
    x = board(4, 50)
    assert joint(-x, higher_is_better=False).p_adjusted.tolist() == joint(x).p_adjusted.tolist()


def test_what_never_varies_rests_on_the_number_of_units() -> None:
    found = joint(np.array([[1.0] * 30, [0.0] * 30]))
    assert found.p_adjusted[0, 1] == 0.5**29 and found.p_adjusted[1, 0] == 1
    assert found.p_best[1] < 1e-8 < found.p_best[0]
    few = joint(np.array([[1.0] * 4, [0.0] * 4]))
    assert few.p_adjusted[0, 1] == 0.125


def test_a_single_unit_says_nothing() -> None:
    found = joint_differences(np.array([1.0, 0.0]), np.full((2, 1), np.nan), n_units=1)
    assert (found.p_adjusted == 1).all() and found.critical == np.inf and np.isnan(found.errors).all()


def test_copies_are_never_told_apart_and_share_the_lead() -> None:
    found = joint(np.repeat(board(1, 40), 3, axis=0))
    assert (found.p_adjusted == 1).all()
    assert found.share_best == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    "options", [{"pairs": [(0, 3)]}, {"pairs": [(-1, 1)]}, {"best": (np.zeros(2), np.zeros((2, 5)))}]
)
def test_what_does_not_fit_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(SpecError):
        joint(board(3, 10), **options)


def test_one_system_is_refused() -> None:
    with pytest.raises(SpecError, match="two systems"):
        joint(board(1, 10))


@pytest.mark.parametrize("degrees", [2.9, 11, 59.5, 60, 499])
def test_t_is_moved_to_the_normal_scale(degrees: float) -> None:
    t = np.array([-7.5, -1.96, 0.0, 0.3, 4.0, 8.0])
    expected = -np.sign(t) * stats.norm.ppf(stats.t.sf(np.abs(t), degrees))
    assert normal_equivalent(t, degrees) == pytest.approx(expected, abs=2e-9)


def test_an_item_agrees_with_the_rest_as_a_loop_says() -> None:
    x = board(8, 15)
    x[:, 3] = 1.0
    slow = [
        np.nan if np.ptp(x[:, i]) == 0 else stats.pearsonr(x[:, i], np.delete(x, i, axis=1).sum(axis=1)).statistic
        for i in range(15)
    ]
    assert item_rest_correlations(x) == pytest.approx(slow, nan_ok=True)


def test_a_lead_that_never_varies_is_one_of_as_many_as_are_compared() -> None:
    constant = np.array([[1.0] * 6, [0.0] * 6, [0.5] * 6])
    assert joint(constant).p_adjusted[0, 1] == 3 * 0.5**5
    compared = joint(constant, pairs=with_one(3, 0))
    assert compared.p_adjusted[0].tolist()[1:] == [2 * 0.5**5] * 2 and compared.p_best.size == 0


def test_the_chance_of_leads_in_two_units_is_no_more_than_1() -> None:
    found = joint(np.array([[1.0] * 2, [0.5] * 2, [0.0] * 2, [-1.0] * 2]))
    assert found.p_adjusted.max() == 1 and found.p_best.max() == 1


def test_draws_are_counted_and_too_few_have_no_critical_value() -> None:
    told: list[tuple[int, int]] = []
    found = joint(board(3, 20), n_draws=10, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 10)] and found.critical == np.inf


def false_boards(n_systems: int, n_units: int, n_boards: int) -> float:
    """Return the share of boards of equal systems on which some difference is found."""
    generator = np.random.default_rng(3)
    found = [joint(generator.normal(size=(n_systems, n_units)), n_draws=399) for _ in range(n_boards)]
    return sum(bool((one.p_adjusted <= 0.05).any()) for one in found) / n_boards


@pytest.mark.parametrize(("n_systems", "n_units", "without"), [(30, 6, 0.3), (20, 8, 0.12)])
def test_boards_of_few_items_hold_their_level(
    n_systems: int, n_units: int, without: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And do not where the draws alone are believed."""
    assert false_boards(n_systems, n_units, 150) <= 0.09  # .05 and two standard errors
    for module in ("corrections.joint_null", "systems.joint"):
        monkeypatch.setattr(f"steelyard.inference.{module}.FEW", 0)
    assert false_boards(n_systems, n_units, 150) > without


def test_every_interval_covers_all_differences_at_once_on_few_items() -> None:
    generator = np.random.default_rng(4)
    n_missed = 0
    for _ in range(200):
        found = joint(generator.normal(size=(12, 8)), n_draws=399)
        n_missed += bool((np.abs(found.lead) > found.critical * found.errors)[found.errors > 0].any())
    assert n_missed / 200 <= 0.09
