"""Real boards, each by one command; what their folders' READMEs tell, and the traps they name."""

import json
from pathlib import Path

import pytest

from tests.cli.running import output, run


def asked(*argv: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(output(*argv, "-q", "-f", "json"))
    return found


def ranked(*argv: object) -> list[dict[str, object]]:
    rows = asked("board", *argv, "-n", "500")["rows"]
    assert isinstance(rows, list)
    return sorted(rows, key=lambda row: row["rank"])


def test_judge_of_instructions(test_data: Path) -> None:
    folder = test_data / "data/alpaca-eval-judge"
    path = folder / "judge.weighted_alpaca_eval_gpt4_turbo.tsv.gz"
    assert "phi-2 lacks 2 of 805 scores (2 no row)" in run("board", path).err
    rows = ranked(path, "-m", "preference", "--missing", "drop-item")
    assert len(rows) == 39 and rows[0]["system"] == "NullModel" and rows[0]["rank_high"] == 1
    assert rows[0]["score"] == pytest.approx(1.769, abs=2e-3)  # a win rate of 76.9 %, plus 1
    old = folder / "judge.alpaca_eval_gpt4.tsv.gz"
    assert "10 no score" in run("board", old).err
    assert len(ranked(old, "-m", "preference", "--missing", "drop-item")) == 33


def test_questions_in_blocks(test_data: Path) -> None:
    path = test_data / "data/livebench-judgements/scores.tsv.gz"
    assert "has a second score on item '0'" in run("board", path).err
    flags = ("--repeats", "last", "--missing", "bounds", "--worst", "0", "--best", "1")
    items = asked("board", "items", path, *flags, "--model", "classical")
    assert items["method"]["n_gaps"] == {"score": 62 * 1136 - (62592 - 462)}  # type: ignore[index]
    rows = ranked(path, *flags)
    assert len(rows) == 62 and all(row["rank_low"] <= row["rank"] <= row["rank_high"] for row in rows)  # type: ignore[operator]


def test_models_by_tasks(test_data: Path) -> None:
    folder = test_data / "data/mteb-board"
    wide = ranked(folder / "board.tsv.gz", "--items-in-columns", "--missing", "drop-item")
    long = ranked(folder / "cells.tsv.gz", "--missing", "drop-item")
    assert len(wide) == 201 and wide[0]["system"] == "Kingsoft-LLM__QZhou-Embedding"
    assert {row["system"]: round(float(row["score"]), 9) for row in wide} == {  # type: ignore[arg-type]
        row["system"]: round(float(row["score"]), 9)  # type: ignore[arg-type]
        for row in long
    }


def test_issues_of_repositories(test_data: Path) -> None:
    path = test_data / "data/swe-bench-verified-4/runs.tsv"
    alone, together = ranked(path), ranked(path, "-m", "resolved", "--clusters", "repo")
    assert [row["system"] for row in alone] == ["sonnet-4-5", "gpt-5", "sonnet-4", "gpt-5-mini"]
    assert alone[0]["rank_high"] == 1 and together[0]["rank_high"] == 4  # django is 46 % of the items
    items = asked("board", "items", path, "-m", "resolved")["rows"]
    assert sum(row["is_dead"] for row in items) == 238 + 103  # type: ignore[attr-defined]


def test_programs_and_repeated_trials(test_data: Path) -> None:
    folder = test_data / "data/agent-runs-small"
    rows = ranked(folder / "livecodebench-o1.tsv")
    assert [round(row["score"] * 880) for row in rows] == [602, 489]  # type: ignore[operator]
    assert "'not_submitted' is a good answer" in run("board", folder / "multi-swe-java.tsv").err


def test_logs_of_harnesses(test_data: Path) -> None:
    folder = test_data / "data/harness-logs"
    assert "there is RylanSchaeffer" in run("board", folder / "lm_eval").err
    logs = [folder / "inspect" / f"data_arc_{name}.json" for name in ("qwen", "sonnet")]
    done = run("board", *logs, "--missing", "drop-item")
    assert done.status == 0 and "2 systems on 3 items" in done.out
