"""Words that every sentence about a result needs."""

from collections.abc import Mapping
from typing import Any

__all__ = ["SINGLE_UNITS", "counted", "none_of", "word_for_segment"]

SINGLE_UNITS = ("segment", "item")
"""Units that are a single output each."""


def counted(n: int, noun: str) -> str:
    """Say how many there are.

    Parameters
    ----------
    n : int
        How many.
    noun : str
        Of what, for one; its plural takes an s.

    Returns
    -------
    str
        Such as ``"1 rater"`` and ``"1,002 segments"``.

    Examples
    --------
    >>> from steelyard.results import counted
    >>> counted(1, "rater"), counted(1002, "segment")
    ('1 rater', '1,002 segments')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def none_of(n: int, noun: str) -> str:
    """Name none of several things, as the subject of a sentence.

    Parameters
    ----------
    n : int
        How many there are.
    noun : str
        What each is.

    Returns
    -------
    str
        ``"neither pair"`` of two, else such as ``"none of the 3 pairs"``.

    Examples
    --------
    >>> from steelyard.results import none_of
    >>> none_of(2, "pair"), none_of(3, "pair")
    ('neither pair', 'none of the 3 pairs')
    """
    return f"neither {noun}" if n == 2 else f"none of the {counted(n, noun)}"


def word_for_segment(method: Mapping[str, Any]) -> str:
    """Return what the method of a result calls a single output.

    Parameters
    ----------
    method : mapping
        As results store it.

    Returns
    -------
    str
        ``"segment"``; ``"item"`` where there were scores without texts; ``"block"`` or ``"document"`` where segments
        were summed before.

    Examples
    --------
    >>> from steelyard.results import word_for_segment
    >>> word_for_segment({"n_segments": 5}), word_for_segment({"n_segments": 5, "segments_are": "items"})
    ('segment', 'item')
    """
    return str(method.get("segments_are", "segments")).removesuffix("s")
