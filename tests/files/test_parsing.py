"""JSON and TOML: what Python's own parsers let through and nothing can compute with, or write, is a ValueError."""

import pytest

from steelyard.errors import DataError
from steelyard.files.parsing import parse_json, parse_toml
from steelyard.files.reading import decode_lines


@pytest.mark.parametrize("text", ['["\\ud800"]', '{"\\uDFFF": 1}', b'["\xed\xa0\x80"]', '["\ud800"]' * 400])
def test_half_a_character_is_no_text(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"half of a character|invalid continuation|Extra data"):
        parse_json(text)


def test_characters_beyond_the_first_plane_and_written_backslashes_are_text() -> None:
    assert parse_json('["\\ud83d\\ude00", "\\\\ud800"]') == ["\U0001f600", "\\ud800"]


@pytest.mark.parametrize("sign", ["", "-"])
def test_whole_numbers_that_are_no_floats_are_infinite(sign: str) -> None:
    assert parse_json(f"[{sign}{'9' * 308}]") == [int(f"{sign}{'9' * 308}")]
    assert parse_json(f'["{"9" * 400}"]') == ["9" * 400]  # a text may be as long as it likes
    assert parse_json(f"[{sign}{'9' * 309}]") == [float(f"{sign}inf")]
    found = parse_toml(f"a = [{{b = {sign}{'9' * 309}, c = true, d = 7}}]")["a"][0]
    assert found["b"] == float(f"{sign}inf") and found["c"] is True and type(found["d"]) is int


@pytest.mark.parametrize(("encoding", "content"), [("utf-7", b"a+2AA-b"), ("unicode_escape", b"\\ud800")])
def test_encodings_that_let_half_a_character_through_are_refused(encoding: str, content: bytes) -> None:
    with pytest.raises(DataError, match=f"f cannot be read as {encoding}"):
        decode_lines(content, "f", encoding)
