"""Files appear whole or not at all, whatever ends the writer, and drafts do not pile up."""

import fcntl
import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files import made_folder, write_file, write_files
from steelyard.files.writing import _DRAFTS

OLD, NEW = b"old\n" * 50_000, b"new\n" * 60_000
REPEAT = f"""
import sys
from steelyard.files import write_file
print("ready", flush=True)
while True:
    write_file(sys.argv[1], {NEW[:4]!r} * 60_000)
    write_file(sys.argv[1], {OLD[:4]!r} * 50_000)
"""


def drafts(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(_DRAFTS)]


def test_a_killed_writer_leaves_the_old_file_or_the_new_one_and_its_draft_is_swept(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    n_left = 0
    for i in range(12):
        process = subprocess.Popen([sys.executable, "-c", REPEAT, path], stdout=subprocess.PIPE)
        process.stdout.readline()
        while not path.exists():
            pass
        for _ in range(200 * i):  # somewhere else in the loop each time
            os.stat(path)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert path.read_bytes() in (OLD, NEW)
        n_left += len(drafts(tmp_path))
        write_file(path, OLD)
        assert os.listdir(tmp_path) == ["kept"]
    assert n_left  # else nothing was swept here


def test_drafts_of_a_writer_at_work_are_left_alone(tmp_path: Path) -> None:
    busy, dead = (tmp_path / f"{_DRAFTS}{name}" for name in ("busy", "dead"))
    for folder in (busy, dead):
        folder.mkdir()
        (folder / "0").write_bytes(b"half")
    descriptor = os.open(busy, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    write_file(tmp_path / "a", b"whole")
    assert sorted(os.listdir(tmp_path)) == [busy.name, "a"]
    os.close(descriptor)
    write_file(tmp_path / "a", b"again")
    assert os.listdir(tmp_path) == ["a"]


def test_a_symbolic_link_that_looks_like_drafts_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "0").write_bytes(b"x")
    (tmp_path / f"{_DRAFTS}link").symlink_to(tmp_path / "precious")
    write_file(tmp_path / "a", b"whole")
    assert (tmp_path / "precious" / "0").exists()


def test_a_file_too_large_for_the_limit_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(OLD)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, limits[1]))
    try:
        with pytest.raises(DataError, match="kept: File too large"):
            write_file(path, NEW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["kept"]


def test_of_several_files_none_takes_its_name_if_one_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(DataError, match="b: it is a folder"):
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert os.listdir(tmp_path) == ["b"]


def test_file_and_folder_are_on_the_disk_in_this_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def noted_sync(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def noted_replace(draft: str, target: str) -> None:
        done.append("name")
        replace(draft, target)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(os, "replace", noted_replace)
    write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert done == ["file", "file", "name", "name", "folder"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_a_replaced_file_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_file(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_that_the_user_wants_of_new_files(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        write_file(tmp_path / "a", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o666 & ~mask


def test_a_link_stays_and_what_it_names_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    for link, target in (("a", "far/a"), ("b", "far/new"), ("c", "a")):
        (tmp_path / link).symlink_to(target)
    (tmp_path / "far" / "a").write_bytes(b"old")
    for link in "ab":
        write_file(tmp_path / link, link.encode())
    assert (tmp_path / "c").read_bytes() == (tmp_path / "far" / "a").read_bytes() == b"a"
    assert (tmp_path / "far" / "new").read_bytes() == b"b"
    assert all((tmp_path / link).is_symlink() for link in "abc")
    assert sorted(os.listdir(tmp_path / "far")) == ["a", "new"]


def test_a_relative_name_is_in_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_file("a", b"1")
    with made_folder("below"):
        write_file(os.path.join("below", "b"), b"2")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b", "below"]


def test_a_folder_that_was_made_for_files_that_cannot_be_written_is_gone_again(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for folder in (tmp_path / "there" / "a" / "b", tmp_path / "there"):
        with pytest.raises(DataError, match="No space left"), made_folder(folder):
            raise DataError("No space left")
    assert os.listdir(tmp_path) == ["there"] and os.listdir(tmp_path / "there") == []
    with pytest.raises(DataError, match="No space left"), made_folder(tmp_path / "a" / "b"):
        (tmp_path / "a" / "another's").write_bytes(b"1")
        raise DataError("No space left")
    assert os.listdir(tmp_path / "a") == ["another's"]
