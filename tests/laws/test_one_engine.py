"""`compare` and `board` say the same of the same scores, by the same test: one computation has all pairs of both."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import steelyard as sy
from steelyard.choices import TESTS
from steelyard.questions.board import joint as board_side
from tests.cli.running import run

Array = NDArray[np.float64]
N_DRAWS = 300
FOR_BOARDS = sorted(set(TESTS) - {"moses", "paired-bootstrap"})  # which are one-sided, or repeat what others print


def table(kind: str, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    n_systems, n_items = (2, 30) if kind == "two" else (int(rng.integers(3, 8)), int(rng.integers(5, 60)))
    x = rng.normal(size=n_items) + rng.normal(np.linspace(0, 1, n_systems)[:, None], 1, (n_systems, n_items))
    if kind == "passed":
        return (x > 0.4).astype(float)
    if kind == "tied":
        x = x.round(0)
        x[1] = x[0]  # the same in every item
        x[-1] = x[0] + 1  # better by the same in every item
    return x.round(4)


def answers(scores: Array, test: str, clusters: list[str] | None, **options: Any) -> tuple[dict[Any, Any], ...]:
    names = [f"s{i}" for i in range(len(scores))]
    evaluation = sy.evaluate_scores(
        {"x": dict(zip(names, scores.tolist(), strict=True))}, documents=clusters, higher_is_better=["x"]
    )
    compared = evaluation.compare(test=test, n_resamples=N_DRAWS, interval="jackknife")
    board = evaluation.board(against="all", test=test, n_resamples=N_DRAWS, **options)
    assert compared.method["correction"] == board.method["correction"]
    return tuple({(row.system, row.against): row for row in one.pairs} for one in (compared, board))


def check(scores: Array, test: str, clusters: list[str] | None = None) -> None:
    compared, board = answers(scores, test, clusters)
    assert list(compared) == list(board)
    for pair, row in compared.items():
        other = board[pair]
        for name in ("difference", "p_value", "p_adjusted", "verdict", "reason", "interval", "interval_simultaneous",
                     "minimum_detectable", "monte_carlo_error", "effect_size"):  # fmt: skip
            assert getattr(row, name) == getattr(other, name), (pair, name)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("kind", ["graded", "passed", "tied", "two"])
@pytest.mark.parametrize("test", FOR_BOARDS)
def test_of_single_items(test: str, kind: str) -> None:
    for seed in range(4):
        check(table(kind, seed), test)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("kind", ["graded", "passed"])
@pytest.mark.parametrize("test", FOR_BOARDS)
def test_of_clusters(test: str, kind: str) -> None:
    for seed in range(3):
        scores = table(kind, seed)
        of_items = np.random.default_rng(seed).integers(0, 9, scores.shape[1])
        check(scores, test, [f"c{i}" for i in of_items])


@pytest.mark.parametrize("test", ["joint", "randomization", "sign"])
def test_of_the_commands_on_one_file(tmp_path: Path, test: str) -> None:
    scores, path = table("graded", 11), tmp_path / "scores.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["system", *(f"i{n}" for n in range(scores.shape[1]))])
        writer.writerows([f"s{i}", *row] for i, row in enumerate(scores.tolist()))
    flags = (
        "--items-in-columns",
        "--test",
        test,
        "-n",
        str(N_DRAWS),
        "--higher-is-better",
        "scores",
        "--format",
        "json",
        "-q",
    )
    compared = json.loads(run("compare", "--scores", path, *flags).out)
    board = json.loads(run("board", path, "--baseline", "all", *flags).out)
    said = ("system", "against", "difference", "p_value", "p_adjusted", "verdict", "interval", "interval_simultaneous")
    rows = [[{name: row[name] for name in said} for row in one["pairs"]] for one in (compared, board)]
    assert rows[0] and rows[0] == rows[1]
    ranks = [[(row["rank_low"], row["rank_high"]) for row in one] for one in (compared["scores"], board["rows"])]
    assert ranks[0] == ranks[1]


@pytest.mark.parametrize("test", FOR_BOARDS)
def test_ranks_with_the_leader_are_those_of_all_pairs(test: str) -> None:
    scores = table("graded", 5)
    names = [f"s{i}" for i in range(len(scores))]
    evaluation = sy.evaluate_scores({"x": dict(zip(names, scores.tolist(), strict=True))}, higher_is_better=["x"])
    every, leader = (evaluation.board(against=one, test=test, n_resamples=N_DRAWS) for one in ("all", "leader"))
    assert every.rows == leader.rows
    compared = evaluation.compare(test=test, n_resamples=N_DRAWS)
    assert [(row.rank_low, row.rank_high) for row in compared.scores] == [
        (row.rank_low, row.rank_high) for row in every.rows
    ]


def test_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that estimates for itself is caught."""
    right = board_side.estimate

    def own(design: Any, tested: Any) -> Any:
        return right(design, board_side.replace(tested, covers=False))

    monkeypatch.setattr(board_side, "estimate", own)
    with pytest.raises(AssertionError):
        check(table("graded", 0), "joint")
