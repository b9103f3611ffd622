"""Outputs that are empty, too short, cut off, too long, in a loop, or without the numbers of their sources."""

import re
import unicodedata
from collections.abc import Iterator

import numpy as np

from steelyard.text.inspection.alignment import comparable, is_comparable
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check, in_words, middle

_MANY_EMPTY = 0.05
_LONG = 40  # characters of the reference: of shorter ones a good translation may be any length
_LONG_SPACELESS = 15
_SHORT = 0.3  # of what the system's usual length would be for this segment
_CUT = 0.7
_MANY = 0.01
_FEWEST = 3
_ENDS = frozenset(".!?…。！？।؟:;\"'»”’)]」』）")
_SAME_LENGTH = 5  # lines at the system's greatest length
_TIMES = 3.0
_MORE = 100  # characters
_TURNS = 4
_LOOP = r"(\S.{0,60}?)(?:\s*\1){3,}"
_LOOKED_AT = 1000  # characters: a search takes 60 steps at each
_WORD = r"[^\W\d_]"
_GROUPED = r"(?<=\d)[.,'\u2019\u00a0\u202f ](?=\d{3}(?!\d))"  # 1,000 and 1.000 are one number
_NUMBER = r"\d{2,}"  # smaller ones are often words
_MANY_NUMBERS = 0.15  # of the lines with numbers: dates and hours are rightly written in other ways


@check("empty", "outputs, references or sources without text")
def empty(data: InspectedSet) -> Iterator[Observation]:
    """Look for lines without a visible character."""
    blank = [row for row, lines in enumerate(data.reference_rows) if not any(map(str.strip, lines))]
    for text in data.systems:
        rows = [row for row, line in enumerate(text.lines) if not line.strip()]
        if len(text.lines) == data.n_segments:
            rows = sorted(set(rows) - set(blank))
        if rows:
            is_tail = len(rows) > 1 and rows == list(range(len(text.lines) - len(rows), len(text.lines)))
            yield Observation(
                "error" if is_tail or len(rows) >= max(2, _MANY_EMPTY * len(text.lines)) else "warning", text,
                f"{in_words(len(rows), 'output')} {'is' if len(rows) == 1 else 'are'} empty"
                f"{': all at the end' if is_tail else ''}",
                "Check whether the translation stopped or failed: an empty output scores as a bad translation.", rows,
            )  # fmt: skip
    for text in (*data.references, *([] if data.sources is None else [data.sources])):
        rows = [row for row, line in enumerate(text.lines) if not line.strip()]
        if rows and text.role == "reference":
            yield Observation(
                "warning", text, f"{in_words(len(rows), 'reference')} {'is' if len(rows) == 1 else 'are'} empty",
                "Add --empty-reference when scoring: `missing` is right if a segment has fewer references than others.",
                rows,
            )  # fmt: skip
        elif rows:
            yield Observation(
                "note", text, f"{in_words(len(rows))} {'is' if len(rows) == 1 else 'are'} empty",
                "A segment without a source cannot be translated: look whether the files fit.", rows,
            )  # fmt: skip


def _expected(data: InspectedSet, system: InspectedText) -> tuple[list[int], dict[int, float]]:
    """Return rows long enough to judge, and each output's length as a share of what is usual for this system."""
    key = f"expected:{system.name}"
    if key not in data.memory:
        if not data.full_references:
            return [], {}
        shortest = _LONG_SPACELESS if data.yardstick.is_spaceless else _LONG
        wanted = np.array([list(map(len, text.lines)) for text in data.full_references], dtype=np.float64)
        own = np.array([len(line.strip()) for line in system.lines], dtype=np.float64)
        judged = np.flatnonzero((wanted >= shortest).all(axis=0))
        rows = judged[own[judged] > 0]
        ratios = own[rows] / wanted[:, rows].mean(axis=0)
        usual = middle(ratios) if len(rows) else 1.0
        data.memory[key] = judged.tolist(), dict(zip(rows.tolist(), (ratios / usual).tolist(), strict=True))
    return data.memory[key]  # type: ignore[return-value]


def _usual_ratio(data: InspectedSet, system: InspectedText) -> float:
    """Return how many characters of output there are for one of the source, in the middle of all segments."""
    ratios = [
        len(line.strip()) / len(row[0])
        for line, row in zip(system.lines, data.reference_rows, strict=False)
        if row and row[0] and line.strip()
    ]
    return middle(ratios) if ratios else 1.0


@check("short", "outputs far shorter than the references")
def short(data: InspectedSet) -> Iterator[Observation]:
    """Compare every output with its references, and the whole with the whole."""
    n_characters = sum(map(len, (line for lines in data.reference_rows for line in lines[:1])))
    for system in comparable(data):
        whole = sum(map(len, system.lines)) / max(n_characters, 1)
        if n_characters and data.references and not 1 / 2 <= whole <= 2:
            yield Observation(
                "warning", system, f"{whole:.2f} times as many characters as the reference in total",
                "Check whether outputs are cut off, written twice, or of another language.",
            )  # fmt: skip
        judged, ratios = _expected(data, system)
        rows = [row for row, ratio in ratios.items() if ratio < _SHORT]
        if len(rows) >= max(_FEWEST, _MANY * len(judged)):
            yield Observation(
                "warning", system, f"{in_words(len(rows), 'output')} far shorter than {data.beside}",
                "Check whether parts were left out, or the translation stopped early.", rows,
            )  # fmt: skip


