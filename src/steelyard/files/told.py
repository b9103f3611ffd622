"""What a command should say of how it reads its files, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["advance", "listening", "tell", "watching"]

_told: list[str] | None = None  # None outside a command
_watcher: Callable[[int, int], None] | None = None


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect what is told inside this context, each sentence once: commands run in it.

    Examples
    --------
    >>> from steelyard.files.told import listening, tell
    >>> with listening() as told:
    ...     tell("ratings.csv: numbers have decimal commas")
    >>> told
    ['ratings.csv: numbers have decimal commas']
    """
    global _told  # noqa: PLW0603  # one command runs in a process, on several threads
    before, _told = _told, []
    try:
        yield _told
    finally:
        _told = before


def tell(sentence: str) -> None:
    """Tell how a file was read; in Python, outside a command, nobody listens.

    Parameters
    ----------
    sentence : str
        Without a full stop.
    """
    if _told is not None and sentence not in _told:
        _told.append(sentence)


@contextmanager
def watching(update: Callable[[int, int], None]) -> Iterator[None]:
    """Call `update` with bytes read and bytes in all while files are read inside this context."""
    global _watcher  # noqa: PLW0603  # as above
    before, _watcher = _watcher, update
    try:
        yield
    finally:
        _watcher = before


def advance(done: int, total: int) -> None:
    """Say how much of a file is read; nobody watches in Python, nor where there is no terminal."""
    if _watcher is not None:
        _watcher(done, total)
