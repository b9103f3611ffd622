"""Parquet through Polars, all of whose ways to fail become one sentence."""

import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from steelyard.errors import DataError, needs_extra

__all__ = ["PARQUET", "check_size", "parquet_columns", "reading_parquet"]

PARQUET = b"PAR1"  # how it begins

# A cell takes 32 bytes or more as an object of Python. Columns of one value and of 0 and 1, as statistics have, come to
# five cells a byte.
_MOST_CELLS, _CELLS_PER_BYTE = 2**23, 100


@contextmanager
def reading_parquet(path: str) -> Iterator[None]:
    """Read Parquet inside this context: what Polars cannot read is a DataError, also where it panics.

    Examples
    --------
    >>> import io
    >>> from steelyard.files.parquet import reading_parquet
    >>> try:
    ...     with reading_parquet("run.parquet"):
    ...         import polars
    ...         polars.read_parquet(io.BytesIO(b"PAR1"))
    ... except ValueError as error:
    ...     print(str(error).partition(":")[0])
    run.parquet is no Parquet file that can be read
    """
    with needs_extra("tables", f"{path}, as a Parquet file,"):
        import polars
    broken = (polars.exceptions.PolarsError, polars.exceptions.PanicException)  # a panic is no Exception
    try:
        with _SILENCE.kept():
            yield
    except (*broken, OSError, UnicodeDecodeError, OverflowError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"{path} is no Parquet file that can be read: {reason.rstrip('.')}.") from error


def check_size(content: bytes, path: str) -> None:
    """Refuse Parquet that holds far more than it is large, before it is read: inside `reading_parquet`."""
    import polars

    n_columns = len(polars.read_parquet_schema(io.BytesIO(content)))
    n_rows = polars.scan_parquet(io.BytesIO(content)).select(polars.len()).collect().item()
    if n_rows * n_columns > max(_MOST_CELLS, _CELLS_PER_BYTE * len(content)):
        raise DataError(
            f"{path} holds {n_rows:,} rows of {n_columns} columns in {len(content):,} bytes, over "
            f"{_CELLS_PER_BYTE} cells a byte. If that is meant, write it as CSV."
        )


def parquet_columns(content: bytes, path: str) -> dict[str, list[Any]]:
    """Read Parquet; values are Python's."""
    with reading_parquet(path):
        import polars

        check_size(content, path)
        frame = polars.read_parquet(io.BytesIO(content))
        return {name: frame[name].to_list() for name in frame.columns}


class _Silence:
    """Keeps from standard error what Rust prints about a panic, before Python learns of it; threads share one."""

    def __init__(self) -> None:
        self._lock, self._n_inside, self._terminal = threading.Lock(), 0, -1

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Send standard error nowhere until the last that asked for it is done."""
        with self._lock:
            if not self._n_inside:
                self._terminal = _sent_nowhere()
            self._n_inside += 1
        try:
            yield
        finally:
            with self._lock:
                self._n_inside -= 1
                if not self._n_inside and self._terminal >= 0:
                    os.dup2(self._terminal, 2)
                    os.close(self._terminal)


def _sent_nowhere() -> int:
    """Return another number of standard error, which goes nowhere from now on; -1 where it is closed."""
    try:
        terminal = os.dup(2)
    except OSError:
        return -1
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return terminal


_SILENCE = _Silence()
