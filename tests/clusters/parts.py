"""A test set in shards, and what is said of it."""

import json
import os
import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import steelyard as sy
from tests.conftest import EXAMPLES

METRICS = ("bleu", "chrf", "ter")
SYSTEMS = ("harbour", "orator")


def whole() -> sy.TestSet:
    """Return the bundled example, one reference and two systems."""
    return sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        documents=EXAMPLES / "documents.txt",
    )


def numbers(evaluation: sy.Evaluation) -> list[Any]:
    """Return what is said of systems and pairs, draws of a test among it."""
    found = json.loads(evaluation.compare(n_resamples=50).to_json())
    return [found["scores"], found["pairs"]]


def parts(n: int) -> list[sy.TestSet]:
    """Cut the example into so many parts of unequal size."""
    data = whole()
    ends = [round(data.n_segments * (i / n) ** 1.3) for i in range(n + 1)]
    return [data.select(range(low, high)) for low, high in pairwise(ends)]


class KillsOnce:
    """Makes texts where they are counted; the first worker that is asked is killed in the middle of it."""

    def __init__(self, data: sy.TestSet, mark: Path) -> None:
        self.data, self.mark = data, mark

    def __call__(self) -> sy.TestSet:
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return self.data
        os.kill(os.getpid(), signal.SIGKILL)
        return self.data


def with_a_killer(data: Sequence[sy.TestSet], mark: Path) -> list[Any]:
    """Put one that kills its worker in the middle."""
    middle = len(data) // 2
    return [KillsOnce(part, mark) if i == middle else part for i, part in enumerate(data)]
