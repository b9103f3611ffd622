"""Files of tags and parses that do not fit the text are told for what they are."""

from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_parses


@pytest.mark.parametrize(
    ("content", "text", "error", "told"),
    [
        ("", ["a b", "c"], DataError, "is empty: it must have the parses or tags"),  # once gave results of zeros
        ("\n\n", ["a b", "c"], DataError, "is empty"),
        ("DET NOUN\n", ["a b", "c"], AlignmentError, "has tags of 1 lines, but the text has 2 segments"),
        ("DET NOUN\nX\n", [None, None], DataError, "has tags alone: give the words, too"),
        ("DET\nX\n", ["a b", "c"], DataError, "line 1: 1 tags, but the text has 2 words there"),
    ],
)
def test_what_does_not_fit_is_told(
    tmp_path: Path, content: str, text: list[str | None], error: type[Exception], told: str
) -> None:
    path = tmp_path / "a.pos"
    path.write_text(content)
    with pytest.raises(error, match=told):
        read_parses(path, text)


def test_an_empty_file_is_the_parses_of_an_empty_text(tmp_path: Path) -> None:
    path = tmp_path / "a.pos"
    path.write_text("")
    assert [best.words for best, *_ in read_parses(path, ["", ""]).segments] == [(), ()]
