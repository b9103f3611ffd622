"""What the terminal gets: colours where they are wanted, progress where work takes long."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from steelyard.cli.streams import say
from steelyard.files.told import watching

__all__ = ["console", "progress_bar", "reading_bar"]

_WIDE = 10_000  # a table takes what it needs: a narrow terminal wraps lines, and no number is cut
_PATIENCE = 1.0  # seconds of work before progress shows


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

            told = log_lines(say)
        told(done, total)

    return update
