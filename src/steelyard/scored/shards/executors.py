"""Executors by name: threads, processes, and clusters that packages of others run."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from steelyard.errors import DataError, needs_extra
from steelyard.scored.threads import check_executor

__all__ = ["drawing_on", "opened_executor"]


@contextmanager
def opened_executor(spelling: str) -> Iterator[Executor]:
    """Open an executor, and close it when the work is done; a cluster goes on without us.

    Workers of a cluster need Steelyard too, and to read and write the paths that they are given.
    """
    kind, where = check_executor(spelling)
    if kind == "threads":
        with ThreadPoolExecutor(int(where)) as threads:
            yield threads
    elif kind == "processes":
        yield from _processes(int(where))
    elif kind == "dask":
        yield from _dask(where)
    else:
        yield from _ray(where)


@contextmanager
def drawing_on(spelling: str | None) -> Iterator[None]:
    """Let an executor work on all draws that are made meanwhile; `working_threads` is for threads of this process."""
    if spelling is None or check_executor(spelling)[0] == "threads":
        yield
        return
    from steelyard.inference.draws.executors import drawn_on  # not needed to count

    with opened_executor(spelling) as executor, drawn_on(executor):
        yield


def _processes(n: int) -> Iterator[Executor]:
    """Start processes that end when this one does, however it ends."""
    context = multiprocessing.get_context("spawn")  # not by fork: threads of libraries would be copied as they work
    reading, writing = context.Pipe(duplex=False)  # only this process holds the end that writes
    with reading, writing, ProcessPoolExecutor(n, context, _end_with_parent, (reading,)) as processes:
        yield processes


def _end_with_parent(pipe: Connection) -> None:
    """Watch a pipe that nobody writes to: it ends when the process that started this one is gone, even if killed."""

    def watch() -> None:
        with suppress(EOFError, OSError):
            pipe.recv_bytes()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _dask(address: str) -> Iterator[Executor]:
    with needs_extra("dask", "An executor of Dask"):
        from distributed import Client
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise DataError(f"Cannot reach Dask's scheduler at {address}: {error}.") from error
    with client:
        yield client.get_executor(pure=False, retries=3)  # a worker that is lost takes no shard with it


def _ray(address: str) -> Iterator[Executor]:
    with needs_extra("ray", "An executor of Ray"):
        import ray
    try:
        ray.init(address, log_to_driver=False, ignore_reinit_error=True)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise DataError(f"Cannot reach Ray at {address}: {error}.") from error
    try:
        yield _RayExecutor(ray)
    finally:
        ray.shutdown()


class _RayExecutor(Executor):
    """Ray's tasks as futures of the standard library; Ray runs one again whose worker is lost."""

    def __init__(self, ray: Any) -> None:
        self._call = ray.remote(max_retries=3)(_call)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._call.remote(function, args, kwargs).future()
        return future


def _call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return function(*args, **kwargs)
