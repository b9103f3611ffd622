"""What counting keeps grows with the statistics alone: words are let go block by block."""

import tracemalloc

import numpy as np
import pytest

import steelyard as sy
from steelyard.scored import count

N = 40_000


def _peak(metrics: list[str], n: int) -> int:
    words = [f"w{i}" for i in range(40)]
    rng = np.random.default_rng(1)
    line = " ".join(rng.choice(words, 40))
    data = sy.TestSet(references=[[line] * n], systems={"a": [line] * n, "b": [line] * n})
    tracemalloc.start()
    count(data, metrics)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize(("metric", "n_statistics", "at_work"), [("bleu", 10, 1.5), ("chrf", 18, 3.5), ("ter", 2, 1.5)])
def test_counting_takes_its_statistics_and_little_more(metric: str, n_statistics: int, at_work: float) -> None:
    of_systems = 8 * 2 * N * n_statistics
    of_segments = 8 * 3 * N  # lengths and edits, before they are columns
    assert _peak([metric], N) <= 1.02 * of_systems + of_segments + at_work * 2**20, "MiB at work do not grow with N"
