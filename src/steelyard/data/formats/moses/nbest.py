"""n-best lists as Moses and Pharaoh write them: an output a line, with the values of the model's features."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.data.resemblance import resembles_at
from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.types import NBestLists

__all__ = ["read_moses_nbest"]

_FIELDS = re.compile(r"\|\|\|")
_MOST_VALUES = 2**27  # candidates times features: 1 GB as float64
_UNNAMED = "feature"


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    values: tuple[tuple[str, float], ...]  # name with its number, value
    total: float


def read_moses_nbest(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, encoding: str = "utf-8"
) -> NBestLists:
    r"""Read lines such as ``0 ||| an output ||| lm: -4.2 tm: -3 -1 ||| -7.5``.

    Parameters
    ----------
    paths : path-like or sequence of path-like
        Several files, such as the rounds of a tuning run, are one list a segment. ``.gz``, ``.bz2`` and ``.xz`` work.
    encoding : str, default "utf-8"
        Of the files.

    Returns
    -------
    NBestLists
        In the order of the files; a candidate that has the text and the features of an earlier one is merged with it.

    Raises
    ------
    DataError
        A line holds something else, a number of values changes, or a segment has no candidate; the message names file
        and line.

    Notes
    -----
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
    segments: dict[int, dict[tuple[object, ...], _Candidate]] = {}
    widths: dict[str, int] = {}
    files = []
    n_doubles = 0
    for path in several:
        file = read_lines(path, encoding)
        files.append((file.path, file.sha256))
        for number, line in enumerate(file.lines, 1):
            place = f"{file.path}, line {number}"
            segment, candidate = _read_line(line, place, widths)
            known = segments.setdefault(segment, {})
            key = (candidate.text, candidate.values)
            n_doubles += key in known
            known.setdefault(key, candidate)
    return _joined(segments, widths, tuple(files), n_doubles)


def _read_line(line: str, place: str, widths: dict[str, int]) -> tuple[int, _Candidate]:
    fields = [field.strip() for field in _FIELDS.split(line)]
    if len(fields) < 3:
        raise DataError(
            f"{place} has {len(fields)} fields separated by |||, but an n-best list has three or more: the segment's "
            f"number, an output, its features, and the total.{resembles_at(place, 'read_moses_nbest')}"
        )
    if not (fields[0].isascii() and fields[0].isdigit()):
        raise DataError(f"{place}: the segment's number is {fields[0]!r}. Numbers count from 0.")
    total = _number(fields[3], "total", place) if len(fields) > 3 and fields[3] else float("nan")
    return int(fields[0]), _Candidate(fields[1], _read_features(fields[2], place, widths), total)


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


def _joined(
    segments: dict[int, dict[tuple[object, ...], _Candidate]],
    widths: dict[str, int],
    files: tuple[tuple[str, str], ...],
    n_doubles: int,
) -> NBestLists:
    where = ", ".join(path for path, _ in files)
    if not segments:
        raise DataError(f"{where}: there is no candidate.")
    missing = next((segment for segment in range(max(segments) + 1) if segment not in segments), None)
    if missing is not None:
        raise DataError(
            f"{where}: segment {missing} has no candidate, but segment {max(segments)} has. Segments count from 0, and "
            "each needs one at least."
        )
    candidates = [candidate for segment in range(len(segments)) for candidate in segments[segment].values()]
    names = [f"{name}.{i}" if width > 1 else name for name, width in widths.items() for i in range(1, width + 1)]
    column = {name: i for i, name in enumerate(names)}
    if len(candidates) * len(names) > _MOST_VALUES:
        raise DataError(
            f"{where}: {len(names):,} features of {len(candidates):,} candidates are too many to hold. Leave the "
            "sparse features out."
        )
    features = np.zeros((len(candidates), len(names)))
    for row, candidate in enumerate(candidates):
        for name, value in candidate.values:
            features[row, column[name]] = value
    return NBestLists(
        texts=tuple(candidate.text for candidate in candidates),
        offsets=np.cumsum([0, *(len(segments[segment]) for segment in range(len(segments)))], dtype=np.int64),
        features=features,
        feature_names=tuple(names),
        totals=np.array([candidate.total for candidate in candidates]),
        n_doubles=n_doubles,
        files=files,
    )
