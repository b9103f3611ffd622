"""Evaluate ten thousand small test sets with every metric in turn: memory, open files and threads stay what they are.

Every text is new, so that a cache without a bound would grow. Memory is compared after a tenth of the evaluations, by
when everything was loaded and used, and at the end.
"""

import argparse
import gc
import os
import random
import sys
import threading
import time
import warnings
from pathlib import Path

import steelyard as sy
from steelyard.errors import TextWarning
from steelyard.metrics import Metric, measure
from tests.laws import annotated as annotations
from tests.laws.annotated import annotated
from tests.laws.metrics_under_law import LEFT_OUT, METRICS
from tests.oracles.fuzz import fuzz_lines

TOLERANCE = 8  # MiB: less than a kilobyte for each of ten thousand evaluations


def main() -> None:
    """Evaluate, print what grew, and leave with 1 if it was more than the tolerance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evaluations", type=int, default=10_000, metavar="N", help="in all (10,000)")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", TextWarning)  # of scripts that a metric does not fit
    rng, began, warm = random.Random(1), time.perf_counter(), arguments.evaluations // 10
    for number in range(arguments.evaluations):
        evaluate(METRICS[number % len(METRICS)], rng)
        if number + 1 == warm:
            before = used()
    after = used()
    grown = after[0] - before[0]
    print(f"{arguments.evaluations} evaluations of {len(METRICS)} metrics and variants", end="")
    print(f" ({len(LEFT_OUT)} left out for want of an extra), {time.perf_counter() - began:.0f} s")
    for what, one, other in zip(("memory, MiB", "open files", "threads"), before, after, strict=True):
        print(f"{what}: {one:.1f} after {warm}, {other:.1f} at the end")
    print(f"tolerance: {TOLERANCE} MiB, and no file and no thread more")
    sys.exit(grown > TOLERANCE or after[1:] > before[1:])


def evaluate(metric: Metric, rng: random.Random) -> None:
    """Evaluate two systems on new texts, and compare them."""
    first, second, reference = (fuzz_lines(3, rng.randrange(2**32)) for _ in range(3))
    reference[0] += " word"  # a reference of which a tokenizer keeps nothing is refused
    data = sy.TestSet(references=[reference], systems={"x": first, "y": second})
    if annotations.needs_annotation(metric):
        data = annotated(metric, data)
        [measured] = measure(data, [metric])
        measured.scores(measured.statistics.totals())
        annotations.forget(words=True)
    else:
        sy.evaluate(data, [metric]).compare(n_resamples=20)


def used() -> tuple[float, int, int]:
    """Return the memory of this process in MiB, and how many files and threads it has."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    threads = len(os.listdir("/proc/self/task"))
    assert threads >= threading.active_count()
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, len(os.listdir("/proc/self/fd")), threads


if __name__ == "__main__":
    main()
