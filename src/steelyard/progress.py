"""How far long work has come: a line every ten seconds in logs, a bar in notebooks, or what the caller gives."""

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["log_lines", "shown_progress"]

Progress = Callable[[int, int], None]  # called with steps done and steps in all
_PATIENCE = 1.0  # seconds of work before a bar shows
_EVERY = 10.0  # seconds between lines of a log


def log_lines(say: Callable[[str], None]) -> Progress:
    """Return a callback that says every ten seconds how much is done; work that is over sooner says nothing."""
    start = last = time.monotonic()

    def update(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY and done < total:
            last = now
            spent = now - start
            left = spent * (total - done) / max(done, 1)
            how_far = f"{done:,} of {total:,} steps ({done / total:.0%})"
            say(f"steelyard: {how_far} after {spent:.0f} s, about {left:.0f} s left")

    return update


@contextmanager
def shown_progress(asked: Progress | bool | None) -> Iterator[Progress | None]:
    """Give the callback that was asked for.

    True shows a bar by `tqdm.auto`, or lines where tqdm is not installed; None does so in notebooks alone; False shows
    nothing.
    """
    if callable(asked):
        yield asked
    elif asked is False or (asked is None and "ipykernel" not in sys.modules):
        yield None
    else:
        try:
            with warnings.catch_warnings():  # without ipywidgets it warns, and draws its bar as text
                warnings.simplefilter("ignore")
                from tqdm.auto import tqdm
        except ImportError:
            yield log_lines(_print_error)
            return
        with _bar(tqdm) as update:
            yield update


@contextmanager
def _bar(make: Callable[..., Any]) -> Iterator[Progress]:
    """Draw a bar of tqdm's once work has taken a second."""
    start, bar = time.monotonic(), None

    def update(done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            if time.monotonic() - start < _PATIENCE or done >= total:
                return
            bar = make(total=total, desc="steelyard", leave=False)
        bar.total = total
        bar.n = done
        bar.refresh()

    try:
        yield update
    finally:
        if bar is not None:
            bar.close()


def _print_error(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
