"""Run the command as a process on a terminal of its own."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence

COMMAND = [sys.executable, "-m", "steelyard"]


def environment(**extra: str) -> dict[str, str]:
    """Return this process's environment without what decides on colours and widths."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return kept | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | extra


@contextlib.contextmanager
def terminal(columns: int = 200) -> Iterator[tuple[int, int]]:
    """Yield both ends of a pseudo-terminal: the one to read from, and the one a process writes to."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    try:
        yield ours, theirs
    finally:
        for end in (ours, theirs):
            with contextlib.suppress(OSError):
                os.close(end)


def read_all(end: int) -> str:
    """Read until the process at the other end is gone."""
    parts = []
    with contextlib.suppress(OSError):  # Linux says so with an error
        while part := os.read(end, 65536):
            parts.append(part)
    return b"".join(parts).decode()


def on_terminal(argv: Sequence[str], columns: int = 200, **extra: str) -> tuple[str, str]:
    """Run a command whose standard output is a terminal; return what it writes there, and to standard error."""
    with terminal(columns) as (ours, theirs):
        process = subprocess.Popen(
            [*COMMAND, *argv],
            stdout=theirs,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env=environment(**extra),
            text=True,
        )
        os.close(theirs)
        shown = read_all(ours)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0
    return shown, errors
