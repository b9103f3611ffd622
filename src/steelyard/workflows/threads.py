"""Threads of the linear-algebra library: as many as were asked for, and no more."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["blas_threads"]


@contextmanager
def blas_threads(n_threads: int) -> Iterator[None]:
    """Hold NumPy's products to a number of threads; no result depends on it."""
    from threadpoolctl import threadpool_limits  # imported where needed: 6 ms

    with threadpool_limits(n_threads):
        yield
