"""Pages of help: all commands by group, the flags of a command that a first run needs, and all of them by group."""

import argparse
import os
import textwrap
from collections.abc import Iterable, Iterator
from typing import Protocol

from steelyard.asking.registry import COMMANDS, TOPICS, QuestionEntry, first_words, subcommands

__all__ = ["every_flag", "first_flags", "flags_by_group", "overview", "start", "usage"]

_WIDEST, _NARROWEST, _UNKNOWN = 100, 40, 80  # columns
_INDENT, _FLAGS = 2, 26  # columns: of every entry, and of what stands before its text
_SHORT = 24  # characters of choices that stand with their flag
_TITLES = {"positional arguments": "arguments", "options": "further flags"}  # argparse calls them otherwise
_PURPOSE = "Score translations and other generated text; test which systems differ."
_EXAMPLES = (
    "steelyard score reference.txt -i ours.txt",
    "steelyard compare reference.txt -i baseline.txt ours.txt --report page.html",
    "steelyard human ratings.tsv",
)


_QUESTIONS = (
    ("I have outputs and a reference", "steelyard compare reference.txt -i baseline.txt ours.txt"),
    ("I have scores of another program", "steelyard compare scores.tsv"),
    ("I have pass or fail of many models", "steelyard board results.csv"),
    ("I have ratings by people", "steelyard human ratings.tsv"),
    ("I want to know why two systems differ", "steelyard explain diff reference.txt -i baseline.txt ours.txt"),
)


class Command(Protocol):
    """What a page of help must know of a command: its parser does."""

    prog: str
    description: str | None
    epilog: str | None

    @property
    def groups(self) -> list[tuple[str, list[argparse.Action]]]:
        """The flags that are shown, under the titles of their groups."""


def is_first(action: argparse.Action) -> bool:
    """Say whether --help shows a flag: marked ones, and what a command cannot do without."""
    return not action.option_strings or action.required or getattr(action, "is_first", False)


def flags_by_group(parser: Command) -> list[tuple[str, list[argparse.Action]]]:
    """Return the flags that help shows under the titles of their groups; those without a group come last."""
    return [(_TITLES.get(title, title), actions) for title, actions in parser.groups]


def overview(topic: str = "") -> str:
    """List the commands there are, or those of a topic, on one screen."""
    if topic:
        entries = [(entry.name, entry.help) for entry in commands_under(topic)]
        usage, line = f"usage: steelyard {topic} COMMAND ...", f"{TOPICS[topic]}."
    else:
        entries = [(word, _with_subcommands(word, line)) for word, line in first_words().items()]
        usage, line = "usage: steelyard COMMAND ...", _PURPOSE
    parts = [usage, _wrapped(f"{line[0].upper()}{line[1:]}"), _section("commands", entries, column=_widest(entries))]
    end = "`steelyard COMMAND --help` shows what a first run needs, `--help-all` all flags."
    if not topic:
        end += " `--version` prints the version, `--completion SHELL` a script for bash, zsh or fish."
    return "\n\n".join(part for part in (*parts, _examples(() if topic else _EXAMPLES), _wrapped(end)) if part) + "\n"


def start() -> str:
    """Ask what is there, with a line to copy for each answer: what `steelyard` alone prints."""
    lines = [line for said, command in _QUESTIONS for line in (f"{said}:", f"  {command}")]
    end = (
        "`steelyard FILE ...` says what files are and which command takes them; `steelyard --help` lists all commands."
    )
    return "\n\n".join([_PURPOSE, "\n".join(lines), _wrapped(end)])


def commands_under(name: str) -> list[QuestionEntry]:
    """Return the commands that begin with a word and have more words."""
    return [entry for entry in COMMANDS.values() if entry.name.startswith(f"{name} ")]


def _with_subcommands(word: str, line: str) -> str:
    """Add the words that may follow a command, in place of all that they say of themselves."""
    further = [entry.words[1] for entry in subcommands(word)]
    if not further:
        return line
    return f"{line}: {', '.join(further)}" if word in TOPICS else f"{line}; also {', '.join(further)}"


def _widest(entries: Iterable[tuple[str, str]]) -> int:
    return _INDENT + max(len(name) for name, _ in entries) + 2


