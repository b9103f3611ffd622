"""The process: what it loads, how it ends, what a terminal and a pipe get, and that no socket is opened."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, PATHS, REFERENCE, SOURCE, output, sacrebleu
from tests.cli.terminal import COMMAND, environment, on_terminal, read_all, terminal

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COMPARE = ["compare", REFERENCE, "-i", *PATHS.values(), "--documents", DOCUMENTS, "-n", "999"]


def python(code: str, *argv: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *argv],
        check=False,
        capture_output=True,
        text=True,
        env=environment(**extra),
        timeout=60,
    )


def steelyard(*argv: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *argv],
        stdin=subprocess.DEVNULL,
        check=False,
        capture_output=True,
        text=True,
        env=environment(**extra),
        timeout=60,
    )


LOADED = """
import sys
from steelyard.cli.app import main
try:
    main()
finally:
    print("LOADED", *sorted(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("argv", "status"),
    [("--help", 0), ("score --help", 0), ("compare --help", 0), ("--version", 0), ("score --sede 3", 2), ("", 0)],
)
def test_what_needs_no_numbers_loads_no_library(argv: str, status: int) -> None:
    done = python(LOADED, *argv.split())
    assert done.returncode == status
    modules = set(done.stderr.rpartition("LOADED ")[2].split())
    assert {"steelyard.cli.app", "argparse"} <= modules
    assert modules & {"numpy", "scipy", "rich", "polars", "pandas", "threadpoolctl", "steelyard._native"} == set()


def test_a_pipe_gets_no_table_library_and_no_distribution() -> None:
    done = python(LOADED, "score", REFERENCE, "-i", HARBOUR, "-ci")
    modules = set(done.stderr.rpartition("LOADED ")[2].split())
    assert "numpy" in modules
    assert modules & {"scipy", "rich", "polars", "pandas", "sacrebleu"} == set()


ONE_SCORE = """
import sys
from steelyard.cli.app import main
try:
    main()
finally:
    ours = [module for name, module in list(sys.modules.items()) if name.startswith("steelyard")]
    values = {id(value): value for module in ours for value in vars(module).values() if isinstance(value, type)}
    kinds = [kind for kind in values.values() if "__dataclass_fields__" in vars(kind)]
    print("LOADED", *sorted(sys.modules), "KINDS", *sorted(kind.__qualname__ for kind in kinds), file=sys.stderr)
"""


def test_one_score_executes_little_beside_what_it_needs() -> None:
    done = python(ONE_SCORE, "score", REFERENCE, "-i", HARBOUR)
    loaded, _, listed = done.stderr.rpartition("LOADED ")[2].partition(" KINDS ")
    modules, kinds = set(loaded.split()), listed.split()
    ours = {name for name in modules if name.split(".")[0] == "steelyard"}
    assert "steelyard.metrics.bleu.bleu" in ours
    assert "ScoreTable" in kinds
    # Each file takes about 0.15 ms, each data class 0.5: before these numbers grow, see whether one score needs it.
    assert len(ours) <= 131, sorted(ours)  # threads: the flag, and the check of their number
    assert len(kinds) <= 34, kinds
    parts = {name.removeprefix("steelyard.text.") for name in ours}
    assert {name for name in parts if name.startswith("tokenizers.")} == {"tokenizers.base", "tokenizers.thirteen_a"}
    assert {name for name in parts if name.startswith("views.")} == {"views.base", "views.words"}
    others = {f"steelyard.{name}" for name in ("counted.sampling", "inference", "page.blocks", "types.annotations")}
    others |= {"steelyard.types.segment_explanation", "difflib", "json", "pathlib", "pkgutil", "statistics"}
    bare = set(python("import sys, numpy; print(*sys.modules)").stdout.split())  # what NumPy takes costs nothing more
    assert modules & others - bare == set()


def test_a_process_ends_without_going_through_all_objects_once_more() -> None:
    code = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_freeze_count() > 10_000, gc.isenabled(), file=sys.stderr))
