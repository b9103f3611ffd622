"""Give every command that writes no room or no right to: a sentence, status 2, what was there, and nothing else."""

import argparse
import ctypes
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from steelyard.asking.registry import split_command
from tests.cli.example_folder import LINES, quick
from tests.reliability.forked import Ended, contents, examples, run
from tests.reliability.writers import Writer, writers

OLD = b"what was there before\n" * 50
_CAPSET = {"x86_64": 126, "aarch64": 91}  # numbers of the system call
_VERSION_3, _RIGHTS = 0x20080522, 0b110  # of capabilities, and those that pass over permissions of files


def main() -> None:
    """Try every writer on every disk, and leave with 1 if something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writers", default="", metavar="TEXT", help="only those with this in their names")
    arguments = parser.parse_args()
    wrong, n = list[str](), 0
    with examples() as folder, disks(folder / "disks") as tried:
        for writer in writers(arguments.writers):
            wrong += attempts(writer, tried)
            n += 2 * len(tried)
        for words in map(quick, LINES):
            wrong += [f"{' '.join(words)}, /dev/full: {what}" for what in without_room_to_print(words)]
            n += 1
        print(f"disks: {', '.join(tried)}, /dev/full; tried {n}; wrong: {len(wrong)}", *wrong, sep="\n  ")
    sys.exit(bool(wrong))


Disks = dict[str, tuple[Path, Callable[[], None]]]


@contextmanager
def disks(folder: Path, *, may_mount: bool = True) -> Iterator[Disks]:
    """Give places that cannot be written to, by what is wrong with them, and what a child does before it tries."""
    places = {name: folder / name for name in ("limited", "forbidden", "full", "read-only")}
    for place in places.values():
        place.mkdir(parents=True)
    tried: Disks = {
        "no file may grow": (places["limited"], _limit),
        "forbidden folder": (places["forbidden"], _forbid(places["forbidden"])),
    }
    mounted = [places[name] for name in ("full", "read-only") if may_mount and _mount(places[name])]
    if len(mounted) == 2:
        tried["full disk"] = (places["full"], lambda: _fill(places["full"]))
        tried["read-only disk"] = (places["read-only"], lambda: _remount(places["read-only"]))
    try:
        yield tried
    finally:
        for place in mounted:
            subprocess.run(["umount", str(place)], check=True)


def attempts(writer: Writer, tried: Disks) -> list[str]:
    """Try all of them, with and without a file that is there already; return what is not as it should be."""
    wrong = []
    for disk, (place, before) in tried.items():
        for old in ("no file", "old file"):
            found = attempt(writer, place, before, has_old=old == "old file")
            wrong += [f"{writer.name}, {disk}, {old}: {what}" for what in found]
    return wrong


def attempt(writer: Writer, place: Path, before: Callable[[], None], *, has_old: bool) -> list[str]:
    """Try to write to a place; return what is not as it should be."""
    output = writer.output(place)
    if has_old:
        old = output if writer.ending else output / "old.txt"
        old.parent.mkdir(exist_ok=True)
        old.write_bytes(OLD)
    try:
        there = sorted(place.rglob("*"))
        ended = run(writer.command(output), before)
        _undo(place)
        wrong = _judged(ended, writer.words)
        if sorted(place.rglob("*")) != there or any(content != OLD for content in contents(place).values()):
            wrong.append(f"left {sorted(str(path.relative_to(place)) for path in place.rglob('*'))}")
        return wrong
    finally:
        for path in sorted(place.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()


def without_room_to_print(words: list[str]) -> list[str]:
    """Run an example with a full device for standard output; return what is not as it should be."""
    return _judged(run(words, out="/dev/full"), words)


def _judged(ended: Ended, words: Sequence[str]) -> list[str]:
    command, _ = split_command(words)
    # What was taken for what is told, too; warnings are also scikit-learn's, on such disks.
    said = [line for line in ended.err.splitlines() if "warn" not in line and not line.startswith("steelyard: ")]
    if ended.status == 2 and len(said) == 1 and said[0].startswith(f"steelyard {command}: Cannot write"):
        return []
    return [f"status {ended.status}, {ended.err!r}"]


def _limit() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _forbid(place: Path) -> Callable[[], None]:
    def forbid() -> None:
        for path in (place, *place.rglob("*")):
            path.chmod(0o555)
        _drop_rights()

    return forbid


def _drop_rights() -> None:
    """Give up passing over permissions, as the superuser can."""
    number = _CAPSET.get(os.uname().machine)
    if os.geteuid() == 0 and number is not None:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        has = int(next(line.split()[1] for line in status.splitlines() if line.startswith("CapPrm")), 16) & ~_RIGHTS
        low, high = has & 0xFFFFFFFF, has >> 32
        header, kept = (ctypes.c_uint32 * 2)(_VERSION_3, 0), (ctypes.c_uint32 * 6)(low, low, 0, high, high, 0)
        if ctypes.CDLL(None, use_errno=True).syscall(number, header, kept):
            raise OSError(ctypes.get_errno(), "capset")


def _mount(place: Path) -> bool:
    """Mount a small disk in memory there, where one may."""
    words = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _fill(place: Path) -> None:
    with open(place / "filler", "wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            return


def _remount(place: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)


def _undo(place: Path) -> None:
    """Make the place as it was."""
    if place.name == "read-only":
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
    for path in (place, *place.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (place / "filler").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
