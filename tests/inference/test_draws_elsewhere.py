"""Draws that an executor works on: the bits of those that are made here, for any workers, and killed ones told."""

import os
import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard import _native
from steelyard.errors import DataError, SpecError
from steelyard.inference import (
    WeightedSums,
    bootstrap_draws,
    effect_size,
    given_draws,
    randomization,
    shares_of_pairs,
    swap_draws,
)
from steelyard.inference.draws import executors
from steelyard.inference.draws.executors import drawn_by_threads, drawn_on, worked_by_threads, worked_on
from steelyard.inference.draws.resample import Weights
from steelyard.types import Measurement, Statistics
from tests.cli.running import HARBOUR, LANTERN, ORATOR, REFERENCE, SPARROW, output, run


class Backwards(Executor):
    """Does what it is given only when a result is asked for: the last first."""

    def __init__(self) -> None:
        self.given: list[tuple[Future[Any], Any]] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        backwards = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                while backwards.given:
                    future, work = backwards.given.pop()
                    if not future.cancelled():
                        future.set_result(work())
                return super().result(timeout)

        future = Late()
        self.given.append((future, lambda: function(*args, **kwargs)))
        return future


@contextmanager
def workers(n: int) -> Iterator[Executor]:
    if not n:
        yield Backwards()
        return
    with ThreadPoolExecutor(n) as threads:
        yield threads


@pytest.fixture(scope="module")
def evaluation(example: sy.TestSet) -> sy.Evaluation:
    return sy.evaluate(example, ["bleu", "chrf", "ter"])


@pytest.mark.one_in(4)
@pytest.mark.parametrize("n", [0, 1, 2, 8])
@pytest.mark.parametrize("asked", [{}, {"test": "shifted-bootstrap", "interval": "bca"}, {"sequential": True},
                                   {"test": "paired-bootstrap", "unit": "block:7"}], ids=str)  # fmt: skip
def test_any_workers_give_the_bits_of_one(asked: dict[str, Any], n: int, evaluation: sy.Evaluation) -> None:
    with workers(n) as executor:
        found = evaluation.compare(**asked, n_resamples=3_000, executor=executor)
    assert found == evaluation.compare(**asked, n_resamples=3_000)


def test_processes_give_the_bits_of_one(evaluation: sy.Evaluation) -> None:
    tasks = {"one": evaluation, "two": evaluation}
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert evaluation.compare(n_resamples=3_000, executor=executor) == evaluation.compare(n_resamples=3_000)
        found = sy.campaign(tasks, n_resamples=3_000, executor=executor)
    assert found == sy.campaign(tasks, n_resamples=3_000)


