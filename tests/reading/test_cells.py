"""Reading cells by their places in the bytes gives what reading them as strings gives, mistakes included."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SteelyardError
from steelyard.reading import cells
from steelyard.reading.cells import CellLabels, cell_blocks
from steelyard.reading.formats import mqm, read_mqm
from steelyard.types import ErrorMarks, Labels

HEADER = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\textra"
TEXTS = st.lists(st.sampled_from(["<v>", "</v>", "a", "é", "語", "𝒳", '"', "<", "v>", " ", "\x00", "\x0b"]), max_size=6)
NAMES = st.sampled_from(["a", "b", "aé", "a\x00", "", "long" * 20, "long" * 20 + "er", "12345678", "123456789"])
ROW = st.tuples(
    st.sampled_from(["s1", "s2", "ß" * 40]),
    NAMES,
    st.sampled_from(["1", "2", "3", "x"]),
    NAMES,
    TEXTS.map("".join),
    TEXTS.map("".join),
    NAMES,
    st.sampled_from(["minor", "Minor", "MAJOR", "No-error", "no-error", "odd"]),
    TEXTS.map("".join),
)


def outcome(path: Path, *, strict: bool) -> object:
    try:
        return read_mqm(path, strict=strict)
    except SteelyardError as error:
        return type(error), str(error)


def assert_same(found: object, expected: object) -> None:
    if not isinstance(expected, ErrorMarks):
        assert found == expected
        return
    assert isinstance(found, ErrorMarks)
    for field in fields(ErrorMarks):
        one, other = getattr(found, field.name), getattr(expected, field.name)
        if isinstance(other, Labels):
            assert one.names == other.names
            one, other = one.codes, other.codes
        if isinstance(other, np.ndarray):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
        else:
            assert one == other


@given(st.lists(ROW, max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans(), st.booleans())
def test_marks_are_those_of_reading_strings(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, ...]],
    end: str,
    is_ended: bool,
    has_few_places: bool,
    strict: bool,
) -> None:
    path = tmp_path_factory.mktemp("mqm") / "m.tsv"
    content = end.join([HEADER, *("\t".join(row) for row in rows)]) + (end if is_ended else "")
    path.write_bytes(content.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "_PIECE", 40 if has_few_places else 2**20)
        patch.setattr(cells, "_SLOTS", 1 if has_few_places else 20)
        found = outcome(path, strict=strict)
        patch.setattr(mqm, "_read_cells", lambda *_: None)
        assert_same(found, outcome(path, strict=strict))


@given(st.lists(st.text(st.characters(exclude_characters="\t\n\r", codec="utf-8"), max_size=90), min_size=1))
def test_labels_are_those_of_strings(names: list[str]) -> None:
    content = "".join(f"{name}\tx\n" for name in names).encode()
    for n_bits in (1, 20):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cells, "_SLOTS", n_bits)
            patch.setattr(cells, "_PIECE", 64)
            column = CellLabels()
            for block in cell_blocks(content, 0, 2):
                assert block is not None
                column.add(block, 0)
            labels = column.labels()
        expected = Labels.of(names)
        assert labels is not None
        assert labels.names == expected.names
        assert labels.codes.tolist() == expected.codes.tolist()


@pytest.mark.parametrize("content", [b"a\tb\nc\n", b"a\n\tb\n", b"a\tb\tc\nd\n", b"a\t\xff\n", b"a\tb\n\n"])
def test_rows_that_are_odd_are_left_to_others(content: bytes) -> None:
    assert list(cell_blocks(content, 0, 2))[-1] is None


@pytest.mark.real_data
def test_the_ted_talks_are_the_same_both_ways(test_data: Path) -> None:
    path = test_data / "data" / "mqm-ted2021-en-de" / "human" / "ratings.tsv.gz"
    found = read_mqm(path, strict=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mqm, "_read_cells", lambda *_: None)
        assert_same(found, read_mqm(path, strict=False))
