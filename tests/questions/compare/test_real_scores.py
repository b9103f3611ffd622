"""Scores of real judges, harnesses and boards, each from file to verdict by one command."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.files.reading import read_lines
from tests.cli.running import output, run

Row = dict[str, str]


def rows_of(path: Path) -> list[Row]:
    header, *lines = (line.split("\t") for line in read_lines(path).lines)
    return [dict(zip(header, line, strict=True)) for line in lines]


def compared(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output("compare", *words, "-n", "200", "--format", "json"))
    return found


def means(path: Path, item: str, system: str, score: str) -> dict[str, float]:
    """Average the last score of each system on each item, over what it has."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows_of(path):
        if row[score]:
            found[row[system]][row[item]] = float(row[score])
    return {name: float(np.mean(list(scores.values()))) for name, scores in found.items()}


def scores_of(result: dict[str, Any]) -> dict[str, float]:
    return {row["system"]: row["score"] for row in result["scores"]}


def test_a_judge_with_gaps(test_data: Path) -> None:
    path = test_data / "data/alpaca-eval-judge/judge.weighted_alpaca_eval_gpt4_turbo.tsv.gz"
    flags = ("--scores", path, "-m", "preference")
    done = run("compare", *flags)
    assert done.status == 2 and "phi-2 lacks 2 of 805 scores (2 no row)" in done.err
    assert "of 805 items." in done.err
    left = compared(*flags, "--missing", "drop-item", "--pairs", "baseline")
    by_item: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows_of(path):
        by_item[row["item"]][row["system"]] = float(row["preference"])
    whole = [scores for scores in by_item.values() if len(scores) == 39]
    assert left["method"]["n_segments"] == len(whole) == left["method"]["missing"]["n_kept"]
    expected = {name: float(np.mean([scores[name] for scores in whole])) for name in whole[0]}
    assert scores_of(left) == pytest.approx(expected, abs=1e-8)
    assert left["method"]["missing"]["n_items"] == 805 and len(left["method"]["missing"]["systems"]) == 4
    ends = compared(*flags, "--missing", "bounds", "--worst", "1", "--best", "2", "--pairs", "baseline")
    assert len(ends["pairs"]) == 38


def test_a_board_with_missing_blocks_and_second_scores(test_data: Path) -> None:
    folder = test_data / "data/livebench-judgements"
    path = folder / "scores.tsv.gz"
    expected = means(path, "item", "system", "score")
    whole = {name for name, n in Counter(row["system"] for row in rows_of(path)).items() if n >= 1136}
    assert "has a second score on item" in run("compare", "--scores", path).err
    flags = ("--scores", path, "--repeats", "last", "--documents", f"{folder / 'items.tsv.gz'}:task")
    done = run("compare", *flags)
    assert done.status == 2 and "lacks 1,086 of 1,136 scores (1,086 no row)" in done.err
    chosen = sorted(whole)[:6]
    found = compared(*flags, "--systems", *chosen)
    assert scores_of(found) == pytest.approx({name: expected[name] for name in chosen}, abs=1e-8)
    assert (found["method"]["unit"], found["method"]["n_units"]) == ("document", 18)


def test_few_items_without_ids(test_data: Path) -> None:
    found = compared("--scores", test_data / "data/livebench-judgements/langchain-tool-use.csv")
    assert (found["method"]["n_segments"], len(found["scores"])) == (20, 9)


def test_solved_or_not_by_repository(test_data: Path) -> None:
    path = test_data / "data/swe-bench-verified-4/runs.tsv"
    found = compared("--scores", path, "-m", "resolved", "--columns", "document=repo")
    solved = {"gpt-5": 325, "gpt-5-mini": 299, "sonnet-4": 324, "sonnet-4-5": 353}  # of the folder's README
    assert scores_of(found) == pytest.approx({name: n / 500 for name, n in solved.items()})
    assert (found["method"]["unit"], found["method"]["n_units"]) == ("document", 12)
    by_item = compared("--scores", path, "-m", "resolved", "--pairs", "gpt-5-mini:gpt-5", "--exact", "--unit", "item")
    # 54 solved by the first alone and 28 by the second: exchanging them is a sign test
    from scipy.stats import binomtest

    assert by_item["pairs"][0]["p_value"] == pytest.approx(binomtest(28, 82).pvalue)


def test_costs_are_better_when_lower(test_data: Path) -> None:
    path = test_data / "data/swe-bench-verified-4/runs.tsv"
    found = compared("--scores", path, "--columns", "score=cost_usd", "--lower-is-better", "cost_usd")
    assert [row["system"] for row in found["scores"] if row["rank"] == 1] == ["gpt-5-mini"]
    assert scores_of(found)["gpt-5"] == pytest.approx(0.2804, abs=5e-5)


