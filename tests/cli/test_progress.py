"""Progress on standard error: a bar on a terminal, lines in a log, and nothing with --quiet. The clock is ours."""

import argparse
import io
import itertools
import re
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from steelyard.cli.app import main
from steelyard.cli.terminal import heartbeat
from tests.cli.running import HARBOUR, LANTERN, REFERENCE

COMPARE = ["compare", REFERENCE, "-i", HARBOUR, LANTERN, "-n", "3000"]
SCORE = ["score", REFERENCE, "-i", HARBOUR, LANTERN, "-ci", "-n", "3000"]


LINE = r"steelyard: [\d,]+ of [\d,]+ steps \(\d+%\) after \d+ s, about \d+ s left"


class Terminal(io.StringIO):
    """What is written to it goes to a terminal."""

    def isatty(self) -> bool:
        return True


def run(argv: list[str], err: io.StringIO, seconds_per_look: float, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    clock = itertools.count(0.0, seconds_per_look)
    monkeypatch.setattr("steelyard.cli.terminal.time.monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        main(argv)
    assert leaving.value.code == 0
    assert sys.stderr is not err
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize("argv", [COMPARE, SCORE], ids=["compare", "score"])
def test_work_over_a_second_shows_on_a_terminal(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown, progress = run(argv, Terminal(), 1.5, monkeypatch)
    assert "resampling" in progress
    assert "resampling" not in shown


@pytest.mark.parametrize("argv", [COMPARE, SCORE], ids=["compare", "score"])
def test_short_work_shows_nothing(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(argv, Terminal(), 0.001, monkeypatch)[1] == ""


@pytest.mark.parametrize("argv", [COMPARE, SCORE], ids=["compare", "score"])
def test_quiet_shows_nothing(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run([*argv, "-q"], Terminal(), 1.5, monkeypatch)[1] == ""


@pytest.mark.parametrize("argv", [COMPARE, SCORE], ids=["compare", "score"])
def test_a_log_gets_a_line_every_ten_seconds(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, lines = run(argv, io.StringIO(), 11.0, monkeypatch)
    assert lines and all(re.fullmatch(LINE, line) for line in lines.splitlines())


@pytest.mark.parametrize("argv", [COMPARE, SCORE], ids=["compare", "score"])
def test_a_log_of_short_or_quiet_work_is_empty(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(argv, io.StringIO(), 0.001, monkeypatch)[1] == ""
    assert run([*argv, "--quiet"], io.StringIO(), 11.0, monkeypatch)[1] == ""


def test_a_calibration_is_not_mute(monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ["check", "level", REFERENCE, "-i", HARBOUR, LANTERN, "-r", "20", "-n", "50", "--tests", "randomization"]
    lines = run(argv, io.StringIO(), 1.0, monkeypatch)[1].splitlines()
    assert len(lines) > 3 and all(re.fullmatch(LINE, line) for line in lines)


def test_progress_changes_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    argv = [*COMPARE, "-f", "json"]
    assert run(argv, Terminal(), 1.5, monkeypatch)[0] == run(argv, io.StringIO(), 0.001, monkeypatch)[0]


def rows(ending: str) -> str:
    """A file of more than one piece, as it is read."""
    cells = [(f"q{i // 2}", "xy"[i % 2], i % 7) for i in range(9_000)]
    if ending == "jsonl":
        return "".join(f'{{"item": "{a}", "system": "{b}", "score": {c}}}\n' for a, b, c in cells)
    if ending == "csv":
        return "item,system,score\n" + "".join(f"{a},{b},{c}\n" for a, b, c in cells)
    return "model_a,model_b,winner\n" + "".join(
        f"{b}-model-of-a-long-name,z,model_{'ab'[c % 2]}\n" for _, b, c in cells * 5
    )


@pytest.mark.parametrize(
    ("ending", "command"), [("jsonl", "compare --scores"), ("csv", "compare --scores"), ("votes", "human")]
)
def test_a_large_file_shows_on_a_terminal_alone(
    ending: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"rows.{ending}"
    path.write_text(rows(ending))
    argv = [*command.split(), str(path), "-n", "20"]
    shown, progress = run(argv, Terminal(), 1.5, monkeypatch)
    assert "reading" in progress and "reading" not in shown
    assert "reading" not in run(argv, Terminal(), 0.0, monkeypatch)[1]
    assert "reading" not in run([*argv, "-q"], Terminal(), 1.5, monkeypatch)[1]
    assert "reading" not in run(argv, io.StringIO(), 1.5, monkeypatch)[1]


def test_work_without_steps_shows_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`check files`, `board items` and `--table` were mute however long they took."""
    arguments = argparse.Namespace(quiet=False)
    monkeypatch.setattr("steelyard.cli.terminal._PATIENCE", 0.05)
    monkeypatch.setattr("steelyard.cli.terminal._EVERY", 0.05)
    for err, shown in (
        (Terminal(), r"(\r\x1b\[Kworking for \d s\r)+\r\x1b\[K"),
        (io.StringIO(), r"(steelyard: working for \d s\n)+"),
    ):
        with redirect_stderr(err), heartbeat(arguments):
            wait(0.3)
        assert re.fullmatch(shown, err.getvalue()), err.getvalue()
        with redirect_stderr(err), heartbeat(arguments):
            pass
        wait(0.1)  # no alarm is left
        assert re.fullmatch(shown, err.getvalue())
    mute = Terminal()
    with redirect_stderr(mute), heartbeat(argparse.Namespace(quiet=True)):
        wait(0.15)
    assert mute.getvalue() == ""


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)
