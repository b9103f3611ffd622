"""Intervals by range: of scores and gates, and of documents of one size, which are bet on as a whole."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import betting_intervals
from tests.cli.running import output, run

N = 60


def penalties(seed: int = 1) -> dict[str, list[float]]:
    rng = np.random.default_rng(seed)
    return {name: rng.poisson(1, N).astype(float).tolist() for name in "ab"}


def evaluation(scores: dict[str, list[float]], documents: list[str] | None = None, **more: Any) -> sy.Evaluation:
    return sy.evaluate_scores({"errors": scores}, lower_is_better=["errors"], worst=25, documents=documents, **more)


EVEN = [f"d{i % 12}" for i in range(N)]
UNEVEN = [f"d{min(i // 4, 9)}" for i in range(N)]


def test_a_score_has_that_of_its_items() -> None:
    scores = penalties()
    table = evaluation(scores).scores(confidence_level=0.9)
    for row in table.scores:
        values = np.array([scores[row.system]])
        [expected] = betting_intervals(values, 0, 25, confidence_level=0.9, seed=12345)
        assert row.interval_by_range == pytest.approx(expected)
    assert "errors from 0 to 25" in table.method["sentence"] and "each for one score alone" in table.method["sentence"]
    plain = sy.evaluate_scores({"errors": scores}, lower_is_better=["errors"]).scores(confidence_level=0.9)
    assert {row.interval_by_range for row in plain.scores} == {None} and "ends" not in plain.method


def test_documents_of_one_size_are_bet_on_as_a_whole() -> None:
    scores = penalties()
    found = evaluation(scores, EVEN)
    means = {name: [np.mean([x for x, d in zip(row, EVEN, strict=True) if d == f"d{k}"]) for k in range(12)]
             for name, row in scores.items()}  # fmt: skip
    for row in found.scores(confidence_level=0.95).scores:
        [expected] = betting_intervals(np.array([means[row.system]]), 0, 25, seed=12345)
        assert row.interval_by_range == pytest.approx(expected)
    gain = np.array([np.subtract(means["b"], means["a"])])
    [expected] = betting_intervals(gain, -25, 25, seed=12345)
    for pairs in (found.compare(n_resamples=200).pairs, found.board(n_resamples=200, against="a").pairs):
        assert pairs[0].interval_by_range == pytest.approx(expected)


def test_documents_of_unlike_sizes_have_none_and_it_is_said() -> None:
    found = evaluation(penalties(), UNEVEN)
    table = found.scores(confidence_level=0.95)
    assert {row.interval_by_range for row in table.scores} == {None}
    assert "there are no intervals by range for documents of different sizes" in table.method["caution"]
    compared = found.compare(n_resamples=200)
    assert compared.pairs[0].interval_by_range is None and "ends" not in compared.method


def test_means_of_documents_are_covered_where_single_items_hang_together() -> None:
    """A catastrophe spoils a whole document: items taken for independent would say too much."""
    held = {"documents": 0, "items": 0}
    for seed in range(200):
        rng = np.random.default_rng(seed)
        values = np.repeat(25.0 * (rng.random(20) < 0.04), 10)[None]
        for name, sample in (("documents", values[:, ::10]), ("items", values)):
            [(low, high)] = betting_intervals(sample, 0, 25)
            held[name] += low <= 1 <= high
    assert held["documents"] >= 190 > held["items"]


def test_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "errors.csv"
    rows = zip(*penalties().values(), strict=True)
    path.write_text("item,a,b\n" + "\n".join(f"q{i},{a},{b}" for i, (a, b) in enumerate(rows)) + "\n", encoding="utf-8")
    how = ("--scores", path, "--lower-is-better", "errors", "--worst", "25", "-q")
    assert "by range" in output("score", *how, "-ci")
    refused = run("score", *how)
    assert refused.status == 2 and "steelyard score -ci" in refused.err
    assert "by range" in run("gate", *how, "--max-drop", "1").out
