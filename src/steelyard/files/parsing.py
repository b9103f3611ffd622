"""Parse what a file says, where Python's own parsers raise more than one can guess: whole numbers, JSON, TOML."""

import json
import re
from typing import Any

__all__ = ["MOST_LINES", "is_whole", "may_have_halves", "parse_json", "parse_toml"]

_DIGITS = 18  # whatever has as many fits in 64 bits
MOST_LINES = 10**9  # of any file: by a number above it no array is made
_DEEP = "it is nested too deeply"
_MOST_DIGITS = 308  # of a whole number: with more it is no float
_ALONE = "half of a character stands alone (a surrogate), which is no text"
_LONG = b"0" * (_MOST_DIGITS + 1)
_AS_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of two, as characters beyond the first plane are written, or alone


def is_whole(text: str, least: int = 0, most: int = 10**_DIGITS) -> bool:
    """Say whether a text is a whole number that can be counted to: `int` takes it, and arrays hold it.

    Returns: ASCII digits without a sign, not over 18 of them.

    Examples
    --------
    >>> from steelyard.files.parsing import is_whole
    >>> [is_whole(text, 1) for text in ("7", "0", "-7", "٧", "9" * 5000)]
    [True, False, False, False, False]
    """
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS and least <= int(text) <= most


def parse_json(text: str | bytes, *, is_ours: bool = False, **hooks: Any) -> Any:
    """Parse JSON as `json.loads`; whatever is wrong with it is a ValueError, and whole numbers are floats, or infinite.

    `is_ours`: it was written by a program of ours: names of files that are no text are kept as halves of characters.

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
    if isinstance(text, bytes):  # `json.loads` would let halves of characters in
        text = text.decode(json.detect_encoding(text))
    if len(text) > _MOST_DIGITS and _LONG in _zeros(text):
        hooks = {"parse_int": _number} | hooks
    try:
        found = json.loads(text, **hooks)
        if not is_ours and may_have_halves(text):
            _zeros(json.dumps(found, ensure_ascii=False))
    except RecursionError as error:
        raise ValueError(_DEEP) from error
    return found


def may_have_halves(text: str) -> bool:
    """Say whether JSON has escapes of halves of characters, which come in pairs or are an error."""
    return "\\u" in text and _HALF.search(text) is not None


def _zeros(text: str) -> bytes:
    """Return a text with all its digits as zeros, so that a run of them can be looked for; ValueError if it is none."""
    try:
        return text.encode().translate(_AS_ZEROS)
    except UnicodeEncodeError:
        raise ValueError(_ALONE) from None


def _number(text: str) -> float:
    """Return a whole number, or infinity where it is no float, as Python makes it of 1e400."""
    return int(text) if len(text.lstrip("-")) <= _MOST_DIGITS else float(text)


def parse_toml(text: str) -> dict[str, Any]:
    r"""Parse TOML as `tomllib.loads`; whatever is wrong with it is a ValueError.

    Examples
    --------
    >>> from steelyard.files.parsing import parse_toml
    >>> parse_toml('[tasks.en-de]\nsystems = ["a.txt"]')
    {'tasks': {'en-de': {'systems': ['a.txt']}}}
    """
    import tomllib  # few commands read any

    try:
        found = tomllib.loads(text)
    except RecursionError as error:
        raise ValueError(_DEEP) from error
    return {name: _with_infinities(value) for name, value in found.items()}


def _with_infinities(value: Any) -> Any:
    """Put infinity in the place of whole numbers that are no floats, wherever they stand in a file, which is short."""
    if isinstance(value, dict):
        return {name: _with_infinities(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_with_infinities(one) for one in value]
    return _number(str(value)) if isinstance(value, int) and not isinstance(value, bool) else value
