"""Parse what a file says, where Python's own parsers raise more than one can guess: whole numbers, JSON, TOML."""

import json
from typing import Any

__all__ = ["MOST_LINES", "is_whole", "parse_json", "parse_toml"]

_DIGITS = 18  # whatever has as many fits in 64 bits
MOST_LINES = 10**9  # of any file: by a number above it no array is made
_DEEP = "it is nested too deeply"


def is_whole(text: str, least: int = 0, most: int = 10**_DIGITS) -> bool:
    """Say whether a text is a whole number that can be counted to: `int` takes it, and arrays hold it.

    Parameters
    ----------
    text : str
        Any.
    least, most : int, default 0 and 10**18
        What is meant.

    Returns
    -------
    bool
        ASCII digits without a sign, not over 18 of them.

    Examples
    --------
    >>> from steelyard.files.parsing import is_whole
    >>> [is_whole(text, 1) for text in ("7", "0", "-7", "٧", "9" * 5000)]
    [True, False, False, False, False]
    """
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS and least <= int(text) <= most


def parse_json(text: str | bytes, **hooks: Any) -> Any:
    """Parse JSON as `json.loads`; whatever is wrong with it is a ValueError.

    Parameters
    ----------
    text : str or bytes
        A whole document.
    **hooks
        As for `json.loads`.

    Returns
    -------
    any
        What it says.

    Raises
    ------
    ValueError
        It is no JSON, or is nested too deeply for Python.

    Examples
    --------
    >>> from steelyard.files.parsing import parse_json
    >>> parse_json('{"BLEU": 27.1}')
    {'BLEU': 27.1}
    >>> try:
    ...     parse_json("[" * 100_000)
    ... except ValueError as error:
    ...     print(error)
    it is nested too deeply
    """
    try:
        return json.loads(text, **hooks)
    except RecursionError as error:
        raise ValueError(_DEEP) from error


def parse_toml(text: str) -> dict[str, Any]:
    r"""Parse TOML as `tomllib.loads`; whatever is wrong with it is a ValueError.

    Parameters
    ----------
    text : str
        A whole document.

    Returns
    -------
    dict
        What it says.

    Raises
    ------
    ValueError
        It is no TOML, or is nested too deeply for Python.

    Examples
    --------
    >>> from steelyard.files.parsing import parse_toml
    >>> parse_toml('[tasks.en-de]\nsystems = ["a.txt"]')
    {'tasks': {'en-de': {'systems': ['a.txt']}}}
    """
    import tomllib  # few commands read any

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError(_DEEP) from error
