"""What Polars does with damaged files: it raises, and where it panics that is no Exception."""

import pytest

from steelyard.errors import DataError
from steelyard.files.parquet import reading_parquet


def test_a_panic_is_a_sentence() -> None:
    polars = pytest.importorskip("polars")
    said = r"^a\.parquet is no Parquet file that can be read: index out of bounds\.$"
    with pytest.raises(DataError, match=said), reading_parquet("a.parquet"):
        raise polars.exceptions.PanicException("index out of bounds\nat somewhere")
