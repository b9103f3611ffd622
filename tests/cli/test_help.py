"""Pages of help: what a first run needs, all flags, and the list of commands."""

import re

import pytest

from steelyard.asking.registry import COMMANDS as ENTRIES
from steelyard.asking.registry import TOPICS, first_words
from steelyard.cli.app import commands
from steelyard.cli.help import flags_by_group
from tests.cli.running import run

COMMANDS = tuple(ENTRIES)
MOST_FIRST_FLAGS = 14


@pytest.mark.parametrize("argv", [["--help"], ["-h"], ["help"], ["--help-all"]], ids=" ".join)
def test_help_lists_all_words_on_one_screen(argv: list[str]) -> None:
    done = run(*argv)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line[:-1].lower() for line in lines if re.fullmatch(r"\S.*:", line)] == ["commands", "examples"]
    assert [line.split()[0] for line in lines if re.match(r"  [a-z]", line)][: len(first_words())] == [*first_words()]
    assert len(lines) <= 40
    assert len([line for line in lines if line.startswith("  steelyard ")]) == 3
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_alone_lists_its_commands(topic: str) -> None:
    told = [run(topic), run(topic, "--help"), run("help", topic), run(topic, "--help-all")]
    assert len({(done.status, done.out, done.err) for done in told}) == 1 and not told[0].status
    listed = re.findall(rf"^  ({topic}(?: [a-z-]+)+)  ", told[0].out, re.MULTILINE)
    assert listed == [name for name in COMMANDS if name.startswith(f"{topic} ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_a_page_and_help_all_has_every_flag(command: str) -> None:
    first, every = run(*command.split(), "--help").out, run(*command.split(), "--help-all").out
    assert run("help", *command.split()).out == first
    flags = [action for _, actions in flags_by_group(commands()[command]) for action in actions]
    assert all(flag in every for action in flags for flag in action.option_strings)
    shown = [line for line in first.splitlines() if re.match(r"  -", line)]
    assert len(shown) <= MOST_FIRST_FLAGS
    usage = first.partition("\n\n")[0]
    assert usage.startswith(f"usage: steelyard {command}") and len(usage.splitlines()) <= 3
    assert re.search(rf"^Examples?:\n  steelyard {command}", first, re.MULTILINE)
    left = len(flags) - len(shown) - sum(not action.option_strings for action in flags)
    assert (f"\n{left} more flags, by group: `steelyard {command} --help-all`." in first) == (left > 0)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_result_looks_like_and_where_it_goes_is_output(command: str) -> None:
    groups = {title: {action.dest for action in actions} for title, actions in flags_by_group(commands()[command])}
    of_results = {"format", "csv_table", "width", "quiet", "no_color", "report", "plots"}
    shown = set().union(*groups.values())
    assert groups.get("output", set()) >= of_results & shown


@pytest.mark.parametrize("command", COMMANDS)
def test_flags_fit_eighty_columns(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    before = run(*command.split(), "--help-all").out.partition("\nExample")[0]  # command lines are shown whole
    assert [line for line in before.splitlines() if len(line) > 80] == []


def test_new_flags_are_not_first() -> None:
    [unit] = [a for _, actions in flags_by_group(commands()["compare"]) for a in actions if a.dest == "unit"]
    assert not hasattr(unit, "is_first")
    assert "--unit" not in run("compare", "--help").out.split()
