"""Parquet through Polars, all of whose ways to fail become one sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from steelyard.errors import DataError, needs_extra

__all__ = ["reading_parquet"]


@contextmanager
def reading_parquet(path: str) -> Iterator[None]:
    """Read Parquet inside this context: what Polars cannot read is a DataError, also where it panics.

    Parameters
    ----------
    path : str
        Of the file, for messages.

    Raises
    ------
    DataError
        The file is damaged, or is no Parquet.
    MissingExtraError
        Polars is not installed.

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
        with _quiet():
            yield
    except (*broken, OSError, UnicodeDecodeError, OverflowError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"{path} is no Parquet file that can be read: {reason.rstrip('.')}.") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep from standard error what Rust prints about a panic, before Python learns of it."""
    try:
        terminal = os.dup(2)
    except OSError:  # it is closed
        terminal = -1
    if terminal >= 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
    try:
        yield
    finally:
        if terminal >= 0:
            os.dup2(terminal, 2)
            os.close(terminal)
