"""What Polars does with damaged files: it raises, and where it panics that is no Exception."""

import os

import pytest

from steelyard.errors import DataError
from steelyard.files.parquet import reading_parquet


def test_a_panic_is_a_sentence() -> None:
    polars = pytest.importorskip("polars")
    said = r"^a\.parquet is no Parquet file that can be read: index out of bounds\.$"
    with pytest.raises(DataError, match=said), reading_parquet("a.parquet"):
        raise polars.exceptions.PanicException("index out of bounds\nat somewhere")


def test_standard_error_is_back_after_readers_that_overlap(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    one, other = reading_parquet("a.parquet"), reading_parquet("b.parquet")
    one.__enter__()
    other.__enter__()  # of another thread
    one.__exit__(None, None, None)
    os.write(2, b"a panic\n")
    other.__exit__(None, None, None)
    os.write(2, b"a warning\n")
    assert capfd.readouterr().err == "a warning\n"
