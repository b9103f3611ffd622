"""Every command with units says where few of them carry a verdict, and where penalties are too few to show the rare.

The designs: equal means, small errors in one system, and in the other 4 % of catastrophes, as found at 30 units with
false verdicts in .31 of samples, beside none of which few units carried the variance.
"""

from collections.abc import Callable

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import carrying_numbers, effective_number, few_carry, may_hide_catastrophes

ASKED: dict[str, Callable[[sy.Evaluation], str]] = {
    "compare": lambda one: str(one.compare(n_resamples=200).method["warning"]),
    "board": lambda one: str(one.board(n_resamples=200).method["warning"]),
    "board tasks": lambda one: " ".join(sy.campaign({"a": one, "b": one}, n_resamples=50).method["notes"]),
}


def evaluation(scores: dict[str, np.ndarray]) -> sy.Evaluation:
    return sy.evaluate_scores(
        {"errors": {name: row.tolist() for name, row in scores.items()}}, lower_is_better=["errors"]
    )


def with_catastrophes(n: int, n_rare: int, seed: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    rare = np.zeros(n)
    rare[:n_rare] = 25
    return {"small": rng.poisson(1, n).astype(float), "rare": rare + (rng.random(n) < 0.1)}


@pytest.mark.parametrize("asked", ASKED)
def test_few_units_that_carry_the_variance_are_told_of(asked: str) -> None:
    said = ASKED[asked](evaluation(with_catastrophes(200, 2)))
    assert "Few of the 200 items carry the variance of errors of" in said and "catastrophe" not in said
    rng = np.random.default_rng(2)
    normal = {name: 5 + rng.normal(size=200).round(4) for name in "ab"}
    assert "Few of the" not in ASKED[asked](evaluation(normal))


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("n_rare", [0, 1])
def test_a_rare_catastrophe_may_be_absent_seen_or_not(asked: str, n_rare: int) -> None:
    said = ASKED[asked](evaluation(with_catastrophes(30, n_rare)))
    assert "In 30 items a rare catastrophe under errors may be absent, seen or not" in said
    rng = np.random.default_rng(2)
    graded = {name: 5 + rng.normal(size=30).round(4) for name in "ab"}
    assert "catastrophe" not in ASKED[asked](evaluation(graded))
    passed = {name: (rng.random(30) < 0.3).astype(float) for name in "ab"}
    assert "catastrophe" not in ASKED[asked](evaluation(passed))


def test_the_caution_stands_beside_false_verdicts() -> None:
    """Of all sets of 30 units, and so of those with a false verdict, none is without it."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        scores = np.stack([rng.poisson(1, 30), 25 * (rng.random(30) < 0.04)]).astype(float)
        assert may_hide_catastrophes(scores, n_units=30, higher_is_better=False)


def test_carrying_numbers_are_those_of_a_loop_over_pairs() -> None:
    x = np.random.default_rng(3).normal(size=(5, 40)) ** 3
    found = carrying_numbers(x)
    for a in range(5):
        for b in range(5):
            d = x[a] - x[b] - (x[a] - x[b]).mean()
            if a == b:
                assert np.isnan(found[a, b])
            else:
                assert found[a, b] == pytest.approx(effective_number(np.square(d)))
    assert np.isnan(carrying_numbers(np.ones((2, 4)))).all() and not few_carry(float("nan"), 1000)


@pytest.mark.parametrize(
    ("scores", "n_units", "better", "bounds", "expected"),
    [
        ([0, 0, 1, 3], 99, False, None, True),
        ([0, 0, 1, 3], 100, False, None, False),
        ([0, 0, -1, -3], 30, True, None, True),  # MQM as it is published
        ([0, 0, 1, 3], 30, True, None, False),  # 0 is the worst
        ([0, 0, 1, 1], 30, False, None, False),  # a rate, which has its own intervals
        ([0, 1, 2, 3, 4, 5, 6], 30, False, None, False),
        ([90, 91, 92], 30, True, (0, 100), True),
        ([40, 60, 80], 30, True, (0, 100), False),
        ([0, 91, 92] * 1, 30, True, (0, 100), False),
        ([90, 91, 92], 30, True, (float("-inf"), 100), False),
        ([5, 5, 5], 30, True, (0, 100), False),
        ([], 30, True, None, False),
    ],
)
def test_what_is_like_penalties(
    scores: list[float], n_units: int, better: bool, bounds: tuple[float, float] | None, expected: bool
) -> None:
    array = np.array(scores, dtype=float)
    assert may_hide_catastrophes(array, n_units=n_units, higher_is_better=better, bounds=bounds) is expected
