"""What systems are called by the files of their outputs, and in which order files come."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["default_names", "first_double", "in_order"]

_EXTENSIONS = re.compile(r"(?<!\d)\.|\.(?!\d)")


def default_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files: without folder and extensions where that keeps the names apart.

    A dot between digits is part of a name: runs/llama-3.5.ja is llama-3.5.

    Examples
    --------
    >>> from steelyard.files.names import default_names
    >>> default_names(["runs/base.en", "runs/new.en"])
    ['base', 'new']
    """
    stems = [_EXTENSIONS.split(os.path.basename(path), maxsplit=1)[0] or path for path in paths]
    if len(set(stems)) == len(stems):
        return stems
    names = [os.path.basename(path) for path in paths]
    extensions = {os.path.splitext(name)[1] for name in names}
    if len(extensions) == 1:  # one for all: sys.opt0.en and sys.opt1.en are sys.opt0 and sys.opt1
        shorter = [os.path.splitext(name)[0] for name in names]
        if len(set(shorter)) == len(shorter):
            return shorter
    return names if len(set(names)) == len(names) else list(paths)


def first_double(names: Iterable[str]) -> str | None:
    """Return the first name that stands twice, in time with their number.

    Examples
    --------
    >>> from steelyard.files.names import first_double
    >>> first_double(["base", "new", "base"]), first_double(["base"])
    ('base', None)
    """
    return next((name for name, n in Counter(names).items() if n > 1), None)


def in_order(paths: Iterable[str]) -> list[str]:
    """Sort paths by their letters and by the numbers in them: part 2 comes before part 10.

    Examples
    --------
    >>> from steelyard.files.names import in_order
    >>> in_order(["part-10.csv", "part-2.csv", "part-02.csv"])
    ['part-02.csv', 'part-2.csv', 'part-10.csv']
    """

    def key(path: str) -> tuple[list[tuple[str, int, str]], str]:
        parts = re.split(r"([0-9]+)", path)
        numbers = [*parts[1::2], ""]
        return [
            (letters, len(number.lstrip("0")), number.lstrip("0"))  # of any length: no number is made of it
            for letters, number in zip(parts[::2], numbers, strict=True)
        ], path

    return sorted(paths, key=key)
