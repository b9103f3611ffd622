"""Run one piece of work for each part, wherever an executor runs."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from steelyard.errors import DataError, SpecError

__all__ = ["run_parts"]

Found = TypeVar("Found")


def run_parts(
    work: Callable[..., Found],
    jobs: Sequence[tuple[Any, ...]],
    executor: Executor | None,
    advance: Callable[[int, int], None] | None = None,
) -> list[Found]:
    """Call a function with the arguments of each job, in any order and anywhere; results are in the order of the jobs.

    The first error ends the work: what has not begun by then is not done.

    Examples
    --------
    >>> from steelyard.scored.shards.running import run_parts
    >>> run_parts(divmod, [(7, 2), (9, 4)], None)
    [(3, 1), (2, 1)]
    """
    found: dict[int, Found] = {}
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise SpecError(
            f"executor must be one of concurrent.futures, such as ProcessPoolExecutor(2), not {executor!r:.80}."
        )
    if executor is None:
        for number, job in enumerate(jobs):
            found[number] = work(*job)
            if advance:
                advance(len(found), len(jobs))
        return [found[number] for number in range(len(jobs))]
    futures: dict[Future[Found], int] = {executor.submit(work, *job): number for number, job in enumerate(jobs)}
    try:
        for future in as_completed(futures):
            found[futures[future]] = future.result()
            if advance:
                advance(len(found), len(futures))
    except BrokenProcessPool as error:
        raise DataError(
            f"A process was killed, perhaps for want of memory, when {len(found)} of {len(futures)} parts were done. "
            "Ask again: of shards, what is in the folder already is kept."
        ) from error
    finally:
        for future in futures:
            future.cancel()
    return [found[number] for number in range(len(jobs))]