def first_flags(parser: Command) -> str:
    """Lay out the flags of a first run, and the commands whose names begin with this one's."""
    shown = [action for _, actions in flags_by_group(parser) for action in actions]
    chosen = [action for action in shown if is_first(action)]
    left = len(shown) - len(chosen)
    sentence = f"{left} more flags, by group: `{parser.prog} --help-all`." if left else ""
    return _page(parser, [("flags" if left else "all flags", chosen)], sentence)


def _further(parser: Command) -> str:
    """List the commands whose names begin with that of this one."""
    further = [(entry.name, entry.help) for entry in commands_under(parser.prog.partition(" ")[2])]
    return _section("further commands", further, _widest(further)) if further else ""


def every_flag(parser: Command) -> str:
    """Lay out all flags by group."""
    return _page(parser, flags_by_group(parser), "")


def usage(parser: Command) -> str:
    """Spell the command with what it needs; all else is `[flags]`."""
    shown = [action for _, actions in flags_by_group(parser) for action in actions]
    needed = [action for action in shown if action.required and action.option_strings]
    positional = [action for action in shown if not action.option_strings]
    usual = [action for action in shown if getattr(action, "in_usage", False) and action not in needed]
    words = [_spelled(action) if action.nargs not in ("*", "?") else f"[{_spelled(action)}]" for action in positional]
    words += [f"{action.option_strings[0]} {_value(action)}" for action in needed]
    words += [f"[{action.option_strings[0]} {_value(action)}]" for action in usual]
    return " ".join(["usage:", parser.prog, *words, "[flags]"])


def _page(parser: Command, groups: Iterable[tuple[str, list[argparse.Action]]], end: str) -> str:
    sections = [_section(title, [(_spelled(action), _meaning(action)) for action in group]) for title, group in groups]
    parts = [_wrapped(usage(parser), "         "), _wrapped(parser.description or ""), *sections]
    parts += [_further(parser), _examples((parser.epilog or "").splitlines()), _wrapped(end)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _examples(examples: Iterable[str]) -> str:
    """Show command lines whole: who copies one wants no line break."""
    lines = [f"  {example}" for example in examples]
    return "\n".join(["Examples:" if len(lines) > 1 else "Example:", *lines]) if lines else ""


def _section(title: str, entries: Iterable[tuple[str, str]], column: int = _FLAGS) -> str:
    return "\n".join(
        [f"{title[:1].upper()}{title[1:]}:", *(line for entry in entries for line in _entry(*entry, column))]
    )


def _entry(name: str, text: str, column: int) -> Iterator[str]:
    """Give the lines of a flag and what it means, which begins below where the flag takes too much room."""
    lines = textwrap.wrap(text, _width() - column, break_on_hyphens=False) or [""]
    head = f"{' ' * _INDENT}{name}"
    if len(head) > column - 2:
        yield head
    else:
        yield f"{head:<{column}}{lines.pop(0)}".rstrip()
    for line in lines:
        yield f"{' ' * column}{line}".rstrip()


def _spelled(action: argparse.Action) -> str:
    """Spell a flag with its value once, whatever other names it has."""
    value = _value(action)
    return " ".join(part for part in (", ".join(action.option_strings), value) if part)


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    name = action.metavar if isinstance(action.metavar, str) else ""
    if not name and action.choices is not None:
        choices = _choices(action)
        name = f"{{{choices}}}" if len(choices) <= _SHORT else "NAME"
    name = name or action.dest.upper()
    return (
        f"{name} ..."
        if action.nargs in ("+", "*")
        else f"[{name}]"
        if action.nargs == "?" and action.option_strings
        else name
    )


def _choices(action: argparse.Action) -> str:
    return ",".join(map(str, action.choices or ()))


def _meaning(action: argparse.Action) -> str:
    """Say what a flag means, with the choices that found no room beside it."""
    text = (action.help or "").replace("%%", "%")
    if action.choices is None or action.metavar or len(_choices(action)) <= _SHORT:
        return text
    return f"{text}: {', '.join(map(str, action.choices))}"


def _wrapped(text: str, further: str = "") -> str:
    return textwrap.fill(text, _width(), break_on_hyphens=False, subsequent_indent=further)


def _width() -> int:
    """Columns of the terminal; `shutil` takes half the standard library to find out."""
    try:
        columns = int(os.environ.get("COLUMNS", "")) or _UNKNOWN
    except ValueError:
        try:
            columns = os.get_terminal_size().columns or _UNKNOWN
        except OSError:
            columns = _UNKNOWN
    return max(min(columns, _WIDEST), _NARROWEST)
