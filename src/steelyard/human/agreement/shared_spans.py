"""The outputs that two sides judged, with the spans that each marked there."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, unknown_name
from steelyard.human.agreement.spans import MarkedSpans
from steelyard.reprs import short_repr
from steelyard.types import ErrorMarks

__all__ = ["SharedSpans", "shared_spans"]

Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SharedSpans:
    """What goes into `span_agreement`.

    Attributes
    ----------
    first, second : MarkedSpans
        Marks in the outputs, whose severities have the same codes on both sides.
    lengths : array of int, shape (I,)
        Characters of each output that both sides judged.
    systems : tuple of str, length I
        Whose output each is.
    segments : array of int, shape (I,)
        Its line in the test set, counted from 0; good as ``groups``.
    severities : tuple of str
        Names of the codes.
    n_unplaced : (int, int)
        Errors in these outputs that are no stretch of them: something missing, in the source, or not placed.
    n_repeats : (int, int)
        Further judgements of the same outputs, which were left out: the first counts.

    Examples
    --------
    >>> from steelyard.human import MarkedSpans, SharedSpans
    >>> none = MarkedSpans([], [], [])
    >>> SharedSpans(none, none, [12], ("a",), [0], (), (0, 0), (0, 0)).systems
    ('a',)
    """

    first: MarkedSpans
    second: MarkedSpans
    lengths: Codes
    systems: tuple[str, ...]
    segments: Codes
    severities: tuple[str, ...]
    n_unplaced: tuple[int, int]
    n_repeats: tuple[int, int]

    __repr__ = short_repr


def shared_spans(
    first: ErrorMarks, second: ErrorMarks, lengths: Mapping[str, ArrayLike], *, raters: tuple[str, str] | None = None
) -> SharedSpans:
    """Find the outputs that two sides judged, and what each marked in them.

    Parameters
    ----------
    first, second : ErrorMarks
        Of two campaigns, or the same twice with two `raters`.
    lengths : mapping of str to array of int, shape (N,)
        By system, the characters of each of its outputs. Systems without are left out.
    raters : (str, str), optional
        Only the judgements of these: one on the first side, the other on the second.

    Returns
    -------
    SharedSpans
        Ordered by system, as in `lengths`, and segment. Control items are left out.

    Raises
    ------
    DataError
        No output was judged by both, or a segment has no length.
    SpecError
        There is no such rater.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import shared_spans
    >>> from steelyard.human import span_agreement
    >>> from steelyard.types import ErrorMarks, Labels
    >>> marks = ErrorMarks(
    ...     systems=Labels.of(["a", "a"]),
    ...     segments=np.array([3, 3]),
    ...     documents=Labels.all_of("", 2),
    ...     raters=Labels.of(["ann", "bob"]),
    ...     judgements=np.array([0, 1]),
    ...     categories=Labels.all_of("", 2),
    ...     severities=Labels.of(["minor", "no-error"]),
    ...     places=Labels.of(["hypothesis", "none"]),
    ...     starts=np.array([4, -1]),
    ...     ends=np.array([7, -1]),
    ...     weights=np.full(2, np.nan),
    ...     kinds=Labels.all_of("system", 2),
    ... )
    >>> found = shared_spans(marks, marks, {"a": [20, 20, 20, 16]}, raters=("ann", "bob"))
    >>> found.segments.tolist(), found.lengths.tolist(), len(found.first), len(found.second)
    ([3], [16], 1, 0)
    """
    names = tuple(lengths)
    sizes = [np.asarray(lengths[name], dtype=np.int64) for name in names]
    width = max((len(size) for size in sizes), default=0)
    sides = [
        _Side.of(marks, names, width, None if raters is None else raters[place])
        for place, marks in enumerate((first, second))
    ]
    shared = np.intersect1d(sides[0].outputs, sides[1].outputs)
    if not len(shared):
        raise DataError("No output was judged on both sides. Do systems and segments have the same names and numbers?")
    systems, segments = np.divmod(shared, width)
    if any(segments[systems == code].max(initial=-1) >= len(size) for code, size in enumerate(sizes)):
        raise DataError("A segment that was judged has no length: give those of all segments of the system.")
    severities = tuple(dict.fromkeys([*first.severities.names, *second.severities.names]))
    one, other = (side.spans(shared, severities) for side in sides)
    return SharedSpans(
        one[0],
        other[0],
        np.array([sizes[system][segment] for system, segment in zip(systems, segments, strict=True)], dtype=np.int64),
        tuple(names[system] for system in systems),
        segments,
        severities,
        (one[1], other[1]),
        (one[2], other[2]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The marks of one side, rows of systems that have lengths; an output is system x width + segment."""

    marks: ErrorMarks
    rows: Codes
    outputs: Codes

    @classmethod
    def of(cls, marks: ErrorMarks, names: tuple[str, ...], width: int, rater: str | None) -> "_Side":
        if rater is not None and rater not in marks.raters.names:
            raise unknown_name("rater", rater, marks.raters.names)
        place = {name: code for code, name in enumerate(names)}
        systems = np.array([*(place.get(name, -1) for name in marks.systems.names), -1])[marks.systems.codes]
        is_used = np.array([name == "system" for name in marks.kinds.names])[marks.kinds.codes] & (systems >= 0)
        if rater is not None:
            is_used &= marks.raters.codes == marks.raters.names.index(rater)
        rows = np.flatnonzero(is_used)
        if len(rows) and marks.segments[rows].max() >= width:
            raise DataError("A segment that was judged has no length: give those of all segments of the system.")
        return cls(marks, rows, systems[rows] * width + marks.segments[rows])

    def spans(self, shared: Codes, severities: tuple[str, ...]) -> tuple[MarkedSpans, int, int]:
        """Return the spans in shared outputs, of the first judgement of each; errors without one, and repeats."""
        is_shared = np.isin(self.outputs, shared)
        rows, items = self.rows[is_shared], np.searchsorted(shared, self.outputs[is_shared])
        judgements = self.marks.judgements[rows]
        first = np.full(len(shared), np.iinfo(np.int64).max)
        np.minimum.at(first, items, judgements)
        n_repeats = len(np.unique(judgements[judgements != first[items]]))
        is_kept = judgements == first[items]
        rows, items = rows[is_kept], items[is_kept]
        place = self.marks.places.codes[rows]
        kind = np.array(self.marks.places.names)[place]
        is_span = (kind == "hypothesis") & (self.marks.starts[rows] >= 0)
        codes = np.array([severities.index(name) for name in self.marks.severities.names], dtype=np.int64)
        found = MarkedSpans(
            items[is_span],
            self.marks.starts[rows][is_span],
            self.marks.ends[rows][is_span],
            codes[self.marks.severities.codes[rows]][is_span],
        )
        return found, int((~is_span & (kind != "none")).sum()), n_repeats
