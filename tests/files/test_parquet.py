"""What Polars does with damaged files: it raises, and where it panics that is no Exception."""

import io
import os
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files.parquet import reading_parquet
from steelyard.files.records import read_records


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


def test_parquet_that_holds_far_more_than_it_is_large_is_not_read(tmp_path: Path) -> None:
    """3,000,000 equal rows in 22 kB took 856 MB."""
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"system": ["a"], "line": [1], "score": [1.0]})
    packed = io.BytesIO()
    polars.concat([frame] * 3_000).select(polars.all().repeat_by(1_000).explode()).write_parquet(packed)
    path = tmp_path / "a.parquet"
    path.write_bytes(packed.getvalue())
    with pytest.raises(DataError, match=r"a\.parquet holds 3,000,000 rows of 3 columns in [0-9,]+ bytes"):
        read_records(path)
