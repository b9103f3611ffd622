"""Which outputs the archive has: help, examples of help, blocks of pages, and commands over real test sets.

A case is named by what a renaming of commands leaves alone: the folder of a question and the number of its example, a
page and the number of its block, or the slug of a line of `real_sets.txt`.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from steelyard.cli.app import commands
from steelyard.questions import QUESTIONS
from tests.cli.example_folder import formats_of, in_format, quick
from tests.test_pages import PAGES, ROOT, Block, blocks_of, commands_of, is_run

REAL_SETS = Path(__file__).with_name("real_sets.txt")
SELFTEST = "selftest"  # says how fast this machine is


@dataclass(frozen=True)
class Case:
    """One output of one command line.

    Attributes
    ----------
    name : str
        Such as ``example/compare#1.json``.
    line : str
        The command line as people read it.
    words : tuple of str
        What is run, without `steelyard`; patterns of file names are put out in the folder.
    """

    name: str
    line: str
    words: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Where the command line comes from."""
        return self.name.partition("/")[0]


def cases() -> list[Case]:
    """Return all cases that are command lines."""
    return [*_help(), *_examples(), *_real_sets()]


def pages() -> list[Path]:
    """Return the pages that have blocks to run."""
    return [path for path in PAGES if any(map(is_run, blocks_of(path)))]


def blocks(path: Path) -> dict[str, Block]:
    """Return the blocks of a page that are run, by the names of their cases."""
    page = path.relative_to(ROOT).as_posix()
    return {f"page/{page}#{number}": block for number, block in enumerate(filter(is_run, blocks_of(path)), 1)}


def lines_of_cases() -> dict[str, tuple[str, ...]]:
    """Return the command lines behind every case by its name: the one list of what the archive has."""
    found = {case.name: (case.line,) for case in cases()}
    for path in pages():
        for name, block in blocks(path).items():
            is_console = block.language == "console"
            found[name] = tuple(command for command, _ in commands_of(block.text)) if is_console else ()
    return found


def _help() -> Iterator[Case]:
    yield Case("help/all", "steelyard --help", ("--help",))
    for folder, command in _commands().items():
        for name, flag in (("some", "--help"), ("all", "--help-all")):
            yield Case(f"help/{folder}.{name}", f"steelyard {command} {flag}", (command, flag))


def _examples() -> Iterator[Case]:
    parsers = commands()
    for folder, command in _commands().items():
        if folder == SELFTEST:
            continue
        for number, line in enumerate((parsers[command].epilog or "").splitlines(), 1):
            yield from _in_all_formats(f"example/{folder}#{number}", line, quick(line))


def _real_sets() -> Iterator[Case]:
    for row in REAL_SETS.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            slug, line = row.split(": ", 1)
            words = shlex.split(line)[1:]
            if slug.startswith("refused-"):  # before any format counts
                yield Case(f"real/{slug}.text", line, tuple(words))
            else:
                yield from _in_all_formats(f"real/{slug}", line, words)


def _in_all_formats(name: str, line: str, words: list[str]) -> Iterator[Case]:
    for form in formats_of(words[0]):
        yield Case(f"{name}.{form}", line, tuple(in_format(words, form)))


def _commands() -> dict[str, str]:
    """Return the commands by the folder of the question that each answers first."""
    return {entry.home.rpartition(".")[2]: entry.command for entry in QUESTIONS if entry.help}
