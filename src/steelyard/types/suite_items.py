"""Items of test suites: a source that is hard in one way, and how its right and wrong translations are told."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["SuiteItem", "compile_pattern"]


@dataclass(frozen=True, slots=True)
class SuiteItem:
    """An item of a test suite.

    Attributes
    ----------
    segment : int
        Line of the outputs, from 1.
    phenomenon : str
        What is hard about it.
    right, wrong : tuple of re.Pattern
        Regular expressions, given as text or compiled: an output in which one of them is found is right, or wrong.
    category : str
        Of the phenomenon; may be empty.
    source : str
        What is translated; may be empty.
    listed_right, listed_wrong : frozenset of str
        Whole outputs that people judged; these win over patterns.
    neither : {"undecided", "right", "wrong"}
        What an output is in which no pattern is found.
    id : str
        What the suite calls the item.
    place : str
        Where it was read, for messages.

    Raises
    ------
    DataError
        A pattern does not compile; the message has the place and the position in the pattern.

    Examples
    --------
    >>> from steelyard.types import SuiteItem
    >>> item = SuiteItem(1, "negation", right=("not",), source="Er kam nicht.")
    >>> [bool(pattern.search("He did not come.")) for pattern in item.right]
    [True]
    """

    segment: int
    phenomenon: str
    right: Sequence[str | re.Pattern[str]] = ()
    wrong: Sequence[str | re.Pattern[str]] = ()
    category: str = ""
    source: str = ""
    listed_right: frozenset[str] = frozenset()
    listed_wrong: frozenset[str] = frozenset()
    neither: str = "undecided"
    id: str = ""
    place: str = field(default="", compare=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Compile patterns, and refuse what cannot be."""
        for side in ("right", "wrong"):
            given = getattr(self, side)
            if isinstance(given, str):
                raise DataError(f"{self._named}: {side} is a single text; give a tuple of patterns.")
            object.__setattr__(self, side, tuple(self._compiled(pattern, side) for pattern in given))
            listed = f"listed_{side}"
            object.__setattr__(self, listed, frozenset(text.strip() for text in getattr(self, listed)))
        if self.neither not in ("undecided", "right", "wrong"):
            raise DataError(f"{self._named}: neither is undecided, right or wrong, not {self.neither!r}.")

    @property
    def _named(self) -> str:
        return self.place or f"The item {self.id or self.segment}"

    def _compiled(self, pattern: str | re.Pattern[str], side: str) -> re.Pattern[str]:
        return compile_pattern(pattern, f"{self._named}, pattern for {side}") if isinstance(pattern, str) else pattern


def compile_pattern(pattern: str, place: str) -> re.Pattern[str]:
    """Compile a regular expression.

    Parameters
    ----------
    pattern : str
        As Python's ``re`` has them.
    place : str
        Where it stands, for messages.

    Returns
    -------
    re.Pattern
        The same object for the same text.

    Raises
    ------
    DataError
        It does not compile; the message has the place and the position in the pattern.

    Examples
    --------
    >>> from steelyard.types import compile_pattern
    >>> compile_pattern("a|b", "items.json, item 3")
    re.compile('a|b')
    """
    try:
        return _compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        at = f", position {error.pos + 1}" if isinstance(error, re.error) and error.pos is not None else ""
        what = error.msg if isinstance(error, re.error) else str(error)
        shown = pattern if len(pattern) <= 200 else f"{pattern[:200]}..."
        raise DataError(f"{place}{at}: {shown!r} does not compile: {what}.") from error


@lru_cache(maxsize=65536)
def _compile(pattern: str) -> re.Pattern[str]:
    """Compile each pattern once: suites repeat them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of "[[": what it means today is what suites mean
        return re.compile(pattern)
