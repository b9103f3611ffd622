"""Intervals by betting: against a slow loop on a grid, and how often they hold where the rest do not."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.inference import betting_intervals


def slow_interval(values: list[float], alpha: float, steps: int = 4000) -> tuple[float, float]:
    """Bet value by value against every mean of a grid, as the paper writes it down."""
    n, kept = len(values), []
    for k in range(1, steps):
        m = k / steps
        up = down = best = 0.5
        total, squares, spread = 0.0, 0.0, 0.25
        for t, x in enumerate(values, 1):
            stake = math.sqrt(2 * math.log(2 / alpha) / (spread * n))
            up *= 1 + min(stake, 0.5 / m) * (x - m)
            down *= 1 - min(stake, 0.5 / (1 - m)) * (x - m)
            best = max(best, up, down)
            total += x
            mean = (0.5 + total) / (t + 1)
            squares += (x - mean) ** 2
            spread = (0.25 + squares) / (t + 1)
        if best < 1 / alpha:
            kept.append(m)
    return min(kept), max(kept)


@pytest.mark.parametrize("share", [0.0, 0.03, 0.5, 1.0])
def test_ends_are_those_of_a_loop_over_a_grid(share: float) -> None:
    rng = np.random.default_rng(2)
    values = np.where(rng.random(40) < share, 1.0, 0.1 * rng.random(40))
    order = np.random.default_rng(12345).permutation(40)
    low, high = betting_intervals(3 * values[None] - 1, -1, 2)[0]
    slow = slow_interval(values[order].tolist(), 0.05)
    mean = float(values.mean())
    expected = min(slow[0], mean), max(slow[1], mean)
    assert ((low + 1) / 3, (high + 1) / 3) == (
        pytest.approx(expected[0], abs=6e-4),
        pytest.approx(expected[1], abs=6e-4),
    )


def test_rare_catastrophes_are_held_where_students_t_does_not() -> None:
    """A score of 25 in 4 % of the units, the rest 0: the planted fault is an interval by the sample's own spread."""
    rng = np.random.default_rng(5)
    n, n_sets = 30, 1000
    drawn = 25.0 * (rng.random((n_sets, n)) < 0.04)
    ends = np.array(betting_intervals(drawn, 0, 25))
    assert np.mean((ends[:, 0] <= 1) & (ends[:, 1] >= 1)) >= 0.95
    half = 2.045 * drawn.std(axis=1, ddof=1) / n**0.5
    assert np.mean(np.abs(drawn.mean(axis=1) - 1) <= half) < 0.8


def test_a_sample_that_fills_half_the_range_is_not_much_wider_than_by_students_t() -> None:
    drawn = np.random.default_rng(6).random((200, 400))
    ends = np.array(betting_intervals(drawn, 0, 1))
    half = 1.966 * drawn.std(axis=1, ddof=1) / 20
    assert np.mean(ends[:, 1] - ends[:, 0]) < 1.35 * np.mean(2 * half)
    assert np.mean((ends[:, 0] <= 0.5) & (ends[:, 1] >= 0.5)) >= 0.95


@pytest.mark.parametrize(("low", "high"), [(0, 0), (1, 0), (0, 4), (1, 9)])
def test_values_outside_are_refused(low: float, high: float) -> None:
    with pytest.raises(SpecError, match="Values must lie between"):
        betting_intervals(np.array([[0.0, 5.0]]), low, high)


def penalties(n: int = 60) -> dict[str, list[float]]:
    rng = np.random.default_rng(1)
    return {
        "a": rng.poisson(1, n).tolist(),
        "b": (25 * (rng.random(n) < 0.04)).tolist(),
        "c": rng.poisson(3, n).tolist(),
    }


@pytest.mark.parametrize("asked", ["compare", "board"])
def test_the_worst_score_makes_intervals_for_all_pairs(asked: str) -> None:
    scores = penalties()
    evaluation = sy.evaluate_scores({"mqm": scores}, lower_is_better=["mqm"], worst=25)
    answer = (
        evaluation.compare(n_resamples=99) if asked == "compare" else evaluation.board(against="all", n_resamples=99)
    )
    assert answer.method["ends"] == {"mqm": [0.0, 25.0]} and "Waudby-Smith" in answer.method["sentence"]
    for pair in answer.pairs:
        d = np.array(scores[pair.system]) - np.array(scores[pair.against])
        [expected] = betting_intervals(d[None].astype(float), -25, 25, confidence_level=1 - 0.05 / 3)
        assert pair.interval_by_range == pytest.approx(expected)
        assert expected[0] < pair.difference < expected[1]
    assert "the intervals by range include it" in answer.method["warning"]
    plain = sy.evaluate_scores({"mqm": scores}, lower_is_better=["mqm"]).board(n_resamples=99)
    assert "ends" not in plain.method and {pair.interval_by_range for pair in plain.pairs} == {None}


def test_ends_that_some_score_passes_are_refused_and_documents_of_unlike_size_have_none() -> None:
    scores = penalties()
    with pytest.raises(DataError, match="--worst"):
        sy.evaluate_scores({"mqm": scores}, lower_is_better=["mqm"], worst=20)
    documents = [f"d{i // 7}" for i in range(60)]
    evaluation = sy.evaluate_scores({"mqm": scores}, lower_is_better=["mqm"], worst=25, documents=documents)
    assert {pair.interval_by_range for pair in evaluation.board(n_resamples=99).pairs} == {None}
    graded = {name: [x - 5 for x in row] for name, row in scores.items()}  # no 0 at the best end, and none was declared
    with pytest.raises(SpecError, match="Give the best possible score, too"):
        sy.evaluate_scores({"mqm": graded}, lower_is_better=["mqm"], worst=25)
    board = sy.evaluate_scores({"mqm": graded}, lower_is_better=["mqm"], worst=20, best=-5).board(n_resamples=99)
    assert board.method["ends"] == {"mqm": [-5.0, 20.0]}
