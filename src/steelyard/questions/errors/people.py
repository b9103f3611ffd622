"""What people say of the words that were classed: a label for every word of some outputs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import ERROR_CLASSES, WordErrors, count_units, rate_measurements
from steelyard.errors import DataError
from steelyard.files.parsing import is_whole
from steelyard.questions.errors.answer import HumanLabelRow
from steelyard.questions.errors.counts import Family
from steelyard.questions.errors.reading import Sides
from steelyard.types import Labels, TestSet

__all__ = ["JudgedWords", "people_family", "people_rows", "read_people"]

Ints = NDArray[np.int64]
_RIGHT = frozenset({"ok", "o", "none", "correct", "0", "-", "_"})  # labels of a word that is not wrong
_NO_CLASS = "no class"
_KINDS = (*(name for name in ERROR_CLASSES if name != "missing"), _NO_CLASS)  # of words of outputs
_UNSEEN, _FINE = -2, -1


@dataclass(frozen=True, slots=True, eq=False)
class JudgedWords:
    """Of each word of outputs the place of its label in `names`; -1 where it is right, -2 where nobody looked."""

    codes: Ints
    names: tuple[str, ...]


def read_people(lines: Sequence[str], path: str, test_set: TestSet, sides: Sides) -> JudgedWords:
    """Read rows of system, segment and labels; between labels of words there may be those of gaps, as in WMT's tags."""
    offsets, n = sides.hypothesis.analysed.words.offsets, test_set.n_segments
    found = [""] * int(offsets[-1])
    seen: set[int] = set()
    for number, line in enumerate(lines, 1):
        cells = line.split("\t")
        if not line.strip() or (number == 1 and cells[0].strip().lower() == "system"):
            continue
        place = f"{path}, line {number:,}"
        row = _row(cells, place, test_set.system_names, n)
        if row in seen:
            raise DataError(f"{place}: segment {cells[1]} of {cells[0]} is given twice. Give each segment once.")
        seen.add(row)
        labels, first, end = cells[2].split(), int(offsets[row]), int(offsets[row + 1])
        if len(labels) == 2 * (end - first) + 1 != end - first:
            labels = labels[1::2]
        if len(labels) != end - first:
            raise DataError(
                f"{place}: {len(labels)} labels, but the output has {end - first} words there. Give one label for each "
                "word; --words none splits texts at spaces only."
            )
        found[first:end] = ["ok" if label.lower() in _RIGHT else label for label in labels]
    if not seen:
        raise DataError(f"{path} has no labels: write system, segment and labels, separated by tabs.")
    kinds = Labels.of(label for label in found if label not in ("", "ok"))
    known = {name: code for code, name in enumerate(kinds.names)} | {"": _UNSEEN, "ok": _FINE}
    return JudgedWords(np.array([known[label] for label in found], np.int64), kinds.names)


def _row(cells: Sequence[str], place: str, systems: Sequence[str], n: int) -> int:
    if len(cells) != 3:
        raise DataError(f"{place} has {len(cells)} columns separated by tabs: write system, segment and labels.")
    if cells[0] not in systems:
        raise DataError(f"{place}: there is no system {cells[0]!r}, but {', '.join(systems)}.")
    if not (is_whole(cells[1], 1) and int(cells[1]) <= n):
        raise DataError(f"{place}: the segment is {cells[1]!r}, but a number from 1 to {n:,} is expected.")
    return systems.index(cells[0]) * n + int(cells[1]) - 1


def people_family(test_set: TestSet, sides: Sides, errors: WordErrors, judged: JudgedWords) -> Family:
    """Make rates of words that people call wrong, by class; and of those that have a class."""
    shape = (len(test_set.systems), test_set.n_segments, -1)
    rows, kinds = sides.hypothesis.analysed.rows, _kinds_of(errors)
    n_rows = shape[0] * shape[1]
    count = partial(count_units, n_segments=n_rows, n_classes=len(_KINDS))
    whole = count(rows, np.where(judged.codes > _UNSEEN, kinds, -1))
    wrong = count(rows, np.where(judged.codes > _FINE, kinds, -1))
    in_class = [of[:, :-1].sum(axis=1, keepdims=True) for of in (wrong, whole)]
    wrong = np.concatenate([wrong, in_class[0], in_class[0]], axis=1)
    whole = np.concatenate([whole, in_class[1], wrong[:, : len(_KINDS)].sum(axis=1, keepdims=True)], axis=1)
    names = (*_KINDS, "any class", "wrong words that have a class")
    measurements = rate_measurements(
        wrong.reshape(shape),
        whole.reshape(shape),
        [(f"people({name})", name) for name in names],
        test_set.system_names,
        higher_is_better=True,
        documents=test_set.document_codes(),
    )
    return Family("people", measurements, wrong.reshape(shape))


def people_rows(errors: WordErrors, judged: JudgedWords) -> list[HumanLabelRow]:
    """Lay out a row per label, the most frequent first: the classes of its words."""
    kinds = _kinds_of(errors)
    found = []
    for code, name in enumerate(judged.names):
        of_label = Counter(kinds[judged.codes == code].tolist())
        classes = {kind: of_label.get(k, 0) for k, kind in enumerate(_KINDS)}
        found.append(HumanLabelRow(name, sum(classes.values()), classes))
    return sorted(found, key=lambda row: -row.n_words)


def _kinds_of(errors: WordErrors) -> Ints:
    """Return the place of each output word's class in `_KINDS`."""
    places = np.array([_KINDS.index(name) if name in _KINDS else -1 for name in (*ERROR_CLASSES, _NO_CLASS)])
    return places[errors.hypothesis]  # -1 is the last, no class
