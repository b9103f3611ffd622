"""What cases print and write, in children of a process that has imported everything, without what may differ."""

import doctest
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import steelyard as sy
from tests.cli.running import run
from tests.conftest import EXAMPLES, ROOT
from tests.reliability import forked
from tests.reliability.answers import seen as _digests
from tests.reliability.archive.cases import Case, blocks
from tests.test_pages import PROGRESS, Block, commands_of, expanded, outcome_of

# What may differ between two runs of the same sources, and what stands in its place.
UNSTABLE: tuple[tuple[re.Pattern[str], str], ...] = (
    (PROGRESS, ""),  # where the machine is slow
    (re.compile(rf"(?<!\d)(?<!\d\.){re.escape(sy.__version__)}(?!\.?\d)"), "VERSION"),
    (re.compile(r'("versions": ?\{)[^}]*\}'), r"\1VERSIONS}"),  # of Python and packages
    (re.compile(r'(steelyard-look/1 |after=|"line": ?")[0-9a-f,]{64,}'), r"\1HASH"),  # of what has a date
    (re.compile(r"\d{4}-\d\d-\d\d(?= alpha=| +(?:open|failed) )"), "DATE"),  # of looks
    (re.compile(re.escape(gettempdir()) + r"/steelyard-\w+"), "FOLDER"),
    (re.compile(re.escape(str(ROOT))), "ROOT"),
    (re.compile(r" \([\w/]+\.py, line \d+\)"), ""),  # where a fault of the program is
)  # fmt: skip


@dataclass(frozen=True)
class Output:
    """How a case ended, the worst of a page's block, and what it printed and wrote."""

    status: int
    text: str

    @property
    def sha256(self) -> str:
        """The digest of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def outputs(cases: list[Case], pages: list[Path], data: Path, n_processes: int) -> Iterator[tuple[str, Output]]:
    """Run all, and yield each output with the name of its case."""
    with forked.examples() as folder:
        lines = [_Line(case, data if case.kind == "real" else folder) for case in cases]
        # Its processes start at once, before it has a thread: they may start children.
        with ProcessPoolExecutor(n_processes, get_context("fork")) as pool:
            for found in pool.map(_ask, [*map(_Page, pages), *lines]):
                yield from found.items()


@dataclass(frozen=True)
class _Line:
    """A case that is a command line, run in a folder like `home`."""

    case: Case
    home: Path

    def names(self) -> list[str]:
        return [self.case.name]

    def fill(self, folder: Path) -> None:
        if self.case.kind == "real":
            (folder / "data").symlink_to(self.home)
        else:
            shutil.copytree(self.home, folder, dirs_exist_ok=True)

    def run(self, folder: Path) -> dict[str, Output]:  # the current one
        before = _digests()
        ended = run(*expanded(self.case.words))
        printed = "" if self.case.name.endswith(".html") else ended.out  # which the case of its text has
        return {self.case.name: _output(ended.status, printed, ended.err, before)}


@dataclass(frozen=True)
class _Page:
    """A page, of which each block is a case; they run in their order, as one may read what another wrote."""

    path: Path

    def names(self) -> list[str]:
        return list(blocks(self.path))

    def fill(self, folder: Path) -> None:
        (folder / "examples").symlink_to(EXAMPLES)

    def run(self, folder: Path) -> dict[str, Output]:
        found: dict[str, Output] = {}
        variables: dict[str, object] = {}
        for name, block in blocks(self.path).items():
            before = _digests()
            status, printed = _console(block, folder) if block.language == "console" else _python(block, variables)
            found[name] = _output(status, printed, "", before)
        return found


def _ask(job: _Line | _Page) -> dict[str, Output]:
    """Run a job in a child, in a folder of its own; a fault of the program is an output, too."""
    with TemporaryDirectory(prefix="steelyard-") as name:
        folder = Path(name)
        job.fill(folder)

        def work() -> str:
            os.chdir(folder)
            os.environ["SACREBLEU"] = str(folder / "cache")
            return json.dumps({name: (found.status, found.text) for name, found in job.run(folder).items()})

        ended = forked.ask(work)
    if ended.status:
        said = ended.err.strip().rpartition("\n")[2]  # above it are lines of sources, which move
        return {name: Output(ended.status, stable(f"a fault\n{said}\n")) for name in job.names()}
    return {name: Output(*found) for name, found in json.loads(ended.out).items()}


def _console(block: Block, folder: Path) -> tuple[int, str]:
    """Return the worst status of a block's commands, and what they print; not the commands, which may be renamed."""
    ended = [outcome_of(command, folder) for command, _ in commands_of(block.text)]
    return max(status for status, _ in ended), "".join(printed for _, printed in ended)


class _Recorder(doctest.OutputChecker):
    """Finds every output right, and keeps it."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        self.found.append(got)
        return True


def _python(block: Block, variables: dict[str, object]) -> tuple[int, str]:
    recorder, unexpected = _Recorder(), list[str]()
    test = doctest.DocTestParser().get_doctest(block.text, variables, "page", None, 0)
    doctest.DocTestRunner(checker=recorder).run(test, out=unexpected.append, clear_globs=False)
    variables.update(test.globs)
    return int(bool(unexpected)), "".join((*recorder.found, *unexpected))


def _output(status: int, printed: str, said: str, before: dict[str, str]) -> Output:
    """Put together how a command ended, what it printed and said, and the files that were not there `before`."""
    parts = [f"status {status}\n", printed]
    parts += [f"=== standard error\n{said}"] if said else []
    for name, digest in sorted(_digests().items()):
        if before.get(name) != digest:
            parts.append(f"=== {name}\n{_content(Path(name), digest)}")
    return Output(status, stable("".join(part if part.endswith("\n") else f"{part}\n" for part in parts if part)))


def _content(path: Path, digest: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return f"{digest}, of bytes"


def stable(text: str) -> str:
    """Take out what may differ between two runs of the same sources."""
    for pattern, instead in UNSTABLE:
        text = pattern.sub(instead, text)
    return text