def test_code_and_repeated_trials(test_data: Path) -> None:
    folder = test_data / "data/agent-runs-small"
    found = compared("--scores", folder / "livecodebench-o1.tsv")
    assert sorted(scores_of(found).values()) == pytest.approx([489 / 880, 602 / 880])
    assert found["pairs"][0]["metric"] == "passed"
    said = output(
        "score",
        "--scores",
        folder / "tau-airline-gpt-4o.tsv",
        "--field",
        "reward",
        "--repeats",
        "mean",
        "-b",
        "-w",
        "3",
    )
    assert said == "0.420"  # pass^1 as published


@pytest.mark.parametrize("rule", ["drop-item", "worst"])
def test_a_board_of_tasks(rule: str, test_data: Path) -> None:
    path = test_data / "data/mteb-board/cells.tsv.gz"
    found = compared("--scores", path, "--missing", rule, "--pairs", "baseline")
    missing = found["method"]["missing"]
    assert (missing["n_items"], sum(gap["n_missing"] for gap in missing["systems"])) == (41, 32)
    expected = means(path, "task", "model", "main_score")
    complete = set(expected) - {gap["system"] for gap in missing["systems"]}
    assert len(complete) == 183
    if rule == "worst":
        scores = scores_of(found)
        assert {name: scores[name] for name in complete} == pytest.approx(
            {name: expected[name] for name in complete}, abs=1e-8
        )


def test_a_board_with_systems_as_rows_is_the_board_of_cells(test_data: Path) -> None:
    folder = test_data / "data/mteb-board"
    assert "one row for each of 201 systems, and 41 columns" in run("compare", "--scores", folder / "board.tsv.gz").err
    flags = ("--missing", "drop-item", "--pairs", "baseline")
    rows = compared("--scores", f"main_score={folder / 'board.tsv.gz'}", "--items-in-columns", *flags)
    cells = compared("--scores", folder / "cells.tsv.gz", *flags)
    assert scores_of(rows) == pytest.approx(scores_of(cells), abs=1e-8)
    assert rows["method"]["missing"]["n_kept"] == cells["method"]["missing"]["n_kept"] == 29
    by_type = compared(
        "--scores",
        folder / "board.tsv.gz",
        "--items-in-columns",
        "--documents",
        f"{folder / 'tasks.tsv'}:type",
        "--systems",
        "Qwen__Qwen3-Embedding-8B",
        "Qwen__Qwen3-Embedding-4B",
    )
    assert by_type["method"]["n_units"] == 7


def test_statuses_are_refused_with_their_words_and_read_where_they_are_two(test_data: Path, tmp_path: Path) -> None:
    path = test_data / "data/agent-runs-small/multi-swe-java.tsv"
    said = run("compare", "--scores", path).err
    assert "'unresolved' (296), 'not_submitted' (96), 'empty_patch' (38), 'resolved' (24), 'error' (1)" in said
    text = path.read_text()
    for word in ("not_submitted", "empty_patch", "error"):
        text = text.replace(f"\t{word}\n", "\t\n")
    (tmp_path / "done.tsv").write_text(text)
    flags = ("--scores", tmp_path / "done.tsv", "--missing", "worst", "--worst", "0")
    assert "'resolved' counts 1 and 'unresolved' counts 0" in run("compare", *flags).err
    solved = {name: round(score * 91) for name, score in scores_of(compared(*flags, "-q")).items()}
    assert solved == {  # of the folder's README
        "deepseek-chat-v2": 9,
        "deepseek-coder-v2": 7,
        "doubao-pro-128k": 1,
        "gpt-4o-2024-05-13": 6,
        "gpt-4o-mini-2024-07-18": 1,
    }


def test_runs_of_one_system_are_told_from_systems(test_data: Path) -> None:
    said = run("compare", "--scores", test_data / "data/agent-runs-small/tau-airline-gpt-4o.tsv").err
    assert "line 3 is a second row of item '0', and no column names systems" in said
    assert "--repeats mean" in said and "--columns system=COLUMN" in said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("2025-05-12T20-28-13-04-00_popularity.json", "ended as 'cancelled', with 3 of 3 samples"),
        ("log_streaming.eval", "the 2 epochs of a sample are averaged"),
    ],
)
def test_what_a_reader_of_logs_notes_is_said(name: str, said: str, test_data: Path) -> None:
    path = test_data / "data/harness-logs/inspect" / name
    assert said in run("score", "--scores", path).err
    assert run("score", "--scores", path, "-q").err == ""
