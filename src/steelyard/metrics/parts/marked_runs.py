"""Runs of words in parsed texts: what columns of B, I and O mark, what patterns of tags find, fillers of roles."""

import re
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.metrics.parts.parsed_texts import ParsedTexts
from steelyard.types import Word
from steelyard.types.parses.roles import ROLES, roles_of

__all__ = ["COLUMNS", "labelled_runs", "pattern_runs", "refuse_unannotated", "role_runs"]

Codes = NDArray[np.int64]
COLUMNS = {"chunk": "CHUNK", "entity": "NE"}
_OTHERS = {"chunk": "noun-phrase", "entity": "name"}
_LETTERS = {"DET": "D", "ADJ": "A", "NUM": "A", "NOUN": "N", "PROPN": "P"}
# A determiner, adjectives and numbers, and nouns; a run of names.
_PATTERNS = {"noun-phrase": re.compile("D?A*[NP]+"), "name": re.compile("P+")}
_BEGIN, _INSIDE = 1, 2


def refuse_unannotated(
    texts: ParsedTexts, is_there: NDArray[np.bool_], metric: str, what: str, remedy: str, *, may_lack: bool = False
) -> None:
    """Refuse a text with words of which none has what is looked for, unless a single segment may lack it."""
    for t, key in enumerate(texts.keys):
        begin, end = texts.offsets[[t * texts.n_segments, (t + 1) * texts.n_segments]]
        if not (may_lack and texts.n_segments == 1) and end > begin and not is_there[begin:end].any():
            raise DataError(f"{metric} needs {what}, and the parses of {key} have none: {remedy}.")


def labelled_runs(
    texts: ParsedTexts, over: Literal["chunk", "entity"], metric: str, *, outside: bool
) -> tuple[Codes, Codes, Codes, tuple[str, ...]]:
    """Return runs with one label: first words, words behind the last, types, names.

    A column such as ``NE=B-PER`` marks them: B (or S, U) begins a run, and so does I (or E, L) where no run of its type
    goes on. With `outside`, each word in none is one by itself.
    """
    name = COLUMNS[over]
    codes, values = texts.column(lambda word: dict(word.misc).get(name, ""))
    refuse_unannotated(
        texts, codes >= 0, metric, f"{name}=B-..., I-... or O in the last column",
        f"add them, or write over={_OTHERS[over]}, which goes by parts of speech",
        may_lack=True,  # some mark no word outside
    )  # fmt: skip
    marks = np.zeros(len(values) + 1, dtype=np.int64)
    types = np.full(len(values) + 1, -1)
    known: dict[str, int] = {}
    for code, value in enumerate(values):
        if value == "O":
            continue
        prefix, dash, label = value.partition("-")
        if not dash or prefix not in "BIESLU" or not label:
            raise DataError(f"{metric} cannot read {name}={value}: write B-TYPE, I-TYPE or O.")
        marks[code] = _INSIDE if prefix in "IEL" else _BEGIN
        types[code] = known.setdefault(label, len(known))
    mark, label_of = marks[codes], types[codes]  # what has no value has the last place: no mark
    follows = np.zeros(len(codes), dtype=bool)
    follows[1:] = (mark[1:] == _INSIDE) & (mark[:-1] > 0) & (label_of[1:] == label_of[:-1])
    follows[texts.offsets[:-1][texts.offsets[:-1] < len(codes)]] = False
    is_outside = (mark == 0) & outside
    first = np.flatnonzero(((mark > 0) & ~follows) | is_outside)
    label_of = np.where(is_outside, len(known), label_of)
    last = np.flatnonzero(((mark > 0) & ~np.append(follows[1:], False)) | is_outside) + 1
    return first, last, label_of[first], (*known, "O")


def pattern_runs(texts: ParsedTexts, over: Literal["noun-phrase", "name"]) -> tuple[Codes, Codes]:
    """Return runs of words whose parts of speech fit a pattern: first words, and words behind the last."""
    codes, tags = texts.column(lambda word: word.upos)
    letters = np.array([*(_LETTERS.get(tag, "x") for tag in tags), "x"])[codes]
    # A mark behind each segment, so that no run goes on into the next: places move by their rows.
    rows = texts.rows
    line = np.full(len(codes) + len(texts.offsets), "|")
    line[np.arange(len(codes)) + rows] = letters
    found = np.array([match.span() for match in _PATTERNS[over].finditer("".join(line.tolist()))], dtype=np.int64)
    first, last = found.reshape(-1, 2).T
    moved = np.zeros(len(line), dtype=np.int64)
    moved[np.arange(len(codes)) + rows] = np.arange(len(codes))
    return moved[first], moved[last - 1] + 1


def role_runs(texts: ParsedTexts, metric: str) -> tuple[Codes, Codes, Codes, Codes, Codes, tuple[str, ...]]:
    """Return the words of fillers of roles: row, type, element, place and predicate of each, and names of types."""

    def value(word: Word) -> str:
        return dict(word.misc).get(ROLES, "")

    codes, values = texts.column(value)
    refuse_unannotated(
        texts, codes >= 0, metric, f"{ROLES}=3:A0 in the last column (the number of the predicate, and the role)",
        "add them, or write over=argument, which goes by dependencies",
        may_lack=True,  # a sentence without a predicate has none
    )  # fmt: skip
    read = [roles_of(one) for one in values]
    rows, known = texts.rows, dict[str, int]()
    element_of: dict[tuple[int, int, str], int] = {}
    n_elements, found = 0, []
    for place in np.flatnonzero(codes >= 0).tolist():
        row = int(rows[place])
        for role in read[codes[place]]:
            predicate = int(texts.offsets[row]) + role.predicate - 1
            if not texts.offsets[row] <= predicate < texts.offsets[row + 1]:
                raise DataError(
                    f"{metric}: {ROLES} names word {role.predicate} as a predicate, but there are "
                    f"{texts.offsets[row + 1] - texts.offsets[row]} words."
                )
            key = row, role.predicate, role.label
            if role.is_begin or key not in element_of:
                element_of[key] = n_elements
                n_elements += 1
            found.append((row, known.setdefault(role.label, len(known)), element_of[key], place, predicate))
    columns = np.array(found, dtype=np.int64).reshape(-1, 5).T
    return columns[0], columns[1], columns[2], columns[3], columns[4], tuple(known)
