"""Every command on damaged inputs: each run ends by a result or one sentence, in time, and none by a fault of ours.

What is damaged is a file that a line reads, or one of its words. `make test` tries some, `make damaged` 10,000, and
`make soak` a million. `--only NUMBER` tries one again, shows where it went wrong, and keeps the file.
"""

import argparse
import os
import random
import re
import shlex
import shutil
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from fuzz.readers.driving import Hang, limited, memory, place_of, written_to_stderr
from fuzz.readers.mutations import mutate
from tests.cli.running import run
from tests.reliability.command_lines import REFUSED_WHOLE, command_lines, fill_all, inputs_of
from tests.reliability.forked import ask, import_everything

MEMORY = 2048  # MiB beyond what the process has
PATIENCE = 5  # seconds of the processor, however busy the machine is
STATUSES, WHOLE = (0, 1, 2, 130), (0, 1)  # of damaged inputs, and of whole ones
AT_ONCE = 500
_FAULT = re.compile(r"(?s).*not of the input: (\w+).*?(?:\(([\w/.]+, line \d+)\))?\. Please.*")
WORDS = (
    "", "-1", "0", "1", "2", "nan", "inf", "1e308", "1e400", "9" * 400, "1.5", "0x10", "a,b", "=", "a=", "=a",
    "x=y", "\udcff", "\0", "\u0663", ".", "..", "*", "{", "(", "bleu(", "bleu()", "bleu(a=b)", "chrf(beta=1e400)",
    "chrf(char_order=-1)", "all", "none", "auto", "--", "-", "-x", "--json", ":", "ref.txt:1", "given",
    "no-such-file", "json", "html", "csv", "a" * 5000,
)  # fmt: skip


@dataclass(frozen=True)
class Damaged:
    """A command line, and a file that it reads with other content, if it is no word that was damaged."""

    words: list[str]
    path: Path | None
    content: bytes


@dataclass(frozen=True)
class Found:
    """What went wrong, and the number of the input."""

    what: str
    number: int
    words: str


class Inputs:
    """Damaged inputs by number, of the folder that the process is in, which was filled."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.lines = command_lines()
        self._inputs = [inputs_of(line) for line in self.lines]
        self._whole = {path: path.read_bytes() for paths in self._inputs for path in paths}
        self._all = list(self._whole.values())

    def draw(self, number: int) -> Damaged:
        """Return the one of this number: the first are the lines themselves, whole."""
        if number < len(self.lines):
            return Damaged(self.lines[number], None, b"")
        rng = random.Random(f"{self._seed} {number}")
        which = rng.randrange(len(self.lines))
        words, paths = list(self.lines[which]), self._inputs[which]
        if not paths or rng.randrange(6) == 0:
            at = rng.randrange(1, len(words) + 1)
            words[at : at + rng.choice((0, 1, 1, 1))] = [rng.choice(WORDS)]
            return Damaged(words, None, b"")
        path = rng.choice(paths)
        return Damaged(words, path, mutate(self._whole[path], rng, [self._whole[path], rng.choice(self._all)]))

    def try_one(self, number: int) -> str:
        """Run it; return what is wrong with how it ended, with the place in the source, or nothing."""
        damaged = self.draw(number)
        if number < len(self.lines):
            may_be_refused = REFUSED_WHOLE.search(" ".join(damaged.words))
            return fault_of(damaged.words, STATUSES if may_be_refused else WHOLE)
        if damaged.path is None:
            before = self._seen()
            fault = fault_of(damaged.words)
            for path in [path for path, seen in self._seen().items() if before[path] != seen]:
                path.write_bytes(self._whole[path])  # the damaged word named it as an output
            return fault
        damaged.path.write_bytes(damaged.content)
        try:
            return fault_of(damaged.words)
        finally:
            damaged.path.write_bytes(self._whole[damaged.path])

    def _seen(self) -> dict[Path, tuple[int, int] | None]:
        """Return when every input was written, and how long it is."""
        return {path: _stamp(path) for path in self._whole}


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def fault_of(words: Sequence[str], statuses: Sequence[int] = STATUSES) -> str:
    """Run a command line; return what is wrong with how it ended, or nothing."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", RuntimeWarning)
            ended = run(*words)
    except AssertionError as fault:
        return _FAULT.sub(r"\1 at \2", str(fault), count=1)[:200]
    except Hang as hang:
        return f"over {PATIENCE} s: {place_of(hang)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if ended.status not in statuses:
        return f"status {ended.status}: {ended.err[:200]}"
    said = [line for line in ended.err.splitlines() if "Warning: " in line or line.startswith("Traceback")]
    if said:
        return f"it says {said[0][-120:]}"
    if "not enough memory" in ended.err:
        return f"out of memory: {words[0]}"
    return written_to_stderr()


