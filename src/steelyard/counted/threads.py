"""Threads: how many may be asked for, and those of the linear-algebra library."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from steelyard.errors import SpecError

__all__ = ["blas_libraries", "blas_threads", "check_jobs"]

_MOST_JOBS = 1024


def check_jobs(n_jobs: int) -> None:
    """Refuse a number of threads that nothing can start."""
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int) or not 1 <= n_jobs <= _MOST_JOBS:
        raise SpecError(f"The number of threads (n_jobs, --jobs) must be from 1 to {_MOST_JOBS}, not {n_jobs!r}.")


@contextmanager
def blas_threads(n_threads: int) -> Iterator[None]:
    """Hold NumPy's products to a number of threads; no result depends on it."""
    from threadpoolctl import threadpool_limits  # imported where needed: 6 ms

    with threadpool_limits(n_threads):
        yield


def blas_libraries() -> list[dict[str, Any]]:
    """Name the libraries of linear algebra and of threads that this process has loaded, with version and threads."""
    from threadpoolctl import threadpool_info

    told = ("internal_api", "version", "architecture", "num_threads")
    return [{key: library.get(key) for key in told} for library in threadpool_info()]
