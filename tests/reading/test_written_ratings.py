"""Ratings that are written are read again as they were, in every format."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, MissingExtraError, SpecError
from steelyard.reading.formats import read_output_scores, read_ratings, write_ratings
from steelyard.types import KINDS, Labels, Ratings
from tests.needs import module

SUFFIXES = [".tsv", ".csv", ".jsonl", ".parquet"]
NAMES = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)


@st.composite
def ratings(draw: st.DrawFn) -> Ratings:
    n = draw(st.integers(1, 8))

    def column(values: st.SearchStrategy[str]) -> Labels:
        return Labels.of(draw(st.lists(values, min_size=n, max_size=n)))

    return Ratings(
        systems=column(NAMES),
        segments=np.array(draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)), np.int64),
        documents=draw(st.sampled_from([Labels.all_of("", n), column(NAMES)])),
        raters=column(NAMES),
        scales=column(st.sampled_from(["score", "z"])),
        scores=np.array(draw(st.lists(st.floats(min_value=-1e60, max_value=1e60), min_size=n, max_size=n))),
        kinds=column(st.sampled_from(KINDS)),
    )


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(given=ratings(), counts_from=st.sampled_from([0, 1]))
def test_ratings_round_trip(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, given: Ratings, counts_from: int
) -> None:
    path = tmp_path_factory.mktemp("ratings") / f"r{suffix}"
    write_ratings(path, given, counts_from=counts_from)
    read = read_ratings(path, counts_from=counts_from, keep_doubles=True)
    for name in ("systems", "documents", "raters", "scales", "kinds"):
        assert getattr(read, name).values == getattr(given, name).values
        assert getattr(read, name).names == getattr(given, name).names
    np.testing.assert_array_equal(read.segments, given.segments)
    np.testing.assert_array_equal(read.scores, given.scores)


def one(system: str) -> Ratings:
    no = Labels.all_of("", 1)
    return Ratings(
        Labels.of([system]), np.array([0]), no, no, Labels.of(["score"]), np.array([1.0]), Labels.of(["system"])
    )


def test_what_a_file_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"system 'a\\tb' holds a tab"):
        write_ratings(tmp_path / "x.tsv", one("a\tb"))
    write_ratings(tmp_path / "x.csv", one("a\nb"))
    assert read_ratings(tmp_path / "x.csv").systems.names == ("a\nb",)
    with pytest.raises(SpecError, match=r"must end in \.tsv, \.csv, \.jsonl or \.parquet"):
        write_ratings(tmp_path / "x.xlsx", one("a"))


def test_parquet_is_read_as_any_table(tmp_path: Path) -> None:
    polars = module("polars")
    path = tmp_path / "x.parquet"
    columns = {"system": ["a", "a", "b"], "line": [1, 2, 2], "X": [0.1, None, 3.0], "Y": [1, 2, 3]}
    polars.DataFrame(columns).write_parquet(path)
    x, y = read_output_scores(path)
    assert (x.name, y.name, x.systems) == ("X", "Y", ("a", "b"))
    np.testing.assert_array_equal(x.values, [[0.1, np.nan], [np.nan, 3.0]])
    np.testing.assert_array_equal(y.values, [[1, 2], [np.nan, 3]])
    with pytest.raises(DataError, match=r"line 2, column 'X': '' where a finite number"):
        read_ratings(path, scores="X")


def test_parquet_that_is_none_is_refused(tmp_path: Path) -> None:
    module("polars")
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1 and nothing")
    with pytest.raises(DataError, match="no Parquet file that can be read"):
        read_ratings(path)


def test_without_polars_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"steelyard\[tables\]"):
        write_ratings(tmp_path / "x.parquet", one("a"))
    (tmp_path / "y.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingExtraError, match=r"steelyard\[tables\]"):
        read_ratings(tmp_path / "y.parquet")
