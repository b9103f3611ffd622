"""n-best lists as Moses and Pharaoh write them: an output a line, with the values of the model's features."""

import os
from array import array
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite, nan
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.streaming import LineStream
from steelyard.reading.resemblance import also_resembles
from steelyard.types import NBestLists

__all__ = ["nbest_lines", "read_moses_nbest"]

_MOST_VALUES = 2**27  # candidates times features: 1 GB as float64
_UNNAMED = "feature"


def read_moses_nbest(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, encoding: str = "utf-8"
) -> NBestLists:
    r"""Read lines such as ``0 ||| an output ||| lm: -4.2 tm: -3 -1 ||| -7.5``.

    `paths`: several files, such as the rounds of a tuning run, are one list a segment.
    Returns: in the order of the files; a candidate that has the text and the features of an earlier one is merged with
    it.

    Segments count from 0. Names end in ``=`` or ``:``; values without a name are called ``feature``. A feature that a
    candidate does not name is 0 there. The total may be missing, and what follows it, such as word alignments, is
    passed over. Texts lose the blanks around them and are otherwise kept as they are.

    References
    ----------
    Koehn et al. 2007, "Moses: open source toolkit for statistical machine translation", P07-2045.
    """
    several = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not several:
        raise DataError("There is no n-best list to read: name at least one file.")
    found = _Candidates()
    files = []
    for path in several:
        stream, number = LineStream(path, encoding), 0
        for lines in stream:
            for number, line in enumerate(lines, number + 1):  # noqa: B020  # goes on counting
                found.add(line, stream.path, number)
        files.append((stream.path, stream.sha256))
    return found.lists(tuple(files))


def nbest_lines(lists: NBestLists) -> str:
    r"""Write lists as `read_moses_nbest` reads them, with features by name and the total where there is one.

    `lists`: names of features lose their blanks, and numbers what is beyond 12 digits.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.formats import nbest_lines
    >>> from steelyard.types import NBestLists
    >>> nbest_lines(NBestLists(("a b",), np.array([0, 1]), np.array([[-1.5]]), ("lm",), np.array([0.5])))
    '0 ||| a b ||| lm= -1.5 ||| 0.5\n'
    """
    names = ["_".join(name.split()) for name in lists.feature_names]
    segments = np.repeat(np.arange(lists.n_segments), lists.sizes).tolist()
    lines = []
    for segment, text, values, total in zip(
        segments, lists.texts, lists.features.tolist(), lists.totals.tolist(), strict=True
    ):
        if "|||" in text or "\n" in text or "\r" in text:
            raise DataError(f"Segment {segment}: an n-best list cannot hold a text with ||| or a line end.")
        cells = " ".join(f"{name}= {value:.12g}" for name, value in zip(names, values, strict=True))
        lines.append(f"{segment} ||| {text} ||| {cells}" + ("" if total != total else f" ||| {total:.12g}") + "\n")
    return "".join(lines)


