"""pass@k and pass^k: against all choices of k tries, and on real trials with published numbers."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.reading.score_matrix.cells import passes_of
from tests.cli.running import output, run


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_estimates_are_shares_of_all_choices_of_tries(k: int) -> None:
    for n in range(1, 7):
        for right in range(n + 1):
            tries = [1] * right + [0] * (n - right)
            chosen = list(combinations(tries, k))
            for rule, count in ((f"pass@{k}", any), (f"pass^{k}", all)):
                found = passes_of(rule, np.array([float(right)]), np.array([n]))[0]
                if n < k:
                    assert np.isnan(found)
                else:
                    assert found == pytest.approx(sum(map(count, chosen)) / len(chosen))


def test_estimates_are_unbiased_and_their_intervals_hold() -> None:
    generator, k, n = np.random.default_rng(3), 3, 5
    held, found = 0, []
    for _ in range(300):
        chance = generator.beta(1, 1, 120)
        right = generator.binomial(n, chance).astype(float)
        scores = passes_of(f"pass^{k}", right, np.full(120, n))
        error = 1.96 * scores.std(ddof=1) / 120**0.5
        found.append(scores.mean())
        held += abs(scores.mean() - 1 / (k + 1)) < error  # the mean of p^k over uniform p
    assert np.mean(found) == pytest.approx(1 / (k + 1), abs=0.006)
    assert 0.91 < held / 300 < 0.98


def rows() -> list[dict[str, object]]:
    tries = {("a", "x"): [1, 1, 0], ("a", "y"): [1, 0, 0], ("b", "x"): [0, 0, 1], ("b", "y"): [1, 1, 1]}
    return [{"item": i, "system": s, "solved": v} for (i, s), values in tries.items() for v in values]


def test_the_rule_is_part_of_the_name_and_ranks_a_board() -> None:
    board = sy.evaluate_scores(rows(), repeats="pass^2").board()
    assert {row.system: round(row.score, 6) for row in board.rows} == {"x": round((1 / 3 + 0) / 2, 6), "y": 0.5}
    assert {row.label for row in board.rows} == {"solved pass^2"}


def test_too_few_tries_are_missing_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows()[1:]), encoding="utf-8")
    assert "1 fewer than 3 tries" in run("board", path, "--repeats", "pass@3").err
    with pytest.raises(SpecError, match="about no try"):
        sy.evaluate_scores(rows(), repeats="pass@0")
    with pytest.raises(SpecError, match="rule for repeated scores"):
        sy.evaluate_scores(rows(), repeats="pass")
    with pytest.raises(DataError, match="other than 0 and 1"):
        sy.evaluate_scores([{"item": "a", "system": "x", "solved": 0.5}], repeats="pass@1")


def test_trials_of_an_agent_have_their_published_numbers(test_data: Path) -> None:
    path = test_data / "data/agent-runs-small/tau-airline-gpt-4o.tsv"
    published = {1: 0.420, 2: 0.273, 3: 0.220, 4: 0.200}  # of the folder's README
    for k, expected in published.items():
        flags = ("--repeats", f"pass^{k}", "-q", "-f", "json")  # its one column of scores is found beside costs
        found = json.loads(output("score", "--scores", path, *flags))
        row = next(iter(found.values())) if "scores" not in found else found["scores"][0]
        assert round(row["score"], 3) == expected