@pytest.mark.parametrize("make", [bootstrap_draws, swap_draws])
@pytest.mark.parametrize("ends", [[0, 300], [0, 1, 5, 299, 300]])
def test_a_range_of_draws_is_that_of_all(make: Any, ends: list[int]) -> None:
    draws = make(50, 300, rng=7)
    whole = np.concatenate([block.copy() for _, block in draws.blocks()])
    parts = [block.copy() for low, high in pairwise(ends) for _, block in draws.blocks(low, high)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_sums_are_sent_small_and_come_back_as_they_were() -> None:
    values = np.random.default_rng(1).integers(-300, 300, (2, 500, 3))
    sums = WeightedSums([Measurement("m", "m", "", Statistics.from_values(values), abs, True)])
    weights = np.ones((1, 500), np.int8)
    sent = pickle.dumps(sums)
    assert len(sent) < 500 * 6 * 2 + 1_000
    np.testing.assert_array_equal(pickle.loads(sent)(weights), sums(weights))  # noqa: S301  # ours


def test_work_stops_when_enough_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is given away before the first result is needed stays bounded."""
    monkeypatch.setattr(executors, "_MOST_WAITING", 3)
    waiting = Backwards()
    draws = given_draws(np.ones((1000, 4)))
    from dataclasses import replace

    with drawn_on(waiting):
        blocks = worked_on(replace(draws, block_rows=10), _ones)
        first = next(blocks)
        assert first == 10
        blocks.close()
    assert len(waiting.given) == 0 and sum(1 for _ in worked_on(draws, _ones)) == 1


def _ones(weights: Weights) -> int:
    return len(weights)


def _killed(weights: Weights) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_is_told_in_a_sentence() -> None:
    draws = swap_draws(40, 5_000, rng=1)
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        drawn_on(executor),
        pytest.raises(DataError, match="A process that drew was killed"),
    ):
        list(worked_on(draws, _killed))


def test_what_cannot_be_sent_is_told_in_a_sentence() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        drawn_on(executor),
        pytest.raises(SpecError, match="cannot be sent to other processes"),
    ):
        list(worked_on(swap_draws(40, 5_000, rng=1), lambda weights: weights.sum()))


def test_an_error_of_the_work_itself_is_that_error() -> None:
    with ThreadPoolExecutor(1) as executor, drawn_on(executor), pytest.raises(TypeError, match="unsupported operand"):
        list(worked_on(swap_draws(40, 5_000, rng=1), _wrong))


def test_a_null_that_is_asked_twice_is_the_same() -> None:
    values = np.random.default_rng(1).normal(size=(2, 40, 1))
    statistics = Statistics.from_values(np.concatenate([values, np.ones_like(values)], axis=2))
    mean = Measurement("m", "m", "", statistics, _mean, True, is_mean=True)
    null = randomization([mean], [(0, 1)], n_resamples=4_000, rng=1)
    with ThreadPoolExecutor(3) as threads, drawn_on(threads):
        there = randomization([mean], [(0, 1)], n_resamples=4_000, rng=1)
        assert there.p_values("two-sided").tolist() == null.p_values("two-sided").tolist()
        assert there.scales().tolist() == null.scales().tolist()


def _wrong(weights: Any) -> Any:
    return weights + None


def _mean(sums: Any) -> Any:
    return sums[..., 0] / sums[..., 1]


@pytest.mark.parametrize("score", ["concatenation", "mean"])
def test_runs_are_sent_too(score: str) -> None:
    words = (
        *f"compare {REFERENCE} -i {HARBOUR} {LANTERN} {ORATOR} {SPARROW} -m bleu --run-score".split(),
        *f"{score} -n 3000 -f json".split(),
    )
    words += ("--runs", "A=harbour,lantern", "B=orator,sparrow", "--generalise-to", "text")
    assert output(*words, "--executor", "processes:1") == output(*words)


def test_the_command_says_the_same_with_an_executor() -> None:
    words = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, SPARROW, "-m", "bleu", "chrf", "-n", "3000", "-f", "json")
    assert output(*words, "--executor", "threads:2") == output(*words)


@pytest.mark.parametrize(
    "command", [("compare", REFERENCE, "-i", HARBOUR, LANTERN), ("board", "tasks", "a.jsonl", "b.jsonl")]
)
def test_an_executor_that_is_none_is_told_before_anything_is_read(command: tuple[str, ...]) -> None:
    done = run(*command, "--executor", "cluster:3")
    assert (done.status, done.out) == (2, "")
    assert "There is no executor 'cluster:3': write threads:N, processes:N, dask:ADDRESS or ray:ADDRESS." in done.err


def test_threads_give_what_one_gives_and_none_is_started_for_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(1).normal(size=(6, 30))
    statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    pairs = [(a, b) for a in range(6) for b in range(a)]
    with drawn_by_threads(Executor(), 2):  # which refuses all work
        alone = shares_of_pairs(mean, pairs)
        with pytest.raises(NotImplementedError):
            list(worked_by_threads([3, 4], abs))
    monkeypatch.setattr(effect_size, "_BLOCK", 90)
    with ThreadPoolExecutor(2) as threads, drawn_by_threads(threads, 2):
        assert shares_of_pairs(mean, pairs) == alone


@pytest.mark.parametrize(("make", "kernel"), [(bootstrap_draws, "fill_weights"), (swap_draws, "fill_masks")])
def test_threads_that_draw_start_no_threads_of_their_own(
    make: Any, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill, seen = getattr(_native, kernel), []

    def watched(seed: int, first: int, out: Any, n_threads: int) -> None:
        seen.append(n_threads)
        fill(seed, first, out, n_threads)

    monkeypatch.setattr(_native, kernel, watched)
    draws = make(40, 5000, rng=1, n_threads=2)
    alone = [block.sum() for block in worked_on(draws, np.copy)]
    with ThreadPoolExecutor(2) as threads, drawn_by_threads(threads, 2):
        assert [block.sum() for block in worked_on(draws, np.copy)] == alone
    assert seen == [2] * len(alone) + [1] * len(alone)
