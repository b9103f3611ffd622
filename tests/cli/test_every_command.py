"""What holds for every command that there is: how it takes an output, and how it leaves. New ones need no line here."""

import ast
import os
import re
import shlex
from pathlib import Path

import pytest

from steelyard.cli.app import commands
from steelyard.cli.outputs import FILES, FOLDERS
from tests.cli.running import run
from tests.conftest import ROOT

SOURCES = ROOT / "src" / "steelyard"
WRITERS = {  # the one way to write, and what is no file: descriptors of the process, and the summary of a GitHub step
    "files/writing.py", "files/targets.py", "cli/streams.py", "cli/github.py", "files/opening.py",
}  # fmt: skip
WRITING_CALLS = {
    "write_text", "write_bytes", "mkdir", "makedirs", "rename", "unlink", "rmtree", "copyfile", "savefig", "to_csv",
    "tofile", "NamedTemporaryFile", "mkstemp", "TemporaryDirectory",
}  # fmt: skip
WITHOUT_FILES = {"check signature", "metrics", "check installation"}
LONG = {"check installation": pytest.mark.long}  # which needs no file, and does all its work
PARSERS = commands()


def example(command: str) -> list[str]:
    """Return the first example of a command's help, as words."""
    line = next(line for line in (PARSERS[command].epilog or "").splitlines() if f"steelyard {command}" in line)
    words = shlex.split(line.partition(f"steelyard {command}")[2], comments=True)
    return [
        *command.split(),
        *words[: min((i for i, word in enumerate(words) if word in ("|", ">", "&&")), default=len(words))],
    ]


def outputs() -> dict[tuple[str, str], list[str]]:
    """Return all spellings of each flag that names an output, by command and last spelling."""
    return {
        (command, action.option_strings[-1]): list(action.option_strings)
        for command, parser in PARSERS.items()
        for action in parser._actions
        if action.dest in (*FILES, *FOLDERS) and action.option_strings
    }


def test_outputs_are_found() -> None:
    assert len(outputs()) > 20 and ("compare", "--report") in outputs()


@pytest.mark.parametrize(("command", "flag"), outputs())
def test_no_command_writes_to_a_device(command: str, flag: str) -> None:
    words = example(command)
    for spelling in outputs()[command, flag]:
        if spelling in words:
            del words[words.index(spelling) : words.index(spelling) + 2]
    ended = run(*words, flag, os.devnull)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"steelyard {command}: Cannot write "), ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("command", [pytest.param(one, marks=LONG.get(one, ())) for one in PARSERS])
def test_every_command_leaves_with_2_without_its_files(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = example(command)
    ended = run(*words)
    if command in WITHOUT_FILES:
        assert ended.status in (0, 1)
    else:
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.count("\n") == 1, ended.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", PARSERS)
def test_every_command_refuses_a_flag_that_there_is_not(command: str) -> None:
    ended = run(*example(command), "--no-such-flag")
    assert (ended.status, ended.out) == (2, "")


def written(path: Path) -> list[str]:
    """Return the calls in a source that write, make, move or remove files."""
    source, found = path.read_text(encoding="utf-8"), []
    if not re.search(rf"\b({'|'.join(WRITING_CALLS)}|open|fdopen)\(", source):
        return []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        given = (*node.args, *(word.value for word in node.keywords))
        modes = {one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        is_mode = any(set(mode) & set("wax+") and set(mode) <= set("rwaxbt+") for mode in modes)
        if name in WRITING_CALLS or (name in ("open", "fdopen") and is_mode):
            found.append(f"{path.relative_to(SOURCES)}, line {node.lineno}: {name}")
    return found


def named_outputs(path: Path) -> set[str]:
    """Return the arguments that a source hands to what writes."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {
        argument.attr
        for call in calls
        if re.match(r"_?write|save$", getattr(call.func, "attr", getattr(call.func, "id", "")))
        for argument in call.args
        if isinstance(argument, ast.Attribute) and getattr(argument.value, "id", "") in ("arguments", "question")
    }


def test_every_output_is_checked_before_any_work() -> None:
    found = set().union(*map(named_outputs, SOURCES.rglob("questions/*/command.py")))
    assert {"output", "nbest_output", "svmlight"} <= found
    assert found - {"rows"} <= {*FILES, *FOLDERS}


def test_there_is_one_way_to_write() -> None:
    paths = [path for path in SOURCES.rglob("*.py") if str(path.relative_to(SOURCES)) not in WRITERS]
    assert len(paths) > 500
    assert [call for path in paths for call in written(path)] == []
    assert written(SOURCES / "files" / "writing.py")