@check("cut-off", "outputs that end at a limit of length, or in the middle of a sentence", is_of_lines=True)
def cut_off(data: InspectedSet) -> Iterator[Observation]:
    """Look for many outputs of one greatest length, and for short ones without the reference's last mark."""
    for system in data.whole:
        rows, limit = _at_limit(data, system)
        if rows and is_comparable(data, system):
            yield Observation(
                "error", system, f"{in_words(len(rows), 'output')} of exactly {limit}, and none longer",
                "Raise the limit of length and translate these segments again: their ends are missing.", rows,
            )  # fmt: skip
            continue
        judged, ratios = _expected(data, system)
        rows = [row for row, ratio in ratios.items() if ratio < _CUT and _is_open(data, system, row)]
        if len(rows) >= max(_FEWEST, _MANY * len(judged)) and is_comparable(data, system):
            yield Observation(
                "warning", system, f"{in_words(len(rows), 'output')} short and without the mark at the end",
                "Check whether they were cut off: at a limit of length, or at a character read as the end.", rows,
            )  # fmt: skip


def _at_limit(data: InspectedSet, system: InspectedText) -> tuple[list[int], str]:
    """Return the rows at the greatest length where these are several and most lack their last mark, and that length."""
    if not data.full_references:
        return [], ""
    units = {"characters": list(map(len, system.lines))}
    if not system.is_spaceless:
        units = {"words": system.word_counts(), **units}
    for unit, counted in units.items():
        greatest = max(counted, default=0)
        if not greatest or counted.count(greatest) < _SAME_LENGTH:
            continue
        rows = [row for row, length in enumerate(counted) if length == greatest]
        if sum(_is_open(data, system, row) for row in rows) > len(rows) / 2:
            return rows, f"{greatest:,} {unit}"
    return [], ""


def _is_open(data: InspectedSet, system: InspectedText, row: int) -> bool:
    """Whether an output has no mark at its end, where every reference has one."""
    return not _is_ended(system.lines[row]) and all(map(_is_ended, data.reference_rows[row]))


def _is_ended(line: str) -> bool:
    return line.rstrip()[-1:] in _ENDS


@check("long", "outputs far longer than the references")
def long(data: InspectedSet) -> Iterator[Observation]:
    """Compare every output with its longest reference."""
    for system in comparable(data):
        rows = []
        usual = 1.0 if data.references else _usual_ratio(data, system)
        for row, references in enumerate(data.reference_rows):
            longest = usual * max(map(len, references), default=0)
            more = _MORE / 3 if system.is_spaceless else _MORE
            if longest and len(system.lines[row]) > _TIMES * longest and len(system.lines[row]) > longest + more:
                rows.append(row)
        if rows:
            told = "the references" if data.references else "is usual for such a source"
            yield Observation(
                "warning" if len(rows) >= max(2, _MANY * data.n_segments) else "note", system,
                f"{in_words(len(rows), 'output')} more than {_TIMES:g} times as long as {told}",
                "Read these outputs: text that the source does not have, explanations, or loops.", rows,
            )  # fmt: skip


@check("loops", "outputs that repeat the same words many times")
def loops(data: InspectedSet) -> Iterator[Observation]:
    """Look for a stretch of text that stands four times in a row, and not so in source or reference."""
    for system in comparable(data):
        rows = []
        for row, references in enumerate(data.reference_rows):
            line = system.lines[row]
            if len(line) > 1.3 * max(map(len, references), default=0) + 5 and _loops(line):
                beside = [*references, *([] if data.source_rows is None else [data.source_rows[row]])]
                if not any(map(_loops, beside)):
                    rows.append(row)
        if rows:
            yield Observation(
                "warning", system, f"{in_words(len(rows), 'output')} with the same words {_TURNS} times or more in a "
                "row",
                "Read these outputs: the decoder repeated itself. They change sums over the whole text, such as "
                "BLEU's length ratio.",
                rows,
            )  # fmt: skip


def _loops(line: str) -> bool:
    beginning = line[:_LOOKED_AT]
    loop = re.compile(_LOOP)
    found = loop.search(beginning)
    while found is not None and not (re.search(_WORD, found[1]) and len(found[1]) > 1):
        found = loop.search(beginning, found.end())
    return found is not None


def _numbers(line: str) -> list[str]:
    """Return the numbers of a line in ASCII digits, without what groups thousands."""
    if not any(map(str.isdigit, line)):
        return []
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in line)
    return re.findall(_NUMBER, re.sub(_GROUPED, "", plain))


@check("numbers", "outputs without a number of the source, where there are no references", only="no references")
def numbers(data: InspectedSet) -> Iterator[Observation]:
    """Look for each number of the source in the digits of the output, wherever they are parted."""
    if data.source_rows is None:
        return
    wanted = {row: own for row, source in enumerate(data.source_rows) if (own := _numbers(source))}
    for system in comparable(data):
        lacking = {}
        for row, own in wanted.items():
            digits = "".join(_numbers(system.lines[row]))
            if system.lines[row].strip() and (lost := [number for number in own if number not in digits]):
                lacking[row] = lost[0]
        if lacking:
            rows = list(lacking)
            yield Observation(
                "warning" if len(rows) >= max(_FEWEST, _MANY_NUMBERS * len(wanted)) else "note", system,
                f"{in_words(len(rows), 'output')} without a number of the source, such as {lacking[rows[0]]}",
                "Check whether numbers were changed or left out. Number words, and other forms of dates and hours, are "
                "correct.",
                rows,
            )  # fmt: skip