def try_some(folder: Path, numbers: range, seed: int) -> list[Found]:
    """Try the inputs of these numbers in a copy of a folder; where the process dies, a file says at which."""
    there, current = folder.parent / f"copy-{numbers.start}", folder.parent / f"current-{numbers.start}"
    enter(Path(shutil.copytree(folder, there)))
    inputs, found = Inputs(seed), []
    with limited(MEMORY):
        for number in numbers:
            current.write_text(str(number))
            fault = inputs.try_one(number)
            if fault:
                found.append(Found(fault, number, shlex.join(inputs.draw(number).words)[:200]))
    os.chdir("/")
    current.unlink()
    shutil.rmtree(there)
    return found


def enter(folder: Path) -> Path:
    """Be in a folder from now on, with the cache that is in it."""
    os.chdir(folder)
    os.environ["SACREBLEU"] = str(folder / "cache")
    return folder


def try_all(folder: Path, n_inputs: int, seed: int, n_jobs: int) -> Iterator[Found]:
    """Try so many inputs in some processes, and give what was found."""
    parts = [range(start, min(start + AT_ONCE, n_inputs)) for start in range(0, n_inputs, AT_ONCE)]
    try:
        with ProcessPoolExecutor(n_jobs, get_context("fork")) as pool:
            for ended in as_completed([pool.submit(try_some, folder, part, seed) for part in parts]):
                yield from ended.result()
    except BrokenProcessPool:
        for path in folder.parent.glob("current-*"):
            yield Found("a process died, perhaps here", int(path.read_text()), "")


def again(number: int, seed: int) -> int:
    """Try one input again, say where it went wrong, and keep its file."""
    inputs = Inputs(seed)
    damaged = inputs.draw(number)
    print(shlex.join(damaged.words))
    if damaged.path is not None:
        damaged.path.write_bytes(damaged.content)
        kept = Path(gettempdir(), f"damaged-{number}{''.join(damaged.path.suffixes)}")
        kept.write_bytes(damaged.content)
        print(f"{damaged.path} is kept as {kept}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            print(run(*damaged.words, "--traceback").err)
    except AssertionError as fault:
        print(fault)
        return 1
    return 0


def main() -> None:
    """Try as many as are asked for, print what was found, and leave with 1 if something was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, metavar="N", help="in all (10,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="try this one, and say where it went wrong")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="steelyard-", dir=memory()) as place:
        folder = Path(place, "whole")
        folder.mkdir()
        enter(folder)
        filled = ask(lambda: fill_all(folder))  # it starts threads, which no fork may follow
        assert filled.status == 0, filled.err
        import_everything()
        if asked.only is not None:
            sys.exit(again(asked.only, asked.seed))
        n_lines, by_kind = len(command_lines()), dict[str, list[Found]]()
        for found in try_all(folder, asked.inputs, asked.seed, asked.jobs):
            by_kind.setdefault(found.what, []).append(found)
            print(f"{found.number}: {found.what}\n    {found.words}", flush=True)
        os.chdir("/")
    used = sum(os.times()[:4])
    print(f"{asked.inputs:,} damaged inputs of {n_lines} command lines, {used:.0f} s of the processor")
    for what, all_found in by_kind.items():
        print(f"{len(all_found)} x {what}\n    {all_found[0].number}: {all_found[0].words}")
    print(f"{sum(map(len, by_kind.values()))} findings")
    sys.exit(bool(by_kind))


if __name__ == "__main__":
    main()
