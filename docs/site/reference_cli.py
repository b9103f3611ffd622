"""The pages of the command line, from the parser's own actions: argparse lays help out differently by version."""

import argparse
from functools import cache

from reference_layout import code, page, table, toctree

from steelyard.asking.registry import COMMANDS, first_words
from steelyard.cli import app
from steelyard.cli.help import flags_by_group

__all__ = ["cli_page", "command_page", "commands", "path_of"]

STATUSES = (
    ("0", "fine"),
    (
        "1",
        "the gate is closed, and nothing else: `gate` found a system worse than allowed, `check files` something "
        "wrong, `check result` or `check installation` another number, `check signature` two scores that may not be "
        "compared",
    ),
    ("2", "bad input, or nowhere to write to: one sentence on standard error"),
    ("3", "a fault of the program: one sentence with what to report; `--traceback` shows where it came from"),
    ("130", "interrupted"),
)


commands = cache(app.commands)


def cli_page() -> str:
    """Describe what all commands have in common, and list them."""
    return page(
        "The command line",
        *(f"## {word}\n\n{line[0].upper()}{line[1:]}.\n\n{commands_of(word)}" for word, line in first_words().items()),
        "## Of every command",
        "Results go to standard output, everything else to standard error. "
        "`steelyard COMMAND --help` shows the flags of a first run, `--help-all` those of its page here.",
        table(("status", "meaning"), STATUSES),
        "A file that a command writes is whole or stays as it was. Inputs of the same command, devices, FIFOs and "
        "folders are refused before any work, symbolic links are followed, and a file that is replaced keeps its mode.",
        toctree("", [path_of(name) for name in commands()]),
    )


def commands_of(word: str) -> str:
    """List the commands that begin with a word."""
    entries = [entry for entry in COMMANDS.values() if entry.words[0] == word]
    return "\n".join(f"- [`steelyard {entry.name}`]({path_of(entry.name)}.md): {entry.help}" for entry in entries)


def path_of(name: str) -> str:
    """Return where the page of a command stands, without its ending."""
    return f"cli/{name.replace(' ', '-')}"


def command_page(name: str) -> str:
    """Describe one command: what it is for, its flags by group, and the flags it refuses."""
    parser = commands()[name]
    parts = [parser.description or "", f"```sh\n{parser.epilog}\n```" if parser.epilog else ""]
    for title, actions in flags_by_group(parser):
        rows = [(flag_and_value(action), (action.help or "").replace("%%", "%")) for action in actions]
        parts += [f"## {title}", table(("flag", "meaning"), rows)]
    refused = [(flags_of(action), code(getattr(action, "sentence", "")) + ".") for action in parser.hidden]
    if refused:
        sentence = "Each of these is refused with status 2 and the sentence beside it."
        parts += ["## sacreBLEU's flags that are refused", sentence, table(("flag", "answer"), refused)]
    return page(f"steelyard {name}", *parts)


def flag_and_value(action: argparse.Action) -> str:
    """Spell a flag, and what follows it."""
    return f"{flags_of(action)} {value_of(action)}".strip() if action.option_strings else value_of(action)


def flags_of(action: argparse.Action) -> str:
    """Spell the flags of an action, or its name where it is positional."""
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    return ", ".join(f"`{flag}`" for flag in action.option_strings)


def value_of(action: argparse.Action) -> str:
    """Spell what follows a flag."""
    if action.nargs == 0:
        return ""
    name = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.metavar or action.dest.upper()
    return f"`{name} ...`" if action.nargs in ("+", "*") else f"`{name}`"
