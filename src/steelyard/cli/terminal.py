"""What the terminal gets: colours where they are wanted, progress where work takes long."""

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from steelyard.cli.streams import say
from steelyard.files.told import watching

__all__ = ["console", "heartbeat", "progress_bar", "reading_bar"]

_WIDE = 10_000  # a table takes what it needs: a narrow terminal wraps lines, and no number is cut
_PATIENCE = 1.0  # seconds of work before progress shows
_EVERY = 10.0  # seconds between lines where there is no terminal
_last_shown = 0.0  # when progress was shown, so that a heartbeat says nothing beside it


def console(arguments: argparse.Namespace) -> Any:
    """Return a Rich console for a terminal that wants colours, else None: plain text."""
    if sys.stdout is None or not sys.stdout.isatty() or arguments.no_color or os.environ.get("NO_COLOR"):
        return None
    from rich.console import Console

    return Console(file=sys.stdout, width=_WIDE, highlight=False)


@contextmanager
def progress_bar(arguments: argparse.Namespace) -> Iterator[Callable[[int, int], None] | None]:
    """Give a callback that says on standard error how far work has come; None where it is to be quiet.

    On a terminal that is a bar, once work has taken a second, elsewhere a line every ten seconds.
    """
    if arguments.quiet or sys.stderr is None:
        yield None
    elif not sys.stderr.isatty():
        yield _lines()
    else:
        with _bar(arguments, "resampling") as update:
            yield update


@contextmanager
def heartbeat(arguments: argparse.Namespace) -> Iterator[None]:
    """Say that work goes on where no progress shows: each second on a terminal, elsewhere a line every ten seconds."""
    if getattr(arguments, "quiet", False) or sys.stderr is None:
        yield
        return
    start, stream, is_terminal = time.monotonic(), sys.stderr, sys.stderr.isatty()
    every = _PATIENCE if is_terminal else _EVERY
    is_over = threading.Event()
    is_drawn = False

    def beat() -> None:
        nonlocal is_drawn
        while not is_over.wait(every):
            now = time.monotonic()
            if now - _last_shown < every:
                is_drawn = False  # a bar took the line
            elif is_terminal:
                is_drawn = True
                _draw(stream, f"\r\x1b[Kworking for {now - start:.0f} s\r")  # what is said next takes its place
            else:
                _draw(stream, f"steelyard: working for {now - start:.0f} s\n")

    # A thread, as long work in NumPy lets others go on; processes are spawned, so that none is copied with it.
    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        is_over.set()
        beating.join()
        if is_drawn:
            _draw(stream, "\r\x1b[K")


def _draw(stream: TextIO, text: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it any more
        stream.write(text)
        stream.flush()


def _note_progress() -> None:
    global _last_shown  # noqa: PLW0603  # of this process, as its terminal is
    _last_shown = time.monotonic()


@contextmanager
def reading_bar(arguments: argparse.Namespace) -> Iterator[None]:
    """Show on a terminal how much of a file is read, once the command has taken a second."""
    if getattr(arguments, "quiet", False) or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    with _bar(arguments, "reading") as update, watching(update):
        yield


@contextmanager
def _bar(arguments: argparse.Namespace, what: str) -> Iterator[Callable[[int, int], None]]:
    start = time.monotonic()
    bar: Any = None
    task: Any = None

    def update(done: int, total: int) -> None:
        nonlocal bar, task
        if bar is None:
            if time.monotonic() - start < _PATIENCE or done >= total:
                return
            from rich.console import Console
            from rich.progress import Progress

            is_plain = getattr(arguments, "no_color", False) or bool(os.environ.get("NO_COLOR"))
            bar = Progress(console=Console(stderr=True, no_color=is_plain), transient=True)
            bar.start()
            task = bar.add_task(what, total=total)
        bar.update(task, completed=done, total=total)
        _note_progress()
        if done >= total:  # another may be drawn next: two would be drawn over each other
            stop()

    def stop() -> None:
        nonlocal bar
        if bar is not None:
            bar.stop()
            bar = None

    try:
        yield update
    finally:
        stop()


def _lines() -> Callable[[int, int], None]:
    """Return a callback for logs, which loads what it needs when there is work to tell of."""
    told: Any = None

    def update(done: int, total: int) -> None:
        nonlocal told
        if told is None:
            from steelyard.progress import log_lines

            told = log_lines(_say_progress)
        told(done, total)

    return update


def _say_progress(line: str) -> None:
    _note_progress()
    say(line)
