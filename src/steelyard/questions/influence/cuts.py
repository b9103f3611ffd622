"""Which parts of outputs and references are cut where spans are: those that are given, and their counterparts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from steelyard.analysis import paired_words
from steelyard.errors import DataError, SpecError
from steelyard.reading import TextSpans
from steelyard.types import TestSet, Vocabulary

__all__ = ["Unit", "find_cuts", "joined"]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+|[^\w\s]")
_BLANKS = re.compile(r"\S+")
_SOURCE = "source"

Ranges = list[tuple[int, int]]


@dataclass(slots=True)
class Unit:
    """The spans of one label in one segment."""

    segment: int  # segment, label: from 0
    label: int
    n_spans: int = 0
    given: dict[str, Ranges] = field(default_factory=dict)  # by text
    outputs: list[Ranges] = field(default_factory=lambda: [[], []])  # of each of the two systems, what is cut
    # by system and reference: counterparts of spans of an output are cut for this output alone
    references: list[list[Ranges]] = field(default_factory=list)


def find_cuts(test_set: TestSet, spans: TextSpans, where: str) -> list[Unit]:
    """Gather spans by segment and label, and find their counterparts in texts of which the file has no spans."""
    keys = _keys(test_set, spans, where)
    known = set(keys.values())
    systems = [f"system {name}" for name in test_set.system_names]
    references = [f"reference {r}" for r in range(1, len(test_set.references) + 1)]
    if not known & {_SOURCE, *references}:
        for name, key in zip(test_set.system_names, systems, strict=True):
            if key not in known:
                raise SpecError(f"{where} has no spans of {name!r}: it has some of {', '.join(spans.texts.names[:9])}.")
    units = _gathered(test_set, spans, keys, where)
    asked: list[_Asked] = []
    for unit in units:
        unit.references = [[[] for _ in references] for _ in systems]
        for s, system in enumerate(systems):
            origin = _origin(system, known, references)
            sides = [(unit.outputs[s], system, origin)]
            for r, reference in enumerate(references):
                origin = reference if reference in known else _SOURCE if _SOURCE in known else system
                sides.append((unit.references[s][r], reference, origin))
            for target, key, origin in sides:
                given = unit.given.get(origin, [])
                if origin == key:
                    target += given
                elif given:
                    asked.append(_Asked(target, given, origin, key, unit.segment))
    _project(test_set, asked)
    return units


def _origin(system: str, known: set[str], references: Sequence[str]) -> str:
    """Say from which text's spans those of an output follow."""
    if system in known:
        return system
    return _SOURCE if _SOURCE in known else next((key for key in references if key in known), system)


def joined(units: Iterable[Unit], label: int) -> Unit:
    """Put units of one segment into one."""
    found: Unit | None = None
    for unit in units:
        if found is None:
            found = Unit(unit.segment, label, 0, {}, [[], []], [[[] for _ in side] for side in unit.references])
        found.n_spans += unit.n_spans
        for s in range(2):
            found.outputs[s] += unit.outputs[s]
            for r, ranges in enumerate(unit.references[s]):
                found.references[s][r] += ranges
    if found is None:
        raise DataError("There are no spans.")
    return found


def _keys(test_set: TestSet, spans: TextSpans, where: str) -> dict[int, str]:
    """Say which text each name of the file is; other systems than the two are passed over."""
    keys: dict[int, str] = {}
    names = {f"reference {r}": f"reference {r}" for r in range(1, len(test_set.references) + 1)}
    names |= {"reference": "reference 1", "sources": _SOURCE, _SOURCE: _SOURCE}
    names |= {name: f"system {name}" for name in test_set.system_names}
    for code, name in enumerate(spans.texts.names):
        if name in names:
            keys[code] = names[name]
    if not keys:
        raise DataError(
            f"{where} has spans of {', '.join(spans.texts.names[:5])}, and the texts here are reference, source, "
            f"{', '.join(test_set.system_names)}: give names with --names."
        )
    return keys


