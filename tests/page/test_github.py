"""What GitHub reads: no name of a system can end an annotation, start another, or become markup."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli.github import write_github_page
from steelyard.report import github_commands, github_notices, github_page, github_summary
from steelyard.results import GateOutcome

NAME = "x%\r\n::error title=a,b::y|<b>"


def outcomes() -> tuple[sy.results.Result, list[GateOutcome]]:
    data = sy.TestSet(references=[["a b c d", "e f"]], systems={"old": ["a b", "e"], NAME: ["a", "f"]})
    gate = sy.evaluate(data, ["wer", "bleu"]).gate({"wer": 0.3, "bleu": 0.3}, n_resamples=20)
    return gate.basis, [replace(one, verdict="fail") for one in gate.outcomes]


def test_a_name_stays_within_its_annotation() -> None:
    lines = github_commands(outcomes()[1]).split("\n")
    assert len(lines) == 2
    assert all(line.startswith("::error title=Steelyard%3A fail::") and "\r" not in line for line in lines)


def test_a_limit_is_said_in_the_metric_s_own_direction() -> None:
    wer, bleu = (row for row in github_summary(*outcomes()).split("\n") if row.endswith("| fail |"))
    assert "| +0.3 or less |" in wer and "| -0.3 or more |" in bleu


def test_the_summary_has_a_row_for_each_difference_and_no_markup_of_names() -> None:
    summary = github_summary(*outcomes())
    assert summary.startswith("## Steelyard: fail\n\nA system is worse than allowed.\n")
    table = [line for line in summary.partition("<details>")[0].split("\n") if line.startswith("|")]
    assert len(table) == 4 and all(line.endswith("| fail |") for line in table[2:])
    assert not re.search(r"(?<!\\)<b>", summary) and summary.endswith("</details>\n")


def board() -> sy.results.Board:
    return sy.evaluate_scores({"solved": {NAME: [1] * 30, "old": [0, 1, 0] * 10}}).board(n_resamples=100)


def test_a_board_is_one_notice_and_a_summary_without_markup_of_names() -> None:
    [notice] = github_notices(board()).split("\n")
    assert notice.startswith("::notice title=Steelyard%3A board::solved: x%25")
    page = github_page(board())
    assert page.startswith("## Steelyard: board\n\nsolved: ") and not re.search(r"(?<!\\)<b>", page)


def test_an_answer_without_outputs_writes_the_summary_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {name: tmp_path / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    for name, path in files.items():
        monkeypatch.setenv(name, str(path))
    result = outcomes()[0]
    assert not write_github_page(result).startswith("##")
    assert files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8") == github_page(result)
    assert not files["GITHUB_OUTPUT"].exists()
