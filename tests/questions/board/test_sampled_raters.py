"""Scores by several raters: boards and tasks take them for a sample, in the numbers and the words of `human`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from tests.cli.running import output, run

Rows = list[tuple[str, str, str, str, float]]


def rated(seed: int, *, gain: float = 0.0, n: int = 40, n_raters: int = 3, prefix: str = "r") -> Rows:
    """Two systems; raters of another severity and taste, each of whom judges everything."""
    rng = np.random.default_rng(seed)
    difficulty, severity = rng.normal(0, 5, n), rng.normal(0, 5, n_raters)
    taste, noise = rng.normal(0, 2, (2, n_raters)), rng.normal(0, 10, (2, n, n_raters))
    found = 60 + difficulty[:, None] + severity + taste[:, None] + noise
    found[1] += gain
    return [
        (f"s{s}", str(i + 1), f"d{i // 4}", f"{prefix}{r}", round(float(found[s, i, r]), 3))
        for s, i, r in np.ndindex(found.shape)
    ]


def evaluation(rows: Rows, **more: Any) -> sy.Evaluation:
    names = ("system", "segment", "document", "rater", "score")
    table = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return sy.evaluate_scores(table, repeats="mean", higher_is_better=["score"], **more)


def written(path: Path, rows: Rows) -> Path:
    lines = ["\t".join(map(str, row)) for row in rows]
    path.write_text("\n".join(["system\tsegment\tdocument\trater\tscore", *lines]) + "\n", encoding="utf-8")
    return path


def test_a_board_says_what_human_says(tmp_path: Path) -> None:
    rows = rated(3)
    [pair] = evaluation(rows).board(against="s0", n_resamples=200).pairs
    found = sy.analyse_ratings(written(tmp_path / "r.tsv", rows))
    [expected], [errors] = found.pairs, found.errors
    sign = 1 if expected.system == pair.system else -1
    assert pair.p_value == pytest.approx(expected.p_value)
    assert pair.interval is not None and expected.interval is not None
    assert sorted(sign * end for end in pair.interval) == pytest.approx(sorted(expected.interval))
    row = evaluation(rows).board(n_resamples=200).rows[0 if pair.system == "s0" else 1]
    [other] = [one for one in evaluation(rows).board(n_resamples=200).rows if one.errors_by_raters]
    assert other.errors_by_raters == pytest.approx((errors.these_raters, errors.raters_like_these))
    scores = {one.system: one.interval for one in found.scores}
    assert row.interval == pytest.approx(scores[row.system])


def test_a_task_says_what_a_board_says_and_an_average_is_that_of_raters_by_name() -> None:
    one, other = rated(3), rated(4, prefix="x")
    tasks = {"a": evaluation(one), "b": evaluation(other)}
    found = sy.campaign(tasks, n_resamples=50)
    for cell in found.cells:
        [pair] = tasks[cell.task].board(n_resamples=200).pairs
        assert cell.p_value == pytest.approx(pair.p_value)
    errors = [cell.standard_error for cell in found.cells]
    repeated = sy.campaign({"a": evaluation(one), "b": evaluation(one)}, shares={"a": "x", "b": "x"}, n_resamples=50)
    alone = tasks["a"].board(n_resamples=200).pairs[0].p_value
    assert repeated.pairs[0].p_value == pytest.approx(alone)  # the same twice is no more evidence
    assert found.pairs[0].like_these_interval is not None
    low, high = found.pairs[0].like_these_interval
    assert high - low > 2 * np.hypot(*errors) / 2


def test_equal_systems_are_called_different_as_often_as_is_said() -> None:
    false = {"fixed": 0, "sampled": 0}
    of_tasks = {"fixed": 0, "sampled": 0}
    for seed in range(40):
        tasks = {"a": evaluation(rated(seed, n=160)), "b": evaluation(rated(1000 + seed, n=160, prefix="x"))}
        for role in false:
            false[role] += tasks["a"].board(raters=role, n_resamples=200).pairs[0].verdict != "cannot tell"
            found = sy.campaign(tasks, raters=role, n_resamples=200)
            of_tasks[role] += found.pairs[0].verdict != "cannot tell"
    assert false["sampled"] <= 4 < false["fixed"]
    assert of_tasks["sampled"] <= 4 < of_tasks["fixed"]


def test_a_large_difference_is_found() -> None:
    board = evaluation(rated(1, gain=15)).board(n_resamples=200)
    assert [pair.verdict for pair in board.pairs] == ["worse"] and board.rows[1].may_lead and not board.rows[0].may_lead


def test_lower_scores_that_are_better_say_the_same() -> None:
    rows = rated(1, gain=15)
    higher = evaluation(rows).board(n_resamples=200)
    names = ("system", "segment", "document", "rater", "score")
    table = dict(zip(names, map(list, zip(*[(*row[:-1], -row[-1]) for row in rows], strict=True)), strict=True))
    lower = sy.evaluate_scores(table, repeats="mean", lower_is_better=["score"]).board(n_resamples=200)
    assert lower.pairs[0].verdict == higher.pairs[0].verdict == "worse"
    assert lower.pairs[0].p_value == pytest.approx(higher.pairs[0].p_value)
    assert lower.pairs[0].interval == pytest.approx([-end for end in reversed(higher.pairs[0].interval or ())])


@pytest.mark.parametrize(("role", "sampled"), [("sampled", ["documents", "raters"]), ("fixed", ["documents"])])
def test_raters_of_tasks_are_told_among_what_varies(role: str, sampled: list[str]) -> None:
    tasks = {"a": evaluation(rated(1)), "b": evaluation(rated(2))}
    method = sy.campaign(tasks, raters=role, n_resamples=50).method
    fixed = [] if role == "sampled" else ["raters"]
    assert method["sampled"] == sampled and method["fixed"] == [*fixed, "tasks", "systems"]


def test_first_lines_and_method_say_for_whom(tmp_path: Path) -> None:
    path = written(tmp_path / "r.tsv", rated(1))
    how = (path, "--repeats", "mean", "--higher-is-better", "score", "-q")
    assert output("board", *how).startswith("For raters like these: score: ")
    assert "raters are both samples" in " ".join(output("board", *how).split())
    assert output("board", *how, "--raters", "fixed").startswith("For these raters: score: ")
    assert "these raters)." in " ".join(output("compare", "--scores", *how).split("\n\n")[0].split())
    settings = tmp_path / "c.toml"
    lines = "scores = ['r.tsv']\nhigher_is_better = ['score']\n"
    settings.write_text(f"[tasks.a]\n{lines}[tasks.b]\n{lines}", encoding="utf-8")
    refused = run("board", "tasks", settings)
    assert refused.status == 2 and "repeats = 'mean' (or first, last, pass@K, pass^K) below [tasks.a]" in refused.err
    settings.write_text("".join(f"[tasks.{name}]\nrepeats = 'mean'\n{lines}" for name in "ab"), encoding="utf-8")
    assert output("board", "tasks", settings, "-q").startswith("For raters like these: score, average of")
    assert output("board", "tasks", settings, "-q", "--raters", "fixed").startswith(
        "For these raters: score, average of"
    )


def test_what_does_not_go_together_is_refused() -> None:
    nested = [row for row in rated(1) if (row[0] == "s0") == (row[3] == "r0")]
    with pytest.raises(DataError, match="The raters of 's0'"):
        evaluation(nested).board(n_resamples=200)
    with pytest.raises(DataError, match="rated no other system"):
        sy.campaign({"a": evaluation(nested), "b": evaluation(rated(2))}, n_resamples=50)
    assert evaluation(nested).board(raters="fixed", n_resamples=200).pairs
    plain = sy.evaluate_scores({"score": {"a": [1.0, 2, 4], "b": [2.0, 2, 1]}})
    with pytest.raises(SpecError, match="Raters like these"):
        plain.board(raters="sampled")
    with pytest.raises(SpecError, match="Raters like these"):
        sy.campaign({"a": plain, "b": plain}, raters="sampled", n_resamples=50)
    with pytest.raises(SpecError, match="leave out --raters sampled"):
        evaluation(rated(1)).board(raters="sampled", test="mcnemar")
    gaps = [row for row in rated(1) if row[:2] != ("s1", "3")]
    with pytest.raises(SpecError, match="missing has no rater"):
        evaluation(gaps, missing="worst").board(n_resamples=200)
    assert evaluation(gaps, missing="drop-item").board(n_resamples=200).method["raters"] == {"score": "sampled"}


def test_raters_who_share_the_items_are_sampled_without_being_asked() -> None:
    rows = [row for row in rated(5) if row[3] == f"r{int(row[1]) // 4 % 3}"]
    board = evaluation(rows).board(n_resamples=200)
    assert board.method["raters"] == {"score": "sampled"} and board.method["n_raters"] == {"score": 3}


def test_a_task_without_raters_varies_by_its_units_alone() -> None:
    rng = np.random.default_rng(8)
    plain = {f"s{s}": rng.normal(size=30).round(4).tolist() for s in range(2)}
    alone = sy.evaluate_scores({"score": plain}, higher_is_better=["score"])
    found = sy.campaign({"a": evaluation(rated(3)), "b": alone}, n_resamples=50)
    gain = np.subtract(plain["s1"], plain["s0"])
    assert found.cells[1].standard_error == pytest.approx(gain.std(ddof=1) / 30**0.5)


def test_subsets_have_the_raters_of_their_items() -> None:
    rows = rated(6)
    kinds = ["even" if i % 2 else "odd" for i in range(40)]
    whole = evaluation(rows, subsets=kinds).board(n_resamples=10_000)
    part = evaluation([row for row in rows if int(row[1]) % 2 == 0]).board(n_resamples=200, alpha=0.025)
    [pair] = [one for one in whole.subset_systems if one.subset == "even" and one.interval_simultaneous]
    [expected] = part.pairs
    assert pair.interval_simultaneous == pytest.approx(expected.interval_simultaneous)
