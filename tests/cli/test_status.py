"""How the process ends: 1 for a closed gate and nothing else, 2 for input, 3 for faults of the program."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from steelyard.cli import app
from steelyard.questions.metrics import command as metrics
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, TANGLE, run, without_progress
from tests.cli.terminal import COMMAND, environment

COMPARE = f"compare {REFERENCE} -i {HARBOUR} {TANGLE} -n 99"
GATE = f"gate {REFERENCE} -i {HARBOUR} {TANGLE} -n 99 --max-drop 0.3"


def shell(arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command with redirections, as a shell makes them."""
    command = " ".join(f"'{word}'" for word in COMMAND)
    return subprocess.run(
        ["sh", "-c", f"{command} {arguments}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (f"{COMPARE} >&-", 2),
        (f"{COMPARE} -f json >&-", 2),
        (f"{COMPARE} >&- 2>&-", 2),
        (f"{COMPARE} 2>&-", 0),
        (f"{COMPARE} <&- 2>&-", 0),
        (f"{GATE} 2>&-", 1),
        (f"{GATE} 2>/dev/full", 1),
        (f"{COMPARE} -m nonsense 2>&-", 2),
        ("score nope 2>&-", 2),
        ("score nope -i nope 2>/dev/full", 2),
        ("score --nonsense 2>&-", 2),
        ("score --nonsense 2>/dev/full", 2),
        ("score --help >/dev/full", 2),
        ("--version >/dev/full", 2),
        ("metrics >/dev/full", 2),
        ("metrics >/dev/full 2>/dev/full", 2),
    ],
)
def test_closed_and_full_streams_change_no_status(arguments: str, status: int) -> None:
    if "/dev/full" in arguments and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    done = shell(arguments)
    assert done.returncode == status
    assert "Traceback" not in done.stderr + done.stdout
    assert "Exception" not in done.stderr


def test_a_closed_standard_output_is_told_before_any_work() -> None:
    done = shell("compare no-such-file -i nope >&-")
    assert done.stderr == "steelyard compare: Cannot write the result: standard output is closed.\n"


def test_a_report_is_whole_though_standard_error_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert shell(f"{COMPARE} --report {path} 2>&- <&-").returncode == 0
    assert path.read_text(encoding="utf-8").rstrip().endswith("</html>")


class Panic(BaseException):
    """What Polars raises is no Exception."""


@pytest.mark.parametrize("error", [ZeroDivisionError("division by zero"), Panic("index\nout"), OSError(5, "broken")])
def test_a_fault_of_the_program_is_one_sentence_and_3(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> str:
        raise error

    monkeypatch.setattr(metrics, "run", fail)
    argv = ["metrics"]
    with pytest.raises(SystemExit) as leaving:
        app.main(argv)
    said = capsys.readouterr()
    assert (leaving.value.code, said.out) == (app.FAULT, "") == (3, "")
    assert said.err.count("\n") == 1
    sentence = "steelyard metrics: this is a fault of Steelyard, not of the input"
    assert said.err.startswith(f"{sentence}: {type(error).__name__}")
    assert "(cli/app.py, line " in said.err
    assert "Please report it" in said.err
    assert "Traceback" not in said.err
    with pytest.raises(SystemExit) as leaving:
        app.main([*argv, "--traceback"])
    said = capsys.readouterr()
    assert leaving.value.code == 3
    assert said.err.startswith("Traceback (most recent call last):\n") and said.err.endswith("--traceback.\n")


def test_an_interrupt_with_a_closed_standard_error_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(arguments: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(metrics, "run", stop)
    monkeypatch.setattr("sys.stderr", None)
    with pytest.raises(SystemExit) as leaving:
        app.main(["metrics"])
    assert leaving.value.code == 130


def test_an_open_gate_is_0_and_a_closed_one_1() -> None:
    assert shell(GATE).returncode == 1
    assert shell(GATE.replace(TANGLE, LANTERN)).returncode == 0


def test_a_misuse_is_told_though_standard_output_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit) as leaving:
        app.main(["metrics", "--orchard"])
    assert leaving.value.code == 2
    assert "there is no flag --orchard." in capsys.readouterr().err


def test_a_program_that_is_imported_runs_nothing() -> None:
    assert import_module("steelyard.__main__").run_process is app.run_process


@pytest.mark.parametrize("package", ["numpy", "scipy", "jinja2", "steelyard._native"])
def test_a_package_that_is_not_there_is_a_broken_installation(package: str, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        f"sys.modules[{package!r}] = None\n"
        "from steelyard.cli.app import main\n"
        f"main({[*COMPARE.split(), '--documents', DOCUMENTS, '--report', str(tmp_path / 'report.html')]!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"this installation is broken, as {package}" in done.stderr and "reinstall" in done.stderr


def test_a_file_in_the_place_of_a_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "steelyard", "score", REFERENCE, "-i", HARBOUR],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{tmp_path / 'numpy.py'} stands in the place of the package numpy" in done.stderr


@pytest.mark.parametrize("arguments", [COMPARE.split(), ["metrics", "bleu"], ["metrics"], ["human", "--help"]])
def test_commands_work_without_docstrings(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "steelyard", *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, without_progress(done.stderr)) == (0, "")


def test_a_name_that_is_too_long_is_bad_input() -> None:
    ended = run("score", "--scores", "a" * 5000)
    assert ended.status == 2 and "File name too long" in ended.err
