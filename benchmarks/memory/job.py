"""A command at several sizes: what its memory should be, and what it is."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from commands import BIN, run_once

from memory.formula import value_of
from memory.texts import SYSTEMS, Sizes

__all__ = ["Job", "Row", "measure"]

MIB = 2**20
SHARE, MARGIN = 0.25, 10 * MIB
"""How far a measurement may be from the formula: of the formula's value, and bytes beside that."""


@dataclass(frozen=True)
class Job:
    """A command whose memory is known.

    `words` is the command line, with letters of `sizes` in braces; `{systems}` stands for files of S outputs.
    `formula` gives the bytes beside those that the program itself takes, `unit` says what N counts.
    """

    name: str
    words: str
    formula: str
    sizes: tuple[Sizes, ...]
    needs: tuple[Callable[[Sizes], None], ...]
    unit: str = "segments"
    symbols: Mapping[str, int] = field(default_factory=dict)
    before: tuple[str, ...] = ()  # commands whose output the command reads, perhaps with " > FILE"

    def command(self, words: str, sizes: Sizes) -> list[str]:
        """Return a command line at one size."""
        letters = {**self.symbols, **sizes}
        systems = " ".join(f"{name}.txt" for name in SYSTEMS[: letters.get("S", 0)])
        return [str(BIN / "steelyard"), *words.format(**letters, systems=systems).split()]

    def value(self, sizes: Sizes, line: Sizes) -> float:
        """Return the formula's bytes; `line` has what a line of text is long."""
        letters = {**line, **self.symbols, **sizes}
        n_systems = letters.get("S", 0)
        return value_of(self.formula, {"P": n_systems * (n_systems - 1) // 2, **letters})


@dataclass(frozen=True)
class Row:
    """A larger size of a job, beside the smallest."""

    job: Job
    sizes: Sizes
    peaks: tuple[float, float]
    measured: float
    expected: float

    @property
    def is_off(self) -> bool:
        """The formula does not hold."""
        return abs(self.measured - self.expected) > SHARE * self.expected + MARGIN

    def __str__(self) -> str:
        first, here = self.job.sizes[0], self.sizes
        words = self.job.words.format_map({**self.job.symbols, **here, "systems": "SYS ..."})
        sizes = ", ".join(f"{letter} {number:,}" for letter, number in here.items())
        cells = [*self.peaks, self.peaks[0] + self.expected / MIB]
        is_longer = all(here[letter] == first[letter] for letter in here if letter != "N")
        n_more = here["N"] - first["N"]
        units = [f"{total / n_more:,.0f}" if is_longer else "" for total in (self.measured, self.expected)]
        told = f"{self.measured / self.expected:.2f}{' OFF' if self.is_off else ''}"
        return f"| {' | '.join((f'`{words}`', sizes, *(f'{cell:.0f}' for cell in cells), *units, told))} |"


def measure(job: Job, folder: Path) -> Iterator[Row]:
    """Run a job at all its sizes."""
    peaks, values = [], []
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each more of its threads holds a buffer
    for sizes in job.sizes:
        place = folder / str(sizes["N"])
        line = prepare(job, sizes, place)
        with contextlib.chdir(place):
            for words in job.before:
                words, _, name = words.partition(" > ")
                with Path(name or os.devnull).open("wb") as target:
                    subprocess.run(job.command(words, sizes), stdout=target, stderr=subprocess.DEVNULL, check=True)
            peaks.append(run_once(job.command(job.words, sizes), environment).memory)
        values.append(job.value(sizes, line))
    for sizes, peak, value in zip(job.sizes[1:], peaks[1:], values[1:], strict=True):
        yield Row(job, sizes, (peaks[0], peak), (peak - peaks[0]) * MIB, value - values[0])


def prepare(job: Job, sizes: Sizes, place: Path) -> Sizes:
    """Write the inputs, and say what a line of them is long.

    In a process of its own: the peak memory of a child is never reported below that of the process it came from.
    """
    script = str(Path(__file__).with_name("writing.py"))
    names = [f"{writer.__module__}.{writer.__name__}" for writer in job.needs]
    asked = json.dumps({"names": names, "sizes": {**job.symbols, **sizes}, "place": str(place)})
    done = subprocess.run([sys.executable, script, asked], check=True, capture_output=True, text=True)
    lengths: Sizes = json.loads(done.stdout)
    return lengths
