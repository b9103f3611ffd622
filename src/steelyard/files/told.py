"""What a command should say of how it read its files, on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["listening", "tell"]

_told: list[str] | None = None  # None outside a command


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
