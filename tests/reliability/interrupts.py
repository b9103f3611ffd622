"""Ctrl-C while a metric reads two very long texts: it stops at once, or has refused them, and memory has a limit.

Metrics come from the registry, each with a few hundred different words, with none twice, and with two alone: what a
kernel does with words that are everywhere is not what it does with those that are nowhere else.
"""

import argparse
import os
import random
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import NoReturn

from steelyard import TestSet
from steelyard.errors import SteelyardError
from steelyard.metrics import Metric, measure
from tests.laws.annotated import annotated, needs_annotation
from tests.laws.metrics_under_law import METRICS
from tests.reliability.forked import import_everything, wait

N_WORDS, VOCABULARIES = 20_000, (500, 20_000, 2)
SECONDS = 0.5  # of work, as what else the machine does is nobody's fault
MEMORY = 4 * 2**30  # more than this is not to be had
_SMALL = TestSet(references=[["a small text, to load what is loaded once."]], systems={"x": ["a small text."]})


def main() -> None:
    """Interrupt each metric on each text, print what it did, and leave with 1 if one did not stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metrics", nargs="+", default=[""], metavar="TEXT", help="only those with this in their name")
    parser.add_argument("--after", type=float, default=0.4, metavar="S", help="seconds of work (0.4)")
    arguments = parser.parse_args()
    import_everything()
    n_runs = n_wrong = 0
    for metric in METRICS:
        if any(text in str(metric) for text in arguments.metrics):
            found = [_in_a_child(metric, n_kinds, arguments.after) for n_kinds in VOCABULARIES]
            n_runs, n_wrong = n_runs + len(found), n_wrong + sum(text.startswith("WRONG") for text in found)
            print(f"{metric}: {'; '.join(found)}", flush=True)
    print(f"all: {n_runs} runs, {n_wrong} wrong")
    sys.exit(n_wrong > 0)


def _in_a_child(metric: Metric, n_kinds: int, after: float) -> str:
    """Say how it ended."""
    sys.stdout.flush()
    with TemporaryFile() as said:
        child = os.fork()
        if not child:
            _be_interrupted(metric, n_kinds, after, lambda text: os.write(said.fileno(), text.encode()))
        try:
            status = wait(child)
        except TimeoutError as error:
            return f"WRONG: {error}"
        said.seek(0)
        return said.read().decode() if status == 0 else f"WRONG: status {status} {said.read().decode()}"


def _be_interrupted(metric: Metric, n_kinds: int, after: float, say: Callable[[str], object]) -> NoReturn:
    try:
        for text in _outcome(metric, n_kinds, after):
            say(text)
        os._exit(0)
    except BaseException:  # noqa: BLE001
        say(traceback.format_exc())
    os._exit(1)


def _outcome(metric: Metric, n_kinds: int, after: float) -> Iterator[str]:
    data = long_texts(1, N_WORDS, n_kinds)
    if needs_annotation(metric):
        data = annotated(metric, data)
    else:
        measure(_SMALL, [metric])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        waited = seconds_until_stopped(metric, data, after)
    except SteelyardError:
        yield "refused"
    else:
        if waited is None:
            yield "ended"
        else:
            yield f"{'WRONG: ' if waited >= SECONDS else ''}stopped within {waited:.3f} s"


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
