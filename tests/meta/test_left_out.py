"""Agreement without systems and items: the variance of a mean by hand, draws, and how often intervals hold."""

import numpy as np
import pytest

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import arcsine_interval, logit_interval
from steelyard.meta import AgreementSpread, left_out_draws
from steelyard.questions.meta.agreement import agreement
from steelyard.questions.meta.levels import LevelData
from steelyard.questions.meta.statistics import Statistic
from steelyard.scored import Sampling


def drawn(n_systems: int, n_items: int, left_out: str, documents: object = None) -> list[np.ndarray]:
    pair = left_out_draws(n_systems, n_items, left_out=left_out, documents=documents)  # type: ignore[arg-type]
    return [np.concatenate([block.copy() for _, block in draws.blocks()]) for draws in pair]


def test_each_draw_lacks_one_system_one_group_or_both() -> None:
    systems, items = drawn(3, 60, "both")
    assert systems.shape == (3 * 30, 3) and items.shape == (90, 60)
    assert {tuple(np.flatnonzero(row == 0)) for row in systems} == {(0,), (1,), (2,)}
    assert set((items == 0).sum(axis=1)) == {2} and (items[:30] == 0).sum(axis=0).tolist() == [1] * 60
    systems, items = drawn(3, 7, "systems")
    assert (systems == 1 - np.eye(3)).all() and (items == 1).all()
    systems, items = drawn(2, 6, "inputs", [0, 0, 1, 1, 1, 2])
    assert (systems == 1).all() and items.tolist() == [[0, 0, 1, 1, 1, 1], [1, 1, 0, 0, 0, 1], [1, 1, 1, 1, 1, 0]]


def test_items_that_make_no_whole_group_are_never_left_out() -> None:
    _, items = drawn(2, 59, "inputs")
    assert set((items == 0).sum(axis=1)) == {2} and (items[:, 58] == 1).all()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="one per item"):
        left_out_draws(2, 3, left_out="both", documents=[0, 1])
    with pytest.raises(SpecError, match="choice of what is left out"):
        left_out_draws(2, 3, left_out="raters")  # type: ignore[arg-type]


def test_of_a_mean_it_is_the_sum_over_rows_and_columns_less_the_cells() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(8, 1)) + rng.normal(size=(1, 25)) + rng.normal(size=(8, 25))
    n, m = x.shape
    without = np.array([[np.delete(np.delete(x, s, 0), g, 1).mean() for g in range(m)] for s in range(n)])
    systems = np.array([np.delete(x, s, 0).mean() for s in range(n)])
    items = np.array([[x[:, rng.integers(m, size=m)].mean() for _ in range(20000)]])
    found = AgreementSpread(np.array([x.mean()]), systems[None], without[None], items, m).two_way()
    rows, columns = x.mean(axis=1), x.mean(axis=0)
    apart = x - rows[:, None] - columns + x.mean()
    expected = rows.var(ddof=1) / n + columns.var(ddof=1) / m - np.square(apart).sum() / ((n - 1) * (m - 1)) / (n * m)
    assert found.variances[0] == pytest.approx(expected, rel=0.03)


def test_differences_of_equal_metrics_do_not_vary() -> None:
    values = np.random.default_rng(1).normal(size=(1, 6))
    twice = np.repeat(values, 2, axis=0)
    found = AgreementSpread(twice[:, 0], twice, np.repeat(twice[:, :, None], 4, axis=2), twice, 6).difference(0, 1)
    assert found.two_way().variances.tolist() == [0.0]


def test_on_the_logit_a_correlation_has_fishers_z() -> None:
    low, high = logit_interval(0.6, 0.2, (-1.0, 1.0))
    half = 0.2 / (1 - 0.36)
    assert (low, high) == pytest.approx((np.tanh(np.arctanh(0.6) - half), np.tanh(np.arctanh(0.6) + half)))


@pytest.mark.parametrize("make", [logit_interval, arcsine_interval])
@pytest.mark.parametrize("observed", [0.0, 0.02, 0.5, 0.98, 1.0])
@pytest.mark.parametrize("half", [0.01, 0.3, 5.0])
def test_intervals_stay_in_their_range_and_hold_what_was_seen(make: object, observed: float, half: float) -> None:
    low, high = make(observed, half, (0.0, 1.0), least_share=0.01)  # type: ignore[operator]
    assert 0 <= low < high <= 1 and low <= min(max(observed, 0.01), 0.99) <= high


@pytest.mark.parametrize("text", ["system:soft-accuracy", "system:pearson", "segment:calibrated-accuracy:item"])
def test_intervals_hold_agreement_on_new_systems_and_segments(text: str) -> None:
    """Ten systems on 60 segments: the width of percentiles of resamples of both is 1.2 to 1.7 times what would do."""
    rng, statistic, n_sets = np.random.default_rng(8), Statistic.parse(text), 60
    values, halves = [], []
    for _ in range(n_sets):
        truth = rng.normal(0, 0.5, (10, 1)) + rng.normal(size=(1, 60)) + rng.normal(size=(10, 60))
        x, y = truth + rng.normal(0, 1.5, truth.shape), truth + rng.normal(0, 0.7, truth.shape)
        data = LevelData(x[None], y, x[None], y, x.mean(axis=1)[None], y.mean(axis=1), None)
        sampling = Sampling(100, 1, 1, None)
        found = agreement(statistic, data, sampling)
        values.append(float(found.values[0]))
        halves.append(float(found.spread(data, "both", sampling).two_way().half_widths(0.95)[0]))
    make, bounds = (logit_interval, (-1.0, 1.0)) if text.endswith("pearson") else (arcsine_interval, (0.0, 1.0))
    ends = np.array([make(v, half, bounds, least_share=0.01) for v, half in zip(values, halves, strict=True)])
    mean, spread = np.mean(values), np.std(values)
    holds = (ends[:, 0] <= mean) & (mean <= ends[:, 1])
    assert holds.mean() > 0.93 - 2 * (0.93 * 0.07 / n_sets) ** 0.5
    assert np.median(ends[:, 1] - ends[:, 0]) < 1.5 * 3.92 * spread
