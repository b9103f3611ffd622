"""What checks look at, and how each says what it found."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import Severity
from steelyard.reprs import short_repr
from steelyard.text.reading import Reading
from steelyard.text.writing_systems import may_be_spaceless, spaceless

__all__ = ["CHECKS", "Check", "InspectedSet", "InspectedText", "Observation", "check", "in_words", "middle"]

Cure = Callable[[Reading], bool]
Role = Literal["reference", "system", "sources", "documents"]
_SAMPLE = 100  # lines by which the script of a text is known
_BLOCK = 10_000  # lines whose characters are counted at once


@dataclass(frozen=True, eq=False)
class InspectedText:
    r"""A text as it stands in its file, right or wrong.

    Attributes
    ----------
    name : str
        Of the system, or the path of the file.
    role : str
        reference, system, sources or documents.
    lines : tuple of str
        Split at LF and CRLF; bytes that are no text are U+FFFD.
    path : str
        Of the file, if there is one.
    content : bytes or None
        Of the file, unpacked.
    undecodable : tuple of int
        Rows, from 0, with bytes that do not fit the encoding.
    encoding : str
        What the file was read as.
    numbers : sequence of int or None
        Of a sample, the row of each line in the whole text.

    Examples
    --------
    >>> from steelyard.text import InspectedText
    >>> InspectedText("mine", "system", ("one", "t\ufffdo")).rows_with("\ufffd")
    [1]
    """

    name: str
    role: Role
    lines: tuple[str, ...]
    path: str = ""
    content: bytes | None = None
    undecodable: tuple[int, ...] = ()
    encoding: str = "utf-8"
    numbers: Sequence[int] | None = None

    __repr__ = short_repr

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How often each character stands in the text."""
        found = np.zeros(0, dtype=np.int64)
        for start in range(0, len(self.lines), _BLOCK):
            joined = "".join(self.lines[start : start + _BLOCK])
            codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            here = np.bincount(codes, minlength=len(found))
            here[: len(found)] += found
            found = here
        present = np.flatnonzero(found)
        return dict(zip(map(chr, present.tolist()), found[present].tolist(), strict=True))

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """Every character of the text: most checks need to look no further."""
        return frozenset(self.counts)

    def row_of(self, place: int) -> int:
        """Return the row of the whole text that stands at a place of this one."""
        return place if self.numbers is None else self.numbers[place]

    def sample(self, rows: Sequence[int]) -> "InspectedText":
        """Return the text of some rows."""
        lines = tuple(map(self.lines.__getitem__, rows))
        return InspectedText(self.name, self.role, lines, self.path, encoding=self.encoding, numbers=rows)

    def rows_with(self, characters: Iterable[str]) -> list[int]:
        """Return the rows that hold one of these characters."""
        present = self.alphabet.intersection(characters)
        if not present:
            return []
        return self.rows_matching(f"[{''.join(map(re.escape, sorted(present)))}]")

    def rows_matching(self, pattern: str) -> list[int]:
        """Return the rows in which a pattern is found; patterns are compiled when they are first used."""
        search = re.compile(pattern).search
        return [row for row, line in enumerate(self.lines) if search(line)]

    def word_counts(self) -> list[int]:
        """Return how many words each line has; where spaces alone part them, as nearly everywhere, they are counted."""
        if any(one.isspace() and one != " " for one in self.alphabet):
            return [len(line.split()) for line in self.lines]
        return [
            line.count(" ") + 1 if line and "  " not in line and line[0] != " " != line[-1] else len(line.split())
            for line in self.lines
        ]

    @cached_property
    def is_spaceless(self) -> bool:
        """Whether most lines are in a script that is written without spaces between words, such as Chinese."""
        if not may_be_spaceless(self.alphabet):
            return False
        found = spaceless([self.lines[:: max(1, len(self.lines) // _SAMPLE)]])
        return found is not None and found.is_most


def middle(values: Sequence[float] | NDArray[np.float64]) -> float:
    """Return the median; NumPy's own loads masked arrays, which takes longer than to look at a small test set."""
    ordered = np.sort(values)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


@dataclass(frozen=True, eq=False)
class InspectedSet:
    """References, systems and what goes with them, as they stand in their files.

    Attributes
    ----------
    references, systems : tuple of InspectedText
        In the order given.
    sources, documents : InspectedText or None
        If given.
    memory : dict
        What one check found out and others need.

    Examples
    --------
    >>> from steelyard.text import InspectedSet, InspectedText
    >>> data = InspectedSet((InspectedText("ref", "reference", ("a", "b")),), (InspectedText("x", "system", ("a",)),))
    >>> data.n_segments, [text.name for text in data.whole]
    (2, [])
    """

    references: tuple[InspectedText, ...]
    systems: tuple[InspectedText, ...]
    sources: InspectedText | None = None
    documents: InspectedText | None = None
    memory: dict[str, object] = field(default_factory=dict)

    __repr__ = short_repr

    @property
    def n_segments(self) -> int:
        """Lines of the first text."""
        return len(self.yardstick.lines)

    @property
    def yardstick(self) -> InspectedText:
        """What others are held against: the first reference; without any the source, or else the first system."""
        return (self.references or (() if self.sources is None else (self.sources,)) or self.systems)[0]

    @property
    def texts(self) -> tuple[InspectedText, ...]:
        """All texts that are language: references, systems, sources."""
        return (*self.references, *self.systems, *([] if self.sources is None else [self.sources]))

    def sample(self, rows: Sequence[int]) -> "InspectedSet":
        """Return the set of some segments; all texts must have a line for each."""
        sources = None if self.sources is None else self.sources.sample(rows)
        references, systems = (tuple(one.sample(rows) for one in texts) for texts in (self.references, self.systems))
        return InspectedSet(references, systems, sources)

    @property
    def whole(self) -> list[InspectedText]:
        """Systems with a line for every segment."""
        return [system for system in self.systems if len(system.lines) == self.n_segments]

    @property
    def full_references(self) -> list[InspectedText]:
        """References with a line for every segment; the source where there is no reference."""
        beside = () if self.sources is None else (self.sources,)
        return [text for text in self.references or beside if len(text.lines) == self.n_segments]

    @property
    def beside(self) -> str:
        """What outputs are held against, in words."""
        return "the references" if self.references else "the source"

    @cached_property
    def reference_rows(self) -> list[tuple[str, ...]]:
        """The references of every segment, or its source; a reference of another length is left out."""
        if not self.full_references:
            return [()] * self.n_segments
        return list(zip(*(text.lines for text in self.full_references), strict=True))

    @property
    def source_rows(self) -> tuple[str, ...] | None:
        """The source of every segment, where there is one for each."""
        if self.sources is None or len(self.sources.lines) != self.n_segments:
            return None
        return self.sources.lines


@dataclass(frozen=True, slots=True)
class Observation:
    """What a check saw in one text.

    Attributes
    ----------
    severity : str
        error, warning or note.
    text : InspectedText
        Where.
    message : str
        What is there, without a full stop.
    fix : str
        What to do: a sentence, the same for every text with this problem.
    rows : sequence of int
        From 0; empty if it is the text as a whole.

    Examples
    --------
    >>> from steelyard.text import InspectedText, Observation
    >>> text = InspectedText("x", "system", ("", "a"))
    >>> Observation("warning", text, "empty", "Look at them.", [0]).rows
    [0]
    """

    severity: Severity
    text: InspectedText
    message: str
    fix: str
    rows: Sequence[int] = ()

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Check:
    """A named question to a test set.

    Attributes
    ----------
    name : str
        As in ``--only``.
    summary : str
        What it looks for.
    look : callable
        From an `InspectedSet` to observations.
    is_of_lines : bool, default False
        Whether a sample of lines shows what makes scores mean something else, so that every command looks.
    cured_by : callable, optional
        Says of a reading whether what is found makes no difference to it.
    only : str, default ""
        What test sets it looks at, where not at all: those with ``"references"``, with ``"no references"``, or with
        ``"sources"``.

    Examples
    --------
    >>> from steelyard.text import CHECKS
    >>> CHECKS["casing"].summary
    'a text in lower case, or in capitals, where the references are not'
    """

    name: str
    summary: str
    look: Callable[[InspectedSet], Iterator[Observation]]
    is_of_lines: bool = False
    cured_by: Cure | None = None
    only: Literal["", "references", "no references", "sources"] = ""

    __repr__ = short_repr


CHECKS: dict[str, Check] = {}
Look = Callable[[InspectedSet], Iterator[Observation]]


def check(
    name: str,
    summary: str,
    *,
    is_of_lines: bool = False,
    cured_by: Cure | None = None,
    only: Literal["", "references", "no references", "sources"] = "",
) -> Callable[[Look], Look]:
    """Register a check under its name."""

    def register(look: Look) -> Look:
        CHECKS[name] = Check(name, summary, look, is_of_lines, cured_by, only)
        return look

    return register


def in_words(n: int, noun: str = "line") -> str:
    """Write a number of things."""
    return f"{n:,} {noun}" + ("" if n == 1 else "s")
