"""What systems are called by the files of their outputs, and in which order files come."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

__all__ = ["default_names", "first_double", "in_order", "names_known", "some_of"]

_EXTENSIONS = re.compile(r"(?<!\d)\.|\.(?!\d)")


def default_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files: without folder, and without the extensions that all of several files share.

    A dot between digits is part of a name: runs/llama-3.5.ja is llama-3.5. Where files share no extension, or there is
    one, a name ends at its first dot, if that keeps the names apart.

    Examples
    --------
    >>> from steelyard.files.names import default_names
    >>> default_names(["runs/base.en", "runs/new.en"])
    ['base', 'new']
    >>> default_names(["runs/Online-A.en", "runs/Allegro.eu.en"])
    ['Online-A', 'Allegro.eu']
    """
    names = [os.path.basename(path) for path in paths]
    shared = _shared_extensions(names)
    if shared and len(set(names)) == len(names):
        return [name.removesuffix(shared) for name in names]
    stems = [_EXTENSIONS.split(name, maxsplit=1)[0] or path for name, path in zip(names, paths, strict=True)]
    if len(set(stems)) == len(stems):
        return stems
    return names if len(set(names)) == len(names) else list(paths)


def some_of(names: Sequence[str], most: int = 4) -> str:
    """List names for a message, and say how many more there are."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most:,} more" if len(names) > most else shown


def _shared_extensions(names: Sequence[str]) -> str:
    """Return what several names end with, from a dot on, such as ``.detok.en``; something stands before it in each."""
    parts = [_EXTENSIONS.split(name)[::-1] for name in dict.fromkeys(names)]
    if len(parts) == 1:
        return ""
    shared = [of_all[0] for of_all in takewhile(lambda one: len(set(one)) == 1, zip(*parts, strict=False))]
    while shared and any(len(one) == len(shared) or not "".join(one[len(shared) :]) for one in parts):
        shared.pop()
    return "".join(f".{one}" for one in reversed(shared))


def names_known(paths: Sequence[str], known: Collection[str]) -> list[str]:
    """Name systems after their files, and as they are known where more of a file's name says it.

    Examples
    --------
    >>> from steelyard.files.names import names_known
    >>> names_known(["runs/Allegro.eu.en"], ["Allegro.eu"]), names_known(["runs/Allegro.eu.en"], [])
    (['Allegro.eu'], ['Allegro'])
    """
    named = []
    for path, name in zip(paths, default_names(paths), strict=True):
        base = os.path.basename(path)
        longer = (one for one in (os.path.splitext(base)[0], base) if one in known)
        named.append(name if name in known else next(longer, name))
    return named if len(set(named)) == len(set(paths)) else default_names(paths)


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
