"""Rates within a margin: p belongs to the interval of the row, and at the margin few pairs are called equivalent."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import equivalence
from steelyard.inference.intervals.rates import Rates

N_SETS = 400


def drawn(rate: float, n: int, margin: float, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return sets of which the second system fails where the first does, and on the margin's share more."""
    u = np.random.default_rng(seed).random((N_SETS, n))
    return (u < rate).astype(float), (u < rate - margin).astype(float)


def false_shares(rate: float, n: int, margin: float) -> tuple[float, float]:
    """Return how often systems that differ by the margin are called equivalent: by Student's t, and by intervals."""
    a, b = drawn(rate, n, margin)
    rates = Rates(np.concatenate([a, b]), np.ones((2 * N_SETS, n)), None, 1.0)
    p_values = rates.p_within([(N_SETS + i, i) for i in range(N_SETS)], margin)
    gain = b - a
    left_out = (gain.sum(axis=1, keepdims=True) - gain) / (n - 1)
    students = [equivalence(g.mean(), one, margin).p_value for g, one in zip(gain, left_out, strict=True)]
    return float(np.mean(np.array(students) <= 0.05)), float((p_values <= 0.05).mean())


@pytest.mark.parametrize(("rate", "n", "margin"), [(0.95, 30, 0.05), (0.99, 30, 0.1), (0.99, 100, 0.02)])
def test_false_equivalence_at_the_margin(rate: float, n: int, margin: float) -> None:
    by_t, by_intervals = false_shares(rate, n, margin)
    assert by_intervals <= 0.05 + 2 * (0.05 * 0.95 / N_SETS) ** 0.5
    assert by_t > 0.1  # what it was before, which this test would catch


def test_p_is_where_the_interval_leaves_the_margin() -> None:
    a, b = drawn(0.9, 60, 0.03, seed=2)
    rates = Rates(np.concatenate([a[:20], b[:20]]), np.ones((40, 60)), None, 1.0)
    pairs = [(20 + i, i) for i in range(20)]
    p_values = rates.p_within(pairs, 0.1)
    assert (p_values < 1).any() and (p_values > 0.05).any() and (p_values <= 0.05).any()
    for step, is_in in ((0.999, False), (1.001, True)):
        some = [i for i in range(20) if 1e-9 < p_values[i] < 0.4]
        for i, end in zip(
            some, rates.differences([pairs[i] for i in some], 1 - 2 * step * p_values[some]), strict=True
        ):
            assert end is not None and (end[0] > -0.1 and end[1] < 0.1) is is_in, i


def test_clusters_have_the_number_in_effect() -> None:
    rng = np.random.default_rng(3)
    hits = (rng.random((2, 12)) < 0.8).repeat(10, axis=1).astype(float)
    alone = Rates(hits, np.ones(hits.shape), None, 1.0).p_within([(0, 1)], 0.5)
    clustered = Rates(hits, np.ones(hits.shape), np.repeat(np.arange(12), 10), 1.0).p_within([(0, 1)], 0.5)
    assert clustered[0] > alone[0]


def test_compare_calls_within_the_margin_what_the_interval_says() -> None:
    scores = {"a": [1.0] * 30, "b": [1.0] * 29 + [0.0]}
    for margin, expected in ((0.1, "cannot tell"), (0.2, "within margin")):
        found = sy.evaluate_scores({"accuracy": scores}).compare(equivalence_margin=margin, n_resamples=200)
        [pair] = found.pairs
        assert pair.verdict == expected
        assert pair.p_equivalence is not None and (pair.p_equivalence <= 0.05) == (expected == "within margin")
        assert "rates: if their 90% intervals lie within the margin" in found.method["sentence"]
    graded = sy.evaluate_scores({"accuracy": {"a": [0.5] * 20, "b": [0.4, 0.5] * 10}})
    [pair] = graded.compare(equivalence_margin=0.1, n_resamples=200).pairs
    gain = np.array([-0.1, 0.0] * 10)
    by_t = equivalence(gain.mean(), (gain.sum() - gain) / 19, 0.1).p_value
    assert pair.p_equivalence == pytest.approx(by_t)