from steelyard.cli.app import run_process
run_process()
"""
    done = python(code, "score", REFERENCE, "-i", HARBOUR)
    assert (done.returncode, done.stderr) == (0, "True False\n")


@pytest.mark.parametrize("argv", ["--help", "--help score"])
def test_all_commands_are_listed_where_none_is_named_first(argv: str) -> None:
    done = steelyard(*argv.split())
    assert all(name in done.stdout + done.stderr for name in ("score", "check", "lab", "metrics"))


def test_bad_input_exits_with_2_and_leaves_standard_output_empty() -> None:
    done = steelyard("compare", REFERENCE, "-i", HARBOUR, "absent")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "steelyard compare: Cannot read absent: No such file or directory.\n"


def test_the_installed_command_is_the_module() -> None:
    command = Path(sys.executable).with_name("steelyard")
    if not command.exists():
        pytest.skip("the package is not installed with its command")
    argv = ["score", REFERENCE, "-i", HARBOUR]
    done = subprocess.run([str(command), *argv], check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, output(*argv) + "\n", "")


def test_an_interrupt_exits_with_130_without_traceback() -> None:
    argv = ["compare", REFERENCE, "-i", HARBOUR, LANTERN, "-n", "100000000", "--interval", "jackknife"]
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            [*COMMAND, *argv],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env=environment(),
            start_new_session=True,
            # A shell starts its background jobs deaf to interrupts, and their children stay so.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509  # no threads
        )
        os.close(theirs)
        try:
            shown = ""
            while "resampling" not in shown:  # progress, so it is at work
                shown += os.read(ours, 65536).decode(errors="replace")
            process.send_signal(signal.SIGINT)
            shown += read_all(ours)
            written, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, written) == (130, b"")
    assert "steelyard compare: interrupted." in shown and "Traceback" not in shown
    assert "KeyboardInterrupt" not in shown


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [*COMMAND, "score", REFERENCE, "-i", HARBOUR, "-sl"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), errors) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told_without_traceback() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "score", REFERENCE, "-i", HARBOUR],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


def test_a_terminal_without_unicode_gets_the_result() -> None:
    done = steelyard("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-n", "50", PYTHONIOENCODING="ascii")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    assert "cannot tell" in done.stdout


def test_a_file_name_that_is_no_unicode_is_no_traceback(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/sys\xff.txt"
    with open(path, "wb") as file:
        file.write(Path(HARBOUR).read_bytes())
    for form in ("text", "json", "sacrebleu"):
        done = subprocess.run(
            [*COMMAND, "score", REFERENCE, "-i", path, ORATOR, "-f", form],
            check=False,
            capture_output=True,
            env=environment(),
            timeout=60,
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 2)
        assert (done.returncode == 0) == bool(done.stdout)


def test_colours_are_for_terminals_that_want_them() -> None:
    coloured, errors = on_terminal(COMPARE, 80)
    assert errors == ""
    assert "\x1b[32m" in coloured or "\x1b[31m" in coloured  # better is green, worse is red
    for shown in (
        on_terminal(COMPARE, 80, NO_COLOR="1")[0],
        on_terminal([*COMPARE, "-nc"], 80)[0],
        steelyard(*COMPARE).stdout,
    ):
        assert "\x1b" not in shown
        assert shown.replace("\r\n", "\n") == output(*COMPARE, is_whole=False) + "\n"


@pytest.mark.parametrize("columns", [80, 200])
def test_a_terminal_loses_nothing_that_a_pipe_gets(columns: int) -> None:
    shown = ESCAPES.sub("", on_terminal(COMPARE, columns)[0])
    plain = output(*COMPARE, is_whole=False)
    numbers = re.findall(r"[-+]?\d+\.\d+", plain)
    assert len(numbers) > 60
    assert [number for number in numbers if number not in shown] == []
    assert "…" not in shown


REFUSE = """
import sys

def refuse(event, arguments):
    if event.startswith("socket.") or event in ("urllib.Request", "http.client.connect"):
        raise RuntimeError(event)

sys.addaudithook(refuse)
import socket

def refused(*arguments, **keywords):
    raise RuntimeError("a socket")

try:
    socket.socket()
except RuntimeError:
    sys.stderr.write("sockets are refused\\n")
socket.socket = socket.create_connection = socket.getaddrinfo = refused
from steelyard.cli.app import main
main()
"""


@pytest.mark.parametrize("command", ["score", "compare", "cache"])
def test_nothing_touches_the_network(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "wmt19"
    folder.mkdir()
    for field, text in (("src", SOURCE), ("ref", REFERENCE)):
        (folder / f"wmt19.de-en.{field}").write_bytes(Path(text).read_bytes())
    systems = ("-i", HARBOUR, ORATOR)
    argv = {
        "score": ("score", REFERENCE, *systems, "-ci", "-f", "json"),
        "compare": ("compare", REFERENCE, *systems, "-n", "100", "--executor", "threads:2"),
        "cache": ("score", "-t", "wmt19", "-l", "de-en", *systems),
    }[command]
    done = python(REFUSE, *argv, SACREBLEU=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "sockets are refused\n")
    assert "orator" in done.stdout
    absent = python(REFUSE, "score", "-t", "wmt18", "-l", "de-en", *systems, SACREBLEU=str(tmp_path))
    assert absent.returncode == 2
    assert "sacrebleu -t wmt18 -l de-en" in absent.stderr


def test_the_same_command_gives_the_same_bytes_whatever_the_jobs() -> None:
    argv = [
        *f"compare {REFERENCE} -i".split(),
        *PATHS.values(),
        "-m",
        "bleu",
        "bleu(tokenize=char)",
        "-n",
        "1500",
        "-f",
        "json",
    ]
    first, again, threads, environs = (
        steelyard(*argv).stdout,
        steelyard(*argv).stdout,
        steelyard(*argv, "--executor", "threads:2").stdout,
        steelyard(*argv, OPENBLAS_NUM_THREADS="2", PYTHONHASHSEED="7").stdout,
    )
    assert len(json.loads(first)["pairs"]) == 20
    assert first == again == threads == environs


def test_no_variable_of_sacrebleu_changes_a_number() -> None:
    argv = ["score", REFERENCE, "-i", ORATOR, "-ci"]
    plain = steelyard(*argv).stdout
    assert steelyard(*argv, SACREBLEU_SEED="99", SACREBLEU_FORMAT="json").stdout == plain
    assert sacrebleu(REFERENCE, "-i", ORATOR, "-b") in plain
