"""A test set in shards, and what is said of it; draws and choices likewise."""

import json
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import pairwise
from pathlib import Path
from typing import Any

import steelyard as sy
from steelyard.inference import swap_draws
from steelyard.inference.draws.executors import drawn_on, worked_on
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.reading import PoolFiles
from steelyard.lab.questions.choose.shards import choose_in_shards
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


class KilledOnce:
    """Adds up weights; the first worker that is asked is killed in the middle of it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, weights: Any) -> int:
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return int(weights[:, ::2].sum())
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


def draws_of(executor: Executor, mark: Path) -> list[Any]:
    """Return what is said of draws that an executor works on, one of its workers being killed."""
    draws = swap_draws(40, 20_000, rng=7)
    with drawn_on(executor):
        sums = list(worked_on(draws, KilledOnce(mark)))
    assert mark.exists()
    found = sy.evaluate(whole(), METRICS).compare(n_resamples=4_000, executor=executor)
    return [sums, found]


def draws_here(mark: Path) -> list[Any]:
    """Return what is said of the same draws here."""
    mark.touch()
    sums = list(worked_on(swap_draws(40, 20_000, rng=7), KilledOnce(mark)))
    return [sums, sy.evaluate(whole(), METRICS).compare(n_resamples=4_000)]


def chosen(folder: Path, executor: Executor | None, n_shards: int = 3) -> list[str]:
    """Choose among the bundled samples in shards, and return the lines that were written."""
    lines = (EXAMPLES / "samples.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    folder.mkdir()
    paths = [folder / f"part-{number}.jsonl" for number in range(n_shards)]
    for number, path in enumerate(paths):
        path.write_text("".join(lines[number::n_shards]), encoding="utf-8")
    found = choose_in_shards(
        [str(path) for path in paths],
        PoolFiles(paths=()),
        ChooseQuestion(),
        folder=str(folder / "chosen"),
        executor=executor,
    )
    return [Path(shard.path).read_text(encoding="utf-8") for shard in found]
