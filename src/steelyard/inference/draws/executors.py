"""Where draws are worked on: here, or in ranges by an executor; no number depends on it."""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from steelyard.errors import DataError, SpecError
from steelyard.inference.draws.resample import Draws, SeededFill, Weights

__all__ = ["drawn_on", "worked_on"]

Item = TypeVar("Item")
Found = TypeVar("Found")

_ELSEWHERE: ContextVar[Executor | None] = ContextVar("executor of draws", default=None)
_THREADS: ContextVar[tuple[Executor, int] | None] = ContextVar("threads of this process", default=None)
_TASK_WEIGHTS = 2**27  # of a task: some tenths of a second, beside which sending the statistics is little
_FEWEST_TASKS = 16  # where there are so many blocks, so that workers end at about the same time
_MOST_WAITING = 64  # tasks that are given away before the first of them is needed, so that memory stays bounded


@contextmanager
def drawn_on(executor: Executor | None) -> Iterator[None]:
    """Let an executor work on draws, in ranges of them; None works on them here.

    Draw r is made from the seed and r alone, so that it is the same wherever it is made.

    Parameters
    ----------
    executor : concurrent.futures.Executor or None
        Threads, processes, or workers of a cluster.

    Returns
    -------
    context manager
        Within it `worked_on` gives work away.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from steelyard.inference import bootstrap_draws, drawn_on, worked_on
    >>> def summed(weights):
    ...     return weights.sum(axis=1).tolist()
    >>> with ThreadPoolExecutor(2) as threads, drawn_on(threads):
    ...     list(worked_on(bootstrap_draws(4, 3, rng=1), summed))
    [[4, 4, 4]]
    """
    token = _ELSEWHERE.set(executor)
    try:
        yield
    finally:
        _ELSEWHERE.reset(token)


@contextmanager
def drawn_by_threads(threads: Executor, n_threads: int) -> Iterator[None]:
    """Let threads of this process work on draws, a block each, unless `drawn_on` gives them to others.

    Few blocks wait at a time, so that memory stays bounded.
    """
    token = _THREADS.set((threads, n_threads))
    try:
        yield
    finally:
        _THREADS.reset(token)


def worked_on(draws: Draws, work: Callable[[Weights], Found]) -> Iterator[Found]:
    """Yield what work makes of each block of draws, in their order: here, or where `drawn_on` says.

    Parameters
    ----------
    draws : Draws
        The blocks are the same wherever they are worked on.
    work : callable
        Of weights, shape (b, n_units), which are another block's once it has returned. It is sent to the workers, so
        that it has to be what `pickle` takes.

    Returns
    -------
    iterator
        What the work returns, block by block.

    Raises
    ------
    DataError
        A process of a pool was killed.
    SpecError
        `pickle` does not take the work.

    Examples
    --------
    >>> from steelyard.inference import swap_draws, worked_on
    >>> list(worked_on(swap_draws(3, 8, rng=1), lambda masks: masks.sum(axis=0).tolist()))
    [[4, 4, 4]]
    """
    executor, here = _ELSEWHERE.get(), _THREADS.get()
    is_here = executor is None and here is not None
    executor, most_waiting = (here[0], 2 * here[1]) if here is not None and is_here else (executor, _MOST_WAITING)
    if executor is None or draws.n_resamples <= draws.rows:
        for _, weights in draws.blocks():
            yield work(weights)
        return
    alone = replace(draws, progress=None)
    if is_here and isinstance(draws.fill, SeededFill):  # threads of threads would wait for each other
        alone = replace(alone, fill=replace(draws.fill, n_threads=1))
    n_blocks = -(-draws.n_resamples // draws.rows)
    step = (
        draws.rows
        if is_here
        else draws.rows * max(1, min(_TASK_WEIGHTS // (draws.rows * draws.n_units), n_blocks // _FEWEST_TASKS))
    )
    ends = [(first, min(first + step, draws.n_resamples)) for first in range(0, draws.n_resamples, step)]
    ranges = partial(_work_on, work, alone)
    try:
        for (_, end), found in zip(ends, _in_order(executor, ranges, ends, most_waiting), strict=True):
            yield from found
            if draws.progress is not None:
                draws.progress(end, draws.n_resamples)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        raise SpecError(
            f"What scores sums cannot be sent to other processes ({error}): make it a function of a module, or take "
            "an executor of threads."
        ) from error
    except BrokenProcessPool as error:
        raise DataError(
            "A process that drew was killed, perhaps for want of memory: ask again, with fewer processes or without an "
            "executor."
        ) from error


def worked_by_threads(items: Iterable[Item], work: Callable[[Item], Found]) -> Iterator[Found]:
    """Yield what work makes of each item, in their order: by the threads of `drawn_by_threads`, or here."""
    here = _THREADS.get()
    is_little = isinstance(items, Sized) and len(items) < 2  # no thread has to be started for it
    return map(work, items) if here is None or is_little else _in_order(here[0], work, items, 2 * here[1])


def _in_order(
    executor: Executor, work: Callable[[Item], Found], items: Iterable[Item], most_waiting: int
) -> Iterator[Found]:
    """Give work away, so many items at a time at most, and yield what comes back in the order of the items."""
    waiting: deque[Future[Found]] = deque()
    try:
        for item in items:
            waiting.append(executor.submit(work, item))
            if len(waiting) >= most_waiting:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _work_on(work: Callable[[Any], Found], draws: Draws, ends: tuple[int, int]) -> list[Found]:
    """Work on a range of draws: in a process or on a machine of its own."""
    return [work(weights) for _, weights in draws.blocks(*ends)]
