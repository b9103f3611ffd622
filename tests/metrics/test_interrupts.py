"""Ctrl-C while a kernel works: it stops at once, however long the texts are and on how many threads."""

import json
import subprocess
import sys

import pytest

import steelyard as sy
from steelyard.errors import DataError

SECONDS = 0.5  # of work, as what else the machine does is nobody's fault
STOPPED = """
import json, os, random, signal, sys, threading, time
import steelyard as sy
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs begin with it ignored
draw = random.Random(1)
def text(n): return " ".join(f"w{draw.randrange(500)}" for _ in range(n))
def stopped(metric, n_segments, n_words, n_jobs):
    texts = [[text(n_words) for _ in range(n_segments)] for _ in range(2)]
    data = sy.TestSet(references=[texts[0]], systems={"mine": texts[1]})
    at = []
    def press():
        at.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(0.15, press)
    try:
        timer.start()
        sy.evaluate(data, [metric], n_jobs=n_jobs)
        timer.join()
    except KeyboardInterrupt:
        return time.process_time() - at[0]
print(json.dumps({" ".join(map(str, case)): stopped(*case) for case in json.loads(sys.argv[1])}))
"""
CASES = [
    ("aile", 1, 20_000, 1),
    ("cer", 1, 60_000, 1),
    ("character-ter", 1, 60_000, 1),
    ("eed", 1, 30_000, 1),
    ("grr", 1, 20_000, 1),
    ("grr", 2, 20_000, 2),
    ("meteor-1.4(language=other, delta=0.3, function_words=none, tokenize=none)", 1, 30_000, 1),
    ("rouge-w", 1, 23_000, 1),
    ("ter", 2_000, 60, 1),
    ("wer", 1, 200_000, 1),
]


def test_kernels_stop() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STOPPED, json.dumps(CASES)], capture_output=True, text=True, check=True, timeout=60
    )
    waited = json.loads(ran.stdout)
    assert len(waited) == len(CASES)
    late = {case: seconds for case, seconds in waited.items() if seconds is None or seconds >= SECONDS}
    assert not late, late


@pytest.mark.parametrize(
    ("metric", "memory"), [("aile", "of 1.4 GiB"), ("impact", "of 1.4 GiB"), ("rouge-w", ""), ("grr", "")]
)
def test_what_is_too_long_is_refused(metric: str, memory: str) -> None:
    text = ["a b " * 16_000]
    data = sy.TestSet(references=[["a"], text], systems={"mine": text})
    said = rf"segment 1 has 32,000 words, and a reference of it 32,000: .* 1,024,000,000 cells {memory}"
    with pytest.raises(DataError, match=said.rstrip()):
        sy.evaluate(data, [metric])
