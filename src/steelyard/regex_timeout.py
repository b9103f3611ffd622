"""Patterns that take too long: repeats inside repeats can take time that doubles with every character."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from steelyard.errors import DataError

__all__ = ["limited_patterns"]

_SECONDS = 10.0  # for one search; what ends at all takes milliseconds


@contextmanager
def limited_patterns() -> Iterator[Callable[[str], None]]:
    """Give up a search that takes over ten seconds.

    Yields
    ------
    function
        To be told, before each search, whose pattern it is and what it reads. Where nothing can interrupt a search, on
        Windows and outside the main thread, or where the timer of this process is somebody else's, it does nothing.

    Raises
    ------
    DataError
        A search took too long.

    Examples
    --------
    >>> import re
    >>> from steelyard.regex_timeout import limited_patterns
    >>> with limited_patterns() as begin:
    ...     begin("items.json, item 3: a pattern on line 2")
    ...     re.search("a|b", "b")
    <re.Match object; span=(0, 1), match='b'>
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or any(signal.getitimer(signal.ITIMER_REAL))
    ):
        yield lambda what: None
        return
    latest, began = "", time.monotonic()

    def begin(what: str) -> None:
        nonlocal latest, began
        latest, began = what, time.monotonic()

    def look(number: int, frame: FrameType | None) -> None:
        if time.monotonic() - began > _SECONDS:
            raise DataError(
                f"{latest} took over {_SECONDS:g} s and was given up. Repeats inside repeats, such as (a+)+, take time "
                "that doubles with every character: write the pattern in another way."
            )

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS / 10, _SECONDS / 10)
    try:
        yield begin
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
