"""Lines that are added to a file: whole, and none is lost where several do so at once."""

import gzip
import threading
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files.writing import append_line


def test_no_line_is_lost_where_several_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"

    def write(name: int) -> None:
        for i in range(20):
            append_line(path, f"{name} {i}")

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(path.read_text(encoding="utf-8").splitlines()) == sorted(
        f"{n} {i}" for n in range(4) for i in range(20)
    )
    assert [one.name for one in tmp_path.iterdir()] == ["lines.txt"]


def test_a_line_begins_on_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"no end")
    append_line(path, "next")
    assert path.read_bytes() == b"no end\nnext\n"


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    for path, said in ((tmp_path, "it is a folder|Is a directory"), (tmp_path / "no" / "file", "No such file")):
        with pytest.raises(DataError, match=f"Cannot write .*({said})"):
            append_line(path, "x")


@pytest.mark.parametrize("content", [gzip.compress(b"one\n"), "one\n".encode("utf-16")], ids=["gzip", "UTF-16"])
def test_no_line_is_added_to_what_is_no_plain_text(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"lines\.txt is packed, or in another encoding than UTF-8"):
        append_line(path, "two")
    assert path.read_bytes() == content
