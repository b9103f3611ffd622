"""Kill every command that writes, at random moments and as its file appears: old or new is there, and whole.

A server imports everything once, and forks a child for each kill (SIGKILL). The folder of outputs stays the same for
all kills of a writer, so that every run begins with what the killed ones before it left.
"""

import argparse
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from tests.reliability.forked import contents, examples, run, start, wait
from tests.reliability.writers import Writer, writers

DRAFTS = ".steelyard-draft."
OLD = b"what was there before\n" * 50
_LONGEST_WRITE = 0.01  # seconds from a draft to its name, about
_BETWEEN_LOOKS = 0.0001  # so that looking takes no core from what is looked at


def main() -> None:
    """Run the kills that the command line asks for, and leave with 1 if one left rubbish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="of each writer (200)")
    parser.add_argument("--writers", default="", metavar="TEXT", help="only those with this in their names")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (1)")
    arguments = parser.parse_args()
    rng, wrong, total = random.Random(arguments.seed), [], Counter[str]()
    with examples() as folder:
        for writer in writers(arguments.writers):
            seen = Kills(writer, folder / "outputs", rng)
            seen.all(arguments.kills)
            wrong += seen.wrong
            total += seen.outcomes
            print(f"{writer.name}: {told(seen.outcomes)}", *seen.wrong, sep="\n  ", flush=True)
    print(f"all: {told(total)}; wrong: {len(wrong)}")
    sys.exit(bool(wrong))


def told(outcomes: Counter[str]) -> str:
    """Return counts as words."""
    return ", ".join(f"{n} {what}" for what, n in sorted(outcomes.items()))


class Kills:
    """The kills of one writer, and what they left."""

    def __init__(self, writer: Writer, folder: Path, rng: random.Random) -> None:
        self.writer, self.rng, self.outcomes, self.wrong = writer, rng, Counter[str](), list[str]()
        self.folder = folder / writer.name.replace(" ", "_")
        self.folder.mkdir(parents=True)
        self.words = writer.command(writer.output(self.folder))
        began = time.perf_counter()
        self.new = self.whole()
        self.seconds = time.perf_counter() - began

    def all(self, n: int) -> None:
        """Kill so many runs; the last run of all is not, and must leave nothing but what it writes."""
        replaces = self.is_replaced()
        for number in range(n):
            self.kill(has_old=replaces and number % 4 < 2, as_it_appears=number % 2 == 0)
        self.clear(has_old=False)
        if self.whole() != self.new:
            self.wrong.append("a whole run after the kills gave other files")
        left = [str(path) for path in self.folder.rglob("*") if DRAFTS in path.name]
        if left:
            self.wrong.append(f"a whole run left {left}")

    def whole(self) -> dict[str, bytes]:
        """Run it to its end, and return what it wrote."""
        ended = run(self.words)
        assert ended.status in (0, 1), ended.err
        return contents(self.folder)

    def is_replaced(self) -> bool:
        """Say whether it writes over what is there, and does not rather refuse to."""
        self.clear(has_old=True)
        return run(self.words).status in (0, 1)

    def clear(self, *, has_old: bool) -> None:
        """Put something else where it writes to, or nothing."""
        for name in self.new:
            path = self.folder / name
            path.write_bytes(OLD) if has_old else path.unlink(missing_ok=True)

    def kill(self, *, has_old: bool, as_it_appears: bool) -> None:
        """Kill one run and look at what is there under the final names."""
        self.clear(has_old=has_old)
        with open(os.devnull, "wb") as nothing:
            child = start(self.words, nothing, nothing)
            moment = self.rng.uniform(0, 1.1 * self.seconds)
            is_over = self.wait_for_drafts(child) if as_it_appears else wait_for(child, moment)
        if not is_over:
            time.sleep(self.rng.choice((0, self.rng.uniform(0, _LONGEST_WRITE))) if as_it_appears else 0)
            os.kill(child, signal.SIGKILL)
            wait(child)
        self.look(has_old=has_old, is_over=is_over)

    def look(self, *, has_old: bool, is_over: bool) -> None:
        """Count what is there, and note what should not be."""
        found = contents(self.folder)
        if is_over and not self.new.items() <= found.items():
            self.wrong.append("a run that ended by itself did not write")
        states = set()
        for name, content in self.new.items():
            there = found.pop(name, None)
            if there == content:
                states.add("new")
            elif there == (OLD if has_old else None):
                states.add("old")
            else:
                self.wrong.append(f"{name}: {len(there or b'')} bytes that are neither the old nor the new ones")
        rubbish = [name for name in found if DRAFTS not in name]
        if rubbish:
            self.wrong.append(f"rubbish: {rubbish}")
        self.outcomes["ended before" if is_over else "some of several new" if len(states) > 1 else states.pop()] += 1
        self.outcomes["left drafts"] += any(DRAFTS in path.name for path in self.folder.rglob("*"))

    def wait_for_drafts(self, child: int) -> bool:
        """Wait until something comes or goes in the folders of the outputs; say whether the run was over before."""
        before = _names(self.folder)
        while _names(self.folder) == before:
            if _is_over(child):
                return True
            time.sleep(_BETWEEN_LOOKS)
        return False


def wait_for(child: int, seconds: float) -> bool:
    """Wait so long; say whether the child was over before."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if _is_over(child):
            return True
        time.sleep(0.0005)
    return False


def _is_over(child: int) -> bool:
    return os.waitpid(child, os.WNOHANG)[0] != 0


def _names(folder: Path) -> list[list[str]]:
    """Return the names in a folder of outputs and in the one that an output may be."""
    found = os.listdir(folder)
    inner = (folder / name for name in found if DRAFTS not in name)
    return [found, *(os.listdir(path) for path in inner if path.is_dir())]


if __name__ == "__main__":
    main()
