"""The first letters of words."""

from steelyard.errors import SpecError
from steelyard.files.parsing import is_whole
from steelyard.text.views.base import View, ViewKind

__all__ = ["PREFIX"]

_MOST_LETTERS = 99


def _make(argument: str) -> View:
    if not (is_whole(argument, 1) and int(argument) <= _MOST_LETTERS):
        raise SpecError(f"Cannot read the view 'prefix:{argument}': write prefix:N, with N from 1 to {_MOST_LETTERS}.")
    n = int(argument)
    return View(f"prefix:{n}", of_word=lambda word: word[:n])


PREFIX = ViewKind(
    "prefix:N",
    "the first N letters of every word, which stand for its base form where nothing better is at hand: `prefix:4`",
    _make,
)
