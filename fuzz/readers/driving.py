"""Calls of readers with damaged files: what ends otherwise than by a value or one sentence is a finding."""

import contextlib
import hashlib
import os
import random
import resource
import shutil
import signal
import stat
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.readers.mutations import mutate
from fuzz.readers.registry import Reader
from steelyard.errors import SteelyardError

__all__ = [
    "PACKED",
    "Hang",
    "Ran",
    "Trials",
    "examples_of",
    "fault_of",
    "limited",
    "memory",
    "place_of",
    "run",
    "try_content",
    "written_to_stderr",
]

_PATIENCE = 5  # seconds of the processor that a reader may take, however busy the machine is
PACKED = (".gz", ".bz2", ".xz", ".zst")


class Hang(BaseException):
    """A reader did not come back."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of the inputs of one reader: how many, how many were read, and findings by where they arose.

    `n_branches` counts the branches of the package that they took, where they were guided.
    """

    n_inputs: int
    n_read: int
    findings: dict[str, Path]
    n_branches: int | None = None


def memory() -> str | None:
    """Return a folder that is no disk, where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def _ring(*_: object) -> None:
    raise Hang


@contextlib.contextmanager
def limited(more_mib: int) -> Iterator[None]:
    """Let this process take so much more of its address space than now, and keep what it writes to standard error."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGPROF, _ring)
    terminal = os.dup(2)
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (more_mib << 20), before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
            os.dup2(terminal, 2)
            os.close(terminal)
            signal.signal(signal.SIGPROF, handler)


def fault_of(reader: Reader, path: Path) -> str:
    """Read a path; return what is wrong with how it ended, with the place in the source, or "read", or nothing."""
    signal.setitimer(signal.ITIMER_PROF, _PATIENCE)
    ended = "read"
    try:
        reader.read(path)
    except SteelyardError as error:
        ended = "" if str(error).strip() else f"an empty sentence: {type(error).__name__}"
    except KeyboardInterrupt:
        raise
    except Hang as error:
        ended = f"over {_PATIENCE} s: {place_of(error)}"
    except BaseException as error:  # noqa: BLE001  # whatever else it is, it is a finding
        ended = f"{type(error).__name__}: {place_of(error)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return written_to_stderr() or ended


def written_to_stderr() -> str:
    """Say what was written to standard error, where that is a file of ours: a library that cries out is a finding."""
    if not stat.S_ISREG(os.fstat(2).st_mode) or not os.fstat(2).st_size:
        return ""
    start = os.pread(2, 200, 0).decode("utf-8", "replace")
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    return f"written to standard error: {start.splitlines()[0][:60]}"


def place_of(error: BaseException) -> str:
    """Say where in the package it arose."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "steelyard" in frame.filename]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[:-3:-1])


def try_content(reader: Reader, example: Path, content: bytes, folder: Path, packed: str = "") -> str:
    """Give a reader an example with other content; return what is wrong, "read" or nothing."""
    if reader.is_folder:
        own = folder / "set"
        if not own.exists():
            shutil.copytree(reader.examples, own)
        (own / example.relative_to(reader.examples)).write_bytes(content)
        fault = fault_of(reader, own)
        shutil.copyfile(example, own / example.relative_to(reader.examples))
        return fault
    path = folder / (example.name + packed)
    path.write_bytes(content)
    fault = fault_of(reader, path)
    path.unlink()
    return fault


@dataclass(slots=True)
class Trials:
    """Inputs that one reader is given, one after the other, and what came of them."""

    reader: Reader
    folder: Path
    n_inputs: int = 0
    n_read: int = 0
    found: dict[str, tuple[Path, bytes, str]] = field(default_factory=dict)

    def give(self, example: Path, content: bytes, packed: str) -> None:
        """Give the reader an example with other content, and remember the smallest for each way to go wrong."""
        fault = try_content(self.reader, example, content, self.folder, packed)
        self.n_inputs += 1
        if fault == "read":
            self.n_read += 1
        elif fault and (fault not in self.found or len(content) < len(self.found[fault][1])):
            self.found[fault] = (example, content, packed)

    def outcome(self, keep: Path, n_branches: int | None = None) -> Ran:
        """Make findings as small as they get, and store them in a folder."""
        kept = {fault: _keep(self.reader, fault, *given, self.folder, keep) for fault, given in self.found.items()}
        return Ran(self.n_inputs, self.n_read, kept, n_branches)


def examples_of(reader: Reader) -> list[Path]:
    """Return the files of a reader's examples."""
    return sorted(path for path in reader.examples.rglob("*") if path.is_file())


def run(trials: Trials, runs: int, seconds: float, seed: int) -> None:
    """Give a reader so many examples that are damaged by chance, or as many as there is time for."""
    rng = random.Random(seed)
    examples = examples_of(trials.reader)
    contents = [path.read_bytes() for path in examples]
    end = time.monotonic() + seconds
    while trials.n_inputs < runs and time.monotonic() < end:
        which = rng.randrange(len(examples))
        packed = rng.choice(PACKED) if rng.randrange(50) == 0 and not trials.reader.is_folder else ""
        trials.give(examples[which], mutate(contents[which], rng, contents), packed)


def _keep(reader: Reader, fault: str, example: Path, content: bytes, packed: str, folder: Path, keep: Path) -> Path:
    """Make a finding smaller by leaving pieces out as long as it stays the same, and store it."""
    size = len(content) // 2
    n_left = 300
    while size and n_left > 0:
        at = 0
        while at < len(content) and n_left > 0:
            less = content[:at] + content[at + size :]
            n_left -= 1
            if try_content(reader, example, less, folder, packed) == fault:
                content = less
            else:
                at += size
        size //= 2
    name = example.relative_to(reader.examples).as_posix().replace("/", "__") + packed
    path = keep / f"{hashlib.sha256(content).hexdigest()[:8]}.{name}"
    keep.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
