"""Ctrl-C while a metric reads two very long texts: it stops at once, or has refused them, and memory has a limit.

Metrics come from the registry, each with a few hundred different words, with none twice, and with two alone: what a
kernel does with words that are everywhere is not what it does with those that are nowhere else.
"""

import argparse
import os
import random
import re
import resource
import signal
import sys
import threading
import time

from steelyard import TestSet
from steelyard.errors import DataError
from steelyard.metrics import Metric, measure
from tests.laws.annotated import annotated, needs_annotation
from tests.laws.metrics_under_law import METRICS
from tests.reliability.forked import ask, import_everything

N_WORDS, VOCABULARIES = 20_000, (500, 20_000, 2)
SECONDS = 0.5  # of work, as what else the machine does is nobody's fault
MEMORY = 4 * 2**30  # more than this is not to be had
_REFUSED = re.compile("are the most|too many for|so deep")  # for its length, and for nothing else
_SMALL = TestSet(references=[["a small text, to load what is loaded once."]], systems={"x": ["a small text."]})


def main() -> None:
    """Interrupt each metric on each text, print what it did, and leave with 1 if one did not stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metrics", nargs="+", default=[""], metavar="TEXT", help="only those with this in their name")
    parser.add_argument("--after", type=float, default=0.4, metavar="S", help="seconds of work (0.4)")
    arguments = parser.parse_args()
    chosen = [metric for metric in METRICS if any(text in str(metric) for text in arguments.metrics)]
    if not chosen:
        parser.error(f"no metric is named {' or '.join(arguments.metrics)}")
    import_everything()
    n_runs = n_wrong = 0
    for metric in chosen:
        found = [_ended(metric, n_kinds, arguments.after) for n_kinds in VOCABULARIES]
        n_runs, n_wrong = n_runs + len(found), n_wrong + sum(text.startswith("WRONG") for text in found)
        print(f"{metric}: {'; '.join(found)}", flush=True)
    print(f"all: {n_runs} runs, {n_wrong} wrong")
    sys.exit(n_wrong > 0)


def _ended(metric: Metric, n_kinds: int, after: float) -> str:
    """Say how it ended, in a child of its own: memory has a limit there."""
    try:
        found = ask(lambda: _outcome(metric, n_kinds, after))
    except TimeoutError as error:
        return f"WRONG: {error}"
    return f"WRONG: status {found.status} {found.err}" if found.status else found.out


def _outcome(metric: Metric, n_kinds: int, after: float) -> str:
    data = long_texts(1, N_WORDS, n_kinds)
    if needs_annotation(metric):
        data = annotated(metric, data)
    else:
        measure(_SMALL, [metric])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        waited = seconds_until_stopped(metric, data, after)
    except DataError as error:
        return "refused" if _REFUSED.search(str(error)) else f"WRONG: {error}"
    if waited is None:
        return "ended"
    return f"{'WRONG: ' if waited >= SECONDS else ''}stopped within {waited:.3f} s"


def long_texts(n_segments: int, n_words: int, n_kinds: int) -> TestSet:
    """Draw a reference and a system of so many words a segment, of so many different ones."""
    draw = random.Random(1)
    texts = [
        [" ".join(f"w{draw.randrange(n_kinds)}" for _ in range(n_words)) for _ in range(n_segments)] for _ in range(2)
    ]
    return TestSet(references=texts[:1], systems={"x": texts[1]})


def seconds_until_stopped(metric: Metric, data: TestSet, after: float, n_threads: int = 1) -> float | None:
    """Measure, interrupt that, and return the processor time until it stopped; None where it ended before."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs begin with it ignored
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    try:
        timer.start()
        try:
            measure(data, [metric], n_threads=n_threads)
        finally:
            timer.cancel()
            timer.join()
    except KeyboardInterrupt:
        return time.process_time() - pressed[0]
    return None


if __name__ == "__main__":
    main()
