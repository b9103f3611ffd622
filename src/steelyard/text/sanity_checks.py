"""What deserves a check that looks at all lines, or at neighbours: told by equality and by some lines.

Nothing is judged here. What looks suspicious goes to the check of that name, which looks at all lines; a test set
that is as it should be costs some milliseconds.
"""

from collections.abc import Mapping, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

__all__ = ["suspicions"]

Lines = Sequence[str]
Sets = list[frozenset[str]]

_FEWEST_TO_ALIGN = 10
_SAMPLE = 32  # lines of a text that are compared with others
_BEGINNING = 200  # characters of a line: enough to know it by
_PARTS = 4  # of the sample: a shift from some line on leaves the part before it as it was
_OFFSETS = (-2, -1, 1, 2)
_BESIDE = 0.15  # in Dice's coefficient of words: more, and a line fits a neighbour's reference better than its own
_ALIKE = 0.06  # matching lines share more than lines that do not belong together, by this much
_SPACELESS = 12  # characters per word


def suspicions(references: Sequence[Lines], systems: Mapping[str, Lines]) -> dict[str, list[str]]:
    """Name the systems whose lines a check should look at, all of them or beside their neighbours, by check.

    Parameters
    ----------
    references : sequence of sequence of str
        Of one length, that of all systems.
    systems : mapping of str to sequence of str
        Outputs by name.

    Returns
    -------
    dict of str to list of str
        Empty where nothing looks odd.

    Examples
    --------
    >>> from steelyard.text.sanity_checks import suspicions
    >>> reference = ["It is late.", "Good.", "Where is the ferry?", "Yes.", "It left."]
    >>> suspicions([reference], {"ours": ["It's late.", "", "Where's the ferry?", "Yes.", "It has left."]})
    {'empty': ['ours']}
    """
    found: dict[str, list[str]] = {}
    seen: dict[int, str] = {}
    for name, lines in systems.items():
        if not all(map(str.strip, lines)):
            found.setdefault("empty", []).append(name)
        first = seen.setdefault(hash(tuple(lines)), name)
        if first != name:
            found.setdefault("same-texts", []).extend((first, name))
    if len(references[0]) >= _FEWEST_TO_ALIGN:
        found |= {"alignment": names} if (names := _misplaced(references[0], systems)) else {}
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
