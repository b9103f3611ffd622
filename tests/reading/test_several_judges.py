"""Scores by several raters or judges are said to be by them, in every command that reads them."""

from pathlib import Path

import pytest

from tests.cli.running import run

HOW = ("--repeats", "mean", "--higher-is-better", "score")


def written(path: Path, column: str, n_judges: int) -> Path:
    rows = [f"q{i},{s},j{j},{(i * 7 + j * 3 + ord(s)) % 11}" for i in range(30) for s in "ab" for j in range(n_judges)]
    path.write_text("\n".join([f"item,system,{column},score", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("column", ["judge", "rater", "Annotator"])
@pytest.mark.parametrize("command", [("compare", "--scores"), ("board",), ("score", "--scores"), ("board", "items")])
def test_every_command_says_for_which_raters_verdicts_are(
    command: tuple[str, ...], column: str, tmp_path: Path
) -> None:
    found = run(*command, written(tmp_path / "judges.csv", column, 3), *HOW)
    assert found.status == 0, found.err
    assert "has scores by 3 raters" in found.err and "what other commands say of systems holds for these" in found.err


def test_one_judge_is_not_warned_of(tmp_path: Path) -> None:
    found = run("board", written(tmp_path / "judges.csv", "judge", 1), *HOW)
    assert found.status == 0 and "raters:" not in found.err
