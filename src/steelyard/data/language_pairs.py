"""Judgements of several language pairs in one file: one is taken, or asked for, and they are never put together."""

from collections.abc import Sequence
from typing import TypeVar

from steelyard.errors import AskError, DataError

__all__ = ["only_pair"]

Row = TypeVar("Row")
Pair = tuple[str, str]


def only_pair(rows: Sequence[Row], pairs: Sequence[Pair], wanted: Pair | None, path: str) -> list[Row]:
    """Keep the rows of a language pair.

    Parameters
    ----------
    rows, pairs : sequences
        What was judged, and source and target of each, as the file spells them.
    wanted : (str, str), optional
        The pair that was asked for; needed where there are several.
    path : str
        For messages.

    Raises
    ------
    AskError
        There are several, and none was asked for.
    DataError
        There is not the one that was.

    Examples
    --------
    >>> from steelyard.data.language_pairs import only_pair
    >>> only_pair([70, 80], [("en", "de"), ("en", "is")], ("en", "is"), "ratings.csv")
    [80]
    """
    known = list(dict.fromkeys(pairs))
    if wanted is None:
        if len(known) > 1:
            flags = [("--languages", f"{source}-{target}") for source, target in known]
            raise AskError(f"{path} has judgements of {len(known)} language pairs.", flags)
        return list(rows)
    if wanted not in known:
        has = ", ".join(f"{source}-{target}" for source, target in known) or "none"
        raise DataError(f"{path} has no judgement of {'-'.join(wanted)}. It has {has}.")
    return [row for row, pair in zip(rows, pairs, strict=True) if pair == wanted]
