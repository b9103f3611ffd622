"""What is kept for later runs is given back whole or not at all, and where it cannot be kept nobody minds."""

import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.files.cache import read_cached, write_cached


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "steelyard"


def test_what_is_kept_comes_back(folder: Path) -> None:
    assert read_cached("numbers") is None
    write_cached("numbers", b"1 2 ", memoryview(b"3"))
    assert bytes(read_cached("numbers") or b"") == b"1 2 3"
    write_cached("numbers", b"4")
    assert bytes(read_cached("numbers") or b"") == b"4"
    assert [path.name for path in folder.iterdir()] == ["numbers"]


@pytest.mark.parametrize("at", [0, 4, -1])
def test_a_changed_byte_or_a_lost_one_is_noticed(at: int, folder: Path) -> None:
    write_cached("numbers", b"1 2 3")
    content = (folder / "numbers").read_bytes()
    changed = bytearray(content)
    changed[at] ^= 1
    for damaged in (bytes(changed), content[:-1], content[1:], content[:10], b""):
        (folder / "numbers").write_bytes(damaged)
        assert read_cached("numbers") is None
    write_cached("numbers", b"1 2 3")
    assert bytes(read_cached("numbers") or b"") == b"1 2 3"


@pytest.mark.parametrize("place", ["a file/cache", "relative"])
def test_a_folder_that_cannot_be_is_no_error(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", place if place == "relative" else str(tmp_path / place))
    write_cached("numbers", b"1")
    assert read_cached("numbers") is None
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]


def test_a_full_disk_is_no_error(folder: Path) -> None:
    limited = """
import resource, signal
from steelyard.files.cache import read_cached, write_cached
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
write_cached("numbers", bytes(2_000))
assert read_cached("numbers") is None
"""
    subprocess.run([sys.executable, "-c", limited], check=True)
    assert not folder.exists() or not list(folder.iterdir())


@pytest.mark.parametrize(
    ("platform", "expected"), [("linux", ".cache/steelyard"), ("darwin", "Library/Caches/steelyard")]
)
def test_the_folder_is_the_systems(
    platform: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", platform)
    write_cached("numbers", b"1")
    assert (tmp_path / expected / "numbers").is_file()
