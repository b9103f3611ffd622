"""What may not be written to is refused by name, and stays what it was."""

import hashlib
import os
import re
import socket
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files import check_folder, check_target, keep_inputs, write_file
from steelyard.files.reading import read_lines


def make(kind: str, folder: Path) -> Path:
    path = folder / kind
    if kind == "FIFO":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "device":
        return Path(os.devnull)
    return path


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("FIFO", "it is a FIFO"), ("folder", "it is a folder"), ("device", "it is a device"), ("loop", "Too many levels")],
)
def test_what_is_no_regular_file_is_refused_and_stays(kind: str, reason: str, tmp_path: Path) -> None:
    path = make(kind, tmp_path)
    before = os.lstat(path)
    for refuse in (check_target, lambda path: write_file(path, b"x")):
        with pytest.raises(DataError, match=f"Cannot write {re.escape(str(path))}: {reason}"):
            refuse(path)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(DataError, match=reason):
        check_target(link)
    assert (os.lstat(path).st_ino, os.lstat(path).st_mode) == (before.st_ino, before.st_mode)


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
        with pytest.raises(DataError, match="it is a socket"):
            check_target("socket")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="open files have no names here")
def test_a_pipe_without_a_name_is_a_fifo() -> None:
    ends = os.pipe()
    try:
        with pytest.raises(DataError, match="it is a FIFO"):
            check_target(f"/dev/fd/{ends[1]}")
    finally:
        for end in ends:
            os.close(end)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "its name is empty"),
        ("a\0b", "null character"),
        ("new/", "it is the name of a folder"),
        ("absent/new", "No such file or directory"),
        ("file/new", "Not a directory"),
    ],
)
def test_names_that_cannot_be_are_refused(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(b"")
    with pytest.raises(DataError, match=reason):
        check_target(name)
    assert os.listdir(tmp_path) == ["file"]


def test_a_check_leaves_no_trace(tmp_path: Path) -> None:
    check_target(tmp_path / "new")
    check_folder(tmp_path / "new" / "folder")
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    if os.geteuid() == 0:  # who may write everything: what others are told
        may = os.access
        monkeypatch.setattr(os, "access", lambda at, mode: Path(at) != path and may(at, mode))
    with pytest.raises(DataError, match="it is read-only"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"


def test_inputs_are_refused_by_any_of_their_names(tmp_path: Path) -> None:
    path = tmp_path / "ref.txt"
    path.write_bytes(b"one\n")
    (tmp_path / "soft").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    for name in ("ref.txt", "soft", "hard"):
        with pytest.raises(DataError, match="it is one of the inputs"):
            write_file(tmp_path / name, b"two\n", [str(path)])
        with pytest.raises(DataError, match="it is one of the inputs"), keep_inputs():
            read_lines(path)
            write_file(tmp_path / name, b"two\n")
    assert path.read_bytes() == b"one\n"
    write_file(path, b"two\n")  # outside a command, and named by nobody


def test_an_input_that_a_result_lists_is_known_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "ref.txt"
    path.write_bytes(b"one\n")
    listed = {"role": "reference 1", "name": str(path), "sha256": hashlib.sha256(b"one\n").hexdigest()}
    with pytest.raises(DataError, match="it is one of the inputs"):
        write_file(path, b"two\n", [listed])
    write_file(path, b"two\n", [listed | {"sha256": "0" * 64}, {}, 7])  # type: ignore[list-item]
    assert path.read_bytes() == b"two\n"
