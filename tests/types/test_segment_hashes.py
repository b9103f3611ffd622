"""A test set is known by its references, in any order and by any name, and parts of it add up."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError
from steelyard.reading.formats import read_statistics_file
from steelyard.types.segment_hashes import added_hashes, hash_in_any_order, hash_of_segments
from tests.cli.running import output

REFERENCES = [["a b", "c d", "e"], ["x", "y", "z"]]


def data(*references: list[str | None]) -> sy.TestSet:
    return sy.TestSet(references=references, systems={"s": ["a"] * len(references[0])})


def test_order_of_segments_and_references_is_no_matter_and_all_else_is() -> None:
    first, second = REFERENCES
    known = hash_of_segments(data(first, second))
    assert hash_of_segments(data(second[::-1], first[::-1])) == known
    others = [data(first), data(first[:2], second[:2]), data(first, [*second[:2], "other"]), data(first, second[::-1])]
    assert len({known, *map(hash_of_segments, others)}) == 5


def test_parts_add_up() -> None:
    whole = hash_of_segments(data(*REFERENCES))
    parts = [hash_of_segments(data(*(text[i : i + 1] for text in REFERENCES))) for i in range(3)]
    assert added_hashes(parts) == whole and added_hashes([*parts, ""]) == ""
    assert hash_in_any_order([b"a", b"a"]) != hash_in_any_order([b"a"])


def test_statistics_files_keep_it_and_their_parts_add_up(tmp_path: Path) -> None:
    names = {}
    for part in (slice(0, 2), slice(2, 3), slice(0, 3)):
        paths = []
        for i, text in enumerate([*REFERENCES, ["a", "b", f"c{part.stop}"]]):
            paths.append(tmp_path / f"{i}.txt")
            paths[-1].write_text("".join(f"{line}\n" for line in text[part]), encoding="utf-8")
        names[part.start, part.stop] = tmp_path / f"{part.start}{part.stop}.jsonl"
        output("score", "-q", *paths[:2], "-i", paths[2], "--names", "s", "--keep", names[part.start, part.stop])
    whole, parts = names[0, 3], [names[0, 2], names[2, 3]]
    known = hash_of_segments(data(*REFERENCES))
    assert read_statistics_file(whole).segments_sha256 == known
    assert hash_of_segments(sy.evaluate_files(parts).test_set) == known
    text = whole.read_text(encoding="utf-8")
    whole.write_text(text.replace(known, "x" * 64), encoding="utf-8")
    with pytest.raises(DataError, match="damaged"):
        read_statistics_file(whole)
