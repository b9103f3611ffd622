"""Files of settings: what a key may hold, and how files are called."""

from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files.settings import read_files


def test_files_have_names_of_their_own_or_those_of_their_paths(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).touch()
    assert read_files("c.toml", "systems", {"ours": "x.txt"}, tmp_path) == {"ours": "x.txt"}
    assert read_files("c.toml", "systems", ["*.txt"], tmp_path) == {"a": "a.txt", "b": "b.txt"}


def test_a_pattern_from_the_root_names_files_anywhere(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).touch()
    found = read_files("c.toml", "systems", f"{tmp_path}/*.txt", tmp_path / "elsewhere")
    assert found == {"a": f"{tmp_path}/a.txt", "b": f"{tmp_path}/b.txt"}
    with pytest.raises(DataError, match="there is no file"):
        read_files("c.toml", "systems", "*\0*", tmp_path)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"ours": 3}, r"^c\.toml: systems has to be a table of paths by name, or a list of paths\.$"),
        (3, r"^c\.toml: systems has to be a text, or a list of texts\.$"),
        ("*.en", r"^c\.toml: there is no file .*\*\.en\.$"),
    ],
)
def test_what_names_no_files_is_refused(value: object, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=sentence):
        read_files("c.toml", "systems", value, tmp_path)
