"""Every flag of every command that names an output, with an example of help that writes it: read off the parsers."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from steelyard.asking.registry import split_command
from steelyard.cli.app import commands
from steelyard.cli.outputs import FILES, FOLDERS
from tests.cli.example_folder import LINES, quick
from tests.cli.running import with_flags
from tests.reliability.forked import contents, run

_ENDING = re.compile(r"\.[a-z]+(?:\.gz)?\b")
_ENDINGS = {"report": ".html"}


@dataclass(frozen=True)
class Writer:
    """A command line that writes to a place of one's choice.

    Attributes
    ----------
    name : str
        Command, flag and ending.
    flag : str
        Which names the output.
    ending : str
        Of the output's name; empty for a folder.
    words : tuple of str
        Of the example, without the flag.
    """

    name: str
    flag: str
    ending: str
    words: tuple[str, ...]

    def command(self, output: str | Path) -> list[str]:
        """Return the command line that writes there."""
        return [*self.words, self.flag, str(output)]

    def output(self, folder: Path) -> Path:
        """Return where it writes to in a folder."""
        return folder / f"output{self.ending}"


def writers(part_of_name: str = "", *, is_sample: bool = False) -> Iterator[Writer]:
    """Give all of them, or those with a text in their names; of a sample one for each flag that several commands have.

    The folder must be one of examples.

    Raises
    ------
    AssertionError
        No example of the command writes with a flag: help shows none, or the flag does nothing.
    """
    left = shared_flags()
    for command, flag, endings in flags():
        if part_of_name in f"{command} {flag}" and (flag in left or not is_sample):
            left.discard(flag)
            found = _writers(command, flag, endings)
            yield from islice(found, 1) if is_sample else found


def flags() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Give each command's flags that name an output, and the endings that its help names, or the usual one."""
    for command, parser in commands().items():
        for action in parser._actions:
            if action.dest in (*FILES, *FOLDERS) and action.option_strings:
                usual = _ENDINGS.get(action.dest, ".txt")
                endings = tuple(dict.fromkeys(_ENDING.findall(action.help or ""))) or (usual,)
                yield command, action.option_strings[-1], ("",) if action.dest in FOLDERS else endings


def shared_flags() -> set[str]:
    """Return the flags that several commands have for an output."""
    found = [flag for _, flag, _ in flags()]
    return {flag for flag in found if found.count(flag) > 1}


def _writers(command: str, flag: str, endings: tuple[str, ...]) -> Iterator[Writer]:
    """Give the examples that have the flag, or else the first that takes it."""
    said, n_found = [], 0
    spellings = next(set(a.option_strings) for a in commands()[command]._actions if flag in a.option_strings)
    lines = [words for words in map(quick, LINES) if split_command(words)[0] == command]
    having = [words for words in lines if spellings & set(words)]
    for number, words in enumerate(having or lines):
        kept = tuple(str(word) for word in with_flags(words, *spellings) if word not in spellings)
        for ending in ("",) if "--shards" in kept else endings:
            name = " ".join(filter(None, (command, flag, ending, f"({number + 1})" if number and having else "")))
            writer = Writer(name, flag, ending, kept)
            if having:
                yield writer
                continue
            with TemporaryDirectory(dir=os.getcwd()) as folder:
                ended = run(writer.command(writer.output(Path(folder))))
                written = contents(Path(folder))
            if ended.status in (0, 1) and written:
                n_found += 1
                yield writer
            said.append(ended.err)
        if n_found:
            return
    if not having:
        raise AssertionError(f"no example of help writes with {command} {flag}: {said}")