def _gathered(test_set: TestSet, spans: TextSpans, keys: Mapping[int, str], where: str) -> list[Unit]:
    units: dict[tuple[int, int], Unit] = {}
    columns = (spans.texts.codes, spans.segments, spans.starts, spans.ends, spans.labels.codes)
    for code, segment, start, end, label in zip(*(column.tolist() for column in columns), strict=True):
        if code not in keys:
            continue
        name = spans.texts.names[code]
        if segment >= test_set.n_segments:
            raise DataError(f"{where}: a span is in segment {segment + 1:,} of {name}, of {test_set.n_segments:,}.")
        text = _line(test_set, keys[code], segment)
        if start >= len(text):
            raise DataError(
                f"{where}: a span of {name}, segment {segment + 1:,}, goes from character {start} to {end}, but the "
                f"text has {len(text)}: is this the file of these texts?"
            )
        unit = units.setdefault((segment, label), Unit(segment, label))
        unit.n_spans += 1
        unit.given.setdefault(keys[code], []).append((start, min(end, len(text))))  # published ends lie behind texts
    return [units[key] for key in sorted(units)]


def _line(test_set: TestSet, key: str, segment: int) -> str:
    if key == _SOURCE:
        if test_set.sources is None:
            raise SpecError("There are spans of the source: give it with --sources, and word alignments.")
        return test_set.sources[segment]
    kind, _, name = key.partition(" ")
    text = test_set.systems[name] if kind == "system" else test_set.references[int(name) - 1]
    return text[segment] or ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """Counterparts that are looked for: in which text, of which spans of which other text."""

    found: Ranges
    given: Ranges
    origin: str
    key: str
    segment: int

    @property
    def place(self) -> tuple[int, str, str]:
        one, other = sorted((self.origin, self.key))
        return self.segment, one, other


def _project(test_set: TestSet, asked: Sequence[_Asked]) -> None:
    """Fill in counterparts: by word alignments from the source, by the fewest edits between output and reference."""
    by_edits = []
    for one in asked:
        if one.origin != _SOURCE:
            by_edits.append(one)
            continue
        links = (test_set.alignments or {}).get(one.key)
        if links is None:
            raise SpecError(
                f"Spans of the source are followed by word alignments, and there are none of {one.key}: give "
                "--alignments."
            )
        sources, words = (_words(_line(test_set, text, one.segment), _BLANKS) for text in (_SOURCE, one.key))
        touched = _touched(sources, one.given)
        one.found.extend(words[j] for i, j in sorted(set(links[one.segment])) if i in touched and j < len(words))
    if by_edits:
        _pair(test_set, by_edits)


def _pair(test_set: TestSet, asked: Sequence[_Asked]) -> None:
    """Fill in what the fewest edits pair with words of the spans; each two texts are aligned once."""
    places = sorted({one.place for one in asked})
    row_of = {place: row for row, place in enumerate(places)}
    vocabulary = Vocabulary()
    sides = []
    for names in ([place[1] for place in places], [place[2] for place in places]):
        lines = [_line(test_set, key, place[0]) for key, place in zip(names, places, strict=True)]
        words = [_words(line, _WORD) for line in lines]
        joined_words = [" ".join(line[a:b] for a, b in row) for line, row in zip(lines, words, strict=True)]
        sides.append((words, vocabulary.encode(joined_words)))
    pairs = paired_words(sides[0][1], sides[1][1])
    rows = np.searchsorted(sides[0][1].offsets, pairs[0], side="right") - 1
    bounds = np.searchsorted(rows, np.arange(len(places) + 1))
    for one in asked:
        row, side = row_of[one.place], int(one.origin != one.place[1])
        touched = _touched(sides[side][0][row], one.given)
        own, others = (
            (pairs[k][bounds[row] : bounds[row + 1]] - sides[k][1].offsets[row]).tolist() for k in (side, 1 - side)
        )
        found = sides[1 - side][0][row]
        one.found.extend(found[j] for i, j in zip(own, others, strict=True) if i in touched)


def _words(text: str, pattern: re.Pattern[str]) -> Ranges:
    return [found.span() for found in pattern.finditer(text)]


def _touched(words: Ranges, given: Ranges) -> set[int]:
    return {i for i, (start, end) in enumerate(words) if any(start < b and a < end for a, b in given)}
