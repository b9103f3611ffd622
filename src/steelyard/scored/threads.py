"""Who works: executors by name, threads of ours, and those of the linear-algebra library."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from steelyard.errors import SpecError

__all__ = ["blas_libraries", "check_executor", "check_jobs", "working_threads"]

_MOST_JOBS = 1024
_KEPT_BYTES = 2**24
_KINDS = ("threads", "processes", "dask", "ray")


def check_jobs(n_jobs: int) -> None:
    """Refuse a number of threads that nothing can start."""
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int) or not 1 <= n_jobs <= _MOST_JOBS:
        raise SpecError(
            f"The number of threads (n_jobs, --executor threads:N) must be from 1 to {_MOST_JOBS}, not {n_jobs!r}."
        )


def check_executor(spelling: str) -> tuple[str, str]:
    """Split ``KIND:WHERE`` and refuse what is no executor."""
    kind, colon, where = spelling.partition(":")
    if kind not in _KINDS or not colon or not where:
        raise SpecError(
            f"There is no executor {spelling!r}: write threads:N, processes:N, dask:ADDRESS or ray:ADDRESS."
        )
    if kind in ("threads", "processes"):
        from steelyard.files.parsing import is_whole  # one score asks for no executor

        if not is_whole(where):
            raise SpecError(f"{kind} are counted by a whole number, such as {kind}:4, not {where[:20]!r}.")
        check_jobs(int(where))
    return kind, where


@contextmanager
def working_threads(n_threads: int) -> Iterator[None]:
    """Work on draws in so many threads, each with one of the linear-algebra library; no result depends on it.

    Threads of that library wait for each other in a loop, which takes the time of whatever else runs.
    """
    from threadpoolctl import threadpool_limits  # imported where needed: 6 ms

    with threadpool_limits(1):
        if n_threads == 1:
            yield
            return
        from concurrent.futures import ThreadPoolExecutor  # most have one thread

        from steelyard.inference.draws.executors import drawn_by_threads

        # The GNU C library learns from the largest block that is given back how much memory to keep. What it keeps too
        # little of is faulted in again for every block of draws, for one thread at a time.
        bytearray(_KEPT_BYTES)
        with ThreadPoolExecutor(n_threads) as threads, drawn_by_threads(threads, n_threads):
            yield


def blas_libraries() -> list[dict[str, Any]]:
    """Name the libraries of linear algebra and of threads that this process has loaded, with version and threads."""
    from threadpoolctl import threadpool_info

    told = ("internal_api", "version", "architecture", "num_threads")
    return [{key: library.get(key) for key in told} for library in threadpool_info()]
