"""Rows of scores as a matrix: against a dictionary of lists."""

import math
import random

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.reading.numbers import plain_numbers
from steelyard.reading.score_matrix.blocks import ScoreBlock
from steelyard.reading.score_matrix.cells import NO_ROW, fill_matrix

SYSTEMS, ITEMS = {"a": 0, "b": 1, "c": 2}, {f"q{i}": i for i in range(7)}


def block(n: int, seed: int) -> ScoreBlock:
    rng = random.Random(seed)
    scores = [math.nan if rng.random() < 0.3 else rng.randrange(5) / 4 for _ in range(n)]
    systems = [rng.choice([*SYSTEMS, "left out"]) for _ in range(n)]
    reasons = [rng.choice(["", "timeout"]) for _ in range(n)]
    return ScoreBlock("m", systems, [rng.choice(list(ITEMS)) for _ in range(n)], scores, "x.csv", reasons=reasons)


@pytest.mark.parametrize("rule", ["first", "last", "mean"])
@pytest.mark.parametrize("seed", range(5))
def test_cells_are_those_of_a_dictionary(rule: str, seed: int) -> None:
    blocks = [block(40, seed), block(25, seed + 100)]
    cells: dict[tuple[int, int], list[float]] = {}
    why: dict[tuple[int, int], str] = {}
    for one in blocks:
        for system, item, score, reason in zip(one.systems, one.items, one.scores, one.reasons or (), strict=True):
            if system in SYSTEMS:
                key = SYSTEMS[system], ITEMS[item]
                cells.setdefault(key, []).append(score)
                if math.isnan(score):
                    why[key] = reason or "no score"
    found = fill_matrix(blocks, SYSTEMS, ITEMS, rule)
    for system in range(3):
        for item in range(7):
            there = [x for x in cells.get((system, item), []) if not math.isnan(x)]
            value = found.values[system, item]
            if not there:
                assert math.isnan(value)
                assert found.reasons[system, item] == why.get((system, item), NO_ROW)
                continue
            expected = {"first": there[0], "last": there[-1], "mean": sum(there) / len(there)}[rule]
            assert value == pytest.approx(expected, abs=1e-15)
            if rule == "mean":
                assert found.samples is not None
                assert found.samples.counts[system, item] == len(there)
                spread = np.var(there, ddof=1) if len(there) > 1 else np.nan
                assert found.samples.variances[system, item] == pytest.approx(spread, nan_ok=True)
    assert len(found.reasons) == int(np.isnan(found.values).sum())


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1", " 2.5 ", "-3e2"], [1.0, 2.5, -300.0]),
        (["1", ""], None),
        (["1_0"], None),
        (["nan"], None),
        (["inf"], None),
        (["١"], None),
        (["1", None], None),
        (["true"], None),
        ([], []),
    ],
)
def test_a_column_of_plain_numbers_is_read_at_once(cells: list[str | None], expected: list[float] | None) -> None:
    assert plain_numbers(cells) == expected


def test_the_first_row_that_stands_twice_is_named_and_systems_left_out_are_not_looked_at() -> None:
    alone = ScoreBlock("m", ["left out", "left out", "a"], ["q0", "q0", "q0"], [1.0, 1.0, 1.0], "x.csv")
    again = ScoreBlock("m", ["b", "a"], ["q0", "q0"], [1.0, 0.0], "y.csv")
    assert fill_matrix([alone], SYSTEMS, ITEMS, "refuse").values[0, 0] == 1
    with pytest.raises(DataError, match=r"y\.csv") as refused:
        fill_matrix([alone, again], SYSTEMS, ITEMS, "refuse")
    assert "'a'" in str(refused.value) and "'q0'" in str(refused.value)


def test_means_of_single_scores_are_these_scores_and_vary_not() -> None:
    once = ScoreBlock("m", ["a", "b"], ["q0", "q1"], [0.5, 0.25], "x.csv")
    found = fill_matrix([once], SYSTEMS, ITEMS, "mean")
    assert (found.values[0, 0], found.values[1, 1], found.samples) == (0.5, 0.25, None)


def test_cells_without_a_try_have_no_row_and_others_too_few() -> None:
    once = ScoreBlock("m", ["a", "a", "b"], ["q0", "q0", "q0"], [1.0, 0.0, 1.0], "x.csv")
    found = fill_matrix([once], {"a": 0, "b": 1}, {"q0": 0, "q1": 1}, "pass@2")
    assert found.values[0, 0] == 1 and found.reasons[1, 0] == "fewer than 2 tries"
    assert found.reasons[0, 1] == NO_ROW
