"""A look at texts that is cheap enough for every command: what deserves a check, told by equality and by samples.

Nothing is judged here. What looks suspicious goes to the check of that name, which looks at all lines; a test set
that is as it should be costs some milliseconds.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import compress
from operator import eq

import numpy as np
from numpy.typing import NDArray

__all__ = ["suspicions"]

Lines = Sequence[str]
Sets = list[frozenset[str]]

_FEWEST = 5  # segments: fewer are alike, or empty, by chance
_FEWEST_TO_ALIGN = 10
_REFERENCE_SHARE = 0.25  # as the checks have them
_SOURCE_SHARE = 0.05  # names and addresses may stay as they are
_SAMPLE = 32  # lines of a text that are compared with others
_BEGINNING = 200  # characters of a line: enough to know it by
_PARTS = 4  # of the sample: a shift from some line on leaves the part before it as it was
_OFFSETS = (-2, -1, 1, 2)
_BESIDE = 0.15  # in Dice's coefficient of words: more, and a line fits a neighbour's reference better than its own
_ALIKE = 0.06  # matching lines share more than lines that do not belong together, by this much
_SPACELESS = 12  # characters per word
_FREQUENT = 20  # words of the reference that every text of its language has
_FEWEST_WORDS = 100
_SHARE = 0.6  # of the frequent words' share in the reference
_OVERLAP = 0.6  # of two texts' letters, by stretches of code points
_LETTERS = 0x41


def suspicions(
    references: Sequence[Lines], systems: Mapping[str, Lines], sources: Lines | None = None
) -> dict[str, list[str]]:
    """Name the systems that a check should look at, by check.

    Parameters
    ----------
    references : sequence of sequence of str
        Of one length, that of all systems.
    systems : mapping of str to sequence of str
        Outputs by name.
    sources : sequence of str, optional
        What was translated.

    Returns
    -------
    dict of str to list of str
        Empty where nothing looks odd.

    Examples
    --------
    >>> from steelyard.text.first_look import suspicions
    >>> reference = ["It is late.", "Good.", "Where is the ferry?", "Yes.", "It left."]
    >>> suspicions([reference], {"ours": ["It's late.", "", "Where's the ferry?", "Yes.", "It has left."]})
    {'empty': ['ours']}
    """
    found: dict[str, list[str]] = {}
    n = len(references[0])
    if n < _FEWEST:
        return found

    def suspect(check: str, *names: str) -> None:
        found.setdefault(check, []).extend(names)

    seen: dict[int, str] = {}
    for name, lines in systems.items():
        if not all(map(str.strip, lines)):
            suspect("empty", name)
        if any(sum(map(eq, lines, reference)) >= _REFERENCE_SHARE * n for reference in references):
            suspect("copied-reference", name)
        if sources is not None and sum(map(eq, lines, sources)) >= _SOURCE_SHARE * n:
            suspect("copied-source", name)
        first = seen.setdefault(hash(tuple(lines)), name)
        if first != name:
            suspect("same-texts", first, name)
        if "\t" in lines[0] and "\t" in lines[-1]:
            suspect("columns", name)
    if n >= _FEWEST_TO_ALIGN:
        found |= {"alignment": names} if (names := _misplaced(references[0], systems)) else {}
    beginnings = {name: _some(lines) for name, lines in systems.items()}
    for check, names in _foreign(_some(references[0]), beginnings).items():
        suspect(check, *names)
    return found


def _misplaced(reference: Lines, systems: Mapping[str, Lines]) -> list[str]:
    """Name systems of which sampled lines are no more like their reference than like others."""
    n = len(reference)
    rows = range(0, n, max(1, n // _SAMPLE))
    is_spaceless = _is_spaceless([reference[row] for row in rows])
    here = _sets(reference, rows, is_spaceless)
    far = _sets(reference, [(row + n // 3) % n for row in rows], is_spaceless)
    beside = [_sets(reference, [min(max(row + offset, 0), n - 1) for row in rows], is_spaceless) for offset in _OFFSETS]
    is_odd = []
    for lines in systems.values():
        own = _sets(lines, rows, is_spaceless)
        likeness = _likeness(own, here)
        gains = likeness - _likeness(own, far)
        n_beside = int(np.sum(np.max([_likeness(own, others) for others in beside], axis=0) > likeness + _BESIDE))
        weakest = min(float(part.mean()) for part in np.array_split(gains, min(_PARTS, len(gains))))
        is_odd.append(weakest < _ALIKE or n_beside >= max(3, len(rows) // 10))
    return list(compress(systems, is_odd))


def _is_spaceless(lines: Lines) -> bool:
    return sum(map(len, lines)) > _SPACELESS * sum(len(line.split()) for line in lines)


def _sets(lines: Lines, rows: Sequence[int], is_spaceless: bool) -> Sets:
    """Return the words of lines; where no spaces stand between words, their characters."""
    beginnings = [lines[row][:_BEGINNING] for row in rows]
    return [frozenset(line) if is_spaceless else frozenset(line.split()) for line in beginnings]


def _likeness(one: Sets, other: Sets) -> NDArray[np.float64]:
    """Return Dice's coefficient of sets side by side."""
    return np.array([2 * len(a & b) / (len(a) + len(b) or 1) for a, b in zip(one, other, strict=True)])


def _foreign(reference: str, systems: Mapping[str, str]) -> dict[str, list[str]]:
    """Name systems whose letters lie elsewhere in Unicode than the reference's, or that lack its frequent words."""
    found: dict[str, list[str]] = {}
    wanted, words = _stretches(reference), reference.lower().split()
    frequent = {word for word, _ in Counter(words).most_common(_FREQUENT)}
    least = _SHARE * _share(words, frequent)
    for name, text in systems.items():
        own = _stretches(text)
        if own.any() and np.minimum(own, wanted).sum() < _OVERLAP:
            found.setdefault("script", []).append(name)
        spoken = text.lower().split()
        if min(len(words), len(spoken)) >= _FEWEST_WORDS and _share(spoken, frequent) < least:
            found.setdefault("language", []).append(name)
    return found


def _share(words: Sequence[str], some: Collection[str]) -> float:
    return sum(map(some.__contains__, words)) / max(len(words), 1)


def _some(lines: Lines) -> str:
    return "\n".join([line[:_BEGINNING] for line in lines[:: max(1, len(lines) // _SAMPLE)]])


def _stretches(text: str) -> NDArray[np.float64]:
    """Return shares of letters by stretches of code points: 128 long, and 8,192 from U+2000 on, where Han begins."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes = codes[codes >= _LETTERS]
    stretch = np.where(codes < 0x2000, codes >> 7, 64 + (codes >> 13))
    return np.bincount(stretch, minlength=256) / max(len(codes), 1)
