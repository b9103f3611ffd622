"""Commands in children of one process that has imported everything: a start costs milliseconds, and each is alone."""

import gc
import importlib
import os
import pkgutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import FrameType
from typing import IO, NoReturn

import steelyard
from steelyard.cli.app import main
from tests.cli.example_folder import fill

_OTHERS = ("polars", "altair", "vl_convert", "sklearn.svm", "scipy.stats", "rich.console", "threadpoolctl")
SLOWEST = 120  # seconds after which a child is taken for hung


@dataclass(frozen=True)
class Ended:
    """How a child ended: its status, or less the signal that ended it, and what it said."""

    status: int
    out: str
    err: str


def import_everything() -> None:
    """Import what commands import as they run, and nothing that starts threads by that: children have only one."""
    for found in pkgutil.walk_packages(steelyard.__path__, "steelyard."):
        if not found.name.startswith(("steelyard.harnesses", "steelyard.__main__")):
            importlib.import_module(found.name)
    for name in _OTHERS:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    gc.freeze()


def start(words: Sequence[str], out: IO[bytes], err: IO[bytes], before: Callable[[], None] | None = None) -> int:
    """Start a command in a child and return its number; `before` runs there first."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    _be_a_command(words, out.fileno(), err.fileno(), before)


def run(words: Sequence[str], before: Callable[[], None] | None = None, out: str | None = None) -> Ended:
    """Run a command in a child, with its standard output in a file if one is named."""
    reader, writer = os.pipe()  # what a child says goes through even if it may not write to a file
    with open(reader, "rb") as told, TemporaryFile() as said:
        with open(writer, "wb") as end, open(out, "wb") if out else nullcontext(said) as printed:
            child = start(words, printed, end, before)
        status = wait(child)
        said.seek(0)
        return Ended(status, said.read().decode(), told.read().decode())


def ask(work: Callable[[], object]) -> Ended:
    """Run a function in a child: `out` is what it returned, `err` a traceback where it failed."""
    sys.stdout.flush()
    sys.stderr.flush()
    with TemporaryFile() as said:
        child = os.fork()
        if not child:
            _answer(work, said.fileno())
        status = wait(child)
        said.seek(0)
        text = said.read().decode()
    return Ended(status, "", text) if status else Ended(status, text, "")


@contextmanager
def examples() -> Iterator[Path]:
    """Be in a folder in which the examples of help run, ready to start them."""
    with TemporaryDirectory(prefix="steelyard-") as folder:
        os.chdir(folder)
        os.environ["SACREBLEU"] = os.path.join(folder, "cache")
        filled = ask(lambda: fill(Path(folder)))  # it starts threads, which no fork may follow
        assert filled.status == 0, filled.err
        import_everything()
        try:
            yield Path(folder)
        finally:
            os.chdir("/")


def wait(child: int) -> int:
    """Wait for a child; one that hangs is ended, and an error."""

    def give_up(number: int, frame: FrameType | None) -> NoReturn:
        os.kill(child, signal.SIGKILL)
        raise TimeoutError(f"a command did not end within {SLOWEST} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SLOWEST)
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _answer(work: Callable[[], object], said: int) -> NoReturn:
    status, text = 0, ""
    try:
        text = str(work())
    except BaseException:  # noqa: BLE001 - whatever it is, a child must not go on with what is the parent's
        status, text = 1, traceback.format_exc()
    os.write(said, text.encode())
    os._exit(status)


def _be_a_command(words: Sequence[str], out: int, err: int, before: Callable[[], None] | None) -> NoReturn:
    status = 70
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, number in ((nothing, 0), (out, 1), (err, 2)):
            os.dup2(source, number)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        if before is not None:
            before()
        main(list(words))
    except SystemExit as leaving:
        status = int(leaving.code or 0)
        sys.stderr.flush()  # argparse leaves that to the end of the process
    finally:
        os._exit(status)  # what the parent would do as it ends is none of the child's business