class _Candidates:
    """Candidates line by line: a text each, and their numbers in arrays, not as objects."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._segments, self._totals = array("i"), array("d")
        self._values, self._layouts = array("d"), array("i")
        self._known: dict[tuple[str, ...], int] = {}  # a layout is the names of a line's values
        self._widths: dict[str, int] = {}
        # Of the last line, which the next is most often like: its segment, and where its names and values stand.
        self._segment, self._number = "", -1
        self._layout, self._n_parts = -1, -1
        self._names: tuple[str, ...] = ()
        self._names_of = self._values_of = itemgetter(0, 0)

    def add(self, line: str, path: str, number: int) -> None:
        """Take a line, at once where it is laid out as the one before."""
        fields = line.split("|||")
        parts = fields[2].split() if len(fields) > 3 else ()
        if len(parts) == self._n_parts and fields[0] == self._segment and self._names_of(parts) == self._names:
            try:
                values, total = list(map(float, self._values_of(parts))), float(fields[3])
            except ValueError:
                values, total = [], nan
            if isfinite(sum(values) + total):
                self._texts.append(fields[1].strip())
                self._segments.append(self._number)
                self._totals.append(total)
                self._values.extend(values)
                self._layouts.append(self._layout)
                return
        self._add_slowly(line, f"{path}, line {number}")

    def _add_slowly(self, line: str, place: str) -> None:
        fields = _fields(line, place)
        total = _number(fields[3], "total", place) if len(fields) > 3 and fields[3] else nan
        pairs = _read_features(fields[2], place, self._widths)
        self._segment, self._number = line.split("|||", 1)[0], int(fields[0])
        self._layout = self._known.setdefault(tuple(name for name, _ in pairs), len(self._known))
        self._learn(fields[2].split())
        self._texts.append(fields[1])
        self._segments.append(self._number)
        self._totals.append(total)
        self._values.extend(value for _, value in pairs)
        self._layouts.append(self._layout)

    def _learn(self, parts: list[str]) -> None:
        """Note where names and values stand."""
        is_name = [part[-1] in "=:" and len(part) > 1 for part in parts]
        names, values = ([i for i, one in enumerate(is_name) if one == kind] for kind in (True, False))
        if len(names) < 2 or len(values) < 2:  # one item is no tuple
            self._n_parts = -1
            return
        self._n_parts = len(parts)
        self._names_of, self._values_of = itemgetter(*names), itemgetter(*values)
        self._names = self._names_of(parts)

    def lists(self, files: tuple[tuple[str, str], ...]) -> NBestLists:
        """Put candidates of a segment together, and merge those that have text and features of an earlier one."""
        where = ", ".join(path for path, _ in files)
        segments = np.frombuffer(self._segments, dtype=np.int32)
        n_segments = _check_segments(segments, where)
        order = np.argsort(segments, kind="stable")
        is_sorted = bool((order[1:] > order[:-1]).all())
        texts = self._texts if is_sorted else [self._texts[i] for i in order]
        self._texts = []
        layouts, totals = np.frombuffer(self._layouts, dtype=np.int32)[order], np.frombuffer(self._totals)[order]
        features, names = self._features(order, where)
        offsets = np.searchsorted(segments[order], np.arange(n_segments + 1))
        is_kept = _first_ones(texts, layouts, features, offsets)
        if not is_kept.all():
            texts = [text for text, stays in zip(texts, is_kept.tolist(), strict=True) if stays]
            features, totals = features[is_kept], totals[is_kept]
        return NBestLists(
            texts=tuple(texts),
            offsets=np.concatenate([[0], is_kept.cumsum()])[offsets].astype(np.int64),
            features=features,
            feature_names=names,
            totals=totals,
            n_doubles=int((~is_kept).sum()),
            files=files,
        )

    def _features(self, order: "np.ndarray[Any, Any]", where: str) -> tuple[NDArray[np.float64], tuple[str, ...]]:
        names = [
            f"{name}.{i}" if width > 1 else name for name, width in self._widths.items() for i in range(1, width + 1)
        ]
        if len(order) * len(names) > _MOST_VALUES:
            raise DataError(
                f"{where}: {len(names):,} features of {len(order):,} candidates are too many to hold. Leave the "
                "sparse features out."
            )
        column = {name: i for i, name in enumerate(names)}
        layouts, values = np.frombuffer(self._layouts, dtype=np.int32), np.frombuffer(self._values)
        widths = np.array([len(layout) for layout in self._known], dtype=np.int64)[layouts]
        begins = (widths.cumsum() - widths)[order]
        found = np.zeros((len(order), len(names)))
        by_layout = np.argsort(layouts[order], kind="stable")
        ends = np.searchsorted(layouts[order][by_layout], np.arange(len(self._known) + 1))
        for number, layout in enumerate(self._known):
            rows = by_layout[ends[number] : ends[number + 1]]
            for i, name in enumerate(layout):
                found[rows, column[name]] = values[begins[rows] + i]
        return found, tuple(names)


def _check_segments(segments: NDArray[np.int32], where: str) -> int:
    """Return how many segments there are; each must have a candidate."""
    if not segments.size:
        raise DataError(f"{where}: there is no candidate.")
    counts = np.bincount(segments)
    if not counts.all():
        raise DataError(
            f"{where}: segment {int(counts.argmin())} has no candidate, but segment {len(counts) - 1} has. Segments "
            "count from 0, and each needs one at least."
        )
    return len(counts)


def _first_ones(
    texts: Sequence[str], layouts: NDArray[np.int32], features: NDArray[np.float64], offsets: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Say which candidates have another text than those before in their list, or other features."""
    found = np.ones(len(texts), dtype=np.bool_)
    for low, high in pairwise(offsets.tolist()):
        if len(set(texts[low:high])) == high - low:
            continue
        known: set[tuple[object, ...]] = set()
        for i in range(low, high):
            key = texts[i], int(layouts[i]), tuple(features[i].tolist())
            found[i] = key not in known
            known.add(key)
    return found


def _fields(line: str, place: str) -> list[str]:
    fields = [field.strip() for field in line.split("|||")]
    if len(fields) < 3:
        raise DataError(
            f"{place} has {len(fields)} fields separated by |||, but an n-best list has three or more: the segment's "
            f"number, an output, its features, and the total.{also_resembles(place, 'read_moses_nbest')}"
        )
    if not is_whole(fields[0], 0, MOST_LINES):
        raise DataError(f"{place}: the segment's number is {fields[0]!r}. Numbers count from 0.")
    return fields


def _read_features(text: str, place: str, widths: dict[str, int]) -> tuple[tuple[str, float], ...]:
    """Return name and value of each; a name that has several values is numbered."""
    by_name: dict[str, list[float]] = {}
    name = _UNNAMED
    for part in text.split():
        if part[-1] in "=:" and len(part) > 1:
            name = part[:-1]
            if name in by_name:
                raise DataError(f"{place}: the feature {name!r} stands twice.")
            by_name[name] = []
        else:
            by_name.setdefault(name, []).append(_number(part, f"value of {name!r}", place))
    values = []
    for name, numbers in by_name.items():
        if len(numbers) != widths.setdefault(name, len(numbers)):
            raise DataError(
                f"{place}: the feature {name!r} has {len(numbers)} values, but {widths[name]} in the lines before."
            )
        values += [(f"{name}.{i}" if len(numbers) > 1 else name, value) for i, value in enumerate(numbers, 1)]
    return tuple(values)


def _number(text: str, what: str, place: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise DataError(f"{place}: the {what} is {text!r}, no number.") from error
    if not np.isfinite(number):
        raise DataError(f"{place}: the {what} is {text!r}, but must be finite.")
    return number
