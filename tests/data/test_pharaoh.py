"""Word alignments: pairs of numbers, and what each mistake is told."""

from pathlib import Path

import pytest

from steelyard.data.formats import read_pharaoh
from steelyard.errors import DataError
from tests.oracles.real_sets import lines_of


def test_lines_are_pairs_without_doubles(tmp_path: Path) -> None:
    path = tmp_path / "a.align"
    path.write_text("0-0 1-2  2-1\n\n3-0 3-0\n")
    assert read_pharaoh(path).segments == (((0, 0), (1, 2), (2, 1)), (), ((3, 0),))


def test_numbers_may_start_at_one(tmp_path: Path) -> None:
    path = tmp_path / "a.align"
    path.write_text("1-1 2-3\n")
    assert read_pharaoh(path, first_number=1).segments == (((0, 0), (1, 2)),)


@pytest.mark.parametrize("link", ["1p2", "1-", "0-0:0.5", "a-b", "-1-2", "²-1"])
def test_what_is_no_link_is_named(tmp_path: Path, link: str) -> None:
    path = tmp_path / "a.align"
    path.write_text(f"0-0\n1-1 {link}\n")
    with pytest.raises(DataError, match=r"a\.align, line 2: .* is no link\. Write source-target pairs"):
        read_pharaoh(path)


def test_numbers_below_the_first_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.align"
    path.write_text("1-1 0-2\n")
    with pytest.raises(DataError, match=r"line 1: '0-2' has a number below 1, that of the first word"):
        read_pharaoh(path, first_number=1)


@pytest.mark.real_data
@pytest.mark.parametrize("pair", ["enfr", "zhen"])
def test_links_of_an_aligner_stay_within_the_words(test_data: Path, pair: str) -> None:
    folder = test_data / "data" / "word-align-gold" / pair
    sources, targets = (lines_of(folder / name) for name in ("src.tok", "tgt.tok"))
    segments = read_pharaoh(folder / "awesome-align.align").segments
    assert len(segments) == len(sources)
    for links, source, target in zip(segments, sources, targets, strict=True):
        assert all(i < len(source.split()) and j < len(target.split()) for i, j in links)
